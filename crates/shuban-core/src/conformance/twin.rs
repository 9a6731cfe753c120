//! Solved values against a plain twin.

use super::{Violation, hold};
use crate::domain::{Domain, IntervalDomain, LayerId, PartId, PositionOf};
use crate::game::Game;
use crate::interval::Interval;

/// Holds the value of every position of a layer to that of `twin`, a program that is plainly right
/// and goes another way. `solved` gives the value of a rank of a part.
///
/// # Errors
/// The first [`Violation`]: a value that is missing or another.
pub fn brute_force<D: Domain>(
    domain: &D,
    layer: LayerId,
    solved: impl Fn(PartId, u64) -> Option<D::Value>,
    twin: impl Fn(&PositionOf<D>) -> D::Value,
) -> Result<(), Violation> {
    compare(domain, layer, solved, twin, |solved, exact| solved == exact)
}

/// Like [`brute_force`] for intervals: each must hold all of the twin's, which is as narrow as the
/// twin's own arithmetic allows.
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
    for (part, described) in domain.layers()[layer.0].parts.iter().enumerate() {
        let id = PartId { layer, part };
        let place = || format!("layer {}, part {}", domain.layers()[layer.0].name, described.name);
        let index = match domain.index(id) {
            Ok(index) => index,
            Err(error) => return hold(false, place, || format!("has no index: {error}")),
        };
        for rank in 0..index.len() {
            let Some(position) = index.unrank(rank) else {
                return hold(false, place, || format!("rank {rank} has no position"));
            };
            let at = || format!("{}, rank {rank} (`{}`)", place(), domain.game().format(&position));
            let Some(value) = solved(id, rank) else {
                return hold(false, at, || "has no value");
            };
            let expected = twin(&position);
            hold(agrees(&value, &expected), at, || {
                format!("its value is {value:?}, the twin says {expected:?}")
            })?;
        }
    }
    Ok(())
}
