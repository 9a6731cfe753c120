//! The laws of a bijection.

use std::fmt::Debug;

use super::{Violation, hold, spread};
use crate::index::Index;

/// Holds an index to its laws: `rank` undoes `unrank` (so that distinct ranks are distinct
/// positions), and there is no position from `len()` on. Examines at most about `sample` ranks,
/// evenly spread.
///
/// # Errors
/// The first [`Violation`].
pub fn index<P: Debug>(index: &dyn Index<Position = P>, sample: u64) -> Result<(), Violation> {
    let len = index.len();
    hold(
        index.is_empty() == (len == 0),
        || "index".into(),
        || format!("is_empty() is {} and len() is {len}", index.is_empty()),
    )?;
    for rank in spread(len, sample) {
        let Some(position) = index.unrank(rank) else {
            return hold(
                false,
                || format!("rank {rank}"),
                || format!("has no position, with len() {len}"),
            );
        };
        let again = index.rank(&position);
        hold(
            again == Some(rank),
            || format!("rank {rank}"),
            || format!("is {position:?}, whose rank is {again:?}"),
        )?;
    }
    for rank in [len, len.saturating_add(1), u64::MAX] {
        let beyond = index.unrank(rank);
        hold(
            beyond.is_none(),
            || format!("rank {rank}"),
            || format!("is not below len() {len}, yet it is {beyond:?}"),
        )?;
    }
    Ok(())
}
