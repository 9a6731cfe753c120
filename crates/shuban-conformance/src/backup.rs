//! The laws of the definition of a value.

use std::collections::HashMap;

use shuban_core::{Domain, Game, LayerId, PartId, Play, PositionOf, Unanswered};

use super::opened::Opened;
use super::samples::SampleValues;
use crate::law::{BrokenAt, Violation, hold};

/// Calls `backup`; returns the positions asked for, and the result. `answer` gets the number of the
/// question, from 0, and the position asked for.
fn trace<D: Domain>(
    domain: &D,
    position: &PositionOf<D>,
    mut answer: impl FnMut(usize, &PositionOf<D>) -> Result<D::Value, Unanswered>,
) -> (Vec<PositionOf<D>>, Result<D::Value, Unanswered>) {
    let mut questions = Vec::new();
    let value = domain.backup(position, &mut |asked: &PositionOf<D>| {
        questions.push(asked.clone());
        answer(questions.len() - 1, asked)
    });
    (questions, value)
}

/// Checks the positions after all plays of one, unchanged, against the laws of `locate` and `rank`;
/// finished ones against that of `backup`.
pub(super) fn played<D: Domain>(
    opened: &Opened<'_, D>,
    position: &PositionOf<D>,
    values: &SampleValues<D::Value>,
) -> Result<(), String> {
    let (domain, game) = (opened.domain, opened.domain.game());
    if game.outcome(position).is_some() {
        return Ok(());
    }
    let mut plays = Vec::new();
    for (chance, _) in game.chances(position) {
        game.plays(position, chance, &mut plays);
    }
    for Play { action, after } in plays {
        let located = domain.locate(&after);
        let index = located.and_then(|place| opened.indexes.get(&place));
        hold(index.is_none_or(|index| index.rank(&after).is_some()), || {
            format!(
                "after {action:?}, {after:?} has no rank in {located:?}, where locate places it: \
                 rank must take positions that are not canonical, too"
            )
        })?;
        let gives_value = || trace(domain, &after, |_, asked| values.answer(asked, 1)).1.is_ok();
        hold(game.outcome(&after).is_none() || values.is_empty() || gives_value(), || {
            format!("after {action:?} the game is over, and backup gives no value of {after:?}")
        })?;
    }
    Ok(())
}

/// Checks `backup` against its laws at one position of a layer.
pub(super) fn backup<D: Domain>(
    opened: &Opened<'_, D>,
    layer: LayerId,
    position: &PositionOf<D>,
    values: &SampleValues<D::Value>,
) -> Result<(), String> {
    let domain = opened.domain;
    let answered = |seed| trace(domain, position, |_, asked| values.answer(asked, seed));
    let (questions, value) = answered(1);
    for asked in &questions {
        let located = domain
            .locate(asked)
            .ok_or_else(|| format!("backup asks for {asked:?}, which locate does not place"))?;
        let needs = &domain.layers()[layer.0].needs;
        hold(located.layer == layer || needs.contains(&located.layer), || {
            format!(
                "backup asks for {asked:?} of {:?}, which is not among the layer's needs {needs:?}",
                located.layer
            )
        })?;
        let ranked = opened.rank(asked);
        hold(ranked.is_some(), || {
            format!(
                "backup asks for {asked:?}, which has no rank in {located:?}, where locate places \
                 it"
            )
        })?;
        if let Some((part, rank)) = ranked.filter(|(part, _)| part.layer != layer)
            && let Some(exits) = domain.exits(part)
        {
            hold(exits.iter().any(|range| range.contains(&rank)), || {
                format!("backup asks for {asked:?}, rank {rank}, which is none of the exits")
            })?;
        }
    }
    hold(!values.is_empty() || questions.is_empty(), || {
        "asks, and no value is at hand to answer with: no record stands for one without a \
         dictionary, and no position asks nothing"
    })?;
    hold(value.is_ok(), || "every question of backup is answered, and it gives no value")?;
    let (others, _) = answered(2);
    hold(others == questions, || {
        format!(
            "backup's questions depend on the answers: {questions:?}, and with others {others:?}"
        )
    })?;
    let (same, again) = answered(1);
    hold(same == questions && again.as_ref().ok() == value.as_ref().ok(), || {
        format!("backup gives {value:?}, and again with the same answers {again:?}")
    })?;
    let Some(last) = questions.len().checked_sub(1) else { return Ok(()) };
    for stop in [0, questions.len() / 2, last] {
        let (asked, value) = trace(domain, position, |number, asked| {
            if number >= stop { Err(Unanswered::default()) } else { values.answer(asked, 1) }
        });
        hold(value.is_err() && asked.len() <= stop + 1, || {
            format!(
                "question {stop} is not answered, yet backup goes on to {} and {value:?}",
                asked.len()
            )
        })?;
    }
    Ok(())
}

/// Checks that a layer declared acyclic is, if it has at most `most` positions: strikes out every
/// position that asks only for others struck out, until none is left.
pub(super) fn acyclic<D: Domain>(
    opened: &Opened<'_, D>,
    layer: LayerId,
    most: u64,
    values: &SampleValues<D::Value>,
) -> Result<(), Violation> {
    let domain = opened.domain;
    let positions: u64 = opened.parts(layer).map(|part| opened.indexes[&part].len()).sum();
    if domain.layers()[layer.0].cyclic || positions > most {
        return Ok(());
    }
    let mut asked_by: HashMap<(PartId, u64), Vec<(PartId, u64)>> = HashMap::new();
    // The number of a position's questions that are not struck out.
    let mut open = HashMap::new();
    for part in opened.parts(layer) {
        opened.each(part, most, |rank, position| {
            let (questions, _) = trace(domain, position, |_, asked| values.answer(asked, 1));
            let inside = questions.iter().filter_map(|asked| opened.rank(asked));
            for asked in inside.filter(|(part, _)| part.layer == layer) {
                asked_by.entry(asked).or_default().push((part, rank));
                *open.entry((part, rank)).or_insert(0) += 1;
            }
            Ok(())
        })?;
    }
    let mut settled: Vec<_> =
        asked_by.keys().filter(|at| !open.contains_key(at)).copied().collect();
    while let Some(done) = settled.pop() {
        for asking in asked_by.remove(&done).unwrap_or_default() {
            if let Some(left) = open.get_mut(&asking) {
                *left -= 1;
                if *left == 0 {
                    open.remove(&asking);
                    settled.push(asking);
                }
            }
        }
    }
    open.keys().min().map_or(Ok(()), |&(part, rank)| {
        Err("asks for its own value in the end, and the layer says it is not cyclic")
            .at(|| format!("{}, rank {rank}", opened.place(part)))
    })
}
