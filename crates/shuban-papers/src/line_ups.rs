//! Figures 1 to 5 of Nishino and Nishino: matches of the player that asks endgame databases.

use std::fmt::Write as _;

use shuban_catalog::Error;
use shuban_core::EmptyShelf;
use shuban_solve::PoolWorkers;
use shuban_uec::game::{ContestRules, PLAYERS};
use shuban_uec::matches::interval::interval;
use shuban_uec::matches::{MatchOptions, PlayedMatch, PlayerReport, PlayerSetting, play, setup};
use shuban_uec::players::PlayerKind;
use shuban_uec::players::PlayerKind::{Base, Default, Endgame};

use crate::finding::{Finding, Verdict};
use crate::paper::Recomputation;
use crate::plot::{Bar, bars_svg};

const SEED: u64 = 2010;

/// The figures: who plays.
const FIGURES: [[PlayerKind; PLAYERS]; 5] = [
    [Endgame, Base, Base, Base, Base],
    [Endgame, Default, Default, Default, Default],
    [Base, Default, Default, Default, Default],
    [Endgame, Base, Default, Default, Default],
    [Endgame, Base, Base, Base, Default],
];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let setting = PlayerSetting::default();
    let (shelf, workers) = (EmptyShelf, PoolWorkers { progress: run.progress });
    let rules = ContestRules::default();
    let setup =
        setup(&PlayerKind::ALL, rules, &setting, &shelf, &workers, run.progress).map_err(failed)?;
    // As many as printed, or more.
    let games = run.size(5_000, 100_000);
    let mut played = Vec::new();
    for (number, kinds) in (1..).zip(FIGURES) {
        run.progress.layer(&format!("figure {number}"), number, FIGURES.len());
        let seed = SEED + number as u64;
        let of = MatchOptions { players: kinds, games, seed, records: None };
        let one = play(&setup, &of, run.progress).map_err(failed)?;
        totals(number, &one).into_iter().for_each(|row| run.keep(row));
        drawn(number, &one, run)?;
        played.push(one);
    }
    Ok(findings(&played))
}

/// A match without clients, records and databases fails only if it is called off.
fn failed(_: shuban_uec::Error) -> Error {
    Error::Interrupted
}

/// The total of each player. They are printed as bars without numbers or scale.
fn totals(number: usize, played: &PlayedMatch) -> Vec<Finding> {
    let row = |player: &PlayerReport| {
        let [low, high] = player.ci95.unwrap_or_default();
        let places = player.places.map(|count| count.to_string()).join(", ");
        let row =
            Finding::unprinted(format!("figure {number}: {}, points", player.name), player.points);
        Finding { ci95: player.ci95, ..row }.noting(format!(
            "95 %: {low:.0} to {high:.0}; places {places}; printed as bars without numbers"
        ))
    };
    played.report.players.iter().map(row).collect()
}

/// Writes the figure and its numbers.
fn drawn(number: usize, played: &PlayedMatch, run: &Recomputation<'_>) -> Result<(), Error> {
    let report = &played.report;
    let bars: Vec<Bar> = (report.players.iter())
        .map(|player| Bar {
            name: player.name.clone(),
            total: player.points as f64,
            interval: player.ci95.unwrap_or([player.points as f64; 2]),
            marked: player.name == Endgame.name(),
        })
        .collect();
    let even = f64::from(report.games) * 3.0;
    let mut csv = "player,points,low,high,first,second,third,fourth,fifth\n".to_owned();
    for player in &report.players {
        let [low, high] = player.ci95.unwrap_or_default();
        let places = player.places.map(|count| count.to_string()).join(",");
        // Writing to a String cannot fail.
        let _ = writeln!(csv, "{},{},{low:.1},{high:.1},{places}", player.name, player.points);
    }
    let title = format!("Line-up of figure {number}, {} games", report.games);
    let svg = bars_svg(
        &title,
        "points, with 95 % intervals; all alike would reach the line",
        &bars,
        even,
    );
    run.write(&format!("daihinmin-figure-{number}.svg"), &svg)?;
    run.write(&format!("daihinmin-figure-{number}.csv"), &csv)
}

/// A difference of points with its interval of 95 %.
struct Difference {
    points: f64,
    half: f64,
}

impl Difference {
    /// Of the first player and the mean of some others of one match.
    fn of_first(played: &PlayedMatch, others: std::ops::Range<usize>) -> Self {
        let mean = |batch: &[f64; PLAYERS]| {
            batch[others.clone()].iter().sum::<f64>() / others.len() as f64
        };
        Difference::of(played.batches.iter().map(|batch| batch[0] - mean(batch)))
    }

    fn of(batches: impl Iterator<Item = f64>) -> Self {
        let batches: Vec<f64> = batches.collect();
        let points = batches.iter().sum();
        Difference {
            points,
            half: interval(&batches).map_or(f64::INFINITY, |[low, _]| points - low),
        }
    }

    /// Of two matches, which are independent.
    fn minus(&self, other: &Difference) -> Self {
        Difference { points: self.points - other.points, half: self.half.hypot(other.half) }
    }
}

/// What the paper says about its figures, each as a difference that it takes to be positive.
fn findings(played: &[PlayedMatch]) -> Vec<Finding> {
    let [one, two, three, four, five] = played else { return Vec::new() };
    let first = |played: &PlayedMatch| Difference::of(played.batches.iter().map(|batch| batch[0]));
    let over_base = Difference::of_first(one, 1..5);
    vec![
        finding("figure 1: endgame has more points than base, four times", &over_base),
        finding(
            "figures 2 and 3: against default, four times, endgame has more than base",
            &first(two).minus(&first(three)),
        ),
        finding(
            "figures 1 and 4: endgame's lead over base is smaller with three defaults",
            &over_base.minus(&Difference::of_first(four, 1..2)),
        ),
        finding(
            "figures 1 and 5: endgame's lead over base is smaller with one default",
            &over_base.minus(&Difference::of_first(five, 1..4)),
        ),
    ]
}

/// Whether a finding holds here, that a difference of points is positive: its whole interval of 95
/// % tells.
fn finding(what: &str, difference: &Difference) -> Finding {
    let Difference { points, half } = *difference;
    let other_way_round =
        "; the paper's players are not published, and with these it is the other way round";
    let (outcome, verdict, tried) = if points > half {
        ("holds", Verdict::Statistical, "")
    } else if points < -half {
        ("does not hold", Verdict::NotReproducible, other_way_round)
    } else {
        ("undecided", Verdict::Statistical, "")
    };
    let tenths = |points: f64| (points * 10.0).round() / 10.0;
    let ci95 = Some([points - half, points + half].map(tenths));
    let row = Finding::unprinted(what, outcome).beside("holds").with(verdict);
    Finding { ci95, ..row }
        .noting(format!("difference {points:+.0} points, 95 %: ± {half:.0}{tried}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_holds_or_not_by_its_whole_interval() {
        let of =
            |points: f64| finding("one is above the other", &Difference { points, half: 10.0 });
        for (points, outcome, verdict) in [
            (10.5, "holds", Verdict::Statistical),
            (9.5, "undecided", Verdict::Statistical),
            (-9.5, "undecided", Verdict::Statistical),
            (-10.5, "does not hold", Verdict::NotReproducible),
            (-30.0, "does not hold", Verdict::NotReproducible),
        ] {
            let row = of(points);
            assert_eq!((row.result.as_str(), row.verdict), (Some(outcome), verdict), "{points}");
            assert_eq!(row.ci95, Some([points - 10.0, points + 10.0]));
        }
        // Without an interval nothing is decided.
        let alone = finding("of one game", &Difference { points: 3.0, half: f64::INFINITY });
        assert_eq!(alone.result, "undecided");
    }
}
