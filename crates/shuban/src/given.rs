//! The flags of `solve` as they were given.

use clap::parser::ValueSource;
use clap::{Args, Command, CommandFactory};

use crate::arguments::Arguments;
use crate::search_flags::ProofFlags;

/// Flags that a ledger leaves out: the question (it has its own member), threads, and paths.
const LEFT_OUT: [&str; 10] = [
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

/// The flags of `solve` on this command line, each after a space, without those of [`LEFT_OUT`].
pub(crate) fn as_given() -> String {
    let told = given().into_iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    told.map(|(name, values)| format!(" --{name}{values}")).collect()
}

/// The first flag of proof search on this command line, for games that are not solved so.
pub(crate) fn first_proof_flag() -> Option<String> {
    let proof = ProofFlags::augment_args(Command::new("solve"));
    let is_one = |flag: &str| proof.get_arguments().any(|one| one.get_long() == Some(flag));
    given().into_iter().map(|(name, _)| name).find(|name| is_one(name))
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
    let flag = |argument: &clap::Arg| {
        let (name, id) = (argument.get_long()?, argument.get_id().as_str());
        let is_given = given.try_contains_id(id).is_ok()
            && given.value_source(id) == Some(ValueSource::CommandLine);
        let values = given.get_raw(id).filter(|_| is_given && argument.get_action().takes_values());
        let values = values.into_iter().flatten().map(|value| format!(" {}", value.display()));
        is_given.then(|| (name.to_owned(), values.collect()))
    };
    solve.get_arguments().filter_map(flag).collect()
}
