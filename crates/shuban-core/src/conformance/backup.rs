//! The laws of the definition of a value.

use std::collections::HashMap;

use super::opened::Opened;
use super::values::Values;
use super::{Violation, hold};
use crate::domain::{Domain, PartId, PositionOf, Unanswered};
use crate::game::{Game, Play};

/// What one call of `backup` asked, and what came of it.
pub(super) struct Trace<P, V> {
    pub(super) questions: Vec<P>,
    pub(super) value: Result<V, Unanswered>,
}

/// Calls `backup`; `answer` gets the number of the question, from 0, and the position asked for.
pub(super) fn trace<D: Domain>(
    domain: &D,
    position: &PositionOf<D>,
    mut answer: impl FnMut(usize, &PositionOf<D>) -> Result<D::Value, Unanswered>,
) -> Trace<PositionOf<D>, D::Value> {
    let mut questions = Vec::new();
    let value = domain.backup(position, &mut |asked: &PositionOf<D>| {
        questions.push(asked.clone());
        answer(questions.len() - 1, asked)
    });
    Trace { questions, value }
}

/// Holds the positions after all plays of one, as they are, to the laws of `locate` and `rank`;
/// those that are over to that of `backup`.
pub(super) fn played<D: Domain>(
    opened: &Opened<'_, D>,
    part: PartId,
    rank: u64,
    position: &PositionOf<D>,
    values: &Values<D::Value>,
) -> Result<(), Violation> {
    let (domain, game) = (opened.domain, opened.domain.game());
    if game.outcome(position).is_some() {
        return Ok(());
    }
    let mut plays = Vec::new();
    for (chance, _) in game.chances(position) {
        game.plays(position, chance, &mut plays);
    }
    for Play { action, after } in plays {
        let at = || format!("{}, after {action:?}", opened.at(part, rank, position));
        let located = domain.locate(&after);
        let index = located.and_then(|place| opened.indexes.get(&place));
        hold(index.is_none_or(|index| index.rank(&after).is_some()), at, || {
            format!(
                "{after:?} has no rank in {located:?}, where locate places it: rank must take \
                 positions that are not canonical, too"
            )
        })?;
        let gives_value =
            || trace(domain, &after, |_, asked| values.answer(asked, 1)).value.is_ok();
        hold(game.outcome(&after).is_none() || values.is_empty() || gives_value(), at, || {
            format!("the game is over, and backup gives no value of {after:?}")
        })?;
    }
    Ok(())
}

/// Holds `backup` to its laws at one position.
pub(super) fn backup<D: Domain>(
    opened: &Opened<'_, D>,
    part: PartId,
    rank: u64,
    position: &PositionOf<D>,
    values: &Values<D::Value>,
) -> Result<(), Violation> {
    let domain = opened.domain;
    let at = || opened.at(part, rank, position);
    let one = trace(domain, position, |_, asked| values.answer(asked, 1));
    for asked in &one.questions {
        let Some(located) = domain.locate(asked) else {
            return hold(false, at, || {
                format!("backup asks for {asked:?}, which locate does not place")
            });
        };
        let layer = located.layer;
        let needs = &domain.layers()[opened.layer.0].needs;
        hold(layer == opened.layer || needs.contains(&layer), at, || {
            format!(
                "backup asks for {asked:?} of {layer:?}, which is not among the layer's needs {needs:?}"
            )
        })?;
        hold(opened.rank(asked).is_some(), at, || {
            format!(
                "backup asks for {asked:?}, which has no rank in {located:?}, where locate places it"
            )
        })?;
    }
    hold(!values.is_empty() || one.questions.is_empty(), at, || {
        "asks, and no value is at hand to answer with: no record stands for one without a dictionary, and \
         no position asks nothing"
    })?;
    hold(one.value.is_ok(), at, || "every question of backup is answered, and it gives no value")?;
    let other = trace(domain, position, |_, asked| values.answer(asked, 2));
    hold(other.questions == one.questions, at, || {
        format!(
            "backup's questions depend on the answers: {:?}, and with others {:?}",
            one.questions, other.questions
        )
    })?;
    let again = trace(domain, position, |_, asked| values.answer(asked, 1));
    hold(
        again.questions == one.questions && again.value.as_ref().ok() == one.value.as_ref().ok(),
        at,
        || {
            format!(
                "backup gives {:?}, and again with the same answers {:?}",
                one.value, again.value
            )
        },
    )?;
    if one.questions.is_empty() {
        return Ok(());
    }
    for stop in [0, one.questions.len() / 2, one.questions.len() - 1] {
        let stopped = trace(domain, position, |number, asked| {
            if number >= stop { Err(Unanswered::default()) } else { values.answer(asked, 1) }
        });
        let asked = stopped.questions.len();
        hold(stopped.value.is_err() && asked <= stop + 1, at, || {
            format!(
                "question {stop} is not answered, yet backup goes on to {asked} and {:?}",
                stopped.value
            )
        })?;
    }
    Ok(())
}

/// Holds a layer that says it is not cyclic to its word, if it has at most `most` positions:
/// strikes out every position that asks only for others struck out, until none is left.
pub(super) fn acyclic<D: Domain>(
    opened: &Opened<'_, D>,
    most: u64,
    values: &Values<D::Value>,
) -> Result<(), Violation> {
    let positions: u64 = opened.parts().map(|part| opened.index(part).len()).sum();
    if opened.domain.layers()[opened.layer.0].cyclic || positions > most {
        return Ok(());
    }
    let mut asked_by: HashMap<(PartId, u64), Vec<(PartId, u64)>> = HashMap::new();
    let mut open = HashMap::new();
    for part in opened.parts() {
        for (rank, position) in opened.sampled(part, most) {
            let traced = trace(opened.domain, &position, |_, asked| values.answer(asked, 1));
            let inside: Vec<_> = traced
                .questions
                .iter()
                .filter_map(|asked| opened.rank(asked))
                .filter(|(part, _)| part.layer == opened.layer)
                .collect();
            open.insert((part, rank), inside.len());
            for asked in inside {
                asked_by.entry(asked).or_default().push((part, rank));
            }
        }
    }
    let mut settled: Vec<_> =
        open.iter().filter(|(_, left)| **left == 0).map(|(&at, _)| at).collect();
    while let Some(done) = settled.pop() {
        open.remove(&done);
        for asking in asked_by.remove(&done).unwrap_or_default() {
            if let Some(left) = open.get_mut(&asking) {
                *left -= 1;
                if *left == 0 {
                    settled.push(asking);
                }
            }
        }
    }
    match open.keys().min() {
        None => Ok(()),
        Some(&(part, rank)) => hold(
            false,
            || format!("{}, rank {rank}", opened.place(part)),
            || "asks for its own value in the end, and the layer says it is not cyclic",
        ),
    }
}
