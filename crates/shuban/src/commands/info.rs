//! `info DOMAIN`

use crate::context::Context;
use crate::failure::{Failure, Status};

pub(crate) fn run(domain: &str, context: &Context<'_>) -> Result<Status, Failure> {
    let layer = context.catalog.layer(domain)?;
    context.answer(&layer.family.info(layer.layer, &context.common.data)?)?;
    Ok(Status::Success)
}
