//! Statistics of random half-gammon, under several readings of the page's way to play.

use std::time::Instant;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::Random;
use shuban_core::text::grouped;
use shuban_gammon::Gammon;

use super::page_rules::random_play;
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;
use crate::random_games::{DiceRules, RandomChoice, RandomGame, RandomPlay, RandomScratch};

/// Turns a game, turns of it without contact, plays a turn, and milliseconds a game, as printed.
const TURNS: f64 = 41.862;
const WITHOUT_CONTACT: f64 = 4.35;
const PLAYS: f64 = 4.78919;
const MILLISECONDS: f64 = 5.5;
const TREE: f64 = 3.0e28;

/// Readings of the page's way to play, each with its name.
const READINGS: [(&str, DiceRules, RandomChoice); 3] = [
    ("no rules about dice", DiceRules::None, RandomChoice::AfterPositions),
    ("full rules", DiceRules::Full, RandomChoice::AfterPositions),
    ("no rules about dice, sequences", DiceRules::None, RandomChoice::Sequences),
];

/// Number of games of a part; each part has random numbers of its own.
const PART: u64 = 10_000;

/// Number of games of the page, which does not give it. Its three decimals of turns, and two of
/// turns without contact, are those of a thousand games; they took it 5.5 s.
const OF_THE_PAGE: f64 = 1_000.0;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let game = Gammon::new(super::variant("half-gammon")?);
    let parts = run.size(40, 2_000);
    let mut rows = Vec::new();
    for (place, (name, rules, choice)) in READINGS.into_iter().enumerate() {
        run.check()?;
        run.progress.phase(name, parts);
        let play = random_play(&game, rules, choice)?;
        let all = (0..parts).into_par_iter().map(|part| Totals::of_part(&play, place as u64, part));
        let totals = all.reduce(Totals::default, Totals::and);
        rows.extend(of_reading(name, place == 0, &totals));
    }
    let play = random_play(&game, DiceRules::None, RandomChoice::AfterPositions)?;
    rows.push(of_speed(&play));
    Ok(rows)
}

/// Sums over games, as integers, so that they do not depend on the order of the games.
#[derive(Clone, Copy, Default)]
struct Totals {
    games: u64,
    turns: u64,
    turns_squared: u64,
    without_contact: u64,
    without_contact_squared: u64,
    choices: u64,
    choices_squared: u64,
    turns_times_choices: u64,
    won_by_the_first: u64,
}

/// A mean, the spread of the sample, and its standard error.
#[derive(Clone, Copy)]
struct Mean {
    mean: f64,
    deviation: f64,
    error: f64,
}

impl Totals {
    fn of_part(play: &RandomPlay, reading: u64, part: u64) -> Self {
        let mut random = Random::of_part(reading, part);
        let mut scratch = RandomScratch::default();
        let games = (0..PART).map(|_| Totals::of_game(play.game(&mut random, &mut scratch)));
        games.fold(Totals::default(), Totals::and)
    }

    fn of_game(game: RandomGame) -> Self {
        let (turns, without) = (u64::from(game.turns), u64::from(game.without_contact));
        Totals {
            games: 1,
            turns,
            turns_squared: turns * turns,
            without_contact: without,
            without_contact_squared: without * without,
            choices: game.choices,
            choices_squared: game.choices * game.choices,
            turns_times_choices: turns * game.choices,
            won_by_the_first: u64::from(game.winner == Some(0)),
        }
    }

    fn and(self, other: Self) -> Self {
        Totals {
            games: self.games + other.games,
            turns: self.turns + other.turns,
            turns_squared: self.turns_squared + other.turns_squared,
            without_contact: self.without_contact + other.without_contact,
            without_contact_squared: self.without_contact_squared + other.without_contact_squared,
            choices: self.choices + other.choices,
            choices_squared: self.choices_squared + other.choices_squared,
            turns_times_choices: self.turns_times_choices + other.turns_times_choices,
            won_by_the_first: self.won_by_the_first + other.won_by_the_first,
        }
    }

    fn mean(&self, sum: u64, squares: u64) -> Mean {
        let games = self.games as f64;
        let mean = sum as f64 / games;
        let deviation = (squares as f64 / games - mean * mean).max(0.0).sqrt();
        Mean { mean, deviation, error: deviation / games.sqrt() }
    }

    fn turns(&self) -> Mean {
        self.mean(self.turns, self.turns_squared)
    }

    fn without_contact(&self) -> Mean {
        self.mean(self.without_contact, self.without_contact_squared)
    }

    /// Returns plays a turn, over the turns of all games: a ratio, with the error of the linear
    /// approximation.
    fn plays(&self) -> Mean {
        let (games, turns) = (self.games as f64, self.turns as f64);
        let ratio = self.choices as f64 / turns;
        let squares = self.choices_squared as f64 - 2.0 * ratio * self.turns_times_choices as f64
            + ratio * ratio * self.turns_squared as f64;
        let deviation = (squares / games).max(0.0).sqrt() / (turns / games);
        Mean { mean: ratio, deviation, error: deviation / games.sqrt() }
    }
}

fn of_reading(name: &str, is_the_pages: bool, totals: &Totals) -> Vec<Finding> {
    let games = grouped(totals.games);
    let row = |what: &str, print: f64, Mean { mean, deviation, error }: Mean| {
        let rounded = significant(mean, 6);
        let row = Finding::unprinted(format!("{name}: {what}"), rounded);
        let away = (mean - print) / error.hypot(deviation / OF_THE_PAGE.sqrt());
        let ci95 = Some([mean - 1.96 * error, mean + 1.96 * error]);
        let note = format!(
            "{games} games, standard error {error:.5}; the print, of {} games by its decimals, is \
             {:.1} standard errors away",
            grouped(OF_THE_PAGE as u64),
            away.abs(),
        );
        let row = Finding { ci95, ..row.noting(note) };
        match (is_the_pages, away.abs() <= 4.0) {
            (true, is_near) => row.agreeing(print, is_near).drawn(),
            (false, _) => row,
        }
    };
    let (turns, plays) = (totals.turns(), totals.plays());
    let tree = |plays: f64| significant(plays.powf(turns.mean), 2);
    let won = totals.mean(totals.won_by_the_first, totals.won_by_the_first);
    let mut rows = vec![
        row("turns a game", TURNS, turns),
        row("turns without contact", WITHOUT_CONTACT, totals.without_contact()),
        row("plays a turn", PLAYS, plays),
    ];
    rows.push(
        Finding::unprinted(
            format!("{name}: games that the first to roll wins"),
            significant(won.mean, 4),
        )
        .noting(format!("{games} games, standard error {:.5}", won.error)),
    );
    if is_the_pages {
        rows.push(
            Finding::unprinted("size of the tree, as the page reckons it", tree(plays.mean))
                .noting(format!(
                    "plays a turn to the power of turns a game; the print, {TREE:e}, has its own \
                     41.861 and 4.78919. Each turn has a roll of six, too: {:e}",
                    tree(6.0 * plays.mean)
                )),
        );
    }
    rows
}

/// Measures the time of a game, on one thread.
fn of_speed(play: &RandomPlay) -> Finding {
    let (mut random, mut scratch) = (Random::new(1), RandomScratch::default());
    let (started, games) = (Instant::now(), 20_000);
    for _ in 0..games {
        std::hint::black_box(play.game(&mut random, &mut scratch));
    }
    let seconds = started.elapsed().as_secs_f64();
    let milliseconds = significant(seconds * 1e3 / f64::from(games), 3);
    Finding::undecided(
        "milliseconds a rollout",
        MILLISECONDS,
        milliseconds,
        format!(
            "{} games a second on one thread of this machine; the page's 182 a second are of \
             another machine and compare nothing",
            grouped((f64::from(games) / seconds) as u64)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    fn totals_of(games: &[(u32, u32, u64)]) -> Totals {
        let game = |&(turns, without_contact, choices): &(u32, u32, u64)| {
            Totals::of_game(RandomGame { turns, without_contact, choices, winner: Some(0) })
        };
        games.iter().map(game).fold(Totals::default(), Totals::and)
    }

    #[test]
    fn means_and_their_errors_are_those_of_the_games() {
        let totals = totals_of(&[(40, 4, 200), (42, 4, 210), (44, 4, 220)]);
        let turns = totals.turns();
        assert!((turns.mean - 42.0).abs() < 1e-12);
        assert!((turns.error - (8.0_f64 / 9.0).sqrt()).abs() < 1e-12);
        assert!(totals.without_contact().error < 1e-9);
        // Five plays in every turn: nothing to be unsure of.
        assert!((totals.plays().mean - 5.0).abs() < 1e-12 && totals.plays().error < 1e-6);
    }

    #[test]
    fn a_print_that_is_too_far_away_differs() {
        let verdicts = |games: &[(u32, u32, u64)]| -> Vec<Verdict> {
            of_reading("", true, &totals_of(games)).iter().map(|row| row.verdict).collect()
        };
        let near = [(20, 2, 96), (64, 7, 305)];
        assert_eq!(verdicts(&near)[..2], [Verdict::Statistical; 2]);
        let far = [(45, 5, 220), (45, 5, 221), (44, 5, 220)];
        assert_eq!(verdicts(&far)[..3], [Verdict::Differs; 3]);
    }
}
