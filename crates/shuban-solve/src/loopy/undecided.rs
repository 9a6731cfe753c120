//! Numbers of plays of which the worth is not yet certain.

use crate::sync::AtomicU16;
use crate::sync::Ordering::Relaxed;

/// The number of plays of each position not yet known to lose: those within the layer, and one more if
/// any leaves it or the game is over; 0 when its value has been found.
pub(super) struct Undecided(Vec<AtomicU16>);

impl Undecided {
    pub(super) fn new(len: usize) -> Self {
        Undecided((0..len).map(|_| AtomicU16::new(0)).collect())
    }

    pub(super) fn set(&self, number: usize, plays: u16) {
        self.0[number].store(plays, Relaxed);
    }

    /// Returns true if the value of a position has been found.
    pub(super) fn has_value(&self, number: u32) -> bool {
        self.0[number as usize].load(Relaxed) == 0
    }

    /// Notes that one play of a position certainly gains, or loses. Returns true if that decides it:
    /// to one thread, however many note something at once.
    pub(super) fn note(&self, number: u32, gains: bool) -> bool {
        let after = |left: u16| if gains { (left > 0).then_some(0) } else { left.checked_sub(1) };
        let before = self.0[number as usize].fetch_update(Relaxed, Relaxed, after);
        before.is_ok_and(|before| gains || before == 1)
    }
}
