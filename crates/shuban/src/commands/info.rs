//! `info DOMAIN`

use clap::Args;

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Describe a database: sizes, widths, hashes, what it was built from
#[derive(Args, Debug)]
pub(crate) struct Info {
    /// The layer
    domain: String,
    /// A few lines: the game, positions, the file and its hash
    #[arg(long)]
    brief: bool,
}

impl Info {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let layer = context.catalog.layer(&self.domain)?;
        let info = layer.family.info(layer.layer, context.common.data())?;
        match self.brief {
            true => context.answer(&info.in_brief()),
            false => context.answer(&info),
        }
    }
}
