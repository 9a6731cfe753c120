//! The search for the exact score of a sum.

use super::budget::{Budget, Stopped};
use super::games::{Games, Range, SumId, Terms};
use crate::outcome::Player;

impl Games {
    /// The score of a sum: null windows from the middle of the known range.
    pub(super) fn score(
        &mut self,
        sum: SumId,
        to_move: Player,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        loop {
            let range = self.range(sum, to_move);
            if range.is_exact() {
                return Ok(range.lower);
            }
            self.reaches(sum, to_move, range.lower + (range.upper - range.lower + 1) / 2, budget)?;
        }
    }

    /// Returns true if the score of a sum is at least `bound`: alpha-beta with that null window.
    /// All results stay in the store.
    pub(super) fn reaches(
        &mut self,
        sum: SumId,
        to_move: Player,
        bound: i32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        if let Some(known) = decided(self.range(sum, to_move), bound) {
            return Ok(known);
        }
        let reached = self.searched(sum, to_move, bound, budget)?;
        let range = self.range_mut(sum, to_move);
        if reached {
            range.lower = range.lower.max(bound);
        } else {
            range.upper = range.upper.min(bound - 1);
        }
        Ok(reached)
    }

    fn searched(
        &mut self,
        sum: SumId,
        to_move: Player,
        bound: i32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let mut after = self.after_moves(sum, to_move);
        budget.spend(1 + after.len() as u64, self.bytes())?;
        let opponent = to_move.opponent();
        if after.is_empty() {
            return self.reaches(sum, opponent, bound, budget);
        }
        // A move of Left's counts for Left, one of Right's against.
        let (rest, good) = match to_move {
            Player::Left => (bound - 1, true),
            Player::Right => (bound + 1, false),
        };
        // One that is known to be good enough ends it; else the most promising first.
        let promise = |games: &mut Games, sum: SumId| {
            let Range { lower, upper } = games.range(sum, opponent);
            if good { lower + upper } else { -(lower + upper) }
        };
        if after.iter().any(|&sum| decided(self.range(sum, opponent), rest) == Some(good)) {
            return Ok(good);
        }
        after.retain(|&sum| decided(self.range(sum, opponent), rest).is_none());
        after.sort_by_cached_key(|&sum| (-promise(self, sum), sum));
        for sum in after {
            if self.reaches(sum, opponent, rest, budget)? == good {
                return Ok(good);
            }
        }
        Ok(!good)
    }

    /// The sums after each move of a player.
    fn after_moves(&mut self, sum: SumId, player: Player) -> Vec<SumId> {
        let terms = self.terms(sum).clone();
        let mut after = Vec::new();
        for (i, &game) in terms.games.iter().enumerate() {
            if i > 0 && terms.games[i - 1] == game {
                continue;
            }
            let mut rest = terms.clone();
            rest.games.remove(i);
            for option in 0..self.options(game, player).len() {
                let mut next = rest.clone();
                next.add(self.terms(self.options(game, player)[option]));
                after.push(self.sum(next));
            }
        }
        if terms.spare[player as usize] > 0 {
            let mut next: Terms = terms;
            next.spare[player as usize] -= 1;
            after.push(self.sum(next));
        }
        after.sort_unstable();
        after.dedup();
        after
    }
}

/// Returns true if a score in this range is at least `bound`, if that is known.
fn decided(range: Range, bound: i32) -> Option<bool> {
    if range.lower >= bound {
        Some(true)
    } else if range.upper < bound {
        Some(false)
    } else {
        None
    }
}
