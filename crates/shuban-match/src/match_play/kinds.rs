//! The cubes that can occur in a game.

use shuban_core::Seat;
use shuban_gammon::money::{POINT, PointInterval, Points, between};
use shuban_gammon::{Cube, Won};

use super::error::SituationError;

/// The stakes of a game: a number between 0 and 1 for each player, which add up to 1.
pub trait PlayedFor {
    /// The cube at the beginning.
    fn cube(&self) -> Cube;

    /// Returns true if a player may double with a cube, and has a use for it.
    fn may_double(&self, seat: Seat, cube: Cube) -> bool;

    /// Returns true if a player who takes may double the cube, as it is then, back at once and keep it.
    fn may_beaver(&self, _taken: Cube) -> bool {
        false
    }

    /// The number of seat 0 once `winner` has won the game with a cube.
    fn after(&self, winner: Seat, won: Won, cube: Cube) -> Result<f64, SituationError>;

    /// Returns the factor of a number's distance from ½ that was one for a doubled cube.
    fn times_doubled(&self) -> i32;
}

/// Sizes of wins, in ascending order of points.
pub const WINS: [Won; 3] = [Won::Single, Won::Gammon, Won::Backgammon];

/// A cube, and its successors.
pub struct CubeKind {
    /// The cube.
    pub cube: Cube,
    /// By the seat that doubles, the kind if the other one takes.
    pub doubled: [Option<usize>; 2],
    /// By the seat that doubles, the kind if the other one takes and doubles back at once.
    pub beavered: [Option<usize>; 2],
    /// By the seat that wins the game: the number of seat 0 after a single game, a gammon and a
    /// backgammon. A pass is a single game.
    won: [[PointInterval; 3]; 2],
    /// [`PlayedFor::times_doubled`].
    times_doubled: i32,
}

impl CubeKind {
    /// The number of a seat after it has won the game.
    pub fn after_win(&self, winner: Seat, won: Won) -> PointInterval {
        let first = self.won[winner][usize::from(won.times()) - 1];
        if winner == 0 { first } else { of_other(first) }
    }

    /// Converts a number for the doubled cube to one for this; it may be below 0 or above 1.
    pub fn of_doubled(&self, number: PointInterval) -> PointInterval {
        let (times, half) = (self.times_doubled, POINT / 2);
        let of = |bound: Points| half + times * (bound.0 - half);
        between(of(number.lower), of(number.upper))
    }
}

/// The number of the other player.
pub fn of_other(chance: PointInterval) -> PointInterval {
    let other = |chance: Points| Points(POINT - chance.0);
    PointInterval { lower: other(chance.upper), upper: other(chance.lower) }
}

/// All cubes that can occur in a game from the present one on, which is the first, in the order in
/// which they come.
///
/// # Errors
/// [`SituationError::NoEquity`] if the table of match equities does not have a score.
pub fn cube_kinds(played_for: &impl PlayedFor) -> Result<Vec<CubeKind>, SituationError> {
    let mut cubes = vec![played_for.cube()];
    let mut kinds = Vec::new();
    while let Some(&cube) = cubes.get(kinds.len()) {
        let (mut doubled, mut beavered) = ([None; 2], [None; 2]);
        let mut place = |next: Cube| {
            let known = cubes.iter().position(|other| *other == next);
            known.unwrap_or_else(|| {
                cubes.push(next);
                cubes.len() - 1
            })
        };
        for seat in 0..2 {
            if played_for.may_double(seat, cube) {
                let taken = cube.raised(seat);
                doubled[seat] = Some(place(taken));
                let kept = Cube { exponent: taken.exponent + 1, ..taken };
                beavered[seat] = played_for.may_beaver(taken).then(|| place(kept));
            }
        }
        let mut won = [[PointInterval::points(0); 3]; 2];
        for (winner, won) in won.iter_mut().enumerate() {
            for (number, size) in won.iter_mut().zip(WINS) {
                *number = rounded(played_for.after(winner, size, cube)?);
            }
        }
        let times_doubled = played_for.times_doubled();
        kinds.push(CubeKind { cube, doubled, beavered, won, times_doubled });
    }
    Ok(kinds)
}

/// Bounds of a chance, rounded outward.
fn rounded(chance: f64) -> PointInterval {
    let units = chance * f64::from(POINT);
    between(units.floor() as i32, units.ceil() as i32)
}
