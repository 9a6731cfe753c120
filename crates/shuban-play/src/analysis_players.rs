//! What all moves of a player in analysed games come to.

use serde::Serialize;
use shuban_core::Seat;

use crate::analysis::{AnalysedGame, Decision};
use crate::bounds::Bounds;
use crate::cube_account::CubeAccount;
use crate::estimated_cost::EstimatedDecisions;

/// All moves of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnalysedPlayer {
    /// The player's name.
    pub name: String,
    /// Turns without a choice.
    pub forced: usize,
    /// Decisions that were judged.
    pub known: usize,
    /// Decisions that nothing could judge.
    pub unknown: usize,
    /// Moves that were certainly not the best.
    pub errors: usize,
    /// How many of these have each name.
    pub marks: Vec<CountedMark>,
    /// What all decisions that were judged cost together; none if the values of one are no numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Bounds>,
    /// Decisions that were estimated, which the numbers above say nothing of; none if nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<EstimatedDecisions>,
    /// Decisions with the cube, which the numbers above say nothing of; none if there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<CubeAccount>,
    /// Rolls whose luck is known.
    pub rolls: usize,
    /// The luck of these together.
    pub luck: Bounds,
}

/// How often a player made mistakes of a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountedMark {
    /// The name.
    pub mark: &'static str,
    /// They cost at least this.
    pub from: f64,
    /// How many there were.
    pub count: usize,
}

impl CountedMark {
    /// The name of a mistake that costs so much.
    pub(crate) fn name(marks: &[(f64, &'static str)], cost: f64) -> Option<&'static str> {
        marks.iter().rev().find(|(from, _)| cost >= *from).map(|(_, mark)| *mark)
    }

    /// Counts one more mistake of a name.
    pub(crate) fn count(all: &mut [CountedMark], mark: Option<&str>) {
        if let Some(counted) = all.iter_mut().find(|counted| Some(counted.mark) == mark) {
            counted.count += 1;
        }
    }
}

/// Adds up what a player did.
pub(crate) fn account(
    name: String,
    seat: Seat,
    games: &[AnalysedGame],
    marks: &[(f64, &'static str)],
) -> AnalysedPlayer {
    let count = |&(from, mark): &(f64, &'static str)| CountedMark { mark, from, count: 0 };
    let marks: Vec<CountedMark> = marks.iter().map(count).collect();
    let (cost, none) = (Some(Bounds::default()), marks.clone());
    let cube = CubeAccount::of(seat, games, &marks);
    let mut player = AnalysedPlayer { name, marks, cost, cube, ..AnalysedPlayer::default() };
    for made in games.iter().flat_map(|game| &game.moves).filter(|made| made.seat == seat) {
        match made.decision {
            Decision::Forced => player.forced += 1,
            Decision::Known => player.known += 1,
            Decision::Unknown => player.unknown += 1,
            Decision::Estimated => player
                .estimated
                .get_or_insert_with(|| EstimatedDecisions::none(none.clone()))
                .add(made),
        }
        if made.decision != Decision::Estimated {
            player.errors += usize::from(made.best.is_some());
            CountedMark::count(&mut player.marks, made.mark);
        }
        if made.decision == Decision::Known {
            player.cost = player.cost.zip(made.cost).map(|(sum, cost)| sum.plus(cost));
        }
        if let Some(luck) = made.luck {
            player.rolls += 1;
            player.luck = player.luck.plus(luck);
        }
    }
    player
}
