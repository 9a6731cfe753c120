//! Introductions of games to people who do not know the program.

/// A text in English and in Japanese.
pub type Bilingual = [&'static str; 2];

/// Games that belong together, as a first page introduces them.
#[derive(Clone, Debug, Default)]
pub struct Kin {
    /// Their common name.
    pub name: Bilingual,
    /// A sentence about them.
    pub about: Bilingual,
    /// A position worth a look: its game, and its text; that of the game's start if it is empty.
    pub example: [&'static str; 2],
    /// The games that people look for, by name, each with its name for people.
    pub members: Vec<(String, Bilingual)>,
    /// Beginnings of the names of all that belong to them, up to a slash or the end.
    pub names: &'static [&'static str],
    /// A result to be told.
    pub story: Option<Story>,
}

/// A result about a game that is worth a headline.
#[derive(Clone, Debug)]
pub struct Story {
    /// The game.
    pub game: &'static str,
    /// The result in a few words.
    pub title: Bilingual,
    /// The result in a sentence or two.
    pub text: Bilingual,
}

impl Kin {
    /// Returns true if a game, by name, is one of them.
    pub fn has(&self, game: &str) -> bool {
        let first = game.split('/').next().unwrap_or(game);
        self.names.contains(&first)
    }
}
