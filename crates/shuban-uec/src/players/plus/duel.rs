//! The last two: all cards are known, and the game is solved by all its rules.

use rustc_hash::FxHashMap;
use shuban_core::Seat;

use crate::game::{ContestRules, Meld, Round, melds};

/// What is known of the side to move when two are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duel {
    /// It comes in before the other, whatever the other does, beginning with this meld or pass.
    Won(Option<Meld>),
    /// It cannot be sure to: the other comes in first, or passes in a row leave it to chance.
    NotWon,
    /// The search was given up.
    Open,
}

/// Solves a game in which two are left, by depth-first search that remembers positions; gives up
/// after so many.
///
/// All that the other may do is looked at, passes on an empty table and too many passes in a row as
/// well. The side itself never needs to pass on an empty table: the other may pass in turn, and
/// then the same side leads as before, nothing has changed but for the number of passes, and some
/// meld must do in the end.
pub(super) fn duel(rules: &ContestRules, round: &Round, positions: usize) -> Duel {
    let hero = round.table.turn;
    let Some(other) = round.table.players_in().iter().find(|&seat| seat != hero) else {
        return Duel::Open;
    };
    let mut search =
        DuelSearch { rules, hero, other, known: FxHashMap::default(), left: positions };
    match search.decisive(round) {
        Some(Some(action)) => Duel::Won(action),
        Some(None) => Duel::NotWon,
        None => Duel::Open,
    }
}

struct DuelSearch<'r> {
    rules: &'r ContestRules,
    /// Who wants to come in first.
    hero: Seat,
    /// Who else is in.
    other: Seat,
    /// Whether the hero can force that.
    known: FxHashMap<Round, bool>,
    left: usize,
}

impl DuelSearch<'_> {
    /// The first action by which whoever is to move has its way: the hero's win, or the other's way
    /// round it. `None` if the search is given up.
    #[expect(
        clippy::option_option,
        reason = "given up, no such action, or the action: a pass is one"
    )]
    fn decisive(&mut self, round: &Round) -> Option<Option<Option<Meld>>> {
        let mover = round.table.turn;
        let is_hero = mover == self.hero;
        let mut found = Vec::new();
        melds(self.rules, round.hands[mover], &round.table, &mut found);
        // The largest first: it leaves the least to do.
        found.sort_by_key(|meld| std::cmp::Reverse(meld.len()));
        let passes = (round.table.top.is_some() || !is_hero).then_some(None);
        for action in found.into_iter().map(Some).chain(passes) {
            let mut after = round.clone();
            if after.play(self.rules, action).is_ok() && self.wins(&after)? == is_hero {
                return Some(Some(action));
            }
        }
        Some(None)
    }

    /// Whether the hero can force to come in first.
    fn wins(&mut self, round: &Round) -> Option<bool> {
        if round.is_over(self.rules) {
            // Who goes out against the rules comes in behind the other; and without places it is
            // chance.
            let [own, others] = [self.hero, self.other].map(|seat| round.table.places[seat]);
            return Some(own.is_some() && own < others);
        }
        if let Some(&known) = self.known.get(round) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let wins = self.decisive(round)?.is_some() == (round.table.turn == self.hero);
        self.known.insert(round.clone(), wins);
        Some(wins)
    }
}
