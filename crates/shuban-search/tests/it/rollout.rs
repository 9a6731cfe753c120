//! Rollouts against the value of their own way to play, computed by a plain twin.

use shuban_core::evaluation::KnownValues;
use shuban_core::shelf::{EmptyShelf, Shelf};
use shuban_core::solver::SearchFailure;
use shuban_core::{
    Evaluation, Game, Interval, NotationError, ONE, Payoffs, Play, Present, Progress, Seat, Silent,
};
use shuban_search::{
    LuckMeasure, Rollout, RolloutOptions, RolloutSetting, TrialEnds, rollout, rollout_answer,
};

/// A heap, and whose turn it is: a die of three faces, of which 1 comes twice as often, decides how
/// many counters may be taken, at least one; the player who takes the last one wins.
#[derive(Debug)]
struct Heap;

type Counters = (u32, Seat);

impl Game for Heap {
    type Position = Counters;
    type Chance = u32;
    type Move = u32;

    fn name(&self) -> String {
        "heap".into()
    }

    fn to_move(&self, heap: &Counters) -> Seat {
        heap.1
    }

    fn outcome(&self, heap: &Counters) -> Option<Payoffs> {
        let won = if heap.1 == 0 { -1 } else { 1 };
        (heap.0 == 0).then(|| Payoffs::new(&[won, -won]))
    }

    fn chances(&self, _: &Counters) -> Vec<(u32, u32)> {
        vec![(1, 2), (2, 1), (3, 1)]
    }

    fn plays(&self, heap: &Counters, most: u32, plays: &mut Vec<Play<Counters, u32>>) {
        let taken = 1..=most.min(heap.0);
        plays
            .extend(taken.map(|taken| Play { action: taken, after: (heap.0 - taken, 1 - heap.1) }));
    }

    fn parse(&self, text: &str) -> Result<Counters, NotationError> {
        let heap = text.parse().map_err(|_| NotationError::new(text, 0, "not a number"))?;
        Ok((heap, 0))
    }

    fn format(&self, heap: &Counters) -> String {
        heap.0.to_string()
    }

    fn format_move(&self, _: &Counters, _: u32, taken: &u32) -> String {
        taken.to_string()
    }
}

impl Present for Heap {
    fn about(&self) -> String {
        "a heap".into()
    }

    fn start(&self) -> Counters {
        (20, 0)
    }

    fn chance_text(&self, most: u32) -> Option<String> {
        Some(most.to_string())
    }
}

/// Guesses, and knows heaps up to a size.
struct Guess {
    known: u32,
    /// Guessed values of heaps; beyond these by the remainder.
    guesses: Vec<i32>,
}

impl Guess {
    /// Creates guesses by the remainder, which are of little worth.
    fn by_remainder(known: u32) -> Self {
        Guess { known, guesses: Vec::new() }
    }

    /// Creates guesses near the values of best play.
    fn good() -> Self {
        let mut best = vec![-1.0];
        for heap in 1..=20usize {
            let after = |most: usize| {
                let left = best[heap.saturating_sub(most)..heap].iter();
                -left.copied().fold(f64::INFINITY, f64::min)
            };
            best.push((2.0 * after(1) + after(2) + after(3)) / 4.0);
        }
        let guesses = best.iter().map(|value| (0.9 * value * f64::from(ONE)) as i32).collect();
        Guess { known: 0, guesses }
    }
}

/// Returns the stored value of a heap: proven to within 2, so that the middle is not a bound.
fn stored(heap: u32) -> Interval {
    let value = ONE / 100 * (heap as i32 % 7 - 3);
    Interval { lower: value - 1, upper: value + 1 }
}

impl Evaluation for Guess {
    type Game = Heap;

    fn game(&self) -> &Heap {
        &Heap
    }

    fn about(&self) -> String {
        "the remainder".into()
    }

    fn evaluate(&self, heap: &Counters) -> i32 {
        let by_remainder = ONE / 10 * [-7, 3, 2, 6][heap.0 as usize % 4];
        self.guesses.get(heap.0 as usize).copied().unwrap_or(by_remainder)
    }

    fn known<'s>(&'s self, _: &'s dyn Shelf) -> Box<KnownValues<'s, Heap>> {
        Box::new(|heap| Ok((heap.0 <= self.known).then(|| stored(heap.0))))
    }
}

/// Computes the value of the way to play to the player to move, by full enumeration.
fn twin(guess: &Guess, heap: Counters, turns: u32, stops: bool) -> f64 {
    let worth = |heap: &Counters| match heap.0 {
        0 => f64::from(-ONE),
        small if small <= guess.known => f64::from(stored(small).lower + 1),
        _ => f64::from(guess.evaluate(heap)),
    };
    if heap.0 == 0 || turns == 0 || stops && heap.0 <= guess.known {
        return worth(&heap) / f64::from(ONE);
    }
    let rolled = |(most, weight): (u32, u32)| {
        let afters = (1..=most.min(heap.0)).map(|taken| (heap.0 - taken, 1 - heap.1));
        // The first of the best.
        let best = afters.reduce(|one, two| if worth(&two) < worth(&one) { two } else { one });
        -f64::from(weight) / 4.0 * twin(guess, best.unwrap(), turns - 1, stops)
    };
    Heap.chances(&heap).into_iter().map(rolled).sum()
}

fn setting(progress: &dyn Progress) -> RolloutSetting<'_> {
    RolloutSetting { shelf: &EmptyShelf, memory: 1 << 30, progress }
}

fn rolled(guess: &Guess, heaps: &[Counters], options: &RolloutOptions) -> Rollout {
    rollout(guess, heaps, 0, options, &setting(&Silent)).unwrap()
}

fn options() -> RolloutOptions {
    RolloutOptions { trials: 4_096, seed: 7, ..RolloutOptions::default() }
}

#[test]
fn each_reduction_makes_the_error_smaller_and_moves_nothing() {
    // A small heap, where the first rolls matter.
    let guess = Guess::good();
    let truth = twin(&guess, (7, 0), 1_000, true);
    let usual = options();
    let errors = [
        usual.plain(),
        RolloutOptions { luck: LuckMeasure::None, ..usual },
        RolloutOptions { is_stratified: false, ..usual },
        usual,
    ]
    .map(|options| {
        let found = rolled(&guess, &[(7, 0)], &options).mean(0);
        let off = (found.mean - truth).abs();
        assert!(off < 3.0 * found.standard_error, "{options:?}: {found:?}, not {truth}");
        found.standard_error
    });
    let [plain, strata, luck, both] = errors;
    assert!(strata < plain && luck < plain / 2.0 && both < luck, "{errors:?}");
    // A game that is won or lost: s² is nearly 1.
    assert!((plain * 64.0 - (1.0 - truth * truth).sqrt()).abs() < 0.01);
}

/// Errors of many rollouts, in their own standard errors, have the mean square 1.
#[test]
fn standard_errors_are_what_they_say() {
    let guess = Guess::by_remainder(0);
    let truth = twin(&guess, (15, 0), 1_000, true);
    for (luck, is_stratified) in [
        (LuckMeasure::None, false),
        (LuckMeasure::None, true),
        (LuckMeasure::Estimate, false),
        (LuckMeasure::Estimate, true),
    ] {
        let rollouts = (0..400).map(|seed| {
            let options = RolloutOptions { trials: 320, seed, luck, is_stratified, ..options() };
            let found = rolled(&guess, &[(15, 0)], &options).mean(0);
            ((found.mean - truth) / found.standard_error).powi(2)
        });
        // Four standard deviations of a chi square of 400 degrees, by 400.
        let square = rollouts.sum::<f64>() / 400.0;
        assert!((square - 1.0).abs() < 0.29, "{luck:?}, {is_stratified}: {square}");
    }
}

#[test]
fn threads_make_no_difference_and_the_seed_does() {
    let guess = Guess::by_remainder(3);
    let heaps = [(19, 1), (18, 1), (17, 1)];
    let with_threads = |threads: usize, options: &RolloutOptions| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| rolled(&guess, &heaps, options))
    };
    for options in [options(), options().plain(), RolloutOptions { error: Some(0.01), ..options() }]
    {
        let one = with_threads(1, &options);
        assert_eq!(one, with_threads(4, &options));
        assert_ne!(one, with_threads(1, &RolloutOptions { seed: 8, ..options }));
    }
}

#[test]
fn a_trial_ends_in_a_database_or_after_so_many_turns() {
    let guess = Guess::by_remainder(6);
    let ends = |found: &Rollout| (found.ends, found.mean(0).mean, found.mean(0).standard_error);
    // At once, with the middle of the bounds.
    let found = rolled(&guess, &[(5, 0)], &options());
    let trials = found.trials();
    let in_a_database = TrialEnds { in_a_database: trials, ..TrialEnds::default() };
    let stored = f64::from(stored(5).lower + 1) / f64::from(ONE);
    assert_eq!(ends(&found), (in_a_database, stored, 0.0));
    assert_eq!(found.turns, 0);
    // After no turn, with the guess.
    let found = rolled(&guess, &[(9, 0)], &RolloutOptions { turns: Some(0), ..options() });
    let truncated = TrialEnds { truncated: trials, ..TrialEnds::default() };
    assert_eq!(ends(&found), (truncated, f64::from(ONE / 10 * 3) / f64::from(ONE), 0.0));
    // After two rolls that are both stratified, exactly.
    let found = rolled(&guess, &[(12, 0)], &RolloutOptions { turns: Some(2), ..options() });
    let truth = twin(&guess, (12, 0), 2, true);
    assert!((found.mean(0).mean - truth).abs() < 1e-9);
    assert!(found.mean(0).standard_error < 1e-9 && found.stratified_rolls() == 2);
    // Play by databases goes on if they end nothing.
    let on = RolloutOptions { ends_in_databases: false, ..options() };
    let found = rolled(&guess, &[(5, 0)], &on);
    let by_the_rules = TrialEnds { by_the_rules: trials, ..TrialEnds::default() };
    assert_eq!(found.ends, by_the_rules);
    let off = found.mean(0).mean - twin(&guess, (5, 0), 1_000, false);
    assert!(off.abs() <= 4.0 * found.mean(0).standard_error, "{off}");
}

#[test]
fn trials_stop_when_the_error_is_small_enough() {
    let guess = Guess::by_remainder(0);
    let until =
        |error| rolled(&guess, &[(20, 0)], &RolloutOptions { trials: 100_000, error, ..options() });
    let found = until(Some(0.02));
    assert!(found.mean(0).standard_error <= 0.02 && found.trials() < 10_000);
    assert!(until(Some(0.01)).trials() > 2 * found.trials());
    // What was asked for at most, in whole blocks of sixteen.
    let options = RolloutOptions { trials: 130, error: Some(1e-9), ..options() };
    assert_eq!(rolled(&guess, &[(20, 0)], &options).trials(), 144);
}

#[test]
fn moves_are_compared_by_the_same_rolls() {
    let guess = Guess::by_remainder(0);
    let found = rolled(&guess, &[(18, 1), (17, 1), (18, 1)], &options());
    let (one, other) = (found.mean(0), found.mean(1));
    let difference = found.difference(0, 1);
    assert!((difference.mean - (one.mean - other.mean)).abs() < 1e-12);
    let truth = twin(&guess, (17, 0), 1_000, true) - twin(&guess, (18, 0), 1_000, true);
    assert!((difference.mean - truth).abs() < 4.0 * difference.standard_error);
    // The same rolls for the same position.
    assert_eq!((found.difference(0, 2).mean, found.difference(0, 2).standard_error), (0.0, 0.0));
    let answer = rollout_answer(&guess, &(20, 0), Some(3), &options(), &setting(&Silent)).unwrap();
    let plays = &answer.events[0].plays;
    let number = |place: usize, name| match plays[place].value.as_ref().unwrap().get(name) {
        Some(shuban_core::Datum::Number(number)) => *number,
        other => panic!("{other:?}"),
    };
    assert_eq!((plays.len(), number(0, "cost"), plays[0].rank), (3, 0.0, 0));
    assert!(number(0, "estimate") >= number(1, "estimate") && number(1, "cost") >= 0.0);
    assert!(
        number(1, "cost_error") < number(0, "standard_error").hypot(number(1, "standard_error"))
    );
}

/// Stops at once.
struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn a_rollout_that_cannot_be_ends_with_the_reason() {
    let guess = Guess::by_remainder(0);
    let refused = |heap, chance, setting: &RolloutSetting<'_>| {
        rollout_answer(&guess, &(heap, 0), chance, &options(), setting).unwrap_err()
    };
    assert!(matches!(refused(20, None, &setting(&Stopped)), SearchFailure::Interrupted));
    let little = RolloutSetting { memory: 1 << 10, ..setting(&Silent) };
    assert!(matches!(refused(20, None, &little), SearchFailure::Memory(_)));
    assert!(matches!(refused(20, Some(9), &setting(&Silent)), SearchFailure::TooMuch(_)));
    let over = rollout_answer(&guess, &(0, 0), None, &options(), &setting(&Silent)).unwrap();
    assert!(over.over.is_some() && over.value.is_none());
}
