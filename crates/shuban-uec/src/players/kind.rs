//! Players by name.

use std::sync::Arc;

use super::endgame::{EndgameLimits, LeadSolver, WinningLeads};
use super::{AtRandom, Base, Endgame, EndgamePlus, PlainPlayer, Player, Playouts};
use crate::game::ContestRules;
use shuban_core::Random;
use shuban_tanhinmin::Clearing;

/// The players there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Any legal meld or the pass, each equally likely.
    Random,
    /// Plain rules, much as the client that comes with the contest's kit: [`PlainPlayer`].
    Default,
    /// Rules of moderate strength: [`Base`].
    Base,
    /// [`Base`] with endgame databases: [`Endgame`].
    Endgame,
    /// [`Base`] with playouts and exact search: [`EndgamePlus`].
    EndgamePlus,
}

/// What players are made with.
#[derive(Clone)]
pub struct Setup {
    /// The rules of the match.
    pub rules: ContestRules,
    /// Where the random numbers of the first player begin; the others' follow from it.
    pub seed: u64,
    /// What [`Endgame`] asks.
    pub leads: Arc<dyn WinningLeads>,
    /// And when.
    pub limits: EndgameLimits,
    /// How much [`EndgamePlus`] thinks.
    pub playouts: Playouts,
}

impl Setup {
    /// With a solver for the endgame's deals, which all players made with this share.
    pub fn new(rules: ContestRules, seed: u64) -> Self {
        let limits = EndgameLimits::default();
        let leads = Arc::new(LeadSolver::new(Clearing::Tanhinmin, limits.cards));
        Setup { rules, seed, leads, limits, playouts: Playouts::default() }
    }
}

impl PlayerKind {
    /// All of them, the weakest first.
    pub const ALL: [PlayerKind; 5] = [
        PlayerKind::Random,
        PlayerKind::Default,
        PlayerKind::Base,
        PlayerKind::Endgame,
        PlayerKind::EndgamePlus,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Default => "default",
            PlayerKind::Base => "base",
            PlayerKind::Endgame => "endgame",
            PlayerKind::EndgamePlus => "endgame+",
        }
    }

    /// The player of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        PlayerKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A player, with random numbers of its own for each `number`.
    pub fn player(self, setup: &Setup, number: usize) -> Box<dyn Player> {
        let random = Random::of_part(setup.seed, number as u64);
        match self {
            PlayerKind::Random => Box::new(AtRandom::new(setup.rules, random)),
            PlayerKind::Default => Box::new(PlainPlayer::new(setup.rules)),
            PlayerKind::Base => Box::new(Base::new(setup.rules)),
            PlayerKind::Endgame => {
                let leads = Arc::clone(&setup.leads);
                Box::new(Endgame::new(setup.rules, leads, setup.limits, random))
            }
            PlayerKind::EndgamePlus => {
                Box::new(EndgamePlus::new(setup.rules, setup.playouts, random))
            }
        }
    }
}
