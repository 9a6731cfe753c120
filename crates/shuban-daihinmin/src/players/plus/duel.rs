//! The last two: all cards are known, and the game is solved by all its rules.

use rustc_hash::FxHashMap;

use crate::uec::{Meld, Round, Rules, melds};

/// What is known of the side to move when two are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duel {
    /// It comes in before the other, beginning with this meld or pass.
    Won(Option<Meld>),
    /// It does not, if the other plays well.
    Lost,
    /// The search was given up.
    Open,
}

/// Solves a game in which two are left, by depth-first search that remembers positions; gives up after so many.
/// A pass that leads is not looked at: it gives the other the lead for nothing, or nothing changes.
pub(super) fn duel(rules: &Rules, round: &Round, positions: usize) -> Duel {
    let mut search = Search { rules, known: FxHashMap::default(), left: positions };
    let mut start = round.clone();
    start.table.passes = 0;
    match search.best(&start) {
        Some(Some(action)) => Duel::Won(action),
        Some(None) => Duel::Lost,
        None => Duel::Open,
    }
}

struct Search<'r> {
    rules: &'r Rules,
    /// Whether whoever is to move wins.
    known: FxHashMap<Round, bool>,
    left: usize,
}

impl Search<'_> {
    /// The first action that wins, if there is one; `None` if the search is given up.
    #[expect(clippy::option_option, reason = "given up, no such action, or the action: a pass is one")]
    fn best(&mut self, round: &Round) -> Option<Option<Option<Meld>>> {
        let mover = round.table.turn;
        let other = round.table.players_in().iter().find(|&seat| seat != mover).unwrap_or(mover);
        let mut found = Vec::new();
        melds(self.rules, round.hands[mover], &round.table, &mut found);
        // The largest first: it leaves the least to do.
        found.sort_by_key(|meld| std::cmp::Reverse(meld.len()));
        let passes = round.table.top.is_some().then_some(None);
        for action in found.into_iter().map(Some).chain(passes) {
            let mut after = round.clone();
            if after.play(self.rules, action).is_err() {
                continue;
            }
            after.table.passes = 0;
            let wins = match after.table.places[mover] {
                // Who goes out against the rules comes in behind the other.
                Some(place) => after.table.places[other].is_none_or(|behind| place < behind),
                None => self.wins(&after)? == (after.table.turn == mover),
            };
            if wins {
                return Some(Some(action));
            }
        }
        Some(None)
    }

    fn wins(&mut self, round: &Round) -> Option<bool> {
        if let Some(&known) = self.known.get(round) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let wins = self.best(round)?.is_some();
        self.known.insert(round.clone(), wins);
        Some(wins)
    }
}
