//! Players by name.

use super::{AtRandom, Base, Plain, Player};
use crate::Random;
use crate::uec::Rules;

/// The players there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any legal meld or the pass, each equally likely.
    Random,
    /// Plain rules, much as the client that comes with the contest's kit: [`Plain`].
    Default,
    /// Rules that keep strong cards and count what is left: [`Base`].
    Base,
}

/// What players are made with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules of the match.
    pub rules: Rules,
    /// Where the random numbers of the first player begin; the others' follow from it.
    pub seed: u64,
}

impl Kind {
    /// All of them, the weakest first.
    pub const ALL: [Kind; 3] = [Kind::Random, Kind::Default, Kind::Base];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Default => "default",
            Kind::Base => "base",
        }
    }

    /// The player of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A player, with random numbers of its own for each `number`.
    pub fn player(self, setup: &Setup, number: usize) -> Box<dyn Player> {
        let random = Random::of_part(setup.seed, number as u64);
        match self {
            Kind::Random => Box::new(AtRandom::new(setup.rules, random)),
            Kind::Default => Box::new(Plain::new(setup.rules)),
            Kind::Base => Box::new(Base::new(setup.rules)),
        }
    }
}
