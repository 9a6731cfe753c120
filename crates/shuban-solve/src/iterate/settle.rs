//! Retrograde analysis of a cyclic layer: the values that follow from known values.

use shuban_core::{Status, Unanswered};

use super::{Marks, Operator};

/// What retrograde analysis came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Rounds until nothing more was valued.
    pub rounds: u32,
    /// The codes of [`Status`], by part and rank.
    pub statuses: Marks,
}

impl Settled {
    /// How many positions of a part are valued.
    pub fn valued(&self, part: usize) -> u64 {
        let valued = self.statuses[part].iter().filter(|&&code| code != Status::Unknown.code());
        valued.count() as u64
    }
}

/// The least fixed point of: a position is valued once, for every chance event, some play leads to a
/// known certain win, or the values of all plays are known (Algorithm 1 of Sanno and Hoki's backgammon
/// endgame databases). Positions of finished layers are known.
///
/// # Errors
/// [`Unanswered`] if the operator could not do its work.
pub fn settle(operator: &dyn Operator, lens: &[usize]) -> Result<Settled, Unanswered> {
    let mut statuses: Marks = lens.iter().map(|&len| vec![Status::Unknown.code(); len]).collect();
    let mut rounds = 0;
    loop {
        let before = statuses.clone();
        operator.settle(&mut statuses)?;
        if statuses == before {
            return Ok(Settled { rounds, statuses });
        }
        rounds += 1;
    }
}
