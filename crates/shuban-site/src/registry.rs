//! Registration of games and domains: of each a page has its rules, and what looks values up. What builds
//! or searches is left out, and so is not compiled.

use shuban_core::introduction::Kin;
use shuban_core::provable::Provable;
use shuban_core::solver::SumGame;
use shuban_core::{
    Explain, Group, IntervalDomain, Loopy, PositionSolver, Present, Registry, Sweep, Tabulate,
};

use crate::fetched::FetchedLayers;
use crate::site::Site;

impl Site {
    fn add(&mut self, domain: impl Explain + 'static) {
        // A page has its domains for as long as it is open.
        let domain = &*Box::leak(Box::new(domain));
        self.families.push(Box::new(FetchedLayers::new(domain, &self.needs)));
    }
}

impl Registry for Site {
    fn game(&mut self, game: impl Present + 'static) {
        self.games.push(Box::new(game));
    }

    fn group(&mut self, _group: Group) {}

    fn tabulated(&mut self, domain: impl Tabulate + Explain + 'static) {
        self.add(domain);
    }

    fn fixed_point(&mut self, domain: impl Tabulate + Explain + 'static) {
        self.add(domain);
    }

    fn iterated(&mut self, domain: impl Sweep + Explain + 'static) {
        self.add(domain);
    }

    fn iterated_by_backup(&mut self, domain: impl IntervalDomain + Explain + 'static) {
        self.add(domain);
    }

    fn retrograde(&mut self, domain: impl Explain + 'static) {
        self.add(domain);
    }

    fn loopy(&mut self, domain: impl Loopy + Explain + 'static) {
        self.add(domain);
    }

    fn multiplayer(&mut self, _game: impl Present<Chance = ()> + 'static) {}

    fn expectimax(&mut self, _domain: impl IntervalDomain + Explain + 'static) {}

    fn solver(&mut self, _solver: impl PositionSolver + 'static) {}

    fn kin(&mut self, _kin: Kin) {}

    fn provable(&mut self, _game: impl Provable + Present + 'static) {}

    fn sums(&mut self, _game: impl SumGame + 'static) {}
}
