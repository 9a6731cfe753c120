//! The analysis of a match: its moves, and the decisions with the cube.

use serde::Serialize;
use shuban_catalog::{Act, AnyPosition, Error};
use shuban_core::{Game, Progress};
use shuban_gammon::{Gammon, Variant, format_move};
use shuban_play::{AnalysedMove, Analyst, LuckAccount, Made, MoveAccount, Resources, Valuer};

use crate::cube_account::CubeAccount;
use crate::cube_analysis::{AnalysedCube, analysed_cubes};
use crate::match_play::DoublingOptions;
use crate::played::{FileNote, PlayedGame, PlayedMatch, PlayedMove};

/// Names of mistakes, by their least cost in points of a game without a cube.
pub const MARKS: [(f64, &str); 3] = [(0.04, "doubtful"), (0.08, "bad"), (0.16, "very bad")];

/// An analysed match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The kind of match, in a line.
    pub about: String,
    /// A sentence on the limits of the values.
    pub note: String,
    /// The players, by seat.
    pub players: Vec<AnalysedPlayer>,
    /// The games, in order.
    pub games: Vec<AnalysedGame>,
    /// The games of the file that are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<FileNote>,
    /// Oddities of the file that leave the games as they are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<FileNote>,
}

/// An analysed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedGame {
    /// Its number in the match, from 1.
    pub number: u32,
    /// The score before it.
    pub heading: String,
    /// Its moves.
    pub moves: Vec<AnalysedMove>,
    /// The decisions with the cube; empty for a game without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cube: Vec<AnalysedCube>,
    /// The result, in a line.
    pub result: String,
}

/// A player, with all decisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedPlayer {
    /// The player's name.
    pub name: String,
    /// All moves.
    #[serde(flatten)]
    pub moves: MoveAccount,
    /// Decisions with the cube, which are not part of the numbers above; `None` without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<CubeAccount>,
    /// The luck of the rolls.
    #[serde(flatten)]
    pub luck: LuckAccount,
}

/// Computes the cost of each move of a match by the knowledge of `valuer`, and of each decision
/// with the cube by the files of `resources` or, as `doubling` allows, by solving positions.
///
/// # Errors
/// [`Error`]: the catalog does not have the game, a database or the match equities cannot be read,
/// or the work is called off.
pub fn analyse(
    resources: &Resources<'_>,
    played: &PlayedMatch,
    valuer: &dyn Valuer,
    doubling: &DoublingOptions<'_>,
    progress: &dyn Progress,
) -> Result<Analysis, Error> {
    let variant = &played.variant;
    let game = resources.catalog.game(variant.name())?;
    let analyst = Analyst { game, valuer, marks: &MARKS, progress };
    let total: usize = played.games.iter().map(|game| game.moves.len()).sum();
    progress.phase("moves", total as u64);
    let (mut done, mut games) = (0, Vec::new());
    for one in &played.games {
        let PlayedGame { number, heading, is_opened, moves, doublings, result } = one;
        let mut analysed = Vec::with_capacity(moves.len());
        for (ply, one) in moves.iter().enumerate() {
            let made = made(variant, one).ok_or_else(|| {
                let message = format!("game {number}: move {} is not legal", ply + 1);
                Error::Refused { kind: "bad-move", message }
            })?;
            let found = analyst.analyse(ply, &made, *is_opened && ply == 0)?;
            analysed.push(AnalysedMove { before: one.remark.clone(), ..found });
            done += 1;
            progress.at(done, "");
        }
        let shelf = &*resources.shelf;
        let cube = analysed_cubes(variant, doublings, doubling, &MARKS, shelf, progress)?;
        let (number, heading, result) = (*number, heading.clone(), result.clone());
        games.push(AnalysedGame { number, heading, moves: analysed, cube, result });
    }
    let player = |(seat, name): (usize, &String)| {
        let own = || games.iter().flat_map(|game| &game.moves).filter(move |one| one.seat == seat);
        let cubes = games.iter().flat_map(|game| &game.cube);
        AnalysedPlayer {
            name: name.clone(),
            moves: MoveAccount::of(own(), &MARKS),
            cube: CubeAccount::of(seat, cubes, &MARKS),
            luck: LuckAccount::of(own()),
        }
    };
    let players = played.players.iter().enumerate().map(player).collect();
    let (about, note) = (played.about.clone(), played.note.clone());
    let (left_out, warnings) = (played.left_out.clone(), played.warnings.clone());
    Ok(Analysis { game: game.name(), about, note, players, games, left_out, warnings })
}

/// Converts a move to that of players over a catalog; none if it is not legal.
fn made(variant: &Variant, played: &PlayedMove) -> Option<Made> {
    let game = Gammon::new(variant.clone());
    let position = |position| AnyPosition::new(&game, position);
    let mut plays = Vec::new();
    game.plays(&played.before, played.roll, &mut plays);
    let event = game.chances(&played.before).iter().position(|(roll, _)| *roll == played.roll)?;
    let play = plays.iter().position(|play| play.after == played.after)?;
    Some(Made {
        seat: game.to_move(&played.before),
        chance: Some(played.roll.to_string()),
        act: Act { event, play },
        action: format_move(variant, &played.action),
        before: position(played.before),
        after: position(played.after),
    })
}
