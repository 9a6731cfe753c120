//! `shuban info DOMAIN`

use shuban_catalog::catalog;

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::output::Output;

pub(crate) fn run(domain: &str, common: &Common, output: &Output) -> Result<Status, Failure> {
    let layer = catalog().layer(domain)?;
    output.answer(&layer.family.info(layer.layer, &common.data)?)?;
    Ok(Status::Success)
}
