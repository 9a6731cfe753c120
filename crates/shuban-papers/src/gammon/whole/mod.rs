//! Half-gammon, all of it: what is built, held against what was once built.

mod against_best_replies;
mod chosen;
mod every_play;
mod games;
mod hardest;
mod judges;
mod ledger;
mod numbering;
mod play;
mod replied;
mod stored;

use std::path::Path;
use std::sync::Arc;

use shuban_catalog::Error;
use shuban_core::{Domain, Game, Interval, ONE, Play, grouped};
use shuban_gammon::{Contact, Position};
use shuban_solve::{BuildOptions, CertifyBySweep, OpenLayer, build, layer_named, machine};
use shuban_store::{Disk, FileSystem};

use self::every_play::EveryPlay;
use self::judges::{Judge, judges};
use self::ledger::{LayerRow, Ledger};
use self::numbering::Numbering;
use self::stored::StoredValues;
use super::variant;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// What was built once, by the program as it is recorded.
const RECORDED: &str = include_str!("../../../../../docs/ledgers/half-gammon.json");

/// The layer that is built with all that it needs.
const BUILT: &str = "half-gammon/contact-5-5";

/// That of the whole game.
const WHOLE: &str = "half-gammon/contact-8-8";

/// The checkers of a side up to which every play of every position is looked at: with `--full` the
/// second.
const HARDEST: [usize; 2] = [3, 5];

/// The same for best replies to play by lot: these need passes over all plays, hundreds of them.
const BY_LOT: [usize; 2] = [3, 4];

/// The same for best replies to play that is fixed, by sweeps.
const BEST_REPLIES: [usize; 2] = [4, 6];

/// The folder of the whole game beside figures: it is kept, so that a run that was killed goes on.
const FOLDER: &str = "half-gammon";

/// Where what was built is written, in the form in which it is recorded.
const WRITTEN: &str = "half-gammon.json";

/// Rows are kept as they come: the whole takes hours.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    if run.options.full {
        held_against_ledger(run, WHOLE, &run.options.folder.join(FOLDER))?;
        return Ok(Vec::new());
    }
    let io = |source| Error::Io { path: std::env::temp_dir(), source };
    let folder = tempfile::tempdir().map_err(io)?;
    held_against_ledger(run, BUILT, folder.path())?;
    Ok(Vec::new())
}

/// Builds a layer and all that it needs, as far as they are not there, and compares each.
fn held_against_ledger(run: &Recomputation<'_>, name: &str, data: &Path) -> Result<(), Error> {
    let unreadable = |error: serde_json::Error| Error::Recompute(format!("its ledger: {error}"));
    let recorded: Ledger = serde_json::from_str(RECORDED).map_err(unreadable)?;
    let domain = Contact::new(variant("half-gammon")?);
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let last = layer_named(&domain, name)?;
    let options = BuildOptions { data: data.to_owned(), ..run.build_options() };
    let reports = build(&files, &domain, &CertifyBySweep, last, &options, run.progress)?;

    let (mut opened, mut layers) = (Vec::new(), Vec::new());
    run.progress.phase("values of layers", reports.len() as u64);
    for report in &reports {
        run.check()?;
        run.progress.at(layers.len() as u64, &report.name);
        let layer = layer_named(&domain, &report.name)?;
        let open = OpenLayer::open(&files, data, &domain, layer)?;
        if open.is_compact() {
            let domain = report.name.clone();
            return Err(shuban_solve::Error::Compact { domain }.into());
        }
        let row = LayerRow::of(report, &open)?;
        run.keep(finding(&row, recorded.layer(&report.name)));
        layers.push(row);
        opened.push(open);
    }
    let machine = machine::processor();
    let command = if name == WHOLE { "half-gammon/whole" } else { name };
    let found = Ledger { command: format!("shuban build {command}"), machine, layers, ..recorded };
    run.write(WRITTEN, &found.text().map_err(unreadable)?)?;
    if let Some(open) = opened.iter().find(|open| open.layer() == last && name == WHOLE) {
        run.progress.phase("the start", 0);
        start(&domain, open)?.into_iter().for_each(|row| run.keep(row));
    }
    run.progress.phase("plays", 0);
    let judges = judges(&domain.game().variant);
    let stored = StoredValues { domain: &domain, layers: &opened };
    play::rows(run, stored, &judges)?.into_iter().for_each(|row| run.keep(row));
    if name == WHOLE {
        run.progress.phase("games from the start", 0);
        games::rows(run, stored, &judges)?.into_iter().for_each(|row| run.keep(row));
    }
    of_every_play(run, &domain, &opened, &judges)
}

/// What comes of looking at every play of every position of layers of few checkers.
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

/// The middles of the intervals of all positions of some layers, in their order.
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

/// Whether a layer has come to what is recorded of it.
fn finding(row: &LayerRow, recorded: Option<&LayerRow>) -> Finding {
    let LayerRow { domain, positions, sweeps, width_reached, content_hash, .. } = row;
    let short: String = content_hash.chars().take(16).collect();
    let held = if recorded.is_some() { "held against" } else { "not yet recorded in" };
    let note = format!(
        "the beginning of its content hash; {} positions, {sweeps} passes, intervals of at most \
         {width_reached:.2e}; {held} docs/ledgers/half-gammon.json",
        grouped(*positions)
    );
    Finding::unprinted(domain, short)
        .noting(note)
        .differing_if(recorded.is_some_and(|recorded| !row.agrees_with(recorded)))
}

/// What the start is worth to the side about to roll, by either rule for the first roll.
fn start(domain: &Contact, open: &OpenLayer<'_, Contact>) -> Result<Vec<Finding>, Error> {
    let side = domain.game().variant.start();
    let start = Position::new(side, side);
    let value = |position: &Position| -> Result<Interval, Error> {
        let none = || Error::Recompute("the start is in no layer".to_owned());
        open.value(position)?.ok_or_else(none)
    };
    let all = value(&start)?;
    // Each side rolls one die. The higher one begins and plays both dice; equal dice are rolled again.
    let mut best = Vec::new();
    let mut plays: Vec<Play<Position, _>> = Vec::new();
    for (roll, _) in domain.game().chances(&start) {
        if roll.is_double() {
            continue;
        }
        plays.clear();
        domain.game().plays(&start, roll, &mut plays);
        let mut of_roll: Option<Interval> = None;
        for play in &plays {
            let after = value(&play.after)?;
            let after = Interval { lower: -after.upper, upper: -after.lower };
            of_roll = Some(of_roll.map_or(after, |best| Interval {
                lower: best.lower.max(after.lower),
                upper: best.upper.max(after.upper),
            }));
        }
        best.extend(of_roll);
    }
    let points = |units: f64| units / f64::from(ONE);
    let mean = |of: fn(&Interval) -> i32| {
        points(best.iter().map(|value| f64::from(of(value))).sum::<f64>() / best.len() as f64)
    };
    let (lower, upper) = (mean(|value| value.lower), mean(|value| value.upper));
    let row = |what: &str, (lower, upper): (f64, f64)| {
        let note = format!("proven between {lower:.10} and {upper:.10}");
        Finding::unprinted(what, f64::midpoint(lower, upper)).noting(note)
    };
    Ok(vec![
        row(
            "the start, for the side about to roll",
            (points(all.lower.into()), points(all.upper.into())),
        ),
        row("the same, if the first roll is no double", (lower, upper)),
    ])
}

#[cfg(test)]
mod tests {
    use shuban_core::LayerId;

    use super::numbering::WON;
    use super::replied::Replied;
    use super::*;

    /// Every play of the layers up to two checkers against two, and the values of their positions.
    fn up_to_two_against_two(
        test: impl FnOnce(&Recomputation<'_>, &Contact, &EveryPlay<'_>, &[f64]),
    ) {
        let domain = Contact::new(variant("half-gammon").unwrap());
        let run = Recomputation::quick();
        let built = run.built(&domain, &CertifyBySweep, "half-gammon/contact-2-2").unwrap();
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
