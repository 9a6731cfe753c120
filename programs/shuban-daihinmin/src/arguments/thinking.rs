//! Amounts of the players' thinking.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use shuban_daihinmin::learn::read_policy;
use shuban_daihinmin::matches::PlayerSetting;
use shuban_daihinmin_game::players::endgame::EndgameLimits;
use shuban_daihinmin_game::players::{ChampionSetting, Playouts};
use shuban_tanhinmin::Clearing;

use crate::duration;

/// Settings of the players' decisions.
#[derive(Args, Debug)]
pub(crate) struct Thinking {
    /// Look at no more than this many deals of the unseen cards for a decision
    #[arg(
        long,
        value_name = "N",
        default_value_t = EndgameLimits::default().samples,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    samples: u64,

    /// Let endgame and champion (but not endgame+) think no longer than this for a decision; the
    /// match then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    think: Option<Duration>,

    /// Let champion think this long in a game on average: what one leaves is for later ones; the match
    /// then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    think_game: Option<Duration>,

    /// Number of deals that endgame+ plays out for a decision
    #[arg(
        long,
        value_name = "N",
        default_value_t = Playouts::default().deals,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    playouts: u32,

    /// Draw this many deals for each playout and take the one that best fits the play so far
    #[arg(
        long,
        value_name = "N",
        default_value_t = Playouts::default().tries,
        value_parser = clap::value_parser!(u32).range(1..=1_000)
    )]
    tries: u32,

    /// Use playouts when at most this many cards are left in all hands
    #[arg(
        long,
        value_name = "N",
        default_value_t = Playouts::default().cards as u64,
        value_parser = clap::value_parser!(u64).range(2..=53)
    )]
    playout_cards: u64,

    /// End of a trick in the databases of endgame: tanhinmin, when all but the last player have
    /// passed; uecda, as on the contest's server, when that player has passed, too
    #[arg(long, value_name = "RULE", default_value = "tanhinmin", value_parser = parse_clearing)]
    clearing: Clearing,

    /// Use databases when at most this many cards are left in all hands
    #[arg(
        long,
        value_name = "N",
        default_value_t = EndgameLimits::default().cards as u64,
        value_parser = clap::value_parser!(u64).range(2..=11)
    )]
    cards: u64,

    /// File of the weights of policy and champion, as `learn` and `improve` write them [default: those
    /// that come with each of the two]
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    /// File of the weights of a player that the others may be like, for champion; may be repeated.
    /// It knows players like default and base
    #[arg(long, value_name = "FILE")]
    opponent: Vec<PathBuf>,

    /// Number of games that champion plays out for a decision
    #[arg(
        long,
        value_name = "N",
        default_value_t = ChampionSetting::default().simulations,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    simulations: u32,
}

impl Thinking {
    /// Returns the settings; reads the policy, if one is named.
    pub(crate) fn setting(&self) -> Result<PlayerSetting, shuban_daihinmin::Error> {
        let limits = EndgameLimits {
            cards: self.cards as usize,
            samples: self.samples,
            time: self.think,
            ..EndgameLimits::default()
        };
        let playouts = Playouts {
            cards: self.playout_cards as usize,
            deals: self.playouts,
            tries: self.tries,
            ..Playouts::default()
        };
        let policy = self.policy.as_deref().map(read_policy).transpose()?.map(Arc::new);
        let policies = self.opponent.iter().map(|file| read_policy(file).map(Arc::new));
        let opponents = policies.collect::<Result<_, _>>()?;
        let search = ChampionSetting {
            simulations: self.simulations,
            time: self.think,
            game_time: self.think_game,
            ..ChampionSetting::default()
        };
        let (clearing, defaults) = (self.clearing, PlayerSetting::default());
        Ok(PlayerSetting { clearing, limits, playouts, policy, opponents, search, ..defaults })
    }
}

/// Parses `tanhinmin` or `uecda`.
fn parse_clearing(text: &str) -> Result<Clearing, String> {
    match text {
        "tanhinmin" => Ok(Clearing::Tanhinmin),
        "uecda" => Ok(Clearing::Uecda),
        _ => Err("there are tanhinmin and uecda".to_owned()),
    }
}
