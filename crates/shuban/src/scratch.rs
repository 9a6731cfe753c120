//! `--disk`: the place of numbers that do not fit into memory.

use std::path::PathBuf;

use clap::Args;
use shuban_solve::Scratch;

#[derive(Args, Debug)]
pub(crate) struct ScratchFlag {
    /// Have the numbers of a large layer on the disk, beside its file or in DIR
    ///
    /// That is done in any case if they do not fit into `--memory`. The result is the same, to the
    /// last byte; it takes longer. What is written there has no name, and is gone with the process.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    disk: Option<Option<PathBuf>>,
}

impl ScratchFlag {
    pub(crate) fn options(&self) -> Scratch {
        Scratch { always: self.disk.is_some(), folder: self.disk.clone().flatten() }
    }
}
