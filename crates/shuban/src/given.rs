//! The flags of `solve` as they were given.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};

use crate::search_flags::ProofFlags;

/// Flags that a ledger leaves out: the question (it has its own member), threads, and paths that the
/// search does not depend on.
const LEFT_OUT: [&str; 13] = [
    "question",
    "threads",
    "data",
    "json",
    "quiet",
    "log",
    "checkpoint",
    "checkpoint-seconds",
    "resume",
    "ledger",
    "ledger-from",
    "with-others",
    "proof",
];

/// A file that the search depends on: its name is kept, but not its folder.
const NAMED: &str = "hints";

/// Returns the flags of proof search among those of a command as they were given, each after a
/// space, without those of [`LEFT_OUT`]. `command` has all flags that are looked for.
pub(crate) fn as_given(matches: &ArgMatches, command: &Command) -> String {
    let told =
        given(matches, command).into_iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    told.map(|(name, values)| match (name.as_str(), values.rsplit_once(['/', '\\'])) {
        (NAMED, Some((_, file))) => format!(" --{name} {file}"),
        _ => format!(" --{name}{values}"),
    })
    .collect()
}

/// Returns the first given flag of proof search, for games that are not solved by it.
pub(crate) fn first_proof_flag(matches: &ArgMatches) -> Option<String> {
    given(matches, &ProofFlags::augment_args(Command::new("solve")))
        .into_iter()
        .map(|(name, _)| name)
        .next()
}

/// Returns the given flags with their values, each value after a space.
fn given(matches: &ArgMatches, command: &Command) -> Vec<(String, String)> {
    let flag = |argument: &Arg| {
        let (name, id) = (argument.get_long()?, argument.get_id().as_str());
        let is_given = matches.try_contains_id(id).is_ok()
            && matches.value_source(id) == Some(ValueSource::CommandLine);
        let values =
            matches.get_raw(id).filter(|_| is_given && argument.get_action().takes_values());
        let values = values.into_iter().flatten().map(|value| format!(" {}", value.display()));
        is_given.then(|| (name.to_owned(), values.collect()))
    };
    command.get_arguments().filter_map(flag).collect()
}
