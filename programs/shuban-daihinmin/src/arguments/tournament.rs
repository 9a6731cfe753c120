//! The command `tournament`.

use clap::Args;
use shuban::{Context, Failure, Parting, Status};
use shuban_catalog::with_threads;
use shuban_daihinmin::tournament::{Clients, TournamentOptions, hold};

use super::clients::for_clients;
use super::{Games, Thinking, Waiting};
use crate::{failed, named, set_up};

/// The most players and clients.
const MOST_ENTRANTS: usize = 40;

/// Arguments of a tournament.
#[derive(Args, Debug)]
#[command(mut_group("Waiting", for_clients))]
pub(crate) struct TournamentArguments {
    /// The players, two to 40 with the clients; the same one may take part several times
    #[arg(num_args = 0.., value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    thinking: Thinking,
    /// A player that connects to this port, anew for each table; may be repeated
    ///
    /// Each table is a match for it: a client of this program comes again with `--again`, others are
    /// started again. With fewer than five players and clients, several come at a time. Tables are
    /// played one after the other. 0 is any free port, which is printed.
    #[arg(long = "client", value_name = "PORT")]
    ports: Vec<u16>,
    #[command(flatten)]
    waiting: Waiting,
}

impl TournamentArguments {
    pub(crate) fn run(self, context: &Context<'_>) -> Result<Status, Failure> {
        let TournamentArguments { players, games, thinking, ports, waiting } = self;
        let Games { games, seed, records } = games;
        let entrants = players.len() + ports.len();
        if !(2..=MOST_ENTRANTS).contains(&entrants) {
            let message =
                format!("a tournament is between two to {MOST_ENTRANTS}, these are {entrants}");
            return Err(Failure::usage(message));
        }
        let players = named(&players)?;
        let options = TournamentOptions { players, games, seed, records };
        context.if_interrupted(|| Parting::word("the tournament was not played to its end"));
        let meter = context.meter();
        let set_up = || set_up(&options.players, &thinking, context, &meter);
        let threads = context.common.threads();
        if ports.is_empty() {
            let held = with_threads(threads, || hold(&set_up()?, &options, &meter));
            context.answer(&held?.map_err(failed)?)?;
            return Ok(Status::Success);
        }
        let setup = with_threads(threads, set_up)?.map_err(failed)?;
        let limits = waiting.limits();
        let clients = Clients::bind(&waiting.host, &ports, waiting.joining, limits);
        let clients = clients.map_err(failed)?;
        for address in clients.addresses() {
            context.remark(&format!("listening on {address}"));
        }
        let report = clients.hold(&setup, &options, &meter).map_err(failed)?;
        context.answer(&report)?;
        Ok(if report.cut_short.is_none() { Status::Success } else { Status::Negative })
    }
}
