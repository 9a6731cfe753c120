//! The last two players: all cards are known, and a search by all rules solves the game.

use rustc_hash::FxHashMap;
use shuban_core::Seat;

use crate::{ContestPosition, ContestRules, Meld, melds};

/// Result of a search for the player to move when two are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duel {
    /// It can force to come in first, beginning with this meld or pass.
    Won(Option<Meld>),
    /// It cannot: the other comes in first, or passes in a row leave it to chance.
    NotWon,
    /// The search was given up.
    Open,
}

/// Solves a game in which two are left, by depth-first search with a table of positions; gives up
/// after this many.
///
/// It tries every action of the other, including passes on an empty table and too many passes in a
/// row. The player itself never needs to pass on an empty table: the other may pass in turn, and
/// then nothing has changed but the number of passes.
pub fn duel(rules: &ContestRules, position: &ContestPosition, most: usize) -> Duel {
    let hero = position.table.turn;
    let Some(other) = position.table.players_in().find(|&seat| seat != hero) else {
        return Duel::Open;
    };
    let mut search = DuelSearch { rules, hero, other, known: FxHashMap::default(), left: most };
    match search.decisive(position) {
        Some(Some(action)) => Duel::Won(action),
        Some(None) => Duel::NotWon,
        None => Duel::Open,
    }
}

struct DuelSearch<'r> {
    rules: &'r ContestRules,
    /// The player who wants to come in first.
    hero: Seat,
    /// The other player who is in.
    other: Seat,
    /// True if the hero can force that.
    known: FxHashMap<ContestPosition, bool>,
    left: usize,
}

impl DuelSearch<'_> {
    /// The first action with which the player to move succeeds: the hero wins, or the other
    /// prevents it. `None` if the search is given up.
    #[expect(
        clippy::option_option,
        reason = "given up, no such action, or the action: a pass is one"
    )]
    fn decisive(&mut self, position: &ContestPosition) -> Option<Option<Option<Meld>>> {
        let mover = position.table.turn;
        let is_hero = mover == self.hero;
        let mut found = melds(self.rules, position.hands[mover], &position.table);
        // The largest first: it leaves the least to search.
        found.sort_by_key(|meld| std::cmp::Reverse(meld.len()));
        let passes = (position.table.top.is_some() || !is_hero).then_some(None);
        for action in found.into_iter().map(Some).chain(passes) {
            let mut after = position.clone();
            if after.play(self.rules, action).is_ok() && self.wins(&after)? == is_hero {
                return Some(Some(action));
            }
        }
        Some(None)
    }

    /// Returns true if the hero can force to come in first.
    fn wins(&mut self, position: &ContestPosition) -> Option<bool> {
        if position.is_over(self.rules) {
            // Going out against the rules is worse than the other's place; no place means chance.
            let [own, others] = [self.hero, self.other].map(|seat| position.table.places[seat]);
            return Some(own.is_some() && own < others);
        }
        if let Some(&known) = self.known.get(position) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let wins = self.decisive(position)?.is_some() == (position.table.turn == self.hero);
        self.known.insert(position.clone(), wins);
        Some(wins)
    }
}
