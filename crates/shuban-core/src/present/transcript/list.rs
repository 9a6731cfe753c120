//! Lists of moves, numbered or not.

use super::{StatedResult, TranscribedMove, Transcript};
use crate::game::Seat;

/// Most moves of a text that are kept: they take more memory than text.
const MOST_MOVES: usize = 1 << 20;

/// Bytes of a text within which a list begins: longer ones without a move are something else.
const LONGEST_HEAD: usize = 1 << 16;

/// The form in which a game writes lists of moves.
///
/// A list has moves with numbers before them or without: `1 @0/`, `1. a b 2. c`, or a game a line.
/// Text after `;` is a comment, and so are lines that are no moves, unless they begin as one does. A
/// game begins with number 1, after a result, after an empty line if its moves have no numbers, or
/// with a line that begins with `#`. Lines such as `White: Ann` before it name the players, and
/// `Position: …` gives the start of the next game.
pub struct MoveList<'a> {
    /// Returns true if a word has the form of a move.
    pub is_move: &'a dyn Fn(&str) -> bool,
    /// Returns true if a word that is no move begins as one does, so that it is no comment.
    pub is_begun: &'a dyn Fn(&str) -> bool,
    /// Returns true if a move can only be the first of a game.
    pub is_first: &'a dyn Fn(&str) -> bool,
    /// Names of seats in headers, in lower case, by seat.
    pub seats: &'a [&'a [&'a str]],
    /// The seat that begins a game from the start: it has won where a list ends with `1-0`.
    pub first: Seat,
    /// Returns the name of the game that a line stands for.
    pub game: &'a dyn Fn(&str) -> Option<String>,
}

/// Returns the number before a move: that of `12` or `12.`.
pub fn move_number(word: &str) -> Option<usize> {
    word.trim_end_matches('.')
        .parse()
        .ok()
        .filter(|_| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Checks the number before a move, of which there are `moves` before: that of the move, or that of
/// a pair of moves.
///
/// # Errors
/// The reason in words.
pub fn check_number(number: usize, moves: usize) -> Result<(), String> {
    match number == moves + 1 || number == moves / 2 + 1 {
        true => Ok(()),
        false => Err(format!("move {} is expected, not {number}", moves + 1)),
    }
}

/// Returns the result that a word states, in a game of two that `first` begins.
fn result_of(word: &str, first: Seat) -> Option<StatedResult> {
    let word = word.trim_end_matches(['.', '!', ',']).to_ascii_lowercase();
    match &*word {
        "resign" | "resigns" | "resigned" => Some(StatedResult::MoverGaveUp),
        "draw" | "drawn" | "1/2-1/2" => Some(StatedResult::Draw),
        "1-0" => Some(StatedResult::Won(first)),
        "0-1" => Some(StatedResult::Won(1 - first)),
        _ => None,
    }
}

/// Part of a line with moves.
#[derive(Clone, Copy)]
enum Word<'t> {
    Number(usize),
    Move(&'t str),
    Result(StatedResult),
    Begun(&'t str),
    Other(&'t str),
}

impl MoveList<'_> {
    /// Reads the games of a text.
    pub fn read(&self, text: &str) -> Vec<Transcript> {
        let mut reading = Reading {
            list: self,
            games: Vec::new(),
            now: Transcript::default(),
            moves: 0,
            pending: Vec::new(),
            is_numbered: false,
            is_apart: false,
        };
        let mut bytes = 0;
        for (number, line) in (1..).zip(text.lines()) {
            reading.line(number, line);
            bytes += line.len();
            if reading.moves == 0 && bytes > LONGEST_HEAD {
                break;
            }
            if reading.moves > MOST_MOVES {
                reading.now.spoil(number, format!("at most {MOST_MOVES} moves are read"));
                break;
            }
        }
        reading.end_game();
        reading.games
    }

    /// Splits `12.d1-d7/g7` into its parts.
    fn words<'t>(&self, word: &'t str) -> Vec<Word<'t>> {
        let kind = |word: &'t str| match (move_number(word), result_of(word, self.first)) {
            (_, Some(result)) => Word::Result(result),
            (Some(number), _) => Word::Number(number),
            _ if (self.is_move)(word) => Word::Move(word),
            _ if (self.is_begun)(word) => Word::Begun(word),
            _ => Word::Other(word),
        };
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
        match (digits, dots, &word[digits + dots..]) {
            (0, ..) | (_, 0, _) | (.., "") => vec![kind(word)],
            (.., rest) => vec![kind(&word[..digits]), kind(rest)],
        }
    }
}

/// A text that is being read.
struct Reading<'l> {
    list: &'l MoveList<'l>,
    games: Vec<Transcript>,
    /// The game so far, with the headers before it.
    now: Transcript,
    /// Number of moves of all games.
    moves: usize,
    /// Lines within the moves that look like names of players: the next game's, unless the numbers
    /// go on.
    pending: Vec<(Seat, String)>,
    /// True if moves of this game have numbers.
    is_numbered: bool,
    /// True if the line before is empty.
    is_apart: bool,
}

impl Reading<'_> {
    /// Ends the game, and keeps what was said of the game and the players for the next one.
    fn end_game(&mut self) {
        self.is_numbered = false;
        if !self.now.is_empty() {
            let Transcript { game, players, .. } = self.now.clone();
            let next = Transcript { game, players, ..Transcript::default() };
            self.games.push(std::mem::replace(&mut self.now, next));
        }
        for (seat, name) in std::mem::take(&mut self.pending) {
            self.name(seat, name);
        }
    }

    fn name(&mut self, seat: Seat, name: String) {
        self.now.players.resize(self.list.seats.len(), String::new());
        self.now.players[seat] = name;
    }

    fn line(&mut self, number: usize, line: &str) {
        let told = line.split(';').next().unwrap_or_default().trim();
        let is_apart = std::mem::replace(&mut self.is_apart, line.trim().is_empty());
        if told.starts_with('#') || self.is_apart && !self.is_numbered {
            return self.end_game();
        }
        if self.header(told) {
            return;
        }
        let mut words = told.split_whitespace().flat_map(|word| self.list.words(word)).peekable();
        // A long line of something else takes no memory.
        if matches!(words.peek(), None | Some(Word::Other(_))) {
            return;
        }
        let words: Vec<Word<'_>> = words.collect();
        if self.has_moves(&words) {
            match words[..] {
                // It was a comment.
                [Word::Number(2..), ..] => self.pending.clear(),
                _ if !self.pending.is_empty() => self.end_game(),
                _ => {}
            }
            if is_apart && matches!(words[..], [Word::Move(_) | Word::Begun(_), ..]) {
                self.end_game();
            }
            words.into_iter().for_each(|word| self.word(number, word));
        }
    }

    /// Reads a line that names a player, the game or the start position; returns true if it does.
    fn header(&mut self, line: &str) -> bool {
        if let Some(game) = (self.list.game)(line) {
            self.end_game();
            self.now.game = Some(game);
            return true;
        }
        let Some((name, value)) = line.split_once(':') else { return false };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        if matches!(&*name, "position" | "start" | "fen") {
            self.end_game();
            self.now.start = Some(value.to_owned());
            return true;
        }
        let is_of = |names: &&[&str]| names.contains(&&*name);
        let Some(seat) = self.list.seats.iter().position(is_of) else {
            return false;
        };
        match self.now.is_empty() {
            true => self.name(seat, value.to_owned()),
            false => self.pending.push((seat, value.to_owned())),
        }
        true
    }

    /// Returns true for a line of moves, and false for one that tells of them.
    fn has_moves(&self, words: &[Word<'_>]) -> bool {
        let is_all = words.iter().all(|word| !matches!(word, Word::Other(_)));
        match words {
            [] | [Word::Other(_), ..] => false,
            [Word::Number(number), rest @ ..] => match rest {
                [Word::Move(_) | Word::Begun(_) | Word::Result(_), ..] => true,
                // Of a number without a move the game says whether it is one of its moves.
                _ => self.is_numbered && check_number(*number, self.now.moves.len()).is_ok(),
            },
            [Word::Move(_) | Word::Begun(_), ..] => is_all || !self.is_numbered,
            [Word::Result(_), ..] => is_all && !self.now.is_empty(),
        }
    }

    fn word(&mut self, line: usize, word: Word<'_>) {
        match word {
            Word::Number(1) if self.now.moves.len() > 1 || self.now.flaw.is_some() => {
                self.end_game();
            }
            Word::Move(text) if (self.list.is_first)(text) && !self.now.is_empty() => {
                self.end_game();
            }
            Word::Number(_) | Word::Result(_) => {}
            _ if self.now.result.is_some() => self.end_game(),
            _ => {}
        }
        if self.now.is_empty() {
            self.now.line = line;
        }
        match word {
            Word::Number(number) => {
                self.is_numbered = true;
                if let Err(reason) = check_number(number, self.now.moves.len()) {
                    self.now.spoil(line, reason);
                }
            }
            Word::Move(text) => {
                self.moves += 1;
                self.now.moves.push(TranscribedMove { line, seat: None, text: text.to_owned() });
            }
            Word::Result(result) => self.now.result = Some(result),
            Word::Begun(word) | Word::Other(word) => {
                let word = crate::echo::echo(word, 0);
                self.now.spoil(line, format!("`{word}` is not written as a move"));
            }
        }
    }
}
