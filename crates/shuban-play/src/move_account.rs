//! Account of all moves of a player in analysed games.

use serde::Serialize;

use crate::analysed_move::{AnalysedMove, Decision};
use crate::bounds::Bounds;
use crate::estimated_cost::EstimatedDecisions;
use crate::marks::{CountedMark, Marks};

/// Account of a player's decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MoveAccount {
    /// Turns without a choice.
    pub forced: usize,
    /// Decisions that were judged.
    pub known: usize,
    /// Decisions that could not be judged.
    pub unknown: usize,
    /// Moves that were certainly not the best.
    pub errors: usize,
    /// Number of errors of each name.
    pub marks: Vec<CountedMark>,
    /// Total cost of all decisions that were judged; `None` if a value is not a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Bounds>,
    /// Estimated decisions, which do not count in the numbers above; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<EstimatedDecisions>,
}

/// Account of a player's luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LuckAccount {
    /// Rolls whose luck is known.
    pub rolls: usize,
    /// Total luck of these rolls.
    pub luck: Bounds,
}

impl MoveAccount {
    /// Adds up the decisions of a player.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a AnalysedMove>, marks: Marks<'_>) -> Self {
        let none = CountedMark::none(marks);
        let cost = Some(Bounds::default());
        let mut account = MoveAccount { marks: none.clone(), cost, ..MoveAccount::default() };
        for made in moves {
            match made.decision {
                Decision::Forced => account.forced += 1,
                Decision::Known => account.known += 1,
                Decision::Unknown => account.unknown += 1,
                Decision::Estimated => account
                    .estimated
                    .get_or_insert_with(|| EstimatedDecisions::none(none.clone()))
                    .add(made.estimated_cost.filter(|_| made.best.is_some()), made.mark),
            }
            if made.decision != Decision::Estimated {
                account.errors += usize::from(made.best.is_some());
                CountedMark::count(&mut account.marks, made.mark);
            }
            if made.decision == Decision::Known {
                account.cost = account.cost.zip(made.cost).map(|(sum, cost)| sum.plus(cost));
            }
        }
        account
    }
}

impl LuckAccount {
    /// Adds up the luck of a player.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a AnalysedMove>) -> Self {
        let mut account = LuckAccount::default();
        for luck in moves.into_iter().filter_map(|made| made.luck) {
            account.rolls += 1;
            account.luck = account.luck.plus(luck);
        }
        account
    }
}
