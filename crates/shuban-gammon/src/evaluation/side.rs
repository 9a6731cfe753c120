//! View of one side of a position, as masks of its places.

use shuban_core::checkers::Checkers;

use crate::position::Position;
use crate::variant::Variant;

/// One side before its roll: where its checkers stand and which points the other side leaves open.
///
/// Bit p of a mask is place p as this side counts its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideView {
    pub(super) side: Checkers,
    pub(super) occupied: u32,
    /// The points that the other side does not hold with two or more.
    pub(super) open: u32,
    /// The points with a lone checker of the other side.
    pub(super) blots: u32,
    pub(super) bar: usize,
    pub(super) home: usize,
    pub(super) faces: usize,
}

impl SideView {
    /// The side about to roll. For [`Position::swapped`] it is the other one.
    #[inline]
    pub fn of_mover(variant: &Variant, position: &Position) -> Self {
        let bar = variant.bar();
        // The other side's place p is this side's bar - p; its bar falls on bit 0.
        let turned = |mask: u32| mask.reverse_bits() >> (31 - bar) & !1;
        let blocked = turned(position.opponent.blocks());
        SideView {
            side: position.mover,
            occupied: position.mover.occupied(),
            open: ((1u32 << bar) - 2) & !blocked,
            blots: turned(position.opponent.occupied()) & !blocked,
            bar,
            home: variant.home(),
            faces: usize::from(variant.faces()),
        }
    }

    /// Number of its checkers on the bar.
    #[inline]
    pub fn on_bar(&self) -> usize {
        self.side.on(self.bar)
    }

    /// Returns true if all of its checkers are at home, so that it may bear off.
    #[inline]
    pub fn is_home(&self) -> bool {
        self.occupied >> (self.home + 1) == 0
    }

    /// The chance that both dice are among some faces.
    #[inline]
    pub(super) fn both_among(&self, faces: usize) -> f64 {
        let share = faces as f64 / self.faces as f64;
        share * share
    }
}
