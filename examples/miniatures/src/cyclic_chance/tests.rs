//! The laws, the twin, and every value.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::spine::{indexes, spine, without_needs};
use shuban_core::{Bound, Silent};
use shuban_search::{SearchOptions, expectimax};
use shuban_solve::{BuildOptions, CertifyBySweep, Error, IterateByBackup, Solver, build};
use shuban_store::{Disk, FileSystem};

use super::*;

#[path = "../../../../crates/shuban-solve/tests/it/forged/slack.rs"]
mod slack;

use slack::ApproximateBySweep;

/// The exact value of every position but for rounding: strategies are improved until none is
/// better, and the value of a pair of strategies is the solution of linear equations.
fn twin() -> impl Fn(&Race) -> f64 {
    // Place and runners of mover and other.
    type State = [u8; 4];
    let states: Vec<State> = (1..=2)
        .flat_map(|a| (1..=2).map(move |b| (a, b)))
        .flat_map(|(a, b)| (1..=6).flat_map(move |m| (1..=6).map(move |o| [m, a, o, b])))
        .filter(|[m, _, o, _]| m + o != 6)
        .collect();
    let number = |state: &State| states.iter().position(|other| other == state);
    // The number of the state after some steps, `None` for a win.
    let step = |[m, a, o, b]: State, steps: u8| match m.saturating_sub(steps) {
        0 if a == 1 => None,
        0 => number(&[o, b, 6, a - 1]),
        to if to + o == 6 => number(&[6, b, to, a]),
        to => number(&[o, b, to, a]),
    };
    let size = states.len();
    let mut strategy = vec![[1u8, 2, 3]; size];
    loop {
        // v = (wins - Σ v(next)) / 3, solved by elimination with the largest pivots.
        let mut rows = vec![vec![0f64; size + 1]; size];
        for (i, &state) in states.iter().enumerate() {
            rows[i][i] += 1.0;
            for steps in strategy[i] {
                match step(state, steps) {
                    None => rows[i][size] += 1.0 / 3.0,
                    Some(next) => rows[i][next] += 1.0 / 3.0,
                }
            }
        }
        for column in 0..size {
            let largest =
                |a: &usize, b: &usize| rows[*a][column].abs().total_cmp(&rows[*b][column].abs());
            let pivot = (column..size).max_by(largest).unwrap();
            rows.swap(column, pivot);
            let pivot = rows[column].clone();
            for row in (0..size).filter(|row| *row != column) {
                let factor = rows[row][column] / pivot[column];
                rows[row].iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
        let values: Vec<f64> = (0..size).map(|i| rows[i][size] / rows[i][i]).collect();
        let worth = |state, steps| step(state, steps).map_or(1.0, |next| -values[next]);
        let mut is_best = true;
        for (i, &state) in states.iter().enumerate() {
            for die in 1..=3 {
                for steps in [die.max(2) - 1, die] {
                    let chosen = &mut strategy[i][usize::from(die) - 1];
                    if worth(state, steps) > worth(state, *chosen) + 1e-12 {
                        *chosen = steps;
                        is_best = false;
                    }
                }
            }
        }
        if is_best {
            let values: BTreeMap<State, f64> = states.into_iter().zip(values).collect();
            return move |race| {
                values
                    [&[race.mover.place, race.mover.runners, race.other.place, race.other.runners]]
            };
        }
    }
}

#[test]
fn the_rules_keep_the_laws() {
    let start = RaceGame.parse("6x2|6x2").unwrap();
    let races = shuban_conformance::reachable(&RaceGame, &[start], 10_000);
    shuban_conformance::game(&RaceGame, &races).unwrap();
    assert_eq!(RaceGame.parse("3x2|7x1").unwrap_err().at, 4);
}

#[test]
fn what_is_said_of_values_keeps_the_laws() {
    let races = Races::default();
    for layer in (0..races.layers.len()).map(LayerId) {
        shuban_conformance::explain(&races, layer, 31).unwrap();
    }
}

#[test]
fn the_sweep_keeps_the_laws() {
    let races = Races::default();
    for layer in (0..races.layers.len()).map(LayerId) {
        shuban_conformance::sweep(&races, layer).unwrap();
    }
}

#[test]
fn a_sweep_that_differs_from_backup_is_caught() {
    let caught = |harm, reason: &str| {
        let violation = shuban_conformance::sweep(&Races { harm, ..Races::default() }, LayerId(1))
            .unwrap_err()
            .to_string();
        assert!(violation.contains(reason), "{violation}");
    };
    caught(
        |unit, values| values[0] += i32::from(unit.pass == Pass::Upper && unit.unit == 3),
        "Upper writes",
    );
    caught(
        |unit, values| values[0] += i32::from(unit.pass == Pass::Lower && unit.stage == 1),
        "Lower writes",
    );
    caught(|unit, values| values[2] ^= i32::from(unit.pass == Pass::Leave), "Leave writes");
}

#[test]
fn the_exact_value_lies_in_every_interval() {
    let races = Races::default();
    let exact = twin();
    let solvers: [&dyn Solver; 3] =
        [&IterateByBackup(&races), &ApproximateBySweep(&races), &CertifyBySweep(&races)];
    for solver in solvers {
        let solved = spine(&races, solver);
        for layer in (0..races.layers.len()).map(LayerId) {
            // Elimination is right to far more than the 2⁻¹² of a unit granted here.
            let twin = |race: &Race| {
                let units = exact(race) * f64::from(ONE);
                Interval {
                    lower: (units + 2e-4).floor() as i32,
                    upper: (units - 2e-4).ceil() as i32,
                }
            };
            shuban_conformance::brute_force_within(
                &races,
                layer,
                |part, rank| solved.at(part, rank),
                twin,
            )
            .unwrap();
            let widest = solved.positions(layer).map(|(_, value)| value.width()).max();
            assert!(widest.is_some_and(|width| width < 1 << 10), "widest: {widest:?}");
            assert_eq!(solved.report(layer).facts["leaving_proven"], true);
        }
    }
}

#[test]
fn only_what_is_certain_follows_from_exact_values_in_a_cyclic_layer() {
    let races = Races::default();
    let exact = twin();
    let indexes = indexes(&races, LayerId(0));
    let found = without_needs(&races, LayerId(0)).unwrap();
    let known = found.values[0].iter().flatten().count() as u64;
    // From its last point a runner comes home with any roll.
    assert!(
        known >= 5 && found.open > 0 && known + found.open == 31,
        "{known} known, {} open",
        found.open
    );
    for (rank, value) in (0..).zip(&found.values[0]) {
        let race = indexes[0].unrank(rank).unwrap();
        // Thirds are rounded outward, so even certain values have a width.
        if let Some(value) = value {
            assert!(
                value.width() < 20 && (exact(&race) - value.midpoint()).abs() < 1e-8,
                "{race:?}: {value:?}"
            );
        }
    }
}

/// The bounds after n rounds of `backup`, from the widest.
fn backed_up(races: &Races, race: &Race, rounds: u8) -> Interval {
    let mut ask = |after: &Race| {
        Ok(if rounds == 1 { races.unknown() } else { backed_up(races, after, rounds - 1) })
    };
    races.backup(race, &mut ask).unwrap()
}

#[test]
fn search_without_tables_proves_what_rounds_of_backup_prove() {
    let races = Races::default();
    let nothing = |_: &Race| Ok::<_, Infallible>(None);
    for layer in (0..races.layers.len()).map(LayerId) {
        for index in indexes(&races, layer) {
            for race in (0..index.len()).map(|rank| index.unrank(rank).unwrap()) {
                for depth in 1..=3 {
                    let found =
                        expectimax(&RaceGame, &race, &nothing, &SearchOptions::new(depth)).unwrap();
                    assert_eq!(
                        found.value,
                        backed_up(&races, &race, depth),
                        "{race:?}, {depth} turns"
                    );
                }
            }
        }
    }
}

#[test]
fn search_with_tables_proves_no_less_than_they_hold() {
    let races = Races::default();
    let solved = spine(&races, &IterateByBackup(&races));
    let exact = twin();
    for layer in (0..races.layers.len()).map(LayerId) {
        for (race, stored) in solved.positions(layer) {
            let tables = |race: &Race| Ok::<_, Error>(solved.stored(race)?.map(Bound::from));
            let found =
                |depth| expectimax(&RaceGame, &race, &tables, &SearchOptions::new(depth)).unwrap();
            assert_eq!((found(0).value, found(0).nodes), (stored, 0), "{race:?}");
            // One turn, and all plays lead to stored positions.
            assert_eq!(found(1).nodes, 1);
            assert_eq!(found(3), found(1), "{race:?}");
            assert!(
                stored.contains(found(1).value),
                "{race:?}: {:?} in {stored:?}",
                found(1).value
            );
            for (play, value) in found(1).events.iter().flat_map(|event| &event.plays) {
                if play.after.other.runners > 0 {
                    let worth = -exact(&play.after) * f64::from(ONE);
                    assert!(
                        f64::from(value.lower) <= worth + 2e-4
                            && worth - 2e-4 <= f64::from(value.upper)
                    );
                    assert_eq!(*value, -solved.value(&play.after));
                } else {
                    assert_eq!(*value, Interval::exactly(ONE));
                }
            }
        }
    }
}

#[test]
fn a_sweep_that_contradicts_itself_publishes_nothing() {
    // The upper bound of one position is worth more each time.
    static CALLS: AtomicI32 = AtomicI32::new(0);
    let harm = |unit: PassUnit, values: &mut [i32]| {
        if unit.pass == Pass::Upper && (unit.stage, unit.unit) == (0, 3) {
            values[0] += CALLS.fetch_add(10, Ordering::Relaxed) - 10_000;
        }
    };
    let races = Races { harm, ..Races::default() };
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { width: 1 << 8, ..BuildOptions::new(folder.path()) };
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let refused =
        build(&files, &CertifyBySweep(&races), LayerId(0), &options, &Silent).unwrap_err();
    assert!(matches!(&refused, Error::NotInductive { rank: 15, .. }), "{refused}");
    assert!(!folder.path().join("hitting-race/1-1.shuban").exists());
}
