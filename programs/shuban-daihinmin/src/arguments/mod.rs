//! Arguments of commands.

mod clients;
mod convert;
mod games;
mod improve;
mod learn;
mod thinking;
mod tournament;

pub(crate) use clients::{ClientArguments, Waiting, with_clients};
pub(crate) use convert::ConvertArguments;
pub(crate) use games::Games;
pub(crate) use improve::ImproveArguments;
pub(crate) use learn::LearnArguments;
pub(crate) use thinking::Thinking;
pub(crate) use tournament::TournamentArguments;
