//! Matches as other programs keep them: `.mat` text, SGF files and those of eXtreme Gammon.
//!
//! A [`MatchRecord`] is the contents of all formats. Every game read was played through by the
//! rules: the plays, the cube, the points, the score. (The Crawford game is the one that SGF
//! marks.) Games that do not fit are left out, each with the reason; a file without a game that
//! fits is refused. A record of which no game was left out reads as the same again if it is written
//! in the format that it was read from, `.mat` or SGF.
//!
//! ```
//! use shuban_match::match_file::{read_mat, write_sgf};
//!
//! let text = "
//!  1 point match
//!
//!  Game 1
//!  Anna : 0                       Ben : 0
//!   1) 31: 8/5 6/5                 65: 24/18 18/13
//!   2)  Doubles => 2               Drops
//!       Wins 1 point and the match
//! ";
//! let read = read_mat(text, None)?;
//! assert_eq!(read.players, ["Anna", "Ben"]);
//! assert!(write_sgf(&read).unwrap().contains("RE[W+1]\n;W[31hefe]\n;B[65agg"));
//!
//! let error = read_mat(&text.replace("6/5", "6/4"), None).unwrap_err();
//! assert!(error.to_string().starts_with("line 6: not a legal play of 3-1"));
//! # Ok::<_, shuban_match::match_file::MatchFileError>(())
//! ```

mod begun;
mod error;
mod format;
mod mat;
mod mat_game;
mod mat_rows;
mod mat_write;
mod recorded;
pub(crate) mod referee;
mod sgf;
mod sgf_write;
mod xg;
mod xg_records;

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_gammon::{Move, Variant, Won};

pub use error::{MatchFileError, MatchFileProblem, Place, RuleError};
pub use format::{ReadOptions, read_file, read_matches};
pub use mat::read_mat;
pub use mat_write::write_mat;
pub use recorded::MatchFiles;
pub use sgf::read_sgf;
pub use sgf_write::write_sgf;

/// A match, or games for money, as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecord {
    /// The variant.
    pub variant: Variant,
    /// The names of the players. Seat 0 is in the left column of a `.mat` file, and White in SGF.
    pub players: [String; 2],
    /// Points that win the match; 0 for money.
    pub length: u32,
    /// True if there is a cube.
    pub has_cube: bool,
    /// True if the Crawford rule is in use.
    pub crawford: bool,
    /// True if the Jacoby rule is in use.
    pub jacoby: bool,
    /// The games, in order.
    pub games: Vec<GameRecord>,
    /// The games that are left out, in order.
    pub left_out: Vec<LeftOutGame>,
    /// Oddities of the file that leave the games as they are written.
    pub warnings: Vec<MatchFileError>,
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutGame {
    /// Its number in the match, from 1.
    pub number: u32,
    /// The score before it, if it is known.
    pub score: Option<[u32; 2]>,
    /// The reason.
    pub error: MatchFileError,
}

/// A game of a match, from the opening roll to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the match, from 1.
    pub number: u32,
    /// The score before it.
    pub score: [u32; 2],
    /// True in the Crawford game.
    pub is_crawford: bool,
    /// The events, in order.
    pub events: Vec<MatchEvent>,
    /// The result.
    pub result: GameResult,
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEvent {
    /// The player.
    pub seat: Seat,
    /// The action.
    pub act: Act,
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Rolls, and plays; or passes if no checker can move.
    Play(Roll, Move),
    /// Rolls, and plays nothing: the game ends here, given up.
    Roll(Roll),
    /// Offers the cube.
    Double,
    /// Takes it.
    Take,
    /// Resigns instead.
    Drop,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner.
    pub winner: Seat,
    /// The points won, the cube counted.
    pub points: u32,
    /// The ending.
    pub ending: Ending,
}

/// The ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The winner bore off everything.
    BorneOff(Won),
    /// The loser dropped a double.
    Dropped,
    /// The loser resigned, for a win of this size.
    Resigned(Won),
    /// The loser gave up the match.
    Forfeited,
}
