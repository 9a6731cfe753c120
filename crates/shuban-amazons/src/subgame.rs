//! What is still to be played for: squares that are not burnt, and the amazons on them.

use shuban_cgt::Player;

use crate::lines::queen_reach;
use crate::placement::Placement;
use crate::region::Region;
use crate::squares::{Square, Squares};
use crate::symmetry::{Symmetry, canonical_shape};

/// The two sides. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first player, `X`.
    Black,
    /// The second player, `O`.
    White,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// The other one.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// `black` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }
}

/// In combinatorial game theory Black is Left and White is Right.
impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Player::Left,
            Side::White => Player::Right,
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => Side::Black,
            Player::Right => Side::White,
        }
    }
}

/// One turn: an amazon moves like a queen, then shoots an arrow along a queen line, which burns a
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the amazon comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// The square that its arrow burns; it may be the one just left.
    pub shot: Square,
}

/// Squares that are not burnt with the amazons on them: a region, several, or a whole board. What
/// lies around them does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subgame {
    squares: Squares,
    black: Squares,
    white: Squares,
}

impl Subgame {
    /// Squares and the amazons on them; `None` if two stand on one square or one stands elsewhere.
    pub fn new(squares: Squares, black: Squares, white: Squares) -> Option<Self> {
        let lawful = (black | white).is_subset(squares) && (black & white).is_empty();
        lawful.then_some(Subgame { squares, black, white })
    }

    /// A region with amazons on its numbered squares; `None` if two stand on one square or one on a
    /// square that the region does not have.
    pub fn placed(region: Region, placement: Placement) -> Option<Self> {
        let Placement { black, white } = placement;
        let lawful = black & white == 0 && (black | white) >> region.size() == 0;
        let on = |mask: u16| {
            let squares = region.squares().iter().enumerate();
            squares
                .filter(|(number, _)| mask >> number & 1 == 1)
                .map(|(_, square)| square)
                .collect()
        };
        lawful.then(|| Subgame { squares: region.squares(), black: on(black), white: on(white) })
    }

    /// All squares that are not burnt, those under amazons too.
    #[inline]
    pub fn squares(&self) -> Squares {
        self.squares
    }

    /// The squares of Black's amazons.
    #[inline]
    pub fn black(&self) -> Squares {
        self.black
    }

    /// The squares of White's amazons.
    #[inline]
    pub fn white(&self) -> Squares {
        self.white
    }

    /// The squares of a side's amazons.
    #[inline]
    pub fn amazons(&self, side: Side) -> Squares {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The squares with no amazon on them.
    #[inline]
    pub fn empty(&self) -> Squares {
        self.squares - self.black - self.white
    }

    /// Calls `each` with every move of a side: amazons, destinations and shots each in row-major
    /// order.
    pub fn for_each_move(&self, side: Side, mut each: impl FnMut(Move)) {
        for from in self.amazons(side) {
            // Leaving its square, an amazon may shoot there and beyond.
            let free = self.empty().with(from);
            for to in queen_reach(from, self.empty()) {
                for shot in queen_reach(to, free) {
                    each(Move { from, to, shot });
                }
            }
        }
    }

    /// Every move of a side, in the order of `for_each_move`.
    pub fn moves(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(side, |action| moves.push(action));
        moves
    }

    /// Whether a side can move: one of its amazons has an empty square beside it, where it can go
    /// and shoot back to where it came from.
    pub fn can_move(&self, side: Side) -> bool {
        !(self.amazons(side).grown() & self.empty()).is_empty()
    }

    /// Whether a move is legal for a side.
    pub fn is_legal(&self, side: Side, action: Move) -> bool {
        let Move { from, to, shot } = action;
        self.amazons(side).contains(from)
            && queen_reach(from, self.empty()).contains(to)
            && queen_reach(to, self.empty().with(from)).contains(shot)
    }

    /// What is left after a legal move of a side.
    #[must_use]
    pub fn after(&self, side: Side, action: Move) -> Self {
        let Move { from, to, shot } = action;
        let moved = self.amazons(side).without(from).with(to);
        let (black, white) = match side {
            Side::Black => (moved, self.white),
            Side::White => (self.black, moved),
        };
        Subgame { squares: self.squares.without(shot), black, white }
    }

    /// The part of it that lies in some squares.
    #[must_use]
    pub fn within(&self, squares: Squares) -> Self {
        Subgame {
            squares: self.squares & squares,
            black: self.black & squares,
            white: self.white & squares,
        }
    }

    /// The independent regions: no amazon or arrow gets from one to another. By their first squares
    /// in row-major order.
    pub fn regions(&self) -> impl Iterator<Item = Subgame> + '_ {
        self.squares.components().map(|squares| self.within(squares))
    }

    /// Without the regions that have no amazons, in which nobody will ever move.
    #[must_use]
    pub fn without_empty_regions(&self) -> Self {
        Subgame { squares: self.squares.connected_to(self.black | self.white), ..*self }
    }

    /// The colours exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Subgame { black: self.white, white: self.black, ..*self }
    }

    /// The region with its placement, if it is one: a connected set of up to 11 squares. The
    /// placement is one of those that the region's symmetries map to each other.
    pub fn region(&self) -> Option<(Region, Placement)> {
        let (region, symmetry) = Region::of(self.squares)?;
        Some((region, self.image(symmetry).numbered()))
    }

    /// The amazons by the numbers of their squares among all of at most 16 squares.
    pub(crate) fn numbered(&self) -> Placement {
        let numbers = |set: Squares| {
            set.iter().fold(0, |mask, square| mask | 1 << self.squares.number_of(square))
        };
        Placement { black: numbers(self.black), white: numbers(self.white) }
    }

    /// The smallest image of it, shifted to the corner, under the symmetries that make it at least
    /// as high as it is wide; by squares, then Black's, then White's.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let (squares, _) = canonical_shape(self.squares);
        Symmetry::ALL
            .iter()
            .map(|&symmetry| self.image(symmetry))
            .filter(|image| image.squares == squares)
            .min()
            .expect("the canonical shape is one of the images")
    }

    /// The image under a symmetry of what is shifted to the corner.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let corner = self.squares.at_corner();
        let extent = corner.extent();
        // Shifted as the squares are, which come first: a shift keeps numbers' differences.
        let shift = |first: Option<Square>| first.map_or(0, Square::number);
        let by = shift(self.squares.first()) - shift(corner.first());
        let image = |set: Squares| symmetry.apply(Squares::of(set.bits() >> by), extent);
        Subgame {
            squares: symmetry.apply(corner, extent),
            black: image(self.black),
            white: image(self.white),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::squares::tests::squares_within;

    /// Some squares of a board with some amazons, up to four a side.
    pub(crate) fn any_subgame(height: usize, width: usize) -> impl Strategy<Value = Subgame> {
        let amazons = prop::collection::vec(any::<prop::sample::Index>(), 0..=8);
        (squares_within(height, width), amazons, 0usize..=4).prop_map(
            |(squares, amazons, black)| {
                let mut sides = [Squares::EMPTY; 2];
                for (i, pick) in amazons.iter().enumerate() {
                    let free: Vec<Square> = (squares - sides[0] - sides[1]).iter().collect();
                    let side = usize::from(i >= black);
                    if !free.is_empty() && sides[side].len() < 4 {
                        sides[side] = sides[side].with(*pick.get(&free));
                    }
                }
                Subgame::new(squares, sides[0], sides[1]).unwrap()
            },
        )
    }

    fn square(row: usize, column: usize) -> Square {
        Square::new(row, column).unwrap()
    }

    #[test]
    fn an_arrow_flies_through_the_square_just_left() {
        let line = Squares::rectangle(1, 4);
        let subgame = Subgame::new(line, square(0, 2).into(), square(0, 3).into()).unwrap();
        let moves = subgame.moves(Side::Black);
        let there = |to: usize, shot: usize| Move {
            from: square(0, 2),
            to: square(0, to),
            shot: square(0, shot),
        };
        assert_eq!(moves, [there(0, 1), there(0, 2), there(1, 0), there(1, 2)]);
        assert!(!subgame.can_move(Side::White));
        assert_eq!(subgame.moves(Side::White), []);
        let after = subgame.after(Side::Black, there(0, 2));
        assert_eq!(after.regions().count(), 2);
        assert_eq!(after.without_empty_regions(), after);
    }

    #[test]
    fn what_is_no_subgame_is_refused() {
        let (board, one) = (Squares::rectangle(2, 2), Squares::rectangle(1, 1));
        assert_eq!(Subgame::new(board, one, one), None);
        assert_eq!(Subgame::new(board - one, one, Squares::EMPTY), None);
        let region = Region::all(3)[0];
        assert_eq!(Subgame::placed(region, Placement { black: 1, white: 1 }), None);
        assert_eq!(Subgame::placed(region, Placement { black: 8, white: 0 }), None);
    }

    proptest! {
        #[test]
        fn moves_are_legal_and_distinct(subgame in any_subgame(5, 5)) {
            for side in Side::BOTH {
                let moves = subgame.moves(side);
                prop_assert_eq!(moves.is_empty(), !subgame.can_move(side));
                prop_assert!(moves.iter().all(|&action| subgame.is_legal(side, action)));
                let squares = || Squares::rectangle(5, 5).iter();
                let all = squares().flat_map(|from| {
                    squares().flat_map(move |to| squares().map(move |shot| Move { from, to, shot }))
                });
                prop_assert_eq!(all.filter(|&action| subgame.is_legal(side, action)).count(), moves.len());
                let after: BTreeSet<Subgame> = moves.iter().map(|&action| subgame.after(side, action)).collect();
                prop_assert_eq!(after.len(), moves.len());
                for after in after {
                    prop_assert!(Subgame::new(after.squares, after.black, after.white).is_some());
                    prop_assert_eq!(after.amazons(side).len(), subgame.amazons(side).len());
                    prop_assert_eq!(after.squares.len() + 1, subgame.squares.len());
                }
            }
        }

        #[test]
        fn moves_stay_inside_their_region(subgame in any_subgame(6, 6)) {
            for side in Side::BOTH {
                let mut by_region: Vec<Move> =
                    subgame.regions().flat_map(|region| region.moves(side)).collect();
                by_region.sort_unstable();
                let mut all = subgame.moves(side);
                all.sort_unstable();
                prop_assert_eq!(&by_region, &all);
                let mut inhabited = subgame.without_empty_regions().moves(side);
                inhabited.sort_unstable();
                prop_assert_eq!(inhabited, all);
            }
        }

        #[test]
        fn images_are_the_same_game(subgame in any_subgame(4, 4)) {
            let canonical = subgame.canonical();
            prop_assert_eq!(canonical.canonical(), canonical);
            for symmetry in Symmetry::ALL {
                let image = subgame.image(symmetry);
                prop_assert_eq!(image.canonical(), canonical);
                prop_assert_eq!(image.regions().count(), subgame.regions().count());
                for side in Side::BOTH {
                    prop_assert_eq!(image.moves(side).len(), subgame.moves(side).len());
                }
                prop_assert_eq!(image.region().map(|found| found.0), subgame.region().map(|found| found.0));
            }
            if let Some((region, placement)) = subgame.region() {
                let placed = Subgame::placed(region, placement).unwrap();
                prop_assert_eq!(placed.canonical(), canonical);
                prop_assert_eq!(placed.region(), Some((region, placement)));
            }
        }
    }
}
