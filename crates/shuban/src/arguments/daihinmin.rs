//! What can be said of matches of Daihinmin.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use shuban_tanhinmin::Clearing;
use shuban_uec::matches::PlayerSetting;

use super::Common;

#[derive(Debug, Subcommand)]
pub(crate) enum Daihinmin {
    /// Play a match in this process: five players by name
    ///
    /// Every hundred games are a table of their own, as the contest has it. The same seed gives the same match,
    /// whatever the number of threads (but for players with --think).
    Match {
        /// The players, in the order of their numbers: random, default, base, endgame or endgame+
        #[arg(num_args = 5, required = true, value_name = "PLAYER")]
        players: Vec<String>,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        games: u32,
        /// Where chance begins
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Keep records of all games in this folder, a file for each table
        #[arg(long, value_name = "DIR")]
        records: Option<PathBuf>,
        #[command(flatten)]
        thinking: Thinking,
    },

    /// Play a match with five clients over the contest's protocol, version 20070
    ///
    /// Waits for five clients, plays the games with them and keeps a record. A client whose answer is late,
    /// illegal or missing has passed; one that is gone passes to the end.
    Serve {
        /// Where to listen: other machines reach the program only at an address of this machine's own
        #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
        host: String,
        /// The port; 0 takes any that is free, and says which
        #[arg(long, value_name = "PORT", default_value_t = 42_485)]
        port: u16,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        games: u32,
        /// Where chance begins
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How long to wait for the five
        #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = super::seconds)]
        joining: f64,
        /// How long an answer may take
        #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seconds)]
        turn: f64,
        /// The folder for the record, a new file for each match
        #[arg(long, value_name = "DIR", default_value = "records")]
        records: PathBuf,
    },

    /// Play on a server of the contest's protocol, this program's own or the original one
    Client {
        /// The server
        #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
        host: String,
        /// Its port
        #[arg(long, value_name = "PORT", default_value_t = 42_485)]
        port: u16,
        /// Who plays: random, default, base, endgame or endgame+
        #[arg(long, value_name = "PLAYER", default_value = "endgame")]
        player: String,
        /// As whom to introduce it [default: the player's name]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Where the player's chance begins
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How long to try to reach the server
        #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seconds)]
        reaching: f64,
        /// How long the server may say nothing
        #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = super::seconds)]
        silence: f64,
        #[command(flatten)]
        thinking: Thinking,
    },

    /// Read records and play every game again: is everything by the rules?
    Check {
        /// Files of records
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// How players think.
#[derive(Args, Debug)]
pub(crate) struct Thinking {
    /// Look at no more than so many deals of the unseen cards for a decision
    #[arg(long, value_name = "N", default_value_t = PlayerSetting::default().samples, value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,

    /// And for no longer than so many seconds: what is played then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    think: Option<f64>,

    /// Play so many deals out for a decision of endgame+
    #[arg(long, value_name = "N", default_value_t = PlayerSetting::default().playouts, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,

    /// Each of them the one of so many that agrees best with what was seen
    #[arg(long, value_name = "N", default_value_t = PlayerSetting::default().tries, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tries: u32,

    /// Play deals out once so few cards are left in all hands
    #[arg(long, value_name = "N", default_value_t = PlayerSetting::default().playout_cards as u64, value_parser = clap::value_parser!(u64).range(2..=53))]
    playout_cards: u64,

    /// By which rule for the end of a trick the databases of endgame are: when all but the last player have passed,
    /// or as on the contest's server when he has, too
    #[arg(long, value_name = "RULE", default_value = "tanhinmin", value_parser = parse_clearing)]
    clearing: Clearing,

    /// Ask databases once so few cards are left in all hands
    #[arg(long, value_name = "N", default_value_t = PlayerSetting::default().cards as u64, value_parser = clap::value_parser!(u64).range(2..=11))]
    cards: u64,
}

impl Thinking {
    pub(crate) fn setting(&self, common: &Common) -> PlayerSetting {
        PlayerSetting {
            data: Some(common.data.clone()),
            clearing: self.clearing,
            cards: self.cards as usize,
            samples: self.samples,
            time: self.think.map(Duration::from_secs_f64),
            playouts: self.playouts,
            tries: self.tries,
            playout_cards: self.playout_cards as usize,
        }
    }
}

/// `tanhinmin` or `uecda`.
fn parse_clearing(text: &str) -> Result<Clearing, String> {
    match text {
        "tanhinmin" => Ok(Clearing::Tanhinmin),
        "uecda" => Ok(Clearing::Uecda),
        _ => Err("there are tanhinmin and uecda".to_owned()),
    }
}
