//! The laws of what a domain says of its values.

use std::cmp::Ordering;
use std::mem::discriminant;

use super::opened::Opened;
use super::samples::SampleValues;
use super::{BrokenAt, Violation, hold};
use crate::domain::{LayerId, PositionOf};
use crate::explain::Explain;
use crate::fields::{Datum, Field};
use crate::game::Game;

/// Holds what a domain says of the values of a layer to its laws, at up to about `sample` positions
/// of each part:
///
/// * all values have fields of the same names and kinds;
/// * `merit` and `seen_by` agree with `backup`: a position whose successors all have the value that
///   is best for the player to move is worth more to that player than with the worst. A wrong sign
///   would rank the worst move first.
///
/// Intervals may overlap, and then the better middle can give the worse backup. So the second law
/// is broken only if it fails at more positions than it holds at.
///
/// # Errors
/// The first [`Violation`].
pub fn explain<D: Explain>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::with_needs(domain, layer)?;
    let values = SampleValues::gather(&opened, layer);
    fields(domain, values.all()).at(|| format!("domain {}", domain.name()))?;

    let (mut right, mut wrong) = (0, Vec::new());
    for part in opened.parts(layer) {
        opened.each(part, sample, |_, position| {
            match order(domain, position, values.all()) {
                Ordering::Greater => right += 1,
                Ordering::Equal => {}
                Ordering::Less => wrong.push(domain.game().format(position)),
            }
            Ok(())
        })?;
    }
    hold(wrong.len() <= right, || {
        "with every successor as good as can be for the player to move, by merit and seen_by, \
         backup gives less than with every successor as bad as can be: is a sign wrong?"
    })
    .at(|| format!("layer {}, `{}`", domain.layers()[layer.0].name, wrong[0]))
}

fn fields<D: Explain>(domain: &D, values: &[D::Value]) -> Result<(), String> {
    let alike = |a: &Field, b: &Field| {
        let missing = a.datum == Datum::Null || b.datum == Datum::Null;
        a.name == b.name && (missing || discriminant(&a.datum) == discriminant(&b.datum))
    };
    values.windows(2).try_for_each(|pair| {
        let [one, other] = [&pair[0], &pair[1]].map(|value| domain.fields(value));
        let same = one.iter().len() == other.iter().len()
            && one.iter().zip(other.iter()).all(|(one, other)| alike(one, other));
        hold(same, || {
            format!("the fields of {:?} and {:?} differ in name or kind", pair[0], pair[1])
        })
    })
}

/// How the value of a position with the best successors compares with that with the worst, for the
/// player to move; equal where there is no value.
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
