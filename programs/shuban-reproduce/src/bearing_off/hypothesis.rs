//! Hypothesis that the play which leaves the fewest expected rolls is the best play of a race.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One;
use shuban_core::Domain;
use shuban_core::checkers::Checkers;
use shuban_core::dice::{Roll, rolls};
use shuban_core::interval::{FINE_ONE, FineInterval};
use shuban_gammon::bearoff::{Distribution, OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::{Move, MoveGenerator, Position};

use super::exact_races::ExactRaces;

/// A play with its rolls and its equity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedPlay {
    /// The play.
    pub action: Move,
    /// The position after it, with the opponent about to roll.
    pub after: Position,
    /// Distribution of the rolls that the player who moved needs from there, alone.
    pub needs: Distribution,
    /// Equity for the player who moved.
    pub equity: BigRational,
}

/// A roll with which the play that leaves the fewest expected rolls is not the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongPlay {
    /// The position before the roll.
    pub position: Position,
    /// The roll.
    pub roll: Roll,
    /// The best of the plays that leave the fewest expected rolls.
    pub fewest_rolls: JudgedPlay,
    /// The best play.
    pub best: JudgedPlay,
}

impl WrongPlay {
    /// Returns the loss from counting rolls alone; it is positive.
    pub fn loss(&self) -> BigRational {
        &self.best.equity - &self.fewest_rolls.equity
    }
}

/// Check of the hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestRolls {
    /// Number of positions, with those where a side has borne off everything.
    pub positions: u64,
    /// Number of pairs of a position, in which the game is not over, and a roll.
    pub pairs: u64,
    /// Number of these pairs in which plays lead to more than one position.
    pub choices: u64,
    /// All pairs in which every play that leaves the fewest expected rolls is worse than another
    /// play: the greatest loss first; of equal losses, by the order of positions and rolls.
    pub wrong: Vec<WrongPlay>,
}

/// Checks for all positions in which both sides bear off, with every roll, if leaving the fewest
/// expected rolls is best. Bounds decide where they can, fractions elsewhere.
///
/// Takes seconds for half-gammon.
pub fn fewest_rolls(alone: &OneSidedBearOff, race: &TwoSidedBearOff) -> FewestRolls {
    let game = race.game();
    let solved = race.solved();
    let mut judge = Judge {
        needs: alone.solved().into_iter().collect(),
        equities: solved.iter().copied().collect(),
        exact: ExactRaces::new(game),
    };
    let mut found =
        FewestRolls { positions: solved.len() as u64, pairs: 0, choices: 0, wrong: Vec::new() };
    for (position, _) in &solved {
        if position.mover.is_empty() || position.opponent.is_empty() {
            continue;
        }
        for (roll, _) in rolls(game.variant.faces()) {
            let plays = MoveGenerator::new(&game.variant, position).plays(roll);
            found.pairs += 1;
            found.choices += u64::from(plays.len() > 1);
            found.wrong.extend(judge.wrong_play(position, roll, &plays));
        }
    }
    found
        .wrong
        .sort_by_cached_key(|wrong| (std::cmp::Reverse(wrong.loss()), wrong.position, wrong.roll));
    found
}

struct Judge<'g> {
    needs: BTreeMap<Checkers, Distribution>,
    equities: BTreeMap<Position, FineInterval>,
    exact: ExactRaces<'g>,
}

impl Judge<'_> {
    fn wrong_play(
        &mut self,
        position: &Position,
        roll: Roll,
        plays: &[(Move, Position)],
    ) -> Option<WrongPlay> {
        let needs = |(_, after): &(Move, Position)| &self.needs[&after.opponent];
        let fewest = plays.iter().map(needs).min()?;
        let (short, long): (Vec<_>, Vec<_>) =
            plays.iter().partition(|play| needs(play).has_mean_of(fewest));
        let bounds = |plays: &[&(Move, Position)]| {
            plays.iter().map(|(_, after)| self.bounds(after)).reduce(FineInterval::max)
        };
        let (short_bounds, long_bounds) = (bounds(&short)?, bounds(&long)?);
        if short_bounds.lower >= long_bounds.upper {
            return None;
        }
        let fewest_rolls = self.best_of(&short)?;
        let best = self.best_of(&long)?;
        (best.equity > fewest_rolls.equity).then_some(WrongPlay {
            position: *position,
            roll,
            fewest_rolls,
            best,
        })
    }

    /// Returns bounds of a play's value to the player who made it.
    fn bounds(&self, after: &Position) -> FineInterval {
        match after.opponent.is_empty() {
            true => FineInterval::exactly(FINE_ONE),
            false => -self.equities[&Position { turn: 0, ..*after }],
        }
    }

    /// Returns the first of the plays with the greatest value.
    fn best_of(&mut self, plays: &[&(Move, Position)]) -> Option<JudgedPlay> {
        let mut best: Option<JudgedPlay> = None;
        for (action, after) in plays {
            let equity = match after.opponent.is_empty() {
                true => BigRational::one(),
                false => -self.exact.equity(after).ok()?,
            };
            if best.as_ref().is_none_or(|best| equity > best.equity) {
                let needs = self.needs[&after.opponent].clone();
                best = Some(JudgedPlay { action: *action, after: *after, needs, equity });
            }
        }
        best
    }
}
