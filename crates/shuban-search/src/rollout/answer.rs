//! Answers for users: a position, or all moves of a roll, rolled out.

use std::time::{Duration, Instant};

use shuban_core::solver::SearchFailure;
use shuban_core::text::grouped;
use shuban_core::{Answer, ChanceEvent, Datum, Evaluation, Field, Fields, Game, Play, ValuedPlay};

use super::{LuckMeasure, Rollout, RolloutOptions, RolloutSetting, SampleMean, rollout};

/// Rolls out a position or, if the chance event is given, the positions after all its plays.
///
/// # Errors
/// Those of [`rollout`]; a chance event that is impossible there.
pub fn rollout_answer<E: Evaluation>(
    evaluation: &E,
    position: &<E::Game as Game>::Position,
    chance: Option<<E::Game as Game>::Chance>,
    options: &RolloutOptions,
    setting: &RolloutSetting<'_>,
) -> Result<Answer<E::Game, Fields>, SearchFailure> {
    let game = evaluation.game();
    let answer = Answer::by_rules(game, position).map(|()| Fields::new()).from("rollouts");
    if answer.over.is_some() {
        return Ok(answer);
    }
    let started = Instant::now();
    let Some(chance) = chance else {
        let roots = std::slice::from_ref(position);
        let found = rollout(evaluation, roots, answer.seat, options, setting)?;
        let value = Some(value(&found, 0));
        let facts = facts(evaluation, options, &found, started.elapsed());
        return Ok(Answer { value, events: Vec::new(), ..answer }.with(facts));
    };
    let event = answer.events.iter().find(|event| event.chance == chance);
    let event = event.ok_or_else(|| {
        SearchFailure::TooMuch(format!("{}: chance does not bring that here", game.name()))
    })?;
    let plays: Vec<_> = event.plays.iter().map(|valued| valued.play.clone()).collect();
    let afters: Vec<_> = plays.iter().map(|play| play.after.clone()).collect();
    let found = rollout(evaluation, &afters, answer.seat, options, setting)?;
    let plays = compared::<E::Game>(&plays, &found);
    let value = plays.first().and_then(|best| best.value.clone());
    let event = ChanceEvent { chance, probability: event.probability, value, plays };
    let facts = facts(evaluation, options, &found, started.elapsed());
    Ok(Answer { events: vec![event], ..answer }.with(facts))
}

type PlayOf<G> = Play<<G as Game>::Position, <G as Game>::Move>;

/// Returns the plays, best first; equal means are equally good.
fn compared<G: Game>(plays: &[PlayOf<G>], found: &Rollout) -> Vec<ValuedPlay<G, Fields>> {
    let means: Vec<f64> = (0..plays.len()).map(|place| found.mean(place).mean).collect();
    let mut order: Vec<usize> = (0..plays.len()).collect();
    // Stable: equal means stay in the order of the rules.
    order.sort_by(|&one, &other| means[other].total_cmp(&means[one]));
    let (mut rank, mut before) = (0, None);
    let play = |&place: &usize| {
        rank += usize::from(before.is_some_and(|mean| mean != means[place]));
        before = Some(means[place]);
        let cost = found.difference(order[0], place);
        let cost_error = cost.standard_error;
        let value = value(found, place).with(Field::silent("cost", cost.mean)).with(
            Field::new("cost_error", cost_error).in_brief().short(format!("{cost_error:.4}")),
        );
        ValuedPlay { play: plays[place].clone(), number: place, value: Some(value), rank }
    };
    order.iter().map(play).collect()
}

/// Formats a mean for users: no proven bounds.
fn value(found: &Rollout, place: usize) -> Fields {
    let of = found.mean(place);
    let SampleMean { mean, standard_error } = of;
    let [low, high] = of.interval();
    let text = format!("{mean:+.4}  95 % between {low:+.4} and {high:+.4}; not proven");
    [
        Field::new("estimate", mean).short(format!("{mean:+.4}")).long(text),
        Field::new("standard_error", standard_error)
            .short(format!("{standard_error:.4}"))
            .long(format!("{standard_error:.6}")),
        Field::silent("low", low),
        Field::silent("high", high),
    ]
    .into_iter()
    .collect()
}

fn facts<E: Evaluation>(
    evaluation: &E,
    options: &RolloutOptions,
    found: &Rollout,
    time: Duration,
) -> Fields {
    let (trials, ends, seconds) = (found.trials(), found.ends, time.as_secs_f64());
    let played = ends.by_the_rules + ends.in_a_database + ends.truncated;
    let turns = found.turns as f64 / played.max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / played.max(1) as f64;
    let ended = format!(
        "{:.1} % by the rules, {:.1} % in a database, {:.1} % cut off by the estimate",
        share(ends.by_the_rules),
        share(ends.in_a_database),
        share(ends.truncated)
    );
    let trials_text = match played == trials {
        true => grouped(trials),
        false => format!("{} of each move", grouped(trials)),
    };
    let speed = grouped((played as f64 / seconds.max(1e-9)) as u64);
    let has_luck = options.luck != LuckMeasure::None;
    let reductions = match (has_luck, found.stratified_rolls()) {
        (false, 0) => "none".to_owned(),
        (true, 0) => "luck taken off".to_owned(),
        (false, depth) => format!("{depth} stratified"),
        (true, depth) => format!("luck taken off, {depth} stratified"),
    };
    [
        Field::new("proven", false).long("no: an estimate, by play on with random rolls"),
        Field::new("evaluation", evaluation.about()),
        Field::new("trials", trials).long(trials_text),
        Field::new(
            "ended",
            Datum::object([
                ("by_the_rules", ends.by_the_rules.into()),
                ("in_a_database", ends.in_a_database.into()),
                ("truncated", ends.truncated.into()),
            ]),
        )
        .long(ended),
        Field::new("turns", turns).long(format!("{turns:.1} a trial")),
        Field::silent("luck", has_luck),
        Field::new("stratified_rolls", u64::from(found.stratified_rolls()))
            .long(format!("rolls: {reductions}")),
        Field::new("seed", options.seed),
        Field::new("seconds", seconds).long(format!("{seconds:.3}, {speed} trials a second")),
    ]
    .into_iter()
    .collect()
}
