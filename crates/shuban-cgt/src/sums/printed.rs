//! The bounds of a sum as Okada, Kuroda and Kanada printed them.

use super::bounds::terms;
use super::pair::ScorePair;
use crate::outcome::Player;

/// The lower bound of a sum by the rule of section 3.3 of Okada, Kuroda, Kanada ("Subgame Database
/// for Amazons"), whose tables 1 and 2 are this and [`printed_upper_bound`] of two components.
///
/// **It is wrong for some sums** of three and more components: use
/// [`lower_bound`](super::lower_bound). It serves to recompute the published tables. In case 4 the
/// two conditions are both needed, though the print joins them by "or".
///
/// ```
/// use shuban_cgt::Player;
/// use shuban_cgt::sums::{ScorePair, lower_bound, printed_lower_bound};
///
/// // There are components of Amazons with these values whose sum has the score -1.
/// let sum = [
///     ScorePair::both(-4, -6),
///     ScorePair::spare(6),
///     ScorePair::both(-3, -3),
///     ScorePair::both(4, -4),
/// ];
/// assert_eq!(printed_lower_bound(&sum, Player::Left), Some(1));
/// assert_eq!(lower_bound(&sum, Player::Left), None);
/// ```
pub fn printed_lower_bound(pairs: &[ScorePair], to_move: Player) -> Option<i32> {
    match to_move {
        Player::Left => lower(pairs),
        Player::Right => upper(&swapped(pairs)).map(|bound| -bound),
    }
}

/// The upper bound of a sum by the same rule.
///
/// **It is wrong for some sums** of four and more components: use
/// [`upper_bound`](super::upper_bound).
pub fn printed_upper_bound(pairs: &[ScorePair], to_move: Player) -> Option<i32> {
    match to_move {
        Player::Left => upper(pairs),
        Player::Right => lower(&swapped(pairs)).map(|bound| -bound),
    }
}

fn swapped(pairs: &[ScorePair]) -> Vec<ScorePair> {
    pairs.iter().map(|pair| pair.swapped()).collect()
}

/// The lower bound with Left to move. The numbers are those of the publication.
fn lower(pairs: &[ScorePair]) -> Option<i32> {
    let (c, live) = terms(pairs.iter().copied());
    if live.is_empty() {
        return Some(c);
    }
    if c < 0 {
        return None;
    }
    if let [(a, b)] = live[..] {
        return Some(if c == 0 { a } else { a.max(b) + c });
    }
    // 1.
    if live.iter().all(|&(a, _)| a <= -c) {
        return None;
    }
    let bound_from = |k: usize| {
        let others = || live.iter().enumerate().filter(move |&(i, _)| i != k).map(|(_, &(_, b))| b);
        let (sum, largest) = (others().sum::<i32>(), others().max().unwrap_or(0));
        let a = live[k].0;
        (a > -c && a + sum - largest > -c).then_some(a + sum + c)
    };
    let mut bad = (0..live.len()).filter(|&i| live[i].1 < -c);
    match (bad.next(), bad.next()) {
        // 2.
        (Some(_), Some(_)) => None,
        // 3.
        (Some(k), None) => bound_from(k),
        // 4.
        (None, _) => (0..live.len()).filter_map(bound_from).max(),
    }
}

/// The upper bound with Left to move.
fn upper(pairs: &[ScorePair]) -> Option<i32> {
    let (c, live) = terms(pairs.iter().copied());
    if live.is_empty() {
        return Some(c);
    }
    if c > 0 {
        return None;
    }
    if let [(a, _)] = live[..] {
        return Some(a + c);
    }
    let values = || live.iter().map(|&(a, _)| a);
    let (sum, least) = (values().sum::<i32>(), values().min().unwrap_or(0));
    // 1 and 2.
    (values().all(|a| a <= -c) && sum - least <= -c).then_some(sum + c)
}
