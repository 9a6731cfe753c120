//! Figures 1 to 5 of Nishino and Nishino: matches of the player that asks endgame databases.
//!
//! It plays as section 3.3 says and no better: it votes by the databases of single cards, and has
//! nothing that our own `endgame` knows besides (`daihinmin/ablation`).

use std::fmt::Write as _;
use std::ops::Range;

use shuban_catalog::Error;
use shuban_core::shelf::EmptyShelf;
use shuban_daihinmin::matches::interval::interval;
use shuban_daihinmin::matches::{
    MatchOptions, PlayedMatch, PlayerReport, PlayerSetting, play, setup,
};
use shuban_daihinmin::players::PlayerKind::{Base, Default, Endgame};
use shuban_daihinmin::players::{PlayerKind, Setup};
use shuban_daihinmin_game::players::endgame::EndgameLimits;
use shuban_daihinmin_game::{ContestRules, PLAYERS};
use shuban_solve::PoolWorkers;

use crate::finding::Finding;
use crate::paper::Recomputation;
use crate::plot::{Bar, bars_svg};

const SEED: u64 = 2010;

/// Number of games in print; points are scaled to it.
pub(crate) const PRINTED_GAMES: f64 = 5_000.0;

/// The player of section 3.3: at most ten cards, and the databases alone.
pub(crate) const AS_PRINTED: EndgameLimits = EndgameLimits {
    cards: 10,
    fewest_cards: 0,
    players: (2, 4),
    samples: 10_000,
    time: None,
    certain: false,
    following: true,
};

/// Players of the figures.
const FIGURES: [[PlayerKind; PLAYERS]; 5] = [
    [Endgame, Base, Base, Base, Base],
    [Endgame, Default, Default, Default, Default],
    [Base, Default, Default, Default, Default],
    [Endgame, Base, Default, Default, Default],
    [Endgame, Base, Base, Base, Default],
];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let setup = players(run, AS_PRINTED)?;
    // More than the 5,000 that are printed, for narrower intervals.
    let games = run.size(100_000, 400_000);
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

/// Creates the players, with databases computed for them.
pub(crate) fn players(run: &Recomputation<'_>, limits: EndgameLimits) -> Result<Setup, Error> {
    let setting = PlayerSetting { limits, ..PlayerSetting::default() };
    let (shelf, workers) = (EmptyShelf, PoolWorkers { progress: run.progress });
    let rules = ContestRules::default();
    setup(&[Endgame], rules, &setting, &shelf, &workers, run.progress).map_err(failed)
}

/// Converts an error: a match without clients, records and databases fails only if interrupted.
pub(crate) fn failed(_: shuban_daihinmin::Error) -> Error {
    Error::Interrupted
}

/// Returns the paper's name of a player.
fn name(player: &PlayerReport) -> &str {
    if player.name == Endgame.name() { "proposed" } else { &player.name }
}

/// Returns the factor from points of a match to those of the printed number of games.
fn scale(played: &PlayedMatch) -> f64 {
    PRINTED_GAMES / f64::from(played.report.games)
}

/// Returns a player's points in the printed number of games, with the interval.
fn points(played: &PlayedMatch, player: &PlayerReport) -> (f64, [f64; 2]) {
    let points = player.points as f64;
    let scaled = |points: f64| (points * scale(played)).round();
    (scaled(points), player.ci95.unwrap_or([points; 2]).map(scaled))
}

/// Returns the total of each player. They are printed as bars without numbers or scale.
fn totals(number: usize, played: &PlayedMatch) -> Vec<Finding> {
    let row = |player: &PlayerReport| {
        let (points, [low, high]) = points(played, player);
        let places = player.places.map(|count| count.to_string()).join(", ");
        let what = format!("figure {number}: {}, points of 5,000 games", name(player));
        let row = Finding { ci95: Some([low, high]), ..Finding::unprinted(what, points) };
        row.noting(format!(
            "95 %: {low:.0} to {high:.0}; {} games, places {places}; printed as bars without numbers",
            played.report.games
        ))
    };
    played.report.players.iter().map(row).collect()
}

/// Writes the figure and its numbers.
fn drawn(number: usize, played: &PlayedMatch, run: &Recomputation<'_>) -> Result<(), Error> {
    let report = &played.report;
    let mut bars = Vec::new();
    let mut csv =
        "player,points of 5000 games,low,high,first,second,third,fourth,fifth\n".to_owned();
    for player in &report.players {
        let (total, interval) = points(played, player);
        let [low, high] = interval;
        let marked = player.name == Endgame.name();
        bars.push(Bar { name: name(player).to_owned(), total, interval, marked });
        let places = player.places.map(|count| count.to_string()).join(",");
        // Writing to a String cannot fail.
        let _ = writeln!(csv, "{},{total},{low},{high},{places}", name(player));
    }
    let title = format!("Line-up of figure {number}, {} games", report.games);
    let svg = bars_svg(
        &title,
        "points of 5,000 games, with 95 % intervals; all alike would reach the line",
        &bars,
        PRINTED_GAMES * 3.0,
    );
    run.write(&format!("daihinmin-figure-{number}.svg"), &svg)?;
    run.write(&format!("daihinmin-figure-{number}.csv"), &csv)
}

/// A difference of points of 5,000 games, with its interval of 95 %.
pub(crate) struct Difference {
    pub(crate) points: f64,
    pub(crate) half: f64,
}

impl Difference {
    /// Returns that of the means of some players and of some others of one match.
    pub(crate) fn between(played: &PlayedMatch, some: Range<usize>, others: Range<usize>) -> Self {
        let mean = |batch: &[f64; PLAYERS], of: &Range<usize>| {
            batch[of.clone()].iter().sum::<f64>() / of.len() as f64
        };
        Difference::of(
            played,
            played.batches.iter().map(|batch| mean(batch, &some) - mean(batch, &others)),
        )
    }

    /// Returns that of the mean of some players and the mean of all.
    fn to_mean(played: &PlayedMatch, some: Range<usize>) -> Self {
        Difference::between(played, some, 0..PLAYERS)
    }

    fn of(played: &PlayedMatch, batches: impl Iterator<Item = f64>) -> Self {
        let batches: Vec<f64> = batches.map(|points| points * scale(played)).collect();
        let points = batches.iter().sum();
        Difference {
            points,
            half: interval(&batches).map_or(f64::INFINITY, |[low, _]| points - low),
        }
    }

    /// Subtracts the difference of another match, which is independent.
    pub(crate) fn minus(&self, other: &Difference) -> Self {
        Difference { points: self.points - other.points, half: self.half.hypot(other.half) }
    }

    /// Returns the interval, to tenths.
    pub(crate) fn ci95(&self) -> [f64; 2] {
        let tenths = |points: f64| (points * 10.0).round() / 10.0;
        [self.points - self.half, self.points + self.half].map(tenths)
    }
}

/// Returns the paper's claims about its figures, each a difference that it takes to be positive.
fn findings(played: &[PlayedMatch]) -> Vec<Finding> {
    let [one, two, three, four, five] = played else { return Vec::new() };
    let above = |played, some, others| Difference::between(played, some, others);
    let over_base = above(one, 0..1, 1..5);
    let base_alone = Difference::to_mean(one, 1..5);
    let rows = [
        ("figure 1: proposed has more points than base, four times", above(one, 0..1, 1..5)),
        (
            "figures 2 and 3: against default, four times, proposed has more than base",
            Difference::to_mean(two, 0..1).minus(&Difference::to_mean(three, 0..1)),
        ),
        ("figure 4: proposed has more points than base", above(four, 0..1, 1..2)),
        ("figure 5: proposed has more points than base, three times", above(five, 0..1, 1..4)),
        (
            "figures 1 and 4: proposed's lead over base is smaller with three defaults",
            over_base.minus(&above(four, 0..1, 1..2)),
        ),
        (
            "figures 1 and 5: proposed's lead over base is smaller with one default",
            over_base.minus(&above(five, 0..1, 1..4)),
        ),
        ("figure 2: default has fewer points than proposed", above(two, 0..1, 1..5)),
        ("figure 3: default has fewer points than base", above(three, 0..1, 1..5)),
        ("figure 4: default has fewer points than proposed", above(four, 0..1, 2..5)),
        ("figure 4: default has fewer points than base", above(four, 1..2, 2..5)),
        ("figure 5: default has fewer points than proposed", above(five, 0..1, 4..5)),
        ("figure 5: default has fewer points than base", above(five, 1..4, 4..5)),
        (
            "figures 4 and 1: base has more points where three defaults join",
            Difference::to_mean(four, 1..2).minus(&base_alone),
        ),
        (
            "figures 5 and 1: base has more points where one default joins",
            Difference::to_mean(five, 1..4).minus(&base_alone),
        ),
    ];
    rows.iter().map(|(what, difference)| finding(what, difference)).collect()
}

/// Tests here a claim that a difference of points is positive: its whole interval of 95 % decides.
pub(crate) fn finding(what: &str, difference: &Difference) -> Finding {
    let Difference { points, half } = *difference;
    let note = format!("difference {points:+.0} points of 5,000 games, 95 %: ± {half:.0}");
    let row = if points > half {
        Finding::exact(what, "holds", "holds").drawn().noting(note)
    } else if points < -half {
        let attempts = format!(
            "{note}; the paper's players are not published, and with these it is the other way round"
        );
        Finding::not_reproducible(what, "holds", "does not hold", attempts)
    } else {
        let why = format!("{note}; the interval holds zero");
        Finding::undecided(what, "holds", "undecided", why)
    };
    Finding { ci95: Some(difference.ci95()), ..row }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn a_finding_holds_or_not_by_its_whole_interval() {
        let of =
            |points: f64| finding("one is above the other", &Difference { points, half: 10.0 });
        for (points, outcome, verdict) in [
            (10.5, "holds", Verdict::Statistical),
            (9.5, "undecided", Verdict::Undecided),
            (-9.5, "undecided", Verdict::Undecided),
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
