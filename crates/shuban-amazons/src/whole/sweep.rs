//! All values of a layer at once.

use std::sync::Arc;

use shuban_core::combinatorics::{rank_subset, unrank_subset};
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Class, Dictionary, Histogram, IndexError, LayerId, PartId, Tabulate, Unanswered,
};

use super::domain::WholeBoards;
use super::index::{BoardIndex, MOST_SQUARES, expanded, rank_within};
use super::value::LastMove;
use crate::squares::bits;

/// Names of the classes of the histogram.
pub(super) const WON: &str = "win";
pub(super) const LOST: &str = "loss";

/// The tables of a layer's sweep.
pub struct BoardPlan {
    index: BoardIndex,
    /// The squares that a queen reaches, by its square and the set of those that stop it.
    reach: Arc<[u16]>,
    /// The rank of each set of squares among those of its size.
    ranks: Vec<u16>,
    /// A bit for each position with one empty square less: set if it is lost.
    lost: Vec<u64>,
}

/// One way to move an amazon, whatever is burnt.
struct QueenMove {
    from: usize,
    to: usize,
    /// The place of each square among those without an amazon after the move.
    places: [u8; MOST_SQUARES],
    /// The first rank of the positions after it.
    first: u64,
}

impl BoardPlan {
    fn new(index: BoardIndex, reach: Arc<[u16]>, lost: Vec<u64>) -> Self {
        let ranks = (0..=index.board.mask()).map(|set| rank_subset(set.into()) as u16).collect();
        BoardPlan { index, reach, ranks, lost }
    }

    fn reached(&self, from: usize, stops: u32) -> u32 {
        self.reach[from << self.index.board.squares() | stops as usize].into()
    }

    fn is_lost(&self, rank: u64) -> bool {
        self.lost[(rank / 64) as usize] >> (rank % 64) & 1 == 1
    }

    /// Lists the steps of a side's amazons on the squares without any.
    fn steps(&self, own: u32, others: u32) -> Vec<QueenMove> {
        let board = self.index.board;
        let (all, empty) = (board.mask(), self.index.empty);
        let after = empty.checked_sub(1).map_or(0, |empty| board.ways_to_burn(empty));
        let others_rank = rank_within(others, all);
        let rest = all & !own & !others;
        let mut steps = Vec::new();
        for (from, to) in bits(own).flat_map(|from| bits(rest).map(move |to| (from, to))) {
            let moved = own & !(1 << from) | 1 << to;
            let sides = others_rank * board.ways_then() + rank_within(moved, all & !others);
            let mut places = [0; MOST_SQUARES];
            for (place, square) in bits(all & !moved & !others).enumerate() {
                places[square] = place as u8;
            }
            steps.push(QueenMove { from, to, places, first: sides * after });
        }
        steps
    }

    /// Returns the value of a position, given the steps of the side to move.
    fn value(&self, steps: &[QueenMove], amazons: u32, burnt: u32) -> LastMove {
        let stops = amazons | burnt;
        let mut from = None;
        let mut reached = 0;
        for step in steps {
            if from != Some(step.from) {
                (from, reached) = (Some(step.from), self.reached(step.from, stops));
            }
            if reached >> step.to & 1 == 0 {
                continue;
            }
            let burnt: u32 = bits(burnt).map(|square| 1 << step.places[square]).sum();
            let shots = self.reached(step.to, stops & !(1 << step.from));
            for shot in bits(shots) {
                let after = burnt | 1 << step.places[shot];
                if self.is_lost(step.first + u64::from(self.ranks[after as usize])) {
                    return LastMove::Won;
                }
            }
        }
        LastMove::Lost
    }
}

impl Tabulate for WholeBoards {
    type Plan = BoardPlan;
    type Scratch = ();

    /// A unit for each way to place the amazons of the side to move.
    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        let positions = self.board.positions(part.layer.0);
        Ok(Units::evenly(positions, positions / self.board.ways()))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<LastMove, LastMove>,
        _workers: &dyn Workers,
    ) -> Result<BoardPlan, Unanswered> {
        let mut lost = Vec::new();
        if let Some(before) = layer.0.checked_sub(1) {
            let positions = self.board.positions(before);
            lost.reserve_exact(positions.div_ceil(64) as usize);
            let (mut word, mut bit) = (0, 0);
            let part = PartId { layer: LayerId(before), part: 0 };
            finished.records(part, 0..positions, &mut |records| {
                for record in records {
                    word |= u64::from(*record == LastMove::Lost) << bit;
                    bit = (bit + 1) % 64;
                    if bit == 0 {
                        lost.push(std::mem::take(&mut word));
                    }
                }
            })?;
            if bit > 0 {
                lost.push(word);
            }
        }
        Ok(BoardPlan::new(self.board_index(layer), self.reach(), lost))
    }

    fn scratch(&self, _plan: &BoardPlan) {}

    fn run(
        &self,
        plan: &BoardPlan,
        unit: &Unit,
        _scratch: &mut (),
        records: &mut [LastMove],
    ) -> Result<(), Unstorable> {
        let board = self.board;
        let (all, burnt) = (board.mask(), board.rest() - plan.index.empty);
        let own = unrank_subset(unit.number as u64, board.amazons, board.squares()) as u32;
        let by_others = records.chunks_exact_mut(board.ways_to_burn(plan.index.empty) as usize);
        for (others, records) in by_others.enumerate() {
            let squares = board.squares() - board.amazons;
            let others = unrank_subset(others as u64, board.amazons, squares) as u32;
            let others = expanded(others, all & !own);
            let (amazons, steps) = (own | others, plan.steps(own, others));
            for (rank, record) in records.iter_mut().enumerate() {
                let burnt = unrank_subset(rank as u64, burnt, board.rest()) as u32;
                *record = plan.value(&steps, amazons, expanded(burnt, all & !amazons));
            }
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, _threads: usize) -> u64 {
        let squares = self.board.squares() as u64;
        let before = layer.0.checked_sub(1).map_or(0, |empty| self.board.positions(empty));
        ((squares + 1) << squares) * 2 + before / 8
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["outcome"]
    }

    fn count(
        &self,
        _unit: &Unit,
        records: &[LastMove],
        _dictionary: &Dictionary<LastMove>,
        histogram: &mut Histogram,
    ) {
        let won = records.iter().filter(|record| **record == LastMove::Won).count() as u64;
        for (name, count) in [(WON, won), (LOST, records.len() as u64 - won)] {
            histogram.add([Class::from(name)], count);
        }
    }
}
