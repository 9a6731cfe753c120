//! Equities with a cube, by docs/gammon-internals.md.

use shuban_store::{CodecName, Table};

use crate::error::Stop;
use crate::files::Column;
use crate::interval::{Bounds, Mean};

/// Units of a point.
pub(crate) const POINT: i128 = 1 << 27;

/// Kinds of equities, by number.
pub(crate) const CUBELESS: usize = 0;
pub(crate) const OWNED: usize = 1;
pub(crate) const CENTRED: usize = 2;
pub(crate) const JACOBY: usize = 3;
pub(crate) const OPPONENT: usize = 4;
pub(crate) const KINDS: [&str; 5] = ["cubeless", "owned", "centred", "jacoby", "opponent"];

/// Bounds of the equities of the player about to roll, who does not double now.
pub(crate) type Equities = [Bounds; 5];

/// Returns the columns of an interval: its lower bound, and its width.
pub(crate) const fn columns(lower: &'static str, width: &'static str) -> [Column; 2] {
    [
        Column { name: lower, bits: 32, codec: CodecName::Fixed, fraction_bits: 27 },
        Column { name: width, bits: 32, codec: CodecName::UnsignedFixed, fraction_bits: 27 },
    ]
}

/// Reads the intervals of a record, in the order of its columns.
pub(crate) fn read<const COUNT: usize>(table: &Table, rank: u64) -> Result<[Bounds; COUNT], Stop> {
    let mut row = vec![0; 2 * COUNT];
    table.row(rank, &mut row)?;
    let integer = |at: usize| table.columns()[at].integer(row[at]);
    Ok(std::array::from_fn(|kind| {
        let lower = integer(2 * kind);
        Bounds { lower, upper: lower + integer(2 * kind + 1) }
    }))
}

/// Returns what a position is worth to the player who has just played to it: the other one may
/// double first, if the cube is not on this side.
pub(crate) fn after_play(equities: &Equities) -> Equities {
    // max(x, min(2 · opponent, 1)), which grows with both.
    let doubling = |kind: usize| {
        let best = |no_double: i128, taken: i128| no_double.max((2 * taken).min(POINT));
        let (no_double, taken) = (equities[kind], equities[OPPONENT]);
        Bounds {
            lower: best(no_double.lower, taken.lower),
            upper: best(no_double.upper, taken.upper),
        }
    };
    let mut worth = [Bounds::exactly(0); 5];
    worth[CUBELESS] = equities[CUBELESS].negated();
    worth[OWNED] = equities[OPPONENT].negated();
    worth[CENTRED] = doubling(CENTRED).negated();
    worth[JACOBY] = doubling(JACOBY).negated();
    worth[OPPONENT] = doubling(OWNED).negated();
    worth
}

/// Mean of intervals of several kinds over rolls.
pub(crate) struct Means<const COUNT: usize>([Mean; COUNT]);

impl<const COUNT: usize> Means<COUNT> {
    pub(crate) fn new() -> Self {
        Means([Mean::default(); COUNT])
    }

    pub(crate) fn add(&mut self, ways: i128, kinds: &[Bounds; COUNT]) {
        self.0.iter_mut().zip(kinds).for_each(|(mean, kind)| mean.add(ways, *kind));
    }

    pub(crate) fn bounds(&self) -> [Bounds; COUNT] {
        self.0.map(Mean::bounds)
    }
}

/// Returns the better of every kind.
pub(crate) fn better(best: Option<Equities>, other: Equities) -> Option<Equities> {
    Some(best.map_or(other, |best| std::array::from_fn(|kind| best[kind].max(other[kind]))))
}
