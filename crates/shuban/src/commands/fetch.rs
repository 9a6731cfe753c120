//! `fetch DOMAIN --from URL`

use std::fmt;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use shuban_core::advice::program_name;
use shuban_core::text::bytes_text;
use shuban_publish::{fetch, open_source};
use shuban_store::{Disk, FileSystem};

use crate::addresses::{failure, refuse_address};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Copy a database, and all that it needs, from where it is published into the data folder
///
/// Each piece is compared with its hash as it comes, and each file is read back before it takes its place.
/// After an interruption the same command goes on at the piece where it was.
#[derive(Args, Debug)]
pub(crate) struct Fetch {
    /// The layer
    domain: String,
    /// The address of the published folder: `https://…`, `http://…`, `file:///…`, or a bucket (`s3://…`)
    #[arg(long, value_name = "URL")]
    from: String,
    /// Compact files, where they are published
    #[arg(long)]
    compact: bool,
}

#[derive(Serialize)]
struct Fetched {
    domain: String,
    fetched: Vec<String>,
    bytes: u64,
    bytes_resumed: u64,
    there_already: Vec<String>,
}

impl fmt::Display for Fetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (layers, there) = (self.fetched.len(), self.there_already.len());
        let s = if layers == 1 { "" } else { "s" };
        write!(f, "{}: {layers} layer{s} fetched ({})", self.domain, bytes_text(self.bytes))?;
        if there > 0 {
            write!(f, ", {there} were there")?;
        }
        write!(f, "; `{} verify {}` checks the values", program_name(), self.domain)
    }
}

impl Fetch {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let layer = context.catalog.layer(&self.domain)?;
        let data = context.common.data();
        refuse_address(data, "name a folder with --data to fetch into")?;
        // What stands behind the folder is not in it.
        let files: Arc<dyn FileSystem> = Arc::new(Disk { memory: context.common.memory() });
        context.if_interrupted(|| Parting::word("the same command goes on where this ended"));
        let meter = context.meter();
        let source = open_source(&self.from).map_err(|error| failure(error.into()))?;
        let done =
            fetch(layer.name(), self.compact, source, &files, data, &meter).map_err(failure)?;
        drop(meter);
        context.account(&Fetched {
            domain: layer.name().to_owned(),
            fetched: done.layers,
            bytes: done.bytes,
            bytes_resumed: done.resumed,
            there_already: done.there,
        })
    }
}
