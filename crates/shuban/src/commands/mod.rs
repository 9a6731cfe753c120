//! One file a command.

mod bench;
mod build;
mod check;
mod daihinmin;
mod draw;
mod export;
mod info;
mod lines;
mod list;
mod perft;
mod probe;
mod quickstart;
mod reproduce;
mod show;
mod solve;
mod verify;

use shuban_catalog::{Reproduction, SumsOptions, Timing};

use crate::arguments::{Arguments, Command};
use crate::failure::{Failure, Status};
use crate::output::Output;

/// What `reproduce` and `bench` can do beyond the catalog.
pub(crate) struct Laboratory {
    /// Published tables.
    pub(crate) reproductions: Vec<Box<dyn Reproduction>>,
    /// Methods that are timed.
    pub(crate) timings: &'static [Timing],
}

/// Runs a command.
pub(crate) fn run(
    arguments: &Arguments,
    laboratory: &Laboratory,
    output: &Output,
) -> Result<Status, Failure> {
    let common = &arguments.common;
    match &arguments.command {
        Command::Quickstart => quickstart::run(common, output),
        Command::List { filter, all } => list::run(filter.as_deref(), *all, common, output),
        Command::Build { domain, flags, histogram_only: _, ledger } => {
            build::run(domain, ledger.as_deref(), &flags.options(common), output)
        }
        Command::Probe { target, position, roll, json_lines } => {
            let question =
                probe::Question { target, position, roll: roll.as_deref(), json_lines: *json_lines };
            probe::run(&question, common, output)
        }
        Command::Show { game, position, json_lines } => {
            show::run(game, position.as_deref(), *json_lines, output)
        }
        Command::Solve { game, position, to_move, json_lines, search } => {
            let (position, to_move) = (position.as_deref(), to_move.as_deref());
            let question = solve::Question { game, position, to_move, json_lines: *json_lines, search };
            solve::run(&question, common, output)
        }
        Command::Draw { game, position, to, width } => draw::run(game, position, to, *width, output),
        Command::Verify { domain, sample, all, ledger } => {
            verify::run(domain, *sample, *all, ledger.as_deref(), common, output)
        }
        Command::Info { domain } => info::run(domain, common, output),
        Command::Export { domain, to } => export::run(domain, to, common, output),
        Command::Perft { game, plies, distinct } => perft::run(game, *plies, *distinct, common, output),
        Command::Check { game, sums: Some(sums), squares, seed, .. } => {
            let options = SumsOptions { sums: *sums, squares: usize::from(*squares), seed: *seed };
            check::sums(game, options, common, output)
        }
        Command::Check { game, pairs, seed, .. } => check::run(game, *pairs, *seed, common, output),
        Command::Reproduce { id, full, to } => {
            reproduce::run(&laboratory.reproductions, id.as_deref(), *full, to, common, output)
        }
        Command::Daihinmin(command) => daihinmin::run(command, common, output),
        Command::Bench { full } => bench::run(laboratory.timings, *full, common, output),
    }
}
