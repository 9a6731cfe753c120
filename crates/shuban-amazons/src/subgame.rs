//! Squares that are not burnt, and the amazons on them.

use shuban_cgt::Player;

use crate::lines::queen_reach;
use crate::placement::Placement;
use crate::region::Region;
use crate::squares::{Square, Squares};
use crate::symmetry::{Symmetry, canonical_shape};

/// A side's army: all its amazons. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Army {
    /// The first player, `X`.
    Black,
    /// The second player, `O`.
    White,
}

impl Army {
    /// Both armies, Black first.
    pub const BOTH: [Army; 2] = [Army::Black, Army::White];

    /// The other army.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Army::Black => Army::White,
            Army::White => Army::Black,
        }
    }

    /// `black` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Army::Black => "black",
            Army::White => "white",
        }
    }
}

/// Black is Left in combinatorial game theory, and White is Right.
impl From<Army> for Player {
    fn from(side: Army) -> Self {
        match side {
            Army::Black => Player::Left,
            Army::White => Player::Right,
        }
    }
}

impl From<Player> for Army {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => Army::Black,
            Player::Right => Army::White,
        }
    }
}

/// One turn: an amazon moves like a queen, then shoots an arrow along a queen line, which burns a
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Square that the amazon leaves.
    pub from: Square,
    /// Square that it goes to.
    pub to: Square,
    /// The square that its arrow burns; it may be the one just left.
    pub shot: Square,
}

/// Squares that are not burnt with the amazons on them: a region, several, or a whole board. Their
/// surroundings do not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subgame {
    squares: Squares,
    /// Black's and White's amazons.
    amazons: [Squares; 2],
}

impl Subgame {
    /// Squares and the amazons on them; `None` if two stand on one square or one stands elsewhere.
    pub fn new(squares: Squares, black: Squares, white: Squares) -> Option<Self> {
        let lawful = (black | white).is_subset(squares) && (black & white).is_empty();
        lawful.then_some(Subgame { squares, amazons: [black, white] })
    }

    /// A region with amazons on its numbered squares; `None` if two stand on one square or one on a
    /// square that the region does not have.
    pub fn placed(region: Region, placement: Placement) -> Option<Self> {
        let Placement { black, white } = placement;
        let squares = region.squares();
        let on = |mask: u16| {
            let numbered = squares.iter().enumerate();
            numbered.filter(|(k, _)| mask >> k & 1 == 1).map(|(_, square)| square).collect()
        };
        let lawful = black & white == 0 && (black | white) >> region.size() == 0;
        lawful.then(|| Subgame { squares, amazons: [on(black), on(white)] })
    }

    /// All squares that are not burnt, those under amazons too.
    #[inline]
    pub fn squares(&self) -> Squares {
        self.squares
    }

    /// The squares of Black's amazons.
    #[inline]
    pub fn black(&self) -> Squares {
        self.amazons[0]
    }

    /// The squares of White's amazons.
    #[inline]
    pub fn white(&self) -> Squares {
        self.amazons[1]
    }

    /// The squares of a side's amazons.
    #[inline]
    pub fn amazons(&self, side: Army) -> Squares {
        self.amazons[side as usize]
    }

    /// The squares with no amazon on them.
    #[inline]
    pub fn empty(&self) -> Squares {
        self.squares - self.amazons[0] - self.amazons[1]
    }

    /// Calls `each` with every move of a side: amazons, destinations and shots each in row-major
    /// order.
    pub fn for_each_move(&self, side: Army, mut each: impl FnMut(Move)) {
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
    pub fn moves(&self, side: Army) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(side, |action| moves.push(action));
        moves
    }

    /// Returns true if a side can move: one of its amazons has an empty square beside it, where it
    /// can go and shoot back to where it came from.
    pub fn can_move(&self, side: Army) -> bool {
        !(self.amazons(side).grown() & self.empty()).is_empty()
    }

    /// Returns true if a move is legal for a side.
    pub fn is_legal(&self, side: Army, action: Move) -> bool {
        let Move { from, to, shot } = action;
        self.amazons(side).contains(from)
            && queen_reach(from, self.empty()).contains(to)
            && queen_reach(to, self.empty().with(from)).contains(shot)
    }

    /// The subgame after a legal move of a side.
    #[must_use]
    pub fn after(&self, side: Army, action: Move) -> Self {
        let mut after = Subgame { squares: self.squares.without(action.shot), ..*self };
        let own = &mut after.amazons[side as usize];
        *own = own.without(action.from).with(action.to);
        after
    }

    /// The subgame after an amazon of a side has moved, before it shoots.
    #[must_use]
    pub(crate) fn moved(&self, side: Army, from: Square, to: Square) -> Self {
        let mut moved = *self;
        let own = &mut moved.amazons[side as usize];
        *own = own.without(from).with(to);
        moved
    }

    /// The part of it that lies in some squares.
    #[must_use]
    pub fn within(&self, squares: Squares) -> Self {
        let amazons = self.amazons.map(|own| own & squares);
        Subgame { squares: self.squares & squares, amazons }
    }

    /// The independent regions, by their first squares in row-major order: no amazon or arrow gets
    /// from one to another.
    pub fn regions(&self) -> impl Iterator<Item = Subgame> + '_ {
        self.squares.components().map(|squares| self.within(squares))
    }

    /// The subgame without regions that have no amazons, where no move is possible.
    #[must_use]
    pub fn without_empty_regions(&self) -> Self {
        Subgame { squares: self.squares.connected_to(self.black() | self.white()), ..*self }
    }

    /// The colours exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Subgame { amazons: [self.white(), self.black()], ..*self }
    }

    /// The region with its placement, if it is one: a connected set of up to 11 squares. The
    /// placement is one of those that the region's symmetries map to each other.
    pub fn region(&self) -> Option<(Region, Placement)> {
        let (region, symmetry) = Region::of(self.squares)?;
        Some((region, self.image(symmetry).numbered()))
    }

    /// The amazons by the numbers of their squares among all of at most 16 squares.
    pub(crate) fn numbered(&self) -> Placement {
        let [black, white] = self.amazons.map(|own| self.squares.numbers_of(own) as u16);
        Placement { black, white }
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

    /// The image, under a symmetry, of the subgame shifted to the corner.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let corner = self.squares.at_corner();
        let extent = corner.extent();
        // Shifted as the squares are, which come first: a shift keeps numbers' differences.
        let shift = |first: Option<Square>| first.map_or(0, Square::number);
        let by = shift(self.squares.first()) - shift(corner.first());
        let image = |own: Squares| symmetry.apply(Squares::of(own.bits() >> by), extent);
        let amazons = self.amazons.map(image);
        Subgame { squares: symmetry.apply(corner, extent), amazons }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::parse_position;

    #[test]
    fn an_amazon_moves_before_it_shoots() {
        let game = *parse_position("X..O/....").unwrap().subgame();
        for side in [Army::Black, Army::White] {
            for action in game.moves(side) {
                let Move { from, to, shot } = action;
                let moved = game.moved(side, from, to);
                assert_eq!(moved.squares(), game.squares());
                assert_eq!(moved.within(game.squares().without(shot)), game.after(side, action));
            }
        }
    }
}
