//! Section 4.1 of Nishino and Nishino: the seat after a strong player, and the seat before it.

use shuban_catalog::Error;
use shuban_core::shelf::EmptyShelf;
use shuban_daihinmin::matches::{MatchOptions, PlayerSetting, play, setup};
use shuban_daihinmin::players::PlayerKind::{self, Base, Default};
use shuban_daihinmin::players::Setup;
use shuban_daihinmin_game::{ContestRules, PLAYERS};
use shuban_solve::PoolWorkers;

use crate::finding::Finding;
use crate::line_ups::{Difference, failed, finding};
use crate::paper::Recomputation;

const SEED: u64 = 41;

/// A strong player among weaker ones: without shuffling, number 1 sits after it, and the last one
/// before it.
const PLAYERS_BY_NUMBER: [PlayerKind; PLAYERS] = [Base, Default, Default, Default, Default];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let rules = ContestRules::default();
    let fixed = after_less_before(run, ContestRules { reseat_every: 0, ..rules }, SEED)?;
    let shuffled = after_less_before(run, rules, SEED + 1)?;
    Ok(vec![
        finding("the seat after a strong player has more points than the one before it", &fixed),
        finding("that difference is smaller where seats are drawn anew", &fixed.minus(&shuffled)),
        vanishes(&fixed, &shuffled),
    ])
}

/// Returns the points of the player after the strong one, less those of the one before it.
fn after_less_before(
    run: &Recomputation<'_>,
    rules: ContestRules,
    seed: u64,
) -> Result<Difference, Error> {
    let (setting, shelf) = (PlayerSetting::default(), EmptyShelf);
    let workers = PoolWorkers { progress: run.progress };
    let players = PLAYERS_BY_NUMBER;
    let setup: Setup =
        setup(&players, rules, &setting, &shelf, &workers, run.progress).map_err(failed)?;
    let games = run.size(100_000, 400_000);
    let options = MatchOptions { players, games, seed, records: None };
    let played = play(&setup, &options, run.progress).map_err(failed)?;
    Ok(Difference::between(&played, 1..2, PLAYERS - 1..PLAYERS))
}

/// Tests that drawing seats anew leaves hardly anything of the difference: its whole interval is
/// within a tenth of what it is in fixed seats.
fn vanishes(fixed: &Difference, shuffled: &Difference) -> Finding {
    let what = "drawing seats anew every three games leaves hardly anything of it";
    let result = format!("{:.0} of {:.0} points", shuffled.points, fixed.points);
    let note = format!(
        "of 5,000 games, 95 %: ± {:.0} and ± {:.0}; read as less than a tenth",
        shuffled.half, fixed.half
    );
    let most = fixed.points.abs() / 10.0;
    let row = if shuffled.points.abs() + shuffled.half < most {
        Finding::settled(what, "hardly anything", result, true).drawn().noting(note)
    } else if shuffled.points.abs() - shuffled.half > most {
        Finding::settled(what, "hardly anything", result, false).noting(note)
    } else {
        Finding::undecided(what, "hardly anything", result, note)
    };
    Finding { ci95: Some(shuffled.ci95()), ..row }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn what_is_left_is_held_against_a_tenth_by_its_whole_interval() {
        let of = |points| {
            let fixed = Difference { points: 1_000.0, half: 50.0 };
            vanishes(&fixed, &Difference { points, half: 40.0 }).verdict
        };
        assert_eq!(of(50.0), Verdict::Statistical);
        assert_eq!([of(70.0), of(-120.0)], [Verdict::Undecided; 2]);
        assert_eq!(of(150.0), Verdict::PrintWrong);
    }
}
