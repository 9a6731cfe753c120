//! The laws of games in which play may be endless.

use shuban_core::loopy::backup_receding;
use shuban_core::{Game, LayerId, Loopy, PositionOf, Receding};

use super::opened::Opened;
use super::samples::SampleValues;
use crate::law::{BrokenAt, Violation, hold};

/// Checks a layer against [`Loopy`], at up to about `sample` positions of each part:
///
/// * the worth of endless play to one seat is the negative of that to the other;
/// * that, payoffs and the points of a play are at most [`Receding::MAX_SCORE`];
/// * a play that wins points leaves the layer;
/// * a position that no table holds does not lead back into the layer, unless the game is over;
/// * `backup` is [`backup_receding`].
///
/// With these, exactly one table agrees with the rules.
///
/// # Errors
/// The first [`Violation`].
pub fn loopy<D: Loopy>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::with_needs(domain, layer)?;
    let values = SampleValues::gather(&opened, layer);
    let (first, second) = (domain.endless(0), domain.endless(1));
    hold(i32::from(first) == -i32::from(second), || {
        format!(
            "endless play is worth {first} to the first seat and {second} to the second: not as \
             much less"
        )
    })
    .and_then(|()| in_range(first))
    .at(|| format!("domain {}", domain.name()))?;
    for part in opened.parts(layer) {
        opened.each(part, sample, |_, position| {
            plays(domain, layer, position)?;
            let answer = |asked: &PositionOf<D>| values.answer(asked, 1);
            let own = domain.backup(position, &mut { answer });
            let expected = backup_receding(domain, position, &mut { answer });
            hold(own.as_ref().ok() == expected.as_ref().ok(), || {
                format!("backup gives {own:?}, and backup_receding {expected:?}")
            })
        })?;
    }
    Ok(())
}

fn in_range(score: i16) -> Result<(), String> {
    let most = Receding::MAX_SCORE;
    hold((-most..=most).contains(&score), || format!("a score is {score}, not at most {most}"))
}

/// Checks the plays of a position against the laws.
fn plays<D: Loopy>(domain: &D, layer: LayerId, position: &PositionOf<D>) -> Result<(), String> {
    let game = domain.game();
    let mut plays = Vec::new();
    match game.outcome(position) {
        None => game.plays(position, (), &mut plays),
        Some(payoffs) => in_range(payoffs.of(game.to_move(position)))?,
    }
    let is_inside = |position: &PositionOf<D>| {
        domain.locate(position).is_some_and(|place| place.layer == layer)
    };
    for play in &plays {
        let (after, reward) = (&play.after, domain.reward(position, play));
        in_range(reward)?;
        hold(reward == 0 || !is_inside(after), || {
            format!("{:?} wins {reward} points and stays in the layer, at {after:?}", play.action)
        })?;
        if domain.locate(after).is_none() && game.outcome(after).is_none() {
            let mut next = Vec::new();
            game.plays(after, (), &mut next);
            hold(!next.iter().any(|play| is_inside(&play.after)), || {
                format!("{after:?}, which no table holds, leads back into the layer")
            })?;
        }
    }
    Ok(())
}
