//! `list`

use clap::Args;

use crate::commands::build::usual_options;
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Limit on the positions of layers that most machines can build.
const SENSIBLE: u64 = 4_000_000_000;

/// List games and domains with size, build time, and whether they are built
#[derive(Args, Debug)]
pub(crate) struct List {
    /// Only games, families and layers with this in their names
    filter: Option<String>,
    /// Include layers that are too large for most machines
    #[arg(long)]
    all: bool,
}

impl List {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let most = if self.all { u64::MAX } else { SENSIBLE };
        let options = usual_options(context.common);
        context.answer(&context.catalog.listing(self.filter.as_deref(), &options, most)?)
    }
}
