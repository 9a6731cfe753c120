//! The laws of what a domain says of its values.

use std::cmp::Ordering;
use std::mem::discriminant;

use super::backup::trace;
use super::opened::Opened;
use super::values::Values;
use super::{Violation, hold};
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
/// Intervals may overlap, and then the better middle can give the worse backup. So the second law is
/// broken only if it fails at more positions than it holds at.
///
/// # Errors
/// The first [`Violation`].
pub fn explain<D: Explain>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::new(domain, layer)?;
    let values = Values::gather(&opened);
    fields(domain, &values)?;
    order(&opened, &values, sample)
}

fn fields<D: Explain>(domain: &D, values: &Values<D::Value>) -> Result<(), Violation> {
    let alike = |a: &Field, b: &Field| {
        let missing = a.datum == Datum::Null || b.datum == Datum::Null;
        a.name == b.name && (missing || discriminant(&a.datum) == discriminant(&b.datum))
    };
    values.all().windows(2).try_for_each(|pair| {
        let [one, other] = [&pair[0], &pair[1]].map(|value| domain.fields(value));
        let same = one.iter().len() == other.iter().len()
            && one.iter().zip(other.iter()).all(|(one, other)| alike(one, other));
        hold(
            same,
            || format!("domain {}", domain.name()),
            || format!("the fields of {:?} and {:?} differ in name or kind", pair[0], pair[1]),
        )
    })
}

fn order<D: Explain>(
    opened: &Opened<'_, D>,
    values: &Values<D::Value>,
    sample: u64,
) -> Result<(), Violation> {
    let domain = opened.domain;
    let (mut right, mut wrong) = (0, Vec::new());
    for part in opened.parts() {
        for (rank, position) in opened.sampled(part, sample) {
            let seat = domain.game().to_move(&position);
            let merit = |position: &PositionOf<D>, value: &D::Value| {
                let seen = domain.seen_by(value.clone(), position, seat);
                domain.merit(position, &seen, seat)
            };
            let backed_up = |best: bool| {
                let answer = |_, asked: &PositionOf<D>| {
                    let key = |value: &&D::Value| merit(asked, value);
                    let all = values.all().iter();
                    let pick = if best { all.max_by_key(key) } else { all.min_by_key(key) };
                    pick.cloned().ok_or_else(Default::default)
                };
                trace(domain, &position, answer).value.ok().map(|value| merit(&position, &value))
            };
            match backed_up(true).cmp(&backed_up(false)) {
                Ordering::Greater => right += 1,
                Ordering::Equal => {}
                Ordering::Less => wrong.push(opened.at(part, rank, &position)),
            }
        }
    }
    hold(
        wrong.len() <= right,
        || wrong[0].clone(),
        || {
            "if all successors are as good as can be for the player to move, by merit and seen_by, then \
         backup gives less than if they are as bad as can be: is a sign wrong?"
        },
    )
}
