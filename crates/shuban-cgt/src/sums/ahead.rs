//! Bounds of a sum from the values of its components for every order of the first turns.

use std::borrow::Cow;

use super::bounds;
use super::pair::ComponentPair;
use crate::outcome::Player;

/// A component whose moves are known some plies ahead, and then the values of what they lead to.
///
/// The value (a|b) after a move tells what comes next if the same player moves again as well as if
/// the other one does: with n plies, values for every order of the first n turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ahead {
    pair: (Option<i32>, Option<i32>),
    /// What each player's moves lead to, each once, ascending; `None` where no more is known.
    options: Option<[Vec<Ahead>; 2]>,
}

impl Ahead {
    /// A component of which nothing but the value is known.
    pub fn unknown(pair: ComponentPair) -> Self {
        Ahead { pair: (pair.a, pair.b), options: None }
    }

    /// A component with what the moves of Left and of Right lead to.
    pub fn new(pair: ComponentPair, left: Vec<Ahead>, right: Vec<Ahead>) -> Self {
        let options = [left, right].map(|mut options| {
            options.sort_unstable();
            options.dedup();
            options
        });
        Ahead { pair: (pair.a, pair.b), options: Some(options) }
    }

    /// The value.
    pub fn pair(&self) -> ComponentPair {
        ComponentPair { a: self.pair.0, b: self.pair.1 }
    }

    fn swapped(&self) -> Self {
        let swapped = |options: &Vec<Ahead>| options.iter().map(Ahead::swapped).collect();
        let pair = self.pair().swapped();
        let options = self.options.as_ref().map(|[left, right]| [swapped(right), swapped(left)]);
        Ahead { pair: (pair.a, pair.b), options }
    }
}

/// A number that the score of a sum is not below, if the values of its components a few plies ahead
/// say one.
///
/// Looks so many plies ahead in the whole sum, as far as all moves are known, and takes there what
/// [`lower_bound`](super::lower_bound) says, under whose condition it holds. Takes time like the
/// number of sequences of moves.
///
/// ```
/// use shuban_cgt::Player;
/// use shuban_cgt::sums::{Ahead, ComponentPair, lower_bound, lower_bound_ahead};
///
/// // Left moves to 2, which is best here, or to a position that Right had better not touch.
/// let known = |pair| Ahead::unknown(pair);
/// let options = vec![known(ComponentPair::spare(2)), known(ComponentPair::both(5, 1))];
/// let component = Ahead::new(ComponentPair::both(3, -1), options, vec![known(ComponentPair::spare(0))]);
/// let threat = Ahead::new(ComponentPair::both(3, -3), vec![known(ComponentPair::spare(2))], vec![known(ComponentPair::spare(-2))]);
///
/// let sum = [component, threat];
/// let pairs: Vec<ComponentPair> = sum.iter().map(Ahead::pair).collect();
/// assert_eq!(lower_bound(&pairs, Player::Left), None);
/// assert_eq!(lower_bound_ahead(&sum, Player::Left, 2), Some(2));
/// ```
pub fn lower_bound_ahead(sum: &[Ahead], to_move: Player, plies: u32) -> Option<i32> {
    let components: Vec<&Ahead> = sum.iter().collect();
    lower(&components, 0, to_move, plies)
}

/// A number that the score of a sum is not above, in the same way.
pub fn upper_bound_ahead(sum: &[Ahead], to_move: Player, plies: u32) -> Option<i32> {
    let swapped: Vec<Ahead> = sum.iter().map(Ahead::swapped).collect();
    lower_bound_ahead(&swapped, to_move.opponent(), plies).map(|bound| -bound)
}

/// The bound for components and Left's spare moves less Right's.
fn lower(components: &[&Ahead], spare: i32, to_move: Player, plies: u32) -> Option<i32> {
    // Components where only one side can move are spare moves.
    let is_live = |component: &&&Ahead| component.pair.0.is_some() && component.pair.1.is_some();
    let (mut live, mut spare) = (Cow::Borrowed(components), spare);
    if !components.iter().all(|component| is_live(&component)) {
        let one_sided = components.iter().filter(|component| !is_live(component));
        spare += one_sided.map(|component| component.pair().to_move(Player::Left)).sum::<i32>();
        live = components.iter().filter(is_live).copied().collect();
    }
    let pairs: Vec<(i32, i32)> =
        live.iter().filter_map(|component| component.pair.0.zip(component.pair.1)).collect();
    let known = bounds::lower(spare, &pairs, to_move);
    if plies == 0 || live.is_empty() {
        return known;
    }
    known.max(after_a_move(&live, spare, to_move, plies - 1))
}

/// The bound from those after each move.
fn after_a_move(live: &[&Ahead], spare: i32, to_move: Player, plies: u32) -> Option<i32> {
    let mut best: Option<i32> = None;
    // Whether Right has a move after which nothing is known.
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
