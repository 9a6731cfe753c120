//! Remaining search depth.

/// Plies still to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Depth {
    Plies(u8),
    ToTheEnd,
}

impl Depth {
    pub(super) fn of(plies: Option<u8>) -> Self {
        plies.map_or(Depth::ToTheEnd, Depth::Plies)
    }

    pub(super) fn is_horizon(self) -> bool {
        self == Depth::Plies(0)
    }

    /// Returns the depth one ply later.
    pub(super) fn below(self) -> Self {
        match self {
            Depth::Plies(plies) => Depth::Plies(plies.saturating_sub(1)),
            Depth::ToTheEnd => Depth::ToTheEnd,
        }
    }

    /// Returns true if the positions after one ply are on the horizon.
    pub(super) fn is_last(self) -> bool {
        self == Depth::Plies(1)
    }
}
