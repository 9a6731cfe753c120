//! Players by name.

use std::sync::Arc;

use shuban_core::Random;
use shuban_daihinmin_game::ContestRules;
use shuban_daihinmin_game::players::endgame::{EndgameLimits, LeadTables, Poll, SetTables};
use shuban_daihinmin_game::players::{
    Base, Champion, ChampionSetting, ContestPlayer, Endgame, EndgamePlus, Playouts, PolicyPlayer,
};
use shuban_daihinmin_game::policy::Policy;
use shuban_tanhinmin::Clearing;

use super::{AtRandom, PlainPlayer};

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Any legal meld or the pass, each equally likely.
    Random,
    /// Plain rules, similar to the client of the contest's kit: [`PlainPlayer`].
    Default,
    /// Rules of moderate strength: [`Base`].
    Base,
    /// The player of Nishino and Nishino (2010), section 3.3: [`Endgame`] without certain wins.
    Printed,
    /// [`Base`] with certain wins and endgame databases: [`Endgame`].
    Endgame,
    /// The same with databases of sets: [`Endgame`] with [`SetTables`].
    Sets,
    /// [`Base`] with playouts and exact search: [`EndgamePlus`].
    EndgamePlus,
    /// The likeliest play of a learnt policy: [`PolicyPlayer`].
    Policy,
    /// Search over deals with a learnt policy: [`Champion`].
    Champion,
    /// The same with databases of sets in the games that it plays out.
    ChampionSets,
}

/// Resources of players.
#[derive(Clone)]
pub struct Setup {
    /// The rules of the match.
    pub rules: ContestRules,
    /// The seed; each player derives its own random numbers from it.
    pub seed: u64,
    /// The tables of [`Endgame`].
    pub leads: Arc<LeadTables>,
    /// The tables of the players that [ask sets](PlayerKind::asks_sets), if there are any.
    pub sets: Option<Arc<SetTables>>,
    /// Limits within which [`Endgame`] asks them.
    pub limits: EndgameLimits,
    /// Amount of playouts of [`EndgamePlus`].
    pub playouts: Playouts,
    /// The policy of [`PolicyPlayer`] and [`Champion`], instead of those that come with them.
    pub policy: Option<Arc<Policy>>,
    /// Policies of players that the others may be, for [`Champion`], besides those that it knows.
    pub opponents: Vec<Arc<Policy>>,
    /// Amount of search of [`Champion`].
    pub search: ChampionSetting,
}

impl Setup {
    /// Creates defaults without tables: [`Endgame`] then only adds certain wins to [`Base`].
    pub fn new(rules: ContestRules, seed: u64) -> Self {
        let leads = Arc::new(LeadTables::new(Clearing::default()));
        let (limits, playouts, search) = Default::default();
        let (sets, policy, opponents) = (None, None, Vec::new());
        Setup { rules, seed, leads, sets, limits, playouts, policy, opponents, search }
    }
}

impl PlayerKind {
    /// All players, the weakest first.
    pub const ALL: [PlayerKind; 10] = [
        PlayerKind::Random,
        PlayerKind::Default,
        PlayerKind::Base,
        PlayerKind::Printed,
        PlayerKind::Endgame,
        PlayerKind::Sets,
        PlayerKind::EndgamePlus,
        PlayerKind::Policy,
        PlayerKind::Champion,
        PlayerKind::ChampionSets,
    ];

    /// Returns true if it asks the tables of [`Endgame`].
    pub const fn asks_databases(self) -> bool {
        matches!(self, PlayerKind::Printed | PlayerKind::Endgame | PlayerKind::Sets)
    }

    /// Returns true if it asks [`SetTables`].
    pub const fn asks_sets(self) -> bool {
        matches!(self, PlayerKind::Sets | PlayerKind::ChampionSets)
    }

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Default => "default",
            PlayerKind::Base => "base",
            PlayerKind::Printed => "endgame-printed",
            PlayerKind::Endgame => "endgame",
            PlayerKind::Sets => "endgame-sets",
            PlayerKind::EndgamePlus => "endgame+",
            PlayerKind::Policy => "policy",
            PlayerKind::Champion => "champion",
            PlayerKind::ChampionSets => "champion-sets",
        }
    }

    /// Returns the player of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        PlayerKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Creates a player, with random numbers of its own for each `number`.
    pub fn player(self, setup: &Setup, number: usize) -> Box<dyn ContestPlayer> {
        let Setup { rules, seed, limits, playouts, .. } = *setup;
        let random = Random::of_part(seed, number as u64);
        match self {
            PlayerKind::Random => Box::new(AtRandom { rules, random }),
            PlayerKind::Default => Box::new(PlainPlayer { rules }),
            PlayerKind::Base => Box::new(Base { rules }),
            PlayerKind::Printed | PlayerKind::Endgame | PlayerKind::Sets => {
                let certain = limits.certain && self != PlayerKind::Printed;
                let limits = EndgameLimits { certain, ..limits };
                let poll = Poll { leads: Arc::clone(&setup.leads), limits, random };
                let sets = setup.sets.clone().filter(|_| self == PlayerKind::Sets);
                Box::new(Endgame { base: Base { rules }, poll, sets })
            }
            PlayerKind::EndgamePlus => Box::new(EndgamePlus::new(rules, playouts, random)),
            PlayerKind::Policy => {
                let policy = setup.policy.clone().unwrap_or_else(Policy::played);
                Box::new(PolicyPlayer::new(rules, policy))
            }
            PlayerKind::Champion | PlayerKind::ChampionSets => {
                let sets = setup.sets.clone().filter(|_| self == PlayerKind::ChampionSets);
                let policy = setup.policy.clone().unwrap_or_else(Policy::bundled);
                let champion = Champion::new(rules, policy, setup.search, random);
                Box::new(champion.with_tables(sets).with_opponents(&setup.opponents))
            }
        }
    }
}
