//! Limits of a search. The doc comments are the help texts.

use std::time::Duration;

use clap::Args;

use crate::arguments::seconds;

#[derive(Args, Debug)]
pub(crate) struct SearchFlags {
    /// Stop after N nodes (positions, moves) for each position or question
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Stop after this time for each position or question
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
}

impl SearchFlags {
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.map(Duration::from_secs_f64)
    }
}
