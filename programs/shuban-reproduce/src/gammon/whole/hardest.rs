//! Positions where one play matters most, and those from which the game lasts longest.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::Game;
use shuban_core::dice::Roll;
use shuban_gammon::{Gammon, MoveGenerator};

use super::every_play::EveryPlay;
use super::numbering::WON;
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

/// A roll of a position with the loss of the second best play.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OnlyPlay {
    loss: f64,
    number: usize,
    roll: Roll,
    best: u32,
    second: u32,
}

/// Finds, for each layer of as many checkers on both sides, the roll with the largest gap between
/// the best play and the second, where no play wins at once, and the position from which best play
/// lasts longest; `values` are those of positions for the side about to roll.
/// If the run is interrupted.
pub(super) fn rows(
    run: &Recomputation<'_>,
    game: &Gammon,
    plays: &EveryPlay<'_>,
    values: &[f64],
) -> Result<Vec<Finding>, Error> {
    let worth = |after: u32| if after == WON { 1.0 } else { -values[after as usize] };
    let lengths = lengths(run, plays, worth)?;
    let mut rows = Vec::new();
    for layer in plays.numbering().even_layers() {
        run.check()?;
        let name = layer.name;
        let only = (layer.numbers.clone().into_par_iter())
            .flat_map_iter(|number| only_plays(plays, number, &worth))
            .reduce_with(|one, other| {
                let ahead = other.loss.total_cmp(&one.loss).then(one.number.cmp(&other.number));
                if ahead.is_le() { one } else { other }
            });
        if let Some(OnlyPlay { loss, number, roll, best, second }) = only {
            let told = |after| told(game, plays, number, roll, after);
            let note = format!(
                "{} with {roll}: {} ({:+.5}), then {} ({:+.5}); of all rolls of all positions with \
                 which nobody wins at once",
                position(game, plays, number),
                told(best),
                worth(best),
                told(second),
                worth(second),
            );
            let what = format!("{name}: most that the second best play loses");
            rows.push(Finding::unprinted(what, significant(loss, 6)).noting(note));
        }
        let longest = layer
            .numbers
            .clone()
            .max_by(|&one, &other| lengths[one].total_cmp(&lengths[other]).then(other.cmp(&one)));
        if let Some(number) = longest {
            let note = format!(
                "best play, of both sides together, from {}",
                position(game, plays, number)
            );
            let what = format!("{name}: most rolls that a game lasts on average");
            rows.push(Finding::unprinted(what, significant(lengths[number], 6)).noting(note));
        }
    }
    Ok(rows)
}

/// Returns the expected rolls of both sides in a game in which both make the best play.
///
/// # Errors
/// If the run is interrupted.
pub(super) fn lengths(
    run: &Recomputation<'_>,
    plays: &EveryPlay<'_>,
    worth: impl Fn(u32) -> f64 + Sync,
) -> Result<Vec<f64>, Error> {
    let best = plays.greatest(worth);
    let lengths = plays.solution(run, |number, lengths: &[[f64; 1]]| {
        let left = |after: u32| if after == WON { 0.0 } else { lengths[after as usize][0] };
        [1.0 + best.mean(number, left)]
    })?;
    Ok(lengths.into_iter().map(|[length]| length).collect())
}

/// Returns the rolls of a position that leave a choice and do not win at once.
fn only_plays(
    plays: &EveryPlay<'_>,
    number: usize,
    worth: &impl Fn(u32) -> f64,
) -> impl Iterator<Item = OnlyPlay> {
    plays.rolls(number).filter_map(move |(roll, _, afters)| {
        let mut two = [(f64::NEG_INFINITY, WON); 2];
        for &after in afters {
            let one = (worth(after), after);
            if one.0 > two[0].0 {
                two = [one, two[0]];
            } else if one.0 > two[1].0 {
                two[1] = one;
            }
        }
        let [best, second] = two;
        let counts = afters.len() > 1 && best.1 != WON;
        let (loss, best, second) = (best.0 - second.0, best.1, second.1);
        counts.then_some(OnlyPlay { loss, number, roll, best, second })
    })
}

fn position(game: &Gammon, plays: &EveryPlay<'_>, number: usize) -> String {
    plays.numbering().position(number).map_or_else(String::new, |position| game.format(&position))
}

/// Formats the play of a roll that leads to a position.
fn told(game: &Gammon, plays: &EveryPlay<'_>, number: usize, roll: Roll, after: u32) -> String {
    let Some(position) = plays.numbering().position(number) else { return String::new() };
    let left = plays.numbering().position(after as usize);
    let all = MoveGenerator::new(&game.variant, &position).plays(roll);
    let found = all.iter().find(|(_, other)| {
        left.is_some_and(|left| (left.mover, left.opponent) == (other.mover, other.opponent))
    });
    found.map_or_else(String::new, |(action, _)| game.format_move(&position, roll, action))
}
