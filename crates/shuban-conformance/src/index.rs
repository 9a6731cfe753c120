//! The laws of a bijection.

use std::fmt::Debug;

use shuban_core::Index;

use crate::law::{BrokenAt, Violation, hold};
use crate::spread::spread;

/// Checks an index against its laws: `rank` undoes `unrank` (so that distinct ranks are distinct
/// positions), and there is no position from `len()` on. Examines at most about `sample` ranks,
/// evenly spread.
///
/// # Errors
/// The first [`Violation`].
pub fn index<P: Debug>(index: &dyn Index<Position = P>, sample: u64) -> Result<(), Violation> {
    let (len, empty) = (index.len(), index.is_empty());
    hold(empty == (len == 0), || format!("is_empty() is {empty} and len() is {len}"))
        .at(|| "index".to_owned())?;
    for rank in spread(len, sample) {
        let position = index.unrank(rank);
        let again = position.as_ref().and_then(|position| index.rank(position));
        hold(again == Some(rank), || format!("is {position:?}, whose rank is {again:?}"))
            .at(|| format!("rank {rank}"))?;
    }
    for rank in [len, len.saturating_add(1), u64::MAX] {
        let beyond = index.unrank(rank);
        hold(beyond.is_none(), || format!("is not below len() {len}, yet it is {beyond:?}"))
            .at(|| format!("rank {rank}"))?;
    }
    Ok(())
}
