//! A checker on the bar.

use super::side::SideView;

/// The chance that a checker on the bar cannot enter with the next roll: that neither die leads to
/// an open point of the other side's home. 0 for a side without a checker on the bar.
///
/// The page's term is this times the mean pips of a roll: a whole roll where the home is closed.
#[inline]
pub fn chance_of_not_entering(side: &SideView) -> f64 {
    if side.on_bar() == 0 {
        return 0.0;
    }
    let entries = ((1u32 << side.bar) - 1) & !((1u32 << (side.bar - side.faces)) - 1);
    side.both_among((entries & !side.open).count_ones() as usize)
}
