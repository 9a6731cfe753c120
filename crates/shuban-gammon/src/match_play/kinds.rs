//! The cubes that a game can come to.

use shuban_core::Seat;

use super::equity_table::MatchEquityTable;
use super::situation::{MatchSituation, SituationError};
use crate::game_state::Cube;
use crate::money::{POINT, PointInterval, Points, between};
use crate::won::Won;

/// A cube, and what it leads to.
pub(super) struct CubeKind {
    pub(super) cube: Cube,
    /// By the seat that doubles, the kind if the other one takes.
    pub(super) doubled: [Option<usize>; 2],
    /// By the seat that wins the game: the chance of seat 0 to win the match after a single game, a
    /// gammon and a backgammon. A pass is a single game.
    won: [[PointInterval; 3]; 2],
}

impl CubeKind {
    /// The chance of a seat to win the match after it has won the game.
    pub(super) fn after_win(&self, winner: Seat, won: Won) -> PointInterval {
        let first = self.won[winner][usize::from(won.times()) - 1];
        if winner == 0 { first } else { of_other(first) }
    }
}

/// The chance of the other player.
pub(super) fn of_other(chance: PointInterval) -> PointInterval {
    let other = |chance: Points| Points(POINT - chance.0);
    PointInterval { lower: other(chance.upper), upper: other(chance.lower) }
}

/// All cubes that a game can come to from the present one, which is the first, in the order in
/// which they come.
///
/// # Errors
/// [`SituationError::NoEquity`] if the table of match equities lacks a score.
pub(super) fn cube_kinds(
    situation: &MatchSituation,
    table: &MatchEquityTable,
) -> Result<Vec<CubeKind>, SituationError> {
    let mut cubes = vec![situation.cube];
    let mut kinds = Vec::new();
    while let Some(&cube) = cubes.get(kinds.len()) {
        let mut doubled = [None; 2];
        for (seat, doubled) in doubled.iter_mut().enumerate() {
            if situation.may_double(seat, cube) {
                let next = Cube { exponent: cube.exponent + 1, owner: Some(1 - seat) };
                let known = cubes.iter().position(|other| *other == next);
                *doubled = Some(known.unwrap_or_else(|| {
                    cubes.push(next);
                    cubes.len() - 1
                }));
            }
        }
        let mut won = [[PointInterval::points(0); 3]; 2];
        for (winner, won) in won.iter_mut().enumerate() {
            for (times, won) in (1..).zip(won) {
                *won = rounded(situation.after(table, winner, times * cube.value())?);
            }
        }
        kinds.push(CubeKind { cube, doubled, won });
    }
    Ok(kinds)
}

/// Rounded outward.
fn rounded(chance: f64) -> PointInterval {
    let units = chance * f64::from(POINT);
    between(units.floor() as i32, units.ceil() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_play::CubeModel;

    fn cubes(needs: [u32; 2], crawford: bool) -> Vec<(u32, Option<Seat>)> {
        let table = CubeModel::USUAL.table();
        let kinds = cube_kinds(&MatchSituation::new(needs, crawford), &table).unwrap();
        kinds.iter().map(|kind| (kind.cube.value(), kind.cube.owner)).collect()
    }

    #[test]
    fn cubes_go_up_until_nobody_has_a_use_for_them() {
        assert_eq!(cubes([1, 1], false), [(1, None)]);
        assert_eq!(cubes([1, 4], true), [(1, None)]);
        // Only the one who is behind doubles, and then the other one has no use for the cube.
        assert_eq!(cubes([1, 4], false), [(1, None), (2, Some(0))]);
        assert_eq!(cubes([2, 2], false), [(1, None), (2, Some(1)), (2, Some(0))]);
        assert_eq!(cubes([25, 25], false).len(), 11);
    }

    #[test]
    fn chances_after_a_game_are_rounded_outward() {
        let table = CubeModel::USUAL.table();
        let kinds = cube_kinds(&MatchSituation::new([3, 2], false), &table).unwrap();
        let half = PointInterval::exactly(Points(POINT / 2));
        assert_eq!(kinds[0].after_win(0, Won::Single), half);
        assert_eq!(kinds[0].after_win(1, Won::Gammon), PointInterval::points(1));
        let after = kinds[0].after_win(0, Won::Gammon);
        assert_eq!(after.width(), 1);
        assert_eq!(of_other(of_other(after)), after);
    }
}
