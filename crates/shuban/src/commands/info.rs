//! `info DOMAIN`

use clap::Args;

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Describe a database: sizes, widths, hashes, what it was built from
#[derive(Args, Debug)]
pub(crate) struct Info {
    /// The layer
    domain: String,
}

impl Info {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let layer = context.catalog.layer(&self.domain)?;
        context.answer(&layer.family.info(layer.layer, &context.common.data)?)
    }
}
