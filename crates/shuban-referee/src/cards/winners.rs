//! The singleton rule.

/// A set of players who may win, bit i for player i.
pub(crate) type Winners = u8;

/// Returns the union of the sets in the best tier for a player: best are the sets of fewest players
/// that contain it; all sets without it form the last tier.
pub(crate) fn united(mover: usize, sets: &[Winners]) -> Winners {
    let tier = |set: Winners| if set >> mover & 1 == 1 { set.count_ones() } else { u32::MAX };
    let best = sets.iter().map(|&set| tier(set)).min();
    sets.iter().filter(|&&set| Some(tier(set)) == best).fold(0, |all, set| all | set)
}

/// Returns a set whose players are counted from one seat, as counted from seat 0.
pub(crate) fn from_seat_0(set: Winners, seat: usize, players: usize) -> Winners {
    (0..players)
        .filter(|player| set >> player & 1 == 1)
        .fold(0, |all, player| all | 1 << ((player + seat) % players))
}
