//! Clients of a match, and how long the match waits for them.

use std::time::Duration;

use clap::{ArgGroup, Args};
use shuban::{Context, Failure, Meter, Status};
use shuban_catalog::with_threads;
use shuban_daihinmin::matches::{AnswerLimits, Mixed, MixedOptions};

use super::Games;
use crate::{Match, duration, failed, set_up};

/// Clients of a match beside players by name.
#[derive(Args, Debug)]
#[command(mut_group("Waiting", for_clients))]
pub(crate) struct ClientArguments {
    /// A seat for a client that connects to this port; may be repeated, also with the same port
    ///
    /// Players by name have the first numbers, clients the others, in the order in which they come.
    /// Tables are then played one after the other. 0 is any free port, which is printed.
    #[arg(long = "client", value_name = "PORT")]
    pub(crate) ports: Vec<u16>,
    #[command(flatten)]
    pub(crate) waiting: Waiting,
}

/// Refuses options of clients where there are none.
pub(super) fn for_clients(options: ArgGroup) -> ArgGroup {
    options.requires("ports")
}

/// Address and time limits of clients.
#[derive(Args, Debug)]
pub(crate) struct Waiting {
    /// Address to listen on; the default accepts connections from this machine only
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Time to wait for the clients; in a tournament for those of each table
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = duration)]
    pub(crate) joining: Duration,
    /// Time limit of a client's answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = duration)]
    turn: Duration,
    /// Time limit of all answers of a client together, in a tournament at each table [default: none]
    ///
    /// The time is counted while the match waits for the client. When it is used up, each further
    /// answer is late at once: a pass, or the strongest cards in the exchange.
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    budget: Option<Duration>,
}

impl Waiting {
    /// Returns the time limits of answers.
    pub(crate) fn limits(&self) -> AnswerLimits {
        AnswerLimits { turn: self.turn, budget: self.budget }
    }
}

/// Plays a match with clients.
pub(crate) fn with_clients(
    of: Match,
    context: &Context<'_>,
    meter: &Meter,
) -> Result<Status, Failure> {
    let Match { players, games: Games { games, seed, records }, thinking, clients } = of;
    let players = crate::named(&players)?;
    let ClientArguments { ports, waiting } = clients;
    let setup =
        with_threads(context.common.threads(), || set_up(&players, &thinking, context, meter))?
            .map_err(failed)?;
    let limits = waiting.limits();
    let Waiting { host, joining, .. } = waiting;
    let options =
        MixedOptions { players, clients: ports, host, games, seed, joining, limits, records };
    let mixed = Mixed::bind(options).map_err(failed)?;
    for address in mixed.addresses() {
        context.remark(&format!("listening on {address}"));
    }
    let report = mixed.run(&setup, meter).map_err(failed)?;
    context.answer(&report)?;
    Ok(Status::Success)
}
