//! `shuban quickstart`
use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::output::Output;
pub(crate) fn run(_common: &Common, _output: &Output) -> Result<Status, Failure> {
    Ok(Status::Success)
}
