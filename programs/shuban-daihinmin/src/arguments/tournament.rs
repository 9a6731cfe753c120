//! The command `tournament`.

use clap::Args;
use shuban::{Context, Failure, Parting, Status};
use shuban_catalog::with_threads;
use shuban_daihinmin::tournament::{TournamentOptions, hold};

use super::{Games, Thinking};
use crate::{failed, named, set_up};

/// Arguments of a tournament.
#[derive(Args, Debug)]
pub(crate) struct TournamentArguments {
    /// Two to 40 players; the same one may take part several times
    #[arg(num_args = 2..=40, required = true, value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    thinking: Thinking,
}

impl TournamentArguments {
    pub(crate) fn run(self, context: &Context<'_>) -> Result<Status, Failure> {
        let TournamentArguments { players, games: Games { games, seed, records }, thinking } = self;
        let players = named(&players)?;
        let options = TournamentOptions { players, games, seed, records };
        context.if_interrupted(|| Parting::word("the tournament was not played to its end"));
        let meter = context.meter();
        let report = with_threads(context.common.threads(), || {
            let setup = set_up(&options.players, &thinking, context, &meter)?;
            hold(&setup, &options, &meter)
        })?
        .map_err(failed)?;
        context.answer(&report)?;
        Ok(Status::Success)
    }
}
