//! Solved values against a plain twin.

use shuban_core::{Domain, Interval, IntervalDomain, LayerId, PartId, PositionOf};

use super::opened::Opened;
use crate::law::{Violation, hold};

/// Checks the value of every position of a layer against that of `twin`, a plainly correct program
/// that works in another way. `solved` returns the value of a rank of a part.
///
/// # Errors
/// The first [`Violation`]: a missing or different value.
pub fn brute_force<D: Domain>(
    domain: &D,
    layer: LayerId,
    solved: impl Fn(PartId, u64) -> Option<D::Value>,
    twin: impl Fn(&PositionOf<D>) -> D::Value,
) -> Result<(), Violation> {
    compare(domain, layer, solved, twin, |solved, exact| solved == exact)
}

/// Checks intervals as [`brute_force`] checks values: each must enclose the twin's, which is as
/// narrow as the twin's arithmetic allows.
///
/// # Errors
/// The first [`Violation`].
pub fn brute_force_within<D: IntervalDomain>(
    domain: &D,
    layer: LayerId,
    solved: impl Fn(PartId, u64) -> Option<Interval>,
    twin: impl Fn(&PositionOf<D>) -> Interval,
) -> Result<(), Violation> {
    compare(domain, layer, solved, twin, |solved, exact| solved.contains(*exact))
}

fn compare<D: Domain>(
    domain: &D,
    layer: LayerId,
    solved: impl Fn(PartId, u64) -> Option<D::Value>,
    twin: impl Fn(&PositionOf<D>) -> D::Value,
    agrees: impl Fn(&D::Value, &D::Value) -> bool,
) -> Result<(), Violation> {
    let opened = Opened::new(domain, [layer])?;
    opened.parts(layer).try_for_each(|part| {
        opened.each(part, u64::MAX, |rank, position| {
            let value = solved(part, rank).ok_or("has no value")?;
            let expected = twin(position);
            hold(agrees(&value, &expected), || {
                format!("its value is {value:?}, the twin says {expected:?}")
            })
        })
    })
}
