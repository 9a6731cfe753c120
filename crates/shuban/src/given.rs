//! The flags of `solve` as they were given.

use clap::parser::ValueSource;
use clap::{Args, Command, CommandFactory};

use crate::arguments::Arguments;
use crate::search_flags::ProofFlags;

/// Flags that a ledger leaves out: the question (it has its own member), threads, and paths.
const NOT_TOLD: [&str; 10] = [
    "question",
    "threads",
    "data",
    "json",
    "quiet",
    "checkpoint",
    "checkpoint-seconds",
    "resume",
    "ledger",
    "proof",
];

/// The flags of `solve` on this command line, each after a space, without those of [`NOT_TOLD`].
pub(crate) fn as_given() -> String {
    let told = given().into_iter().filter(|(name, _)| !NOT_TOLD.contains(&name.as_str()));
    told.map(|(name, values)| format!(" --{name}{values}")).collect()
}

/// The first flag of proof search on this command line, for games that are not solved so.
pub(crate) fn first_proof_flag() -> Option<String> {
    let command = ProofFlags::augment_args(Command::new("solve"));
    let names: Vec<&str> =
        command.get_arguments().filter_map(|argument| argument.get_long()).collect();
    given().into_iter().map(|(name, _)| name).find(|name| names.contains(&name.as_str()))
}

/// The flags of `solve` on this command line with their values, each value after a space.
fn given() -> Vec<(String, String)> {
    let mut command = Arguments::command();
    command.build();
    let Ok(matches) = command.clone().try_get_matches_from(std::env::args_os()) else {
        return Vec::new();
    };
    let (Some(("solve", given)), Some(solve)) =
        (matches.subcommand(), command.find_subcommand("solve"))
    else {
        return Vec::new();
    };
    let mut flags = Vec::new();
    for argument in solve.get_arguments() {
        let (Some(name), id) = (argument.get_long(), argument.get_id().as_str()) else { continue };
        if given.try_contains_id(id).is_err()
            || given.value_source(id) != Some(ValueSource::CommandLine)
        {
            continue;
        }
        let mut values = String::new();
        if argument.get_action().takes_values() {
            let raw = given.get_raw(id).into_iter().flatten();
            raw.for_each(|value| values.push_str(&format!(" {}", value.to_string_lossy())));
        }
        flags.push((name.to_owned(), values));
    }
    flags
}
