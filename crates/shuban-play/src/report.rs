//! Reports on analysed games: all moves, and accounts of the players.

use std::fmt;

use serde::Serialize;
use shuban_core::Seat;

use crate::analysed_move::AnalysedMove;
use crate::estimated_cost::EstimatedDecisions;
use crate::marks::Marks;
use crate::move_account::{LuckAccount, MoveAccount};

pub use crate::file_note::{FileNote, Place};
pub use crate::page::{page, row, titled};

/// Parts of a report besides moves, such as other decisions, that only some games have.
pub trait Extras {
    /// Part of the report on a game.
    type OfGame: Clone + fmt::Debug + PartialEq + Serialize;
    /// Part of the report on a player.
    type OfPlayer: Clone + fmt::Debug + PartialEq + Serialize;

    /// Returns the mistakes of a game besides those in moves, in order. `names` are the players'.
    fn mistakes(of_game: &Self::OfGame, names: &[&str]) -> Vec<Mistake>;

    /// Returns the account of a player as text, if there is one.
    fn account(of_player: &Self::OfPlayer) -> Option<String>;

    /// Returns the accounts of the players as a table of HTML; empty if there are none.
    fn table(players: &[(&str, &Self::OfPlayer)]) -> String;
}

/// A report of moves alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesAlone;

/// The extras of a report that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NoExtras {}

impl Extras for MovesAlone {
    type OfGame = NoExtras;
    type OfPlayer = NoExtras;

    fn mistakes(_of_game: &NoExtras, _names: &[&str]) -> Vec<Mistake> {
        Vec::new()
    }

    fn account(_of_player: &NoExtras) -> Option<String> {
        None
    }

    fn table(_players: &[(&str, &NoExtras)]) -> String {
        String::new()
    }
}

/// A mistake besides those in moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Number of the move that follows it.
    pub number: usize,
    /// The position.
    pub position: String,
    /// The mistake as a line of text.
    pub line: String,
    /// The mistake as HTML.
    pub caption: String,
}

/// Analysed games between the same players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Analysis<E: Extras = MovesAlone> {
    /// The game.
    pub game: String,
    /// The kind of games, in a line.
    pub about: String,
    /// A sentence on the limits of the values.
    pub note: String,
    /// The players, by seat.
    pub players: Vec<AnalysedPlayer<E>>,
    /// The games, in order.
    pub games: Vec<AnalysedGame<E>>,
    /// The games of the file that are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<FileNote>,
    /// Oddities of the file that leave the games as they are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<FileNote>,
}

/// An analysed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct AnalysedGame<E: Extras = MovesAlone> {
    /// Its number in the file, from 1.
    pub number: u32,
    /// Heading, such as the score before it.
    pub heading: String,
    /// Its moves.
    pub moves: Vec<AnalysedMove>,
    /// Other parts of the report.
    #[serde(flatten)]
    pub extras: E::OfGame,
    /// The result, in a line.
    pub result: String,
}

/// A player, with all decisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct AnalysedPlayer<E: Extras = MovesAlone> {
    /// The player's name.
    pub name: String,
    /// All moves.
    #[serde(flatten)]
    pub moves: MoveAccount,
    /// Other parts of the report, which do not count in the numbers above.
    #[serde(flatten)]
    pub extras: E::OfPlayer,
    /// The luck of the rolls.
    #[serde(flatten)]
    pub luck: LuckAccount,
}

impl<E: Extras> AnalysedPlayer<E> {
    /// Adds up the decisions of the player of a seat.
    pub fn of(
        seat: Seat,
        name: &str,
        games: &[AnalysedGame<E>],
        marks: Marks<'_>,
        extras: E::OfPlayer,
    ) -> Self {
        let own = || games.iter().flat_map(|game| &game.moves).filter(move |one| one.seat == seat);
        AnalysedPlayer {
            name: name.to_owned(),
            moves: MoveAccount::of(own(), marks),
            extras,
            luck: LuckAccount::of(own()),
        }
    }
}

impl<E: Extras> Analysis<E> {
    /// Returns what there is to say of the file: the games that are left out, and warnings.
    pub fn file_notes(&self) -> impl Iterator<Item = &FileNote> {
        self.left_out.iter().chain(&self.warnings)
    }

    /// Explains estimated costs, if any.
    pub fn note_on_estimates(&self) -> Option<&'static str> {
        let has_some = self.players.iter().any(|player| player.moves.estimated.is_some());
        has_some.then_some(EstimatedDecisions::NOTE)
    }

    /// Returns the names of the players.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| &*player.name).collect()
    }
}

impl<E: Extras> AnalysedGame<E> {
    /// Describes all mistakes, in order: `of_move` does so of one in a move.
    pub(crate) fn mistakes<T>(
        &self,
        names: &[&str],
        of_move: impl Fn(&AnalysedMove, &str) -> T,
        of_extra: impl Fn(Mistake) -> T,
    ) -> Vec<T> {
        let extras = E::mistakes(&self.extras, names).into_iter();
        let extras = extras.map(|mistake| (mistake.number, of_extra(mistake)));
        let moves = self.moves.iter().filter(|made| made.best.is_some());
        let moves = moves.map(|made| {
            let player = names.get(made.seat).copied().unwrap_or("?");
            (made.number, of_move(made, player))
        });
        let mut all: Vec<(usize, T)> = extras.chain(moves).collect();
        // Stable: other decisions come before the move.
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, mistake)| mistake).collect()
    }
}

impl<E: Extras> fmt::Display for Analysis<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names();
        writeln!(f, "{}, {}: {}", self.game, self.about, names.join(" against "))?;
        for note in self.file_notes() {
            writeln!(f, "{note}")?;
        }
        for game in &self.games {
            writeln!(f, "\ngame {}, {}: {}", game.number, game.heading, game.result)?;
            for line in game.mistakes(&names, AnalysedMove::error_line, |mistake| mistake.line) {
                writeln!(f, "{line}")?;
            }
        }
        for player in &self.players {
            write!(f, "\n{player}")?;
        }
        if !self.note.is_empty() {
            write!(f, "\n\n{}", self.note)?;
        }
        if let Some(note) = self.note_on_estimates() {
            write!(f, "\n\n{note}")?;
        }
        Ok(())
    }
}

impl<E: Extras> fmt::Display for AnalysedPlayer<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnalysedPlayer { name, moves, extras, luck } = self;
        write!(f, "{name}: {moves}")?;
        if let Some(account) = E::account(extras) {
            write!(f, "\n  {account}")?;
        }
        if luck.rolls > 0 {
            write!(f, "\n  {luck}")?;
        }
        Ok(())
    }
}
