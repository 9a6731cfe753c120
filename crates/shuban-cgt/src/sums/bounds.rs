//! Proven bounds of a sum from the values of its components alone.

use super::pair::ScorePair;
use crate::outcome::Player;

/// A lower bound of the score of a sum, if the pairs of its components alone give one.
///
/// The *score* is the number of moves that Left makes more than Right from here, under best play; a
/// player passes only where there is no move in the whole sum.
///
/// Left's plan is to answer every move in the component where it was made, and to spend a *spare
/// move*, in a component where only Left can move, where that is not possible. It works unless
/// Right can, by playing some components to their ends, get more spare moves than Left while others
/// are unfinished. With C the spare moves, Right's counted negative, and v the values of the n
/// components in which both can move:
///
/// * Right to move: v = b. If C + the sum of v over T is never negative, for all sets T of less
///   than n components, the score is at least C + the sum of all v.
/// * Left to move, beginning in component k: the same with v = a in k, and with at least 1 in the
///   place of 0 for all T that contain k.
/// * Left to move, beginning with a spare move: the same with v = b and at least 1 for all T.
///
/// Of Left's beginnings the best counts. No rule that is given the pairs alone can prove more: if
/// the result is `None`, or s, there are components with these pairs whose sum has a score as low
/// as one likes, or s.
///
/// It holds for *regular* components: in all positions that can arise in them, one where just one
/// side can move is worth as many moves as its value, at any time (is a *number*). In Amazons all
/// regions of up to eight squares are regular, and all with one amazon a side; some of nine squares
/// are not. Proofs, and the publication's own rule which this one corrects: `docs/amazons.md`.
///
/// ```
/// use shuban_cgt::Player;
/// use shuban_cgt::sums::{ScorePair, lower_bound, upper_bound};
///
/// let sum = [ScorePair::both(4, 0), ScorePair::both(1, -4)];
/// assert_eq!(lower_bound(&sum, Player::Left), Some(1));
/// assert_eq!(upper_bound(&sum, Player::Left), None);
///
/// // With five spare moves of Left's, Right cannot bring Left into trouble.
/// let sum = [ScorePair::both(4, 0), ScorePair::both(1, -4), ScorePair::spare(5)];
/// assert_eq!(lower_bound(&sum, Player::Right), Some(1));
/// ```
pub fn lower_bound(pairs: &[ScorePair], to_move: Player) -> Option<i32> {
    let (spare, live) = terms(pairs.iter().copied());
    lower(spare, &live, to_move)
}

/// An upper bound of the score of a sum, if the pairs of its components alone give one:
/// [`lower_bound`] with the sides exchanged.
pub fn upper_bound(pairs: &[ScorePair], to_move: Player) -> Option<i32> {
    let (spare, live) = terms(pairs.iter().map(|pair| pair.swapped()));
    lower(spare, &live, to_move.opponent()).map(|bound| -bound)
}

/// First move with which Left scores at least [`lower_bound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Beginning {
    /// Left waits: it is Right's turn.
    Waits,
    /// A spare move, in a component where only Left can move.
    SpareMove,
    /// A best move in the component of this number among those given, from 0.
    In(usize),
}

/// Returns [`lower_bound`], and the first move with which Left scores as much. From then on Left
/// answers where Right has moved, and spends a spare move where that is not possible.
///
/// ```
/// use shuban_cgt::Player;
/// use shuban_cgt::sums::{Beginning, ScorePair, lower_bound_with_beginning};
///
/// // Beginning in the first one, Left would have to move twice in the second.
/// let sum = [ScorePair::both(2, 1), ScorePair::both(3, -1)];
/// let known = lower_bound_with_beginning(&sum, Player::Left);
/// assert_eq!(known, Some((4, Beginning::In(1))));
/// ```
pub fn lower_bound_with_beginning(
    pairs: &[ScorePair],
    to_move: Player,
) -> Option<(i32, Beginning)> {
    let (spare, live) = terms(pairs.iter().copied());
    let bound = lower(spare, &live, to_move)?;
    let beginning = match to_move {
        Player::Right => Beginning::Waits,
        Player::Left if live.is_empty() => Beginning::SpareMove,
        Player::Left => {
            let is_live = |&place: &usize| pairs[place].a.is_some() && pairs[place].b.is_some();
            let places: Vec<usize> = (0..pairs.len()).filter(is_live).collect();
            match moving(spare, &live)?.1 {
                Some(number) => Beginning::In(places[number]),
                None => Beginning::SpareMove,
            }
        }
    };
    Some((bound, beginning))
}

/// Left's spare moves less Right's, and the components in which both can move.
pub(super) fn terms(pairs: impl Iterator<Item = ScorePair>) -> (i32, Vec<(i32, i32)>) {
    let mut spare = 0;
    let mut live = Vec::new();
    for pair in pairs {
        match (pair.a, pair.b) {
            (Some(a), Some(b)) => live.push((a, b)),
            (one, other) => spare += one.or(other).unwrap_or(0),
        }
    }
    (spare, live)
}

/// The bound from spare moves and the values (a, b) of components in which both can move. O(n).
pub(super) fn lower(spare: i32, live: &[(i32, i32)], to_move: Player) -> Option<i32> {
    if live.is_empty() {
        return Some(spare);
    }
    // The empty set T.
    if spare < 0 {
        return None;
    }
    match to_move {
        Player::Left => moving(spare, live).map(|(bound, _)| bound),
        Player::Right => waiting(spare, live, 0),
    }
}

/// The bound for Left who waits for Right's moves, if the sum over each T is `least` at least.
fn waiting(spare: i32, live: &[(i32, i32)], least: i32) -> Option<i32> {
    (spare + worst_part(live.iter().map(|&(_, b)| b)) >= least)
        .then(|| spare + live.iter().map(|&(_, b)| b).sum::<i32>())
}

/// The bound with Left to move, and the component to begin in; `None` for a spare move.
fn moving(spare: i32, live: &[(i32, i32)]) -> Option<(i32, Option<usize>)> {
    let all: i32 = live.iter().map(|&(_, b)| b).sum();
    let negative: i32 = live.iter().map(|&(_, b)| b.min(0)).sum();
    let negatives = live.iter().filter(|&&(_, b)| b < 0).count();
    let (largest, second) = two_largest(live.iter().map(|&(_, b)| b));
    let beginning = |(k, &(a, b)): (usize, &(i32, i32))| {
        let others = negative - b.min(0);
        // A set T with k is not all components: if every other value is negative, the largest is
        // left out.
        let left_out =
            match live.len() - 1 {
                others if others > 0 && negatives - usize::from(b < 0) == others => {
                    if b == largest { second } else { largest }
                }
                _ => 0,
            };
        let without_k = spare + others >= 0;
        let with_k = live.len() == 1 || spare + a + others - left_out >= 1;
        (without_k && with_k).then_some((spare + a + all - b, Some(k)))
    };
    let in_component = live.iter().enumerate().filter_map(beginning).max();
    in_component.max(waiting(spare, live, 1).map(|bound| (bound, None)))
}

/// The least sum over some of the values, not all.
fn worst_part(values: impl Iterator<Item = i32> + Clone) -> i32 {
    let negative: i32 = values.clone().map(|value| value.min(0)).sum();
    let largest = values.max().unwrap_or(0);
    if largest < 0 { negative - largest } else { negative }
}

fn two_largest(values: impl Iterator<Item = i32>) -> (i32, i32) {
    values.fold((i32::MIN, i32::MIN), |(largest, second), value| {
        if value > largest { (value, largest) } else { (largest, second.max(value)) }
    })
}
