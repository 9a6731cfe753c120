//! Lone checkers that the side about to roll may hit.

use super::side::SideView;

/// Possible hits of the next roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shots {
    /// The chance of a roll that hits something.
    pub chance: f64,
    /// The pips that the other side loses by the hit that costs it most, on average over all rolls:
    /// 0 with a roll that hits nothing.
    pub pips: f64,
    /// The most pips that some roll makes the other side lose.
    pub most: usize,
}

/// The possible hits of a side's next roll.
///
/// A checker hit on place p of this side has p pips more to go than before. Each roll counts with
/// the hit that costs most. That the rules may ask for a play of more dice instead is not looked
/// at, nor what the hit leaves behind.
#[inline]
pub fn shots(side: &SideView) -> Shots {
    if side.blots == 0 {
        return Shots::default();
    }
    let (mut hitting, mut pips, mut most) = (0, 0, 0);
    for high in 1..=side.faces {
        for low in 1..=high {
            let hit = if high == low { by_double(side, high) } else { by_two(side, high, low) };
            let weight = if high == low { 1 } else { 2 };
            if hit != 0 {
                let lost = hit.ilog2() as usize;
                hitting += weight;
                pips += weight * lost;
                most = most.max(lost);
            }
        }
    }
    let throws = (side.faces * side.faces) as f64;
    Shots { chance: hitting as f64 / throws, pips: pips as f64 / throws, most }
}

/// The lone checkers that four steps of a die reach.
#[inline]
fn by_double(side: &SideView, die: usize) -> u32 {
    let on_bar = side.on_bar();
    let (mut from, mut hit) = (side.occupied, 0);
    if on_bar > 0 {
        let entry = (1u32 << side.bar >> die) & side.open;
        if entry == 0 {
            return 0;
        }
        hit = entry & side.blots;
        from = from & !(1 << side.bar) | entry;
    }
    for _ in on_bar.min(4)..4 {
        from = from >> die & side.open;
        hit |= from & side.blots;
    }
    hit
}

/// The lone checkers that two different dice reach.
#[inline]
fn by_two(side: &SideView, high: usize, low: usize) -> u32 {
    let reached = |from: u32, die: usize| from >> die & side.open;
    let bar = side.occupied & 1 << side.bar;
    let hit = if bar == 0 {
        let (first, second) = (reached(side.occupied, high), reached(side.occupied, low));
        first | second | reached(first, low) | reached(second, high)
    } else {
        let (first, second) = (reached(bar, high), reached(bar, low));
        let mut all = first | second;
        if side.on_bar() == 1 {
            // The other die is played with any checker, the one that entered or another.
            let others = side.occupied & !bar;
            for (entry, die) in [(first, low), (second, high)] {
                if entry != 0 {
                    all |= reached(others | entry, die);
                }
            }
        }
        all
    };
    hit & side.blots
}
