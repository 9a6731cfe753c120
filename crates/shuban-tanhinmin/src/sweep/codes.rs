//! The union of value sets by tiers, for many positions at once.

use crate::leads::MAX_PLAYERS;
use crate::rules::Passing;

/// A set of players is five bits wide.
const WIDTH: u32 = MAX_PLAYERS as u32;
const FIELD: u32 = (1 << WIDTH) - 1;

/// Value sets as the player to move sees them: a number with a field for each tier, the best tier's
/// on top, so that `|` unites the sets of every tier and the highest field that is not empty is the
/// result (see [`Winners::united`](shuban_core::Winners::united)).
pub struct Codes {
    /// Codes by mover and set.
    encode: [[u32; 1 << MAX_PLAYERS]; MAX_PLAYERS],
    passing: Passing,
}

impl Codes {
    /// The codes for n players.
    pub fn new(players: usize, passing: Passing) -> Self {
        let mut encode = [[0; 1 << MAX_PLAYERS]; MAX_PLAYERS];
        for (mover, codes) in encode.iter_mut().enumerate() {
            for (set, code) in codes.iter_mut().enumerate() {
                let set = set as u32;
                // Sets without the mover are in the lowest field.
                let field = if set >> mover & 1 == 1 {
                    players as u32 + 1 - set.count_ones().min(players as u32)
                } else {
                    0
                };
                *code = set << (WIDTH * field);
            }
        }
        Codes { encode, passing }
    }

    /// Unites `acc` with sets.
    #[inline(always)]
    pub fn join(&self, mover: usize, acc: &mut [u32], sets: &[u8]) {
        let encode = &self.encode[mover];
        for (code, &set) in acc.iter_mut().zip(sets) {
            *code |= encode[usize::from(set) & FIELD as usize];
        }
    }

    /// The sets that `acc` decodes to.
    #[inline(always)]
    pub fn decode(acc: &[u32], sets: &mut [u8]) {
        for (set, &code) in sets.iter_mut().zip(acc) {
            *set = decode(code);
        }
    }

    /// The sets of a player who has cards to play, worth `acc`, or passes, worth `sets`: those are
    /// replaced.
    #[inline(always)]
    pub(super) fn follow(&self, mover: usize, acc: &[u32], sets: &mut [u8]) {
        let encode = &self.encode[mover];
        match self.passing {
            Passing::Voluntary => {
                for (set, &code) in sets.iter_mut().zip(acc) {
                    *set = decode(code | encode[usize::from(*set) & FIELD as usize]);
                }
            }
            Passing::Print => {
                for (set, &code) in sets.iter_mut().zip(acc) {
                    // In all fields but the lowest the mover is in the set.
                    let pass =
                        if code > FIELD { 0 } else { encode[usize::from(*set) & FIELD as usize] };
                    *set = decode(code | pass);
                }
            }
            Passing::Forced => Codes::decode(acc, sets),
        }
    }
}

#[inline(always)]
fn decode(code: u32) -> u8 {
    /// Shift of the field of each highest bit.
    const SHIFTS: [u8; 32] = {
        let mut shifts = [0; 32];
        let mut bit = 0;
        while bit < 32 {
            shifts[bit] = (bit as u32 / WIDTH * WIDTH) as u8;
            bit += 1;
        }
        shifts
    };
    let highest = (31 - (code | 1).leading_zeros()) as usize;
    (code >> SHIFTS[highest] & FIELD) as u8
}
