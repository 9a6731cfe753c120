//! Bounds of a sum from the values of its components for every order of the first turns.

use super::bounds;
use super::pair::ScorePair;
use crate::outcome::Player;

/// A component whose moves are known some plies ahead, with the values after them.
///
/// The value (a|b) after a move covers both a second move of the same player and a reply of the
/// other: with n plies, values for every order of the first n turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ahead {
    /// The value.
    pub pair: ScorePair,
    /// Results of each player's moves, each once, ascending; `None` where no more is known.
    options: Option<[Vec<Ahead>; 2]>,
}

impl Ahead {
    /// Creates a component of which only the value is known.
    pub fn unknown(pair: ScorePair) -> Self {
        Ahead { pair, options: None }
    }

    /// Creates a component with those after the moves of Left and of Right.
    pub fn new(pair: ScorePair, left: Vec<Ahead>, right: Vec<Ahead>) -> Self {
        let options = [left, right].map(|mut options| {
            options.sort_unstable();
            options.dedup();
            options
        });
        Ahead { pair, options: Some(options) }
    }

    fn swapped(&self) -> Self {
        let swapped = |options: &Vec<Ahead>| options.iter().map(Ahead::swapped).collect();
        let options = self.options.as_ref().map(|[left, right]| [swapped(right), swapped(left)]);
        Ahead { pair: self.pair.swapped(), options }
    }
}

/// A lower bound of the score of a sum, if the values of its components a few plies ahead give one.
///
/// Looks this many plies ahead in the whole sum, as far as all moves are known, and uses
/// [`lower_bound`](super::lower_bound) there, under whose condition it holds. Takes time in
/// proportion to the number of sequences of moves.
///
/// ```
/// use shuban_cgt::Player;
/// use shuban_cgt::sums::{Ahead, ScorePair, lower_bound, lower_bound_ahead};
///
/// // Left moves to 2, which is best here, or to a position that Right had better not touch.
/// let known = |pair| Ahead::unknown(pair);
/// let options = vec![known(ScorePair::spare(2)), known(ScorePair::both(5, 1))];
/// let component = Ahead::new(ScorePair::both(3, -1), options, vec![known(ScorePair::spare(0))]);
/// let (left, right) = (vec![known(ScorePair::spare(2))], vec![known(ScorePair::spare(-2))]);
/// let threat = Ahead::new(ScorePair::both(3, -3), left, right);
///
/// let sum = [component, threat];
/// let pairs: Vec<ScorePair> = sum.iter().map(|ahead| ahead.pair).collect();
/// assert_eq!(lower_bound(&pairs, Player::Left), None);
/// assert_eq!(lower_bound_ahead(&sum, Player::Left, 2), Some(2));
/// ```
pub fn lower_bound_ahead(sum: &[Ahead], to_move: Player, plies: u32) -> Option<i32> {
    let components: Vec<&Ahead> = sum.iter().collect();
    lower(&components, 0, to_move, plies)
}

/// An upper bound of the score of a sum, in the same way.
pub fn upper_bound_ahead(sum: &[Ahead], to_move: Player, plies: u32) -> Option<i32> {
    let swapped: Vec<Ahead> = sum.iter().map(Ahead::swapped).collect();
    lower_bound_ahead(&swapped, to_move.opponent(), plies).map(|bound| -bound)
}

/// The bound for components and Left's spare moves less Right's.
fn lower(components: &[&Ahead], mut spare: i32, to_move: Player, plies: u32) -> Option<i32> {
    let (mut live, mut pairs) = (Vec::new(), Vec::new());
    for &component in components {
        match component.pair {
            ScorePair { a: Some(a), b: Some(b) } => {
                live.push(component);
                pairs.push((a, b));
            }
            one_sided => spare += one_sided.to_move(Player::Left),
        }
    }
    let known = bounds::lower(spare, &pairs, to_move);
    if plies == 0 || live.is_empty() {
        return known;
    }
    known.max(after_a_move(&live, spare, to_move, plies - 1))
}

/// The bound from those after each move.
fn after_a_move(live: &[&Ahead], spare: i32, to_move: Player, plies: u32) -> Option<i32> {
    let mut best: Option<i32> = None;
    // True if Right has a move after which no bound is known.
    let mut is_open = false;
    let mut consider = |after: Option<i32>| match (to_move, after) {
        (Player::Left, after) => best = best.max(after.map(|after| after + 1)),
        (Player::Right, Some(after)) => {
            best = Some(best.map_or(after - 1, |best| best.min(after - 1)));
        }
        (Player::Right, None) => is_open = true,
    };
    let opponent = to_move.opponent();
    for (i, component) in live.iter().enumerate() {
        match &component.options {
            None => consider(None),
            Some(options) => {
                let mut after = live.to_vec();
                for option in &options[to_move as usize] {
                    after[i] = option;
                    consider(lower(&after, spare, opponent, plies));
                }
            }
        }
    }
    let own = if to_move == Player::Left { spare } else { -spare };
    if own > 0 {
        let fewer = if to_move == Player::Left { spare - 1 } else { spare + 1 };
        consider(lower(live, fewer, opponent, plies));
    }
    best.filter(|_| !is_open)
}
