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
    /// The databases that are published at an address, instead of those of the data folder
    #[cfg(feature = "publish")]
    #[arg(long, value_name = "URL")]
    from: Option<String>,
}

impl List {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let most = if self.all { u64::MAX } else { SENSIBLE };
        #[cfg_attr(
            not(feature = "publish"),
            expect(unused_mut, reason = "there is no other folder")
        )]
        let mut options = usual_options(context.common);
        #[cfg(feature = "publish")]
        if let Some(address) = &self.from {
            context.addresses.add(address).map_err(crate::addresses::failure)?;
            options.data = address.into();
        }
        context.answer(&context.catalog.listing(self.filter.as_deref(), &options, most)?)
    }
}
