//! `list`

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Layers of more positions are out of the reach of most machines.
const SENSIBLE: u64 = 4_000_000_000;

pub(crate) fn run(
    filter: Option<&str>,
    all: bool,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let most = if all { u64::MAX } else { SENSIBLE };
    context.answer(&context.catalog.listing(filter, &context.common.build_options(), most)?)?;
    Ok(Status::Success)
}
