//! Values by plain minimax over sets of squares, down to known values.

use rustc_hash::FxHashMap;
use shuban_cgt::sums::ScorePair;

use crate::subgame::{Army, Move, Subgame};

/// Computes values of subgames by minimax, one ply after the other, and caches them.
///
/// A disconnected subgame stays *one* position with one alternation: values of its regions do not
/// add. Regions without amazons are dropped, for nothing happens in them.
pub struct Minimax<K> {
    known: K,
    found: FxHashMap<Subgame, ScorePair>,
}

impl<E, K: FnMut(&Subgame) -> Result<Option<ScorePair>, E>> Minimax<K> {
    /// Creates a search; `known` gives values of connected subgames that need not be computed.
    pub fn new(known: K) -> Self {
        Minimax { known, found: FxHashMap::default() }
    }

    /// The value of a subgame from the values after each move of each side.
    ///
    /// # Errors
    /// As soon as `known` fails, with its error.
    pub fn value(&mut self, subgame: &Subgame) -> Result<ScorePair, E> {
        let a = best_value(Army::Black, &self.move_values(subgame, Army::Black)?);
        let b = best_value(Army::White, &self.move_values(subgame, Army::White)?);
        Ok(ScorePair { a, b })
    }

    /// Every move of a side with the value of the subgame if it begins with this move: how many
    /// more moves Black makes than White. Black's best moves have the largest number, White's the
    /// smallest.
    ///
    /// # Errors
    /// As soon as `known` fails, with its error.
    pub fn move_values(&mut self, subgame: &Subgame, side: Army) -> Result<Vec<(Move, i32)>, E> {
        let own = match side {
            Army::Black => 1,
            Army::White => -1,
        };
        let with_value = |action: Move| {
            let after = subgame.after(side, action).without_empty_regions();
            Ok((action, own + self.looked_up(&after)?.to_move(side.opponent())))
        };
        subgame.moves(side).into_iter().map(with_value).collect()
    }

    /// The value of a subgame without its empty regions.
    fn looked_up(&mut self, subgame: &Subgame) -> Result<ScorePair, E> {
        if subgame.squares().is_empty() {
            return Ok(ScorePair::default());
        }
        if let Some(found) = self.found.get(subgame) {
            return Ok(*found);
        }
        let known = if subgame.squares().is_connected() { (self.known)(subgame)? } else { None };
        let value = match known {
            Some(value) => value,
            None => self.value(subgame)?,
        };
        self.found.insert(*subgame, value);
        Ok(value)
    }
}

/// The best of the values of some moves for the side that makes them; `None` if there are no moves.
pub(crate) fn best_value(side: Army, values: &[(Move, i32)]) -> Option<i32> {
    let values = values.iter().map(|&(_, value)| value);
    match side {
        Army::Black => values.max(),
        Army::White => values.min(),
    }
}

/// The value of a subgame with nothing known. Time and memory grow steeply with the number of empty
/// squares: of regions of eight squares the longest take some 10 milliseconds, of ten squares some
/// 50.
pub fn value_by_search(subgame: &Subgame) -> ScorePair {
    let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
    let Ok(value) = Minimax::new(nothing).value(subgame);
    value
}
