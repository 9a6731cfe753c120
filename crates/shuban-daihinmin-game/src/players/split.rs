//! A hand as a set of disjoint melds.

use crate::legal::natural_runs;
use crate::{Cards, ContestRules, Meld};

/// Cuts a hand into as few melds as possible: disjoint runs, and for each strength the remaining
/// cards together. The joker stays alone. Of several ways with as few melds this takes the one with
/// the fewest cards in runs, whose sets are larger. The melds come in ascending order of their
/// lowest strength.
///
/// Takes time in proportion to the number of choices of disjoint runs, which are a handful in most
/// hands; of a very large number only the first few thousand are tried.
///
/// ```
/// use shuban_daihinmin_game::players::split;
/// use shuban_daihinmin_game::ContestRules;
///
/// let hand = "S3,H4,S5,H5,S6,H6,S7,JK".parse().unwrap();
/// let melds = split(&ContestRules::default(), hand);
/// let melds: Vec<String> = melds.iter().map(|meld| meld.to_string()).collect();
/// assert_eq!(melds, ["S3", "H4,H5,H6", "S5,S6,S7", "JK"]);
/// ```
pub fn split(rules: &ContestRules, hand: Cards) -> Vec<Meld> {
    let mut found = SplitSearch::ended(rules, hand).best;
    let left = hand.naturals() - found.iter().map(Meld::cards).collect();
    let has_runs = !found.is_empty();
    found.reserve(left.strength_count() + 1);
    found.extend(left.by_strength().map(|(strength, suits)| Meld::natural(strength, suits)));
    if has_runs {
        found.sort_by_key(|meld| (meld.lowest(), meld.len()));
    }
    if hand.has_joker() {
        found.push(Meld::LONE_JOKER);
    }
    found
}

/// The number of melds of a hand's [`split`].
pub(super) fn split_len(rules: &ContestRules, hand: Cards) -> usize {
    let melds = SplitSearch::ended(rules, hand).best_cost / COST_OF_MELD;
    melds + usize::from(hand.has_joker())
}

/// The most choices of runs that are tried.
const MOST_TRIED: usize = 4_096;

struct SplitSearch {
    runs: Vec<Meld>,
    chosen: Vec<Meld>,
    best: Vec<Meld>,
    best_cost: usize,
    tried: usize,
}

/// The number of melds counts before the number of cards in runs, which is less than this.
const COST_OF_MELD: usize = 64;

impl SplitSearch {
    /// Searches the runs of a hand for the best choice.
    fn ended(rules: &ContestRules, hand: Cards) -> Self {
        let runs = if rules.runs { natural_runs(hand) } else { Vec::new() };
        let (chosen, best) = (Vec::new(), Vec::new());
        let mut search = SplitSearch { runs, chosen, best, best_cost: usize::MAX, tried: 0 };
        search.choose(0, hand.naturals(), 0);
        search
    }

    /// Tries all choices of disjoint runs from this one on; `in_runs` cards are in runs already.
    fn choose(&mut self, from: usize, left: Cards, in_runs: usize) {
        self.tried += 1;
        let cost = COST_OF_MELD * (self.chosen.len() + left.strength_count()) + in_runs;
        if cost < self.best_cost {
            self.best_cost = cost;
            self.best.clone_from(&self.chosen);
        }
        for next in from..self.runs.len() {
            let run = self.runs[next];
            if self.tried < MOST_TRIED && run.cards().is_subset(left) {
                self.chosen.push(run);
                self.choose(next + 1, left - run.cards(), in_runs + run.len());
                self.chosen.pop();
            }
        }
    }
}
