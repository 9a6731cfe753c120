//! The laws of a domain's descriptions of its values.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::mem::{Discriminant, discriminant};

use shuban_core::{Datum, Explain, Game, LayerId, Play, PositionOf};

use super::equation::equation;
use super::opened::Opened;
use super::samples::SampleValues;
use crate::law::{BrokenAt, Violation, hold};

/// Checks the descriptions of a layer's values against their laws, at up to about `sample`
/// positions of each part:
///
/// * all values have fields of the same names and kinds;
/// * `merit` distinguishes values, and ranks no seat of a finished game above one that gets more;
/// * `merit` and `seen_by` agree with `backup`: a position whose successors all have the value that
///   is best for the player to move is worth more to that player than with the worst. A wrong sign
///   would rank the worst move first;
/// * the `equation` of a position, if there is one, rests on the positions that `backup` asks for
///   and gives the value that `backup` gives, bit for bit.
///
/// Intervals may overlap, and then the better middle can give the worse backup. So the last law is
/// broken only if it fails at more positions than it holds at.
///
/// # Errors
/// The first [`Violation`].
pub fn explain<D: Explain>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::with_needs(domain, layer)?;
    let values = SampleValues::gather(&opened, layer);
    fields(domain, values.all()).at(|| format!("domain {}", domain.name()))?;

    let (mut right, mut wrong, mut is_constant) = (0, Vec::new(), true);
    for part in opened.parts(layer) {
        opened.each(part, sample, |_, position| {
            finished(domain, position, values.all())?;
            equation(domain, position, &values)?;
            let seat = domain.game().to_move(position);
            let merits: BTreeSet<i128> =
                values.all().iter().map(|value| domain.merit(position, value, seat)).collect();
            is_constant &= merits.len() <= 1;
            match order(domain, position, values.all()) {
                Ordering::Greater => right += 1,
                Ordering::Equal => {}
                Ordering::Less => wrong.push(domain.game().format(position)),
            }
            Ok(())
        })?;
    }
    let place = || format!("layer {}", domain.layers()[layer.0].name);
    hold(!is_constant || values.all().len() < 2, || "merit is the same for all values")
        .at(place)?;
    hold(wrong.len() <= right, || {
        "with every successor as good as can be for the player to move, by merit and seen_by, \
         backup gives less than with every successor as bad as can be: is a sign wrong?"
    })
    .at(|| format!("{}, `{}`", place(), wrong[0]))
}

fn fields<D: Explain>(domain: &D, values: &[D::Value]) -> Result<(), String> {
    // The kind of each field, once a value has it.
    let mut kinds: Vec<(&'static str, Option<Discriminant<Datum>>)> = Vec::new();
    for (number, value) in values.iter().enumerate() {
        let fields = domain.fields(value);
        if number == 0 {
            kinds = fields.iter().map(|field| (field.name, None)).collect();
        }
        let mut alike = fields.iter().len() == kinds.len();
        for (field, (name, kind)) in fields.iter().zip(&mut kinds) {
            let own = (field.datum != Datum::Null).then(|| discriminant(&field.datum));
            alike &= field.name == *name && (own.is_none() || kind.is_none() || own == *kind);
            *kind = kind.or(own);
        }
        hold(alike, || {
            format!("the fields of {:?} and {value:?} differ in name or kind", values[0])
        })?;
    }
    Ok(())
}

/// Checks that, where a play ends the game, no seat has the larger merit and the smaller payoff.
fn finished<D: Explain>(
    domain: &D,
    position: &PositionOf<D>,
    values: &[D::Value],
) -> Result<(), String> {
    let game = domain.game();
    let mut plays = Vec::new();
    if game.outcome(position).is_none() {
        for (chance, _) in game.chances(position) {
            game.plays(position, chance, &mut plays);
        }
    }
    for Play { after, .. } in &plays {
        let Some(payoffs) = game.outcome(after) else { continue };
        let mut any = |_: &PositionOf<D>| values.first().cloned().ok_or_else(Default::default);
        let Ok(value) = domain.backup(after, &mut any) else { continue };
        let merit = |seat| {
            let seen = domain.seen_by(value.clone(), after, seat);
            (payoffs.of(seat), domain.merit(after, &seen, seat), seat)
        };
        let all: Vec<_> = (0..game.seats()).map(merit).collect();
        for ((more, low, best), (less, high, worst)) in
            all.iter().flat_map(|one| all.iter().map(move |other| (one, other)))
        {
            hold(more <= less || low >= high, || {
                format!(
                    "a play leads to {after:?}, where the game is over: seat {best} gets more than \
                     seat {worst}, and its merit is less"
                )
            })?;
        }
    }
    Ok(())
}

/// Compares the value of a position with the best successors to that with the worst, for the player
/// to move; equal if there is no value.
fn order<D: Explain>(domain: &D, position: &PositionOf<D>, values: &[D::Value]) -> Ordering {
    let seat = domain.game().to_move(position);
    let merit = |position: &PositionOf<D>, value: &D::Value| {
        let seen = domain.seen_by(value.clone(), position, seat);
        domain.merit(position, &seen, seat)
    };
    let backed_up = |best: bool| {
        let mut answer = |asked: &PositionOf<D>| {
            let key = |value: &&D::Value| merit(asked, value);
            let pick =
                if best { values.iter().max_by_key(key) } else { values.iter().min_by_key(key) };
            pick.cloned().ok_or_else(Default::default)
        };
        domain.backup(position, &mut answer).ok().map(|value| merit(position, &value))
    };
    backed_up(true).cmp(&backed_up(false))
}
