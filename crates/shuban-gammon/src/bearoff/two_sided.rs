//! The domain of races in which both sides bear off.

use std::collections::BTreeMap;

use shuban_core::interval::{FINE_ONE, FineInterval};
use shuban_core::{Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, PartId, Unanswered};

use super::home::{HomeBoard, one_layer};
use crate::contact::parameters;
use crate::equity::expected_result;
use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// Most positions of a domain: backgammon's would have 2.9 · 10⁹.
const MOST_POSITIONS: u64 = 1 << 24;

/// `VARIANT/bearoff2`: both sides with up to all their checkers at home, and the expected result of
/// the player about to roll, a win counting 1.
///
/// A side that has borne off everything is counted too, as the literature does: the value then is
/// the result. (Where neither side has a checker left, which no play leads to, the rules call the
/// player about to roll the winner.)
pub struct TwoSidedBearOff {
    game: Gammon,
    home: HomeBoard,
    layers: Vec<Layer>,
}

impl TwoSidedBearOff {
    /// The domain of a variant; `None` if it would have more than 2²⁴ positions.
    pub fn new(variant: Variant) -> Option<Self> {
        let home = HomeBoard::new(&variant);
        let positions =
            home.len().checked_mul(home.len()).filter(|&positions| positions <= MOST_POSITIONS)?;
        let part = format!("{0} v {0}", variant.checkers());
        let layers = one_layer(format!("{}/bearoff2", variant.name()), part, positions);
        Some(TwoSidedBearOff { game: Gammon::new(variant), home, layers })
    }

    /// All positions with their values, in the order of ranks, computed in memory in one pass: a
    /// play lowers the rank of the side that makes it, so positions are taken by the sum of both
    /// ranks.
    pub fn solved(&self) -> Vec<(Position, FineInterval)> {
        let index = PairIndex(self.home);
        let sides = self.home.len();
        let mut order: Vec<u64> = (0..index.len()).collect();
        order.sort_by_key(|rank| rank / sides + rank % sides);
        let mut values = vec![None; order.len()];
        for rank in order {
            let Some(position) = index.unrank(rank) else { continue };
            let value = self.backup(&position, &mut |after: &Position| {
                let rank = index.rank(after).ok_or_else(Unanswered::default)?;
                values[rank as usize].ok_or_else(Unanswered::default)
            });
            values[rank as usize] = value.ok();
        }
        let all = (0..index.len()).zip(values);
        all.filter_map(|(rank, value)| Some((index.unrank(rank)?, value?))).collect()
    }
}

impl Domain for TwoSidedBearOff {
    type Game = Gammon;
    type Value = FineInterval;
    type Record = FineInterval;

    fn name(&self) -> String {
        self.layers[0].name.clone()
    }

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters(&self.game.variant, ("payoff", "win"))
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        Ok(Box::new(PairIndex(self.home)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let held = self.home.holds(position.mover) && self.home.holds(position.opponent);
        held.then_some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, FineInterval>,
    ) -> Result<FineInterval, Unanswered> {
        expected_result(&self.game, position, ask)
    }

    fn encode(&self, value: &FineInterval, _dictionary: &Dictionary<FineInterval>) -> FineInterval {
        *value
    }

    fn decode(
        &self,
        record: FineInterval,
        _dictionary: &Dictionary<FineInterval>,
    ) -> Option<FineInterval> {
        let possible = FineInterval { lower: -FINE_ONE, upper: FINE_ONE };
        record.within(possible)
    }
}

/// Index by the opponent's rank times the number of ways for the mover, plus the mover's rank:
/// every step of a checker leads to a position that has a lower rank, seen from the same side.
struct PairIndex(HomeBoard);

impl Index for PairIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.0.len() * self.0.len()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        Some(self.0.rank(&position.opponent)? * self.0.len() + self.0.rank(&position.mover)?)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let opponent = self.0.unrank(rank / self.0.len())?;
        Some(Position::new(self.0.unrank(rank % self.0.len())?, opponent))
    }
}
