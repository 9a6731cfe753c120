//! The options of all commands. The doc comments are the help texts.

use std::path::{Path, PathBuf};

use clap::Args;
use shuban_solve::machine;

use crate::units::size;

/// The global options.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub struct Common {
    /// Print exactly one JSON document to standard output
    #[arg(long, global = true)]
    pub json: bool,

    /// Print answers and errors only, without progress and remarks
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// The data folder, where databases are written and read [default: $SHUBAN_DATA, or data]
    ///
    /// The address of a published folder, `https://…` or a bucket, `s3://…`, is one that is only read. Named several times, what the
    /// first one does not have is looked for in the others.
    // Not clap's `env`: in messages, what comes from there looks like a flag that is required.
    #[arg(long, global = true, value_name = "DIR|URL", hide_default_value = true,
          default_values_os_t = [default_data()])]
    data: Vec<PathBuf>,

    /// Number of threads [default: all cores]
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: Option<u16>,

    /// Memory limit: 512M, 2G, ... [default: 3/4 of the machine's memory]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Disk space for what was read from an address, in $SHUBAN_CACHE or ~/.cache/shuban; less than 16M: none
    #[cfg(feature = "publish")]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, default_value = "1G")]
    cache_size: u64,

    /// Write what happens to standard error, one JSON object a line: error, warn, info, debug
    ///
    /// From info on: layers that are built, files that are opened, requests. From warn on: files
    /// that are refused.
    #[arg(long, global = true, value_name = "LEVEL")]
    log: Option<tracing::Level>,
}

impl Common {
    /// Returns the data folder: the first one that was named.
    pub fn data(&self) -> &Path {
        // There is a default.
        self.data.first().map_or(Path::new("data"), PathBuf::as_path)
    }

    /// Returns all data folders, the nearest first.
    pub(crate) fn all_data(&self) -> &[PathBuf] {
        &self.data
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads_or(machine::default_threads)
    }

    /// Returns the number of threads asked for, or this one.
    pub(crate) fn threads_or(&self, usual: impl FnOnce() -> usize) -> usize {
        self.threads.map_or_else(usual, usize::from)
    }

    /// Returns the bytes of disk that may be taken by what was read from an address.
    #[cfg(feature = "publish")]
    pub(crate) fn cache_size(&self) -> u64 {
        self.cache_size
    }

    /// Starts the log, if a level is given.
    pub(crate) fn begin_log(&self) {
        if let Some(level) = self.log {
            let log = tracing_subscriber::fmt().json().with_max_level(level);
            // Fails only if there is a log already.
            let _ = log.with_writer(std::io::stderr).try_init();
        }
    }

    /// Returns the memory limit in bytes.
    pub fn memory(&self) -> u64 {
        self.memory_or(machine::default_memory)
    }

    /// Returns the memory limit asked for, or this one, in bytes.
    pub(crate) fn memory_or(&self, usual: impl FnOnce() -> u64) -> u64 {
        self.memory.unwrap_or_else(usual)
    }
}

/// Returns the default data folder.
fn default_data() -> PathBuf {
    let named = std::env::var_os("SHUBAN_DATA").filter(|name| !name.is_empty());
    named.map_or_else(|| PathBuf::from("data"), PathBuf::from)
}
