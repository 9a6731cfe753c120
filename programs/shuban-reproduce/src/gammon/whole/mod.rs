//! Half-gammon, all of it, compared with the record of an earlier build.

mod against_best_replies;
mod chosen;
mod every_play;
mod games;
mod hardest;
mod judges;
mod layers;
mod ledger;
mod numbering;
mod play;
pub(crate) mod rate_distortion;
mod replied;
mod start;
mod stored;

use shuban_catalog::Error;
use shuban_core::{Domain, Interval};
use shuban_gammon::Contact;
use shuban_solve::OpenLayer;

use self::every_play::EveryPlay;
use self::judges::{Judge, judges};
use self::layers::{MONEY, WINS};
use self::numbering::Numbering;
use self::stored::StoredValues;
use super::variant;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Maximum number of checkers of a side for rows on every play of every position; the second one
/// with `--full`.
const HARDEST: [usize; 2] = [3, 5];

/// Limits for best replies to random play: these need passes over all plays, hundreds of them.
const BY_LOT: [usize; 2] = [3, 4];

/// Limits for best replies to fixed play, by sweeps.
const BEST_REPLIES: [usize; 2] = [4, 6];

/// Computes the rows, which are kept as they come: the whole takes hours.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::new(variant("half-gammon")?);
    WINS.held_against_ledger(run, &domain, |opened| {
        run.progress.phase("plays", 0);
        let judges = judges(&domain.game().variant);
        let stored = StoredValues { domain: &domain, layers: opened };
        play::rows(run, stored, &judges)?.into_iter().for_each(|row| run.keep(row));
        if run.options.full {
            run.progress.phase("games from the start", 0);
            games::rows(run, stored, &judges)?.into_iter().for_each(|row| run.keep(row));
        }
        of_every_play(run, &domain, opened, &judges)
    })
}

/// Does the same where gammons and backgammons count: layers and the start.
pub(crate) fn money_rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::for_money(variant("half-gammon")?);
    MONEY.held_against_ledger(run, &domain, |_| Ok(()))
}

/// Computes the rows that need every play of every position of layers of few checkers.
fn of_every_play(
    run: &Recomputation<'_>,
    domain: &Contact,
    opened: &[OpenLayer<'_, Contact>],
    judges: &[Judge],
) -> Result<(), Error> {
    let up_to = |[few, more]: [usize; 2]| -> Vec<&OpenLayer<'_, Contact>> {
        let most = run.size(few, more);
        let is_small = |open: &&OpenLayer<'_, Contact>| {
            let of_it = open.part_index(0).unrank(0);
            of_it.is_some_and(|side| side.mover.count().max(side.opponent.count()) <= most)
        };
        opened.iter().filter(is_small).collect()
    };
    run.progress.phase("hardest positions", 0);
    let small = up_to(HARDEST);
    let plays = EveryPlay::of(run, domain, &small)?;
    let rows = hardest::rows(run, domain.game(), &plays, &values(&small)?)?;
    rows.into_iter().for_each(|row| run.keep(row));
    drop(plays);
    run.progress.phase("best replies to plays drawn by lot", 0);
    let small = up_to(BY_LOT);
    let plays = EveryPlay::of(run, domain, &small)?;
    let rows = against_best_replies::of_lot(run, &plays, &values(&small)?)?;
    rows.into_iter().for_each(|row| run.keep(row));
    drop(plays);
    let small = up_to(BEST_REPLIES);
    let (numbering, values) = (Numbering::of(domain, &small), values(&small)?);
    for judge in judges {
        run.progress.phase(&format!("best replies to {}", judge.0), 0);
        let rows = against_best_replies::of_judge(run, domain, &numbering, judge, &values)?;
        rows.into_iter().for_each(|row| run.keep(row));
    }
    Ok(())
}

/// Returns the middles of the intervals of all positions of some layers, in their order.
fn values(opened: &[&OpenLayer<'_, Contact>]) -> Result<Vec<f64>, Error> {
    let mut values = Vec::new();
    for open in opened {
        for part in 0..open.indexes().len() {
            let table = open.records(part);
            let take = &mut |piece: &[Interval]| {
                values.extend(piece.iter().map(|value| value.midpoint()));
            };
            table.for_each_piece(0..table.len(), take).map_err(shuban_solve::Error::from)?;
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use shuban_core::LayerId;
    use shuban_gammon::Position;

    use super::numbering::WON;
    use super::replied::Replied;
    use super::*;

    /// Tests every play of the layers up to two checkers against two, with their values.
    fn up_to_two_against_two(
        test: impl FnOnce(&Recomputation<'_>, &Contact, &EveryPlay<'_>, &[f64]),
    ) {
        let domain = Contact::new(variant("half-gammon").unwrap());
        let run = Recomputation::quick();
        let built = run.built(&domain, "half-gammon/contact-2-2").unwrap();
        let opened: Vec<_> =
            (0..=built.layer.0).map(|layer| built.open(LayerId(layer)).unwrap()).collect();
        let opened: Vec<_> = opened.iter().collect();
        let plays = EveryPlay::of(&run, &domain, &opened).unwrap();
        test(&run, &domain, &plays, &values(&opened).unwrap());
    }

    #[test]
    fn best_plays_by_number_give_the_values_that_are_stored() {
        up_to_two_against_two(|_, _, plays, values| {
            assert_eq!((plays.len(), values.len()), (8_530, 8_530));
            let worth = |after: u32| if after == WON { 1.0 } else { -values[after as usize] };
            let best = plays.greatest(worth);
            for (number, &value) in values.iter().enumerate() {
                let found = best.mean(number, worth);
                assert!((found - value).abs() < 1e-6, "{number}: {found} is not {value}");
            }
        });
    }

    #[test]
    fn best_play_loses_nothing_and_play_by_lot_does() {
        up_to_two_against_two(|run, _, plays, values| {
            let all = against_best_replies::of_lot(run, plays, values).unwrap();
            let mean = |row: &Finding| row.result.as_f64().unwrap();
            assert!(all.iter().all(|row| mean(row) > 0.01), "{all:?}");
            let worth = |after: u32| if after == WON { 1.0 } else { -values[after as usize] };
            let best = plays.greatest(worth);
            let own = |number: usize, worth: &dyn Fn(u32) -> f64| best.mean(number, worth);
            let none = against_best_replies::losses(run, plays, "best", values, own).unwrap();
            assert!(none.iter().all(|row| mean(row).abs() < 1e-6), "{none:?}");
        });
    }

    #[test]
    fn sweeps_find_the_best_replies_that_every_play_finds() {
        up_to_two_against_two(|run, domain, plays, values| {
            for (who, judge) in judges(&domain.game().variant) {
                let numbering = plays.numbering();
                let worth = |after: &Position| -judge.expected_result(after);
                let replied =
                    Replied::to_the_greatest(run, domain, numbering, worth, values).unwrap();
                let worth = |after: u32| match after {
                    WON => 1.0,
                    after => worth(&numbering.position(after as usize).unwrap()),
                };
                let policy = plays.greatest(worth);
                let own = |number: usize, worth: &dyn Fn(u32) -> f64| policy.mean(number, worth);
                let solved = against_best_replies::solved(run, plays, own).unwrap();
                let mut lost = 0;
                for (number, &[own, other]) in solved.iter().enumerate() {
                    let found = [replied.fixed(number), replied.other(number)];
                    let off = (found[0] - own).abs().max((found[1] - other).abs());
                    assert!(off < 1e-7, "{who}, {number}: {found:?}, not {own} and {other}");
                    lost += usize::from(own < values[number] - 1e-4);
                }
                assert!(lost > 100, "{who}: {lost}");
            }
        });
    }

    #[test]
    fn games_end_with_the_next_roll_where_every_roll_bears_off_the_last_checker() {
        up_to_two_against_two(|run, _, plays, values| {
            let worth = |after: u32| if after == WON { 1.0 } else { -values[after as usize] };
            let lengths = hardest::lengths(run, plays, worth).unwrap();
            let [mut last, mut others] = [0, 0];
            for (number, length) in lengths.iter().enumerate() {
                let wins = |afters: &[u32]| afters.contains(&WON);
                let is_last = plays.rolls(number).all(|(_, _, afters)| wins(afters));
                if is_last {
                    assert_eq!(*length, 1.0);
                    last += 1;
                } else if *length > 1.0 {
                    others += 1;
                }
            }
            assert!(last > 100 && others > 7_000, "{last} and {others}");
        });
    }
}
