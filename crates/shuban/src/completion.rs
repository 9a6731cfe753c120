//! Completion of commands, options, and the names of games and layers, in the shell.
//!
//! The shell asks the program itself, with a variable of the environment set, so that it completes
//! what this program has.

use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use clap_complete::env::{CompleteEnv, EnvCompleter, Shells};
use shuban_catalog::{AnyFamily, AnyRules, Catalog};
use shuban_core::advice::program_name;

/// Variable of the environment that has the name of the shell that asks.
const VARIABLE: &str = "COMPLETE";

/// Answers a shell that asks for completions; returns true if one asked.
pub(crate) fn answer(command: &Command, catalog: &Catalog) -> clap::error::Result<bool> {
    if std::env::var_os(VARIABLE).is_none() {
        return Ok(false);
    }
    let (games, layers) = (games(catalog), layers(catalog));
    let both = [&games[..], &layers].concat();
    let named = |arg: Arg| {
        let names = match arg.get_id().as_str() {
            "game" => &games,
            "domain" => &layers,
            "target" => &both,
            _ => return arg,
        };
        let names = names.clone();
        arg.add(ArgValueCandidates::new(move || {
            names.iter().map(CompletionCandidate::new).collect()
        }))
    };
    let factory = || command.clone().mut_subcommands(|command| command.mut_args(named));
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(factory)
        .var(VARIABLE)
        .try_complete(std::env::args_os(), folder.as_deref())
}

/// Returns the names of all games that people type.
fn games(catalog: &Catalog) -> Vec<String> {
    let groups = catalog.groups().iter().map(|group| group.name.clone());
    groups.chain(catalog.games().map(AnyRules::name)).collect()
}

/// Returns the names of all layers.
fn layers(catalog: &Catalog) -> Vec<String> {
    let layers = catalog.families().flat_map(AnyFamily::layers);
    layers.map(|layer| layer.name.clone()).collect()
}

/// Names of the shells that can ask.
pub(crate) fn shells() -> impl Iterator<Item = &'static str> {
    Shells::builtins().iter().map(EnvCompleter::name).collect::<Vec<_>>().into_iter()
}

/// Returns the script that makes a shell ask this program; `None` if it is none of [`shells`].
pub(crate) fn script(shell: &str) -> Option<std::io::Result<Vec<u8>>> {
    let (shells, name) = (Shells::builtins(), program_name());
    let completer = shells.completer(shell)?;
    let mut script = Vec::new();
    let written = completer.write_registration(VARIABLE, &name, &name, &name, &mut script);
    Some(written.map(|()| script))
}
