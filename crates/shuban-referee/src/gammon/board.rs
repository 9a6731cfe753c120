//! A position: how many checkers each side has on each place.

use crate::gammon::variant::Variant;

/// Places of a side: 0 for checkers that are off, the points of 24 at most, the bar.
const PLACES: usize = 26;

/// Both sides, each by its own count of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Board {
    /// The side about to roll.
    pub(crate) mover: Side,
    pub(crate) opponent: Side,
}

/// A side's checkers by place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Side(pub(crate) [u8; PLACES]);

impl Side {
    /// Returns the side with checkers on these places.
    pub(crate) fn on(places: impl IntoIterator<Item = usize>) -> Self {
        let mut side = Side::default();
        places.into_iter().for_each(|place| side.0[place] += 1);
        side
    }

    /// Returns the places of checkers that are not off, ascending.
    pub(crate) fn places(&self) -> Vec<usize> {
        let at = |place: usize| std::iter::repeat_n(place, self.0[place].into());
        (1..PLACES).flat_map(at).collect()
    }

    /// Returns the number of checkers that are not off.
    pub(crate) fn left(&self) -> usize {
        self.0[1..].iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns true if it has a checker on any of these places.
    pub(crate) fn is_on(&self, places: impl IntoIterator<Item = usize>) -> bool {
        places.into_iter().any(|place| self.0[place] > 0)
    }
}

impl Board {
    /// Returns the board with the other side about to roll.
    pub(crate) fn turned(self) -> Self {
        Board { mover: self.opponent, opponent: self.mover }
    }

    /// Returns true if neither side can ever move: both wait on the bar before closed points.
    pub(crate) fn is_dead(&self, variant: &Variant) -> bool {
        let waits = |side: &Side, before: &Side| {
            side.0[variant.bar()] > 0 && (1..=variant.faces).all(|point| before.0[point] >= 2)
        };
        waits(&self.mover, &self.opponent) && waits(&self.opponent, &self.mover)
    }

    /// Writes the position as `shuban` reads it: places of the mover, then of the opponent.
    pub(crate) fn text(&self, variant: &Variant) -> String {
        let place = |place: usize| match place == variant.bar() {
            true => "bar".to_owned(),
            false => place.to_string(),
        };
        let side = |side: &Side| side.places().into_iter().map(place).collect::<Vec<_>>().join(",");
        format!("{}|{}", side(&self.mover), side(&self.opponent))
    }
}
