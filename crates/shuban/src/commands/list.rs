//! `shuban list`

use shuban_catalog::catalog;

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::output::Output;

/// Layers of more positions are out of the reach of most machines.
const SENSIBLE: u64 = 4_000_000_000;

pub(crate) fn run(
    filter: Option<&str>,
    all: bool,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let most = if all { u64::MAX } else { SENSIBLE };
    output.answer(&catalog().listing(filter, &common.build_options(), most)?)?;
    Ok(Status::Success)
}
