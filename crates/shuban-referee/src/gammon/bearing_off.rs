//! `bearoff2`: both sides at home, and the expected result.

use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::files::Files;
use crate::gammon::board::Board;
use crate::gammon::plays::plays;
use crate::gammon::side_ranking::HomeRanking;
use crate::gammon::variant::Variant;
use crate::interval::{Bounds, Mean};
use crate::layer::{Layer, Part};

/// Units of 1.
const ONE: i128 = 1 << 56;

/// All positions of two sides at home.
pub(crate) struct BearingOff {
    variant: Variant,
    home: HomeRanking,
    table: Table,
}

impl BearingOff {
    /// Opens `VARIANT/bearoff2`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let named = files.domain().strip_suffix("/bearoff2");
        let Some(variant) = named.and_then(Variant::named) else { return Ok(None) };
        let mut parameters = variant.parameters();
        parameters.push(("payoff", "win".to_owned()));
        files.has_parameters(&parameters)?;
        let home = HomeRanking { points: variant.home, checkers: variant.checkers };
        let name = format!("{0} v {0}", variant.checkers);
        let positions = home.sides() * home.sides();
        let table = files.table(&files.own, &name, &Bounds::columns(64, 56), positions)?;
        Ok(Some(BearingOff { variant, home, table }))
    }

    fn board(&self, rank: u64) -> Board {
        let (opponent, mover) = (rank / self.home.sides(), rank % self.home.sides());
        Board { mover: self.home.side(mover), opponent: self.home.side(opponent) }
    }

    fn stored(&self, board: &Board) -> Result<Bounds, Stop> {
        let [mover, opponent] = [&board.mover, &board.opponent].map(|side| self.home.rank(side));
        Bounds::read(&self.table, opponent * self.home.sides() + mover)
    }
}

impl Layer for BearingOff {
    fn parts(&self) -> Vec<Part> {
        let positions = self.home.sides() * self.home.sides();
        vec![Part { name: self.table.name().to_owned(), positions }]
    }

    fn condition(&self) -> String {
        "each interval is that of the best plays, rounded outward".to_owned()
    }

    fn check(&self, _part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let board = self.board(rank);
        let stored = Bounds::read(&self.table, rank)?;
        // With both sides off, which no play leads to, the player about to roll has won.
        let ruled = if board.mover.left() == 0 {
            Bounds::exactly(ONE)
        } else if board.opponent.left() == 0 {
            Bounds::exactly(-ONE)
        } else {
            let mut mean = Mean::default();
            for (roll, ways) in self.variant.rolls() {
                let mut best: Option<Bounds> = None;
                for played in plays(&self.variant, &board, roll) {
                    let after = self.stored(&played.turned())?.negated();
                    best = Some(best.map_or(after, |best| best.max(after)));
                }
                mean.add(ways, best.unwrap_or(Bounds::exactly(0)));
            }
            mean.bounds()
        };
        if stored != ruled {
            let reason = stored.differs(ruled);
            let reason = format!("{}: {reason}", board.text(&self.variant));
            return Err(Fault::of_record(&self.table, rank, reason).into());
        }
        Ok(Some(stored.width() as f64 / ONE as f64))
    }
}
