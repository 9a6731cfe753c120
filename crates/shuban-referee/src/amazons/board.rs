//! A board of unburnt squares, and the moves on it.

/// A square: its row and its column.
pub(crate) type Square = [i8; 2];

/// Content of an unburnt square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Content {
    Empty,
    Black,
    White,
}

impl Content {
    /// Returns the other colour's amazon.
    pub(crate) fn swapped(self) -> Self {
        match self {
            Content::Empty => Content::Empty,
            Content::Black => Content::White,
            Content::White => Content::Black,
        }
    }
}

/// The unburnt squares with their contents, in row-major order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Board(pub(crate) Vec<(Square, Content)>);

impl Board {
    fn at(&self, square: Square) -> Option<Content> {
        let found = self.0.binary_search_by_key(&square, |(square, _)| *square);
        found.ok().map(|place| self.0[place].1)
    }

    /// Returns the number of amazons of a colour.
    pub(crate) fn count(&self, colour: Content) -> usize {
        self.0.iter().filter(|(_, content)| *content == colour).count()
    }

    /// Returns the board with the colours exchanged.
    pub(crate) fn swapped(&self) -> Self {
        Board(self.0.iter().map(|(square, content)| (*square, content.swapped())).collect())
    }

    /// Returns the boards after all moves of a colour: an amazon goes as a queen, and from there
    /// shoots as a queen.
    pub(crate) fn after_moves(&self, colour: Content) -> Vec<Board> {
        let mut all = Vec::new();
        for &(from, _) in self.0.iter().filter(|(_, content)| *content == colour) {
            let mut left = self.clone();
            left.set(from, Content::Empty);
            for to in self.reached(from) {
                let mut moved = left.clone();
                moved.set(to, colour);
                for shot in moved.reached(to) {
                    let mut after = moved.clone();
                    after.0.retain(|(square, _)| *square != shot);
                    all.push(after);
                }
            }
        }
        all
    }

    fn set(&mut self, square: Square, content: Content) {
        for (other, there) in &mut self.0 {
            if *other == square {
                *there = content;
            }
        }
    }

    /// Returns the squares that a queen reaches.
    fn reached(&self, from: Square) -> Vec<Square> {
        let mut reached = Vec::new();
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let mut at = [from[0] + down, from[1] + right];
            // The square itself is not empty, so a step of none ends at once.
            while self.at(at) == Some(Content::Empty) {
                reached.push(at);
                at = [at[0] + down, at[1] + right];
            }
        }
        reached
    }

    /// Returns the connected regions that have amazons.
    pub(crate) fn regions(&self) -> Vec<Board> {
        let mut rest = self.0.clone();
        let mut regions = Vec::new();
        while let Some(first) = rest.pop() {
            let mut region = vec![first];
            let mut at = 0;
            while at < region.len() {
                let [row, column] = region[at].0;
                rest.retain(|&(square, content)| {
                    let touches = (square[0] - row).abs() <= 1 && (square[1] - column).abs() <= 1;
                    if touches {
                        region.push((square, content));
                    }
                    !touches
                });
                at += 1;
            }
            region.sort_unstable();
            if region.iter().any(|(_, content)| *content != Content::Empty) {
                regions.push(Board(region));
            }
        }
        regions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amazon_may_shoot_back_and_burnt_squares_part_regions() {
        let row = |contents: &[Content]| {
            Board(
                contents.iter().zip(0..).map(|(content, column)| ([0, column], *content)).collect(),
            )
        };
        let (empty, black) = (Content::Empty, Content::Black);
        let board = row(&[black, empty, empty]);
        // To the middle, with two shots; to the end, with two shots.
        assert_eq!(board.after_moves(black).len(), 4);
        assert!(board.after_moves(Content::White).is_empty());
        let parted =
            board.after_moves(black).into_iter().filter(|after| after.regions().len() == 1);
        assert_eq!(parted.count(), 4, "regions without amazons do not count");
    }
}
