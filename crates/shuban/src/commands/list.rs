//! `list`

use clap::Args;

use crate::commands::build::usual_options;
use crate::context::Context;
use crate::failure::{Failure, Status};
#[cfg(feature = "publish")]
use crate::published_list::PublishedList;

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
    /// The databases that are published at an address, with the terms under which they are
    #[cfg(feature = "publish")]
    #[arg(long, value_name = "URL")]
    from: Option<String>,
}

impl List {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        #[cfg(feature = "publish")]
        if let Some(address) = &self.from {
            return context.account(&PublishedList::at(address, self.filter.as_deref())?);
        }
        let most = if self.all { u64::MAX } else { SENSIBLE };
        let options = usual_options(context.common);
        context.answer(&context.catalog.listing(self.filter.as_deref(), &options, most)?)
    }
}
