//! One file for each command: its arguments, whose doc comments are the help texts, and its code.

pub(crate) mod analyse;
pub(crate) mod build;
mod check;
mod completions;
mod draw;
mod export;
#[cfg(feature = "publish")]
mod fetch;
mod import;
mod info;
mod judge;
mod lines;
mod list;
mod man;
pub(crate) mod matches;
mod perft;
pub(crate) mod play;
pub(crate) mod probe;
mod proof;
#[cfg(feature = "publish")]
mod publish;
mod quickstart;
mod rollout;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
pub(crate) mod verify;

use clap::Subcommand;

use crate::context::Context;
use crate::failure::{Failure, Status};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Quickstart(quickstart::Quickstart),
    List(list::List),
    Build(build::Build),
    Probe(probe::Probe),
    Solve(Box<solve::Solve>),
    Proof(proof::Proof),
    #[command(name = "rollout")]
    RollOut(rollout::RollOut),
    Play(play::Play),
    Match(matches::Match),
    Analyse(analyse::Analyse),
    Judge(judge::Judge),
    Show(show::Show),
    Draw(draw::Draw),
    Verify(verify::Verify),
    Info(info::Info),
    Export(export::Export),
    Import(import::Import),
    #[cfg(feature = "publish")]
    Publish(publish::Publish),
    #[cfg(feature = "publish")]
    Fetch(fetch::Fetch),
    Perft(perft::Perft),
    Check(check::Check),
    Completions(completions::Completions),
    Man(man::Man),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
}

impl Command {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        match self {
            Command::Quickstart(command) => command.run(context),
            Command::List(command) => command.run(context),
            Command::Build(command) => command.run(context),
            Command::Probe(command) => command.run(context),
            Command::Solve(command) => command.run(context),
            Command::Proof(command) => command.run(context),
            Command::RollOut(command) => command.run(context),
            Command::Play(command) => command.run(context),
            Command::Match(command) => command.run(context),
            Command::Analyse(command) => command.run(context),
            Command::Judge(command) => command.run(context),
            Command::Show(command) => command.run(context),
            Command::Draw(command) => command.run(context),
            Command::Verify(command) => command.run(context),
            Command::Info(command) => command.run(context),
            Command::Export(command) => command.run(context),
            Command::Import(command) => command.run(context),
            #[cfg(feature = "publish")]
            Command::Publish(command) => command.run(context),
            #[cfg(feature = "publish")]
            Command::Fetch(command) => command.run(context),
            Command::Perft(command) => command.run(context),
            Command::Check(command) => command.run(context),
            Command::Completions(command) => command.run(context),
            Command::Man(command) => command.run(context),
            #[cfg(feature = "serve")]
            Command::Serve(command) => command.run(context),
        }
    }
}
