//! Parsing of the human player's lines.

/// A word, or else a move.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    /// Rolls; with dice of the player's own, uses these.
    Roll(Option<&'t str>),
    Hint,
    Advice,
    Undo,
    Board,
    Moves,
    /// Saves into a file.
    Save(&'t str),
    Resign,
    Help,
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else: a move.
    Other(&'t str),
}

impl<'t> Word<'t> {
    pub(super) fn of(line: &'t str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Word::Nothing,
            ("roll", "") => Word::Roll(None),
            ("roll", dice) => Word::Roll(Some(dice)),
            ("hint", "") => Word::Hint,
            ("advice", "") => Word::Advice,
            ("undo", "") => Word::Undo,
            ("board", "") => Word::Board,
            ("moves", "") => Word::Moves,
            ("save", file) => Word::Save(file),
            ("resign", "") => Word::Resign,
            ("help" | "?", "") => Word::Help,
            ("quit" | "exit", "") => Word::Quit,
            _ => Word::Other(line),
        }
    }
}

/// The words, with their effects.
pub(super) const HELP: [(&str, &str); 11] = [
    ("a move", "plays it, as `moves` writes it; an empty line plays the only one"),
    ("roll", "rolls the dice; `roll 2-1` takes what your own dice show"),
    ("hint", "the best moves, with what they are worth"),
    ("advice", "what players that belong to the game would do, seeing what you see"),
    ("moves", "all legal moves"),
    ("undo", "takes your last move back, and all after it; the dice stay the same"),
    ("board", "draws the position"),
    ("save FILE", "writes the game to a file; `--resume FILE` goes on with it"),
    ("resign", "gives the game up"),
    ("help", "this list"),
    ("quit", "leaves"),
];

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn lines_are_words_or_moves() {
        for (line, word) in [
            ("", Word::Nothing),
            ("ROLL", Word::Roll(None)),
            ("roll  2-1", Word::Roll(Some("2-1"))),
            ("save my game.json", Word::Save("my game.json")),
            ("save", Word::Save("")),
            ("undo it", Word::Other("undo it")),
            ("8/7 6/5", Word::Other("8/7 6/5")),
        ] {
            assert_eq!(Word::of(line), word, "{line}");
        }
    }
}
