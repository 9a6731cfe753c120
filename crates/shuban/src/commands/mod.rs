//! One file a command.

mod bench;
mod build;
mod check;
mod draw;
mod export;
mod info;
mod lines;
mod list;
mod perft;
mod probe;
mod quickstart;
mod show;
mod solve;
mod verify;

use shuban_core::SumsOptions;

use crate::arguments::Command;
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Runs a command.
pub(crate) fn run(command: &Command, context: &Context<'_>) -> Result<Status, Failure> {
    match command {
        Command::Quickstart => quickstart::run(context),
        Command::List { filter, all } => list::run(filter.as_deref(), *all, context),
        Command::Build { domain, flags, histogram_only: _, ledger } => {
            build::run(domain, ledger.as_deref(), &flags.options(context.common), context)
        }
        Command::Probe { target, position, roll, json_lines } => {
            let question = probe::Question {
                target,
                position,
                roll: roll.as_deref(),
                json_lines: *json_lines,
            };
            probe::run(&question, context)
        }
        Command::Show { game, position, json_lines } => {
            show::run(game, position.as_deref(), *json_lines, context)
        }
        Command::Solve { game, position, to_move, json_lines, search } => {
            let (position, to_move) = (position.as_deref(), to_move.as_deref());
            let question =
                solve::Question { game, position, to_move, json_lines: *json_lines, search };
            solve::run(&question, context)
        }
        Command::Draw { game, position, to, width } => {
            draw::run(game, position, to, *width, context)
        }
        Command::Verify { domain, sample, all, ledger } => {
            verify::run(domain, *sample, *all, ledger.as_deref(), context)
        }
        Command::Info { domain } => info::run(domain, context),
        Command::Export { domain, to } => export::run(domain, to, context),
        Command::Perft { game, plies, distinct } => perft::run(game, *plies, *distinct, context),
        Command::Check { game, sums: Some(sums), squares, seed, .. } => {
            let options = SumsOptions { sums: *sums, squares: usize::from(*squares), seed: *seed };
            check::sums(game, options, context)
        }
        Command::Check { game, pairs, seed, .. } => check::run(game, *pairs, *seed, context),
        Command::Bench { full } => bench::run(*full, context),
    }
}
