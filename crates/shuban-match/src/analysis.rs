//! The analysis of a match: its moves, and the decisions with the cube.

use shuban_catalog::{Act, AnyPosition, Error};
use shuban_core::{Game, Progress};
use shuban_gammon::{Gammon, Variant, format_move};
use shuban_play::report::{self, AnalysedGame, AnalysedPlayer};
use shuban_play::{AnalysedMove, Analyst, Made, Resources, Valuer};

use crate::cube_account::CubeAccount;
use crate::cube_analysis::analysed_cubes;
use crate::cube_report::{CubeAccounts, CubeDecisions, WithCube};
use crate::match_play::DoublingOptions;
use crate::played::{PlayedGame, PlayedMatch, PlayedMove};

/// Names of mistakes, by their least cost in points of a game without a cube.
pub const MARKS: [(f64, &str); 3] = [(0.04, "doubtful"), (0.08, "bad"), (0.16, "very bad")];

/// An analysed match.
pub type Analysis = report::Analysis<WithCube>;

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
    let (mut done, mut games) = (0, Vec::<AnalysedGame<WithCube>>::new());
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
        let extras = CubeDecisions { cube };
        games.push(AnalysedGame { number, heading, moves: analysed, extras, result });
    }
    let player = |(seat, name): (usize, &String)| {
        let cubes = games.iter().flat_map(|game| &game.extras.cube);
        let cube = CubeAccount::of(seat, cubes, &MARKS);
        AnalysedPlayer::of(seat, name, &games, &MARKS, CubeAccounts { cube })
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
