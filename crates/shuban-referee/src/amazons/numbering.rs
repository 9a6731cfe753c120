//! The order of ranks of all regions of one size.

use std::collections::BTreeMap;

use crate::amazons::board::{Board, Content};
use crate::amazons::placements::{Placement, Placements};
use crate::amazons::shapes::{self, Shape};
use crate::error::Stop;
use crate::progress::{Phase, Report};

/// Regions of an entry of the index.
const ENTRY: usize = 512;

/// The numbering of the positions of one size: by region, then by placement.
pub(crate) struct Numbering {
    shapes: Vec<Shape>,
    placements: Placements,
    /// The first rank of each region; then the number of all.
    first: Vec<u64>,
    /// The symmetries of each region that has one besides the identity.
    symmetries: BTreeMap<Shape, Vec<Vec<usize>>>,
}

impl Numbering {
    /// Creates the numbering of all canonical shapes of a number of squares, ascending.
    pub(crate) fn new(size: usize, shapes: Vec<Shape>, report: Report<'_>) -> Result<Self, Stop> {
        let placements = Placements::new(size);
        let (mut first, mut symmetries) = (vec![0], BTreeMap::new());
        let name = format!("placements in regions of {size}");
        let phase = Phase::begin(report, &name, shapes.len() as u64)?;
        for (done, &shape) in (0..).zip(&shapes) {
            phase.at(done)?;
            let (_, own) = shapes::canonical(&shapes::squares(shape));
            let last = first[first.len() - 1];
            first.push(last + placements.count(&own));
            if own.len() > 1 {
                symmetries.insert(shape, own);
            }
        }
        Ok(Numbering { shapes, placements, first, symmetries })
    }

    pub(crate) fn positions(&self) -> u64 {
        self.first[self.shapes.len()]
    }

    fn symmetries_of(&self, shape: Shape) -> &[Vec<usize>] {
        self.symmetries.get(&shape).map_or(&[], Vec::as_slice)
    }

    /// Returns the board of a rank.
    pub(crate) fn board(&self, rank: u64) -> Option<Board> {
        let place = self.first.partition_point(|&first| first <= rank).checked_sub(1)?;
        let shape = *self.shapes.get(place)?;
        let number = rank - self.first[place];
        let placement = self.placements.placement(self.symmetries_of(shape), number)?;
        let content = |number: usize| match [placement.black, placement.white] {
            [black, _] if black >> number & 1 == 1 => Content::Black,
            [_, white] if white >> number & 1 == 1 => Content::White,
            _ => Content::Empty,
        };
        let squares = shapes::squares(shape).into_iter().enumerate();
        Some(Board(squares.map(|(number, square)| (square, content(number))).collect()))
    }

    /// Returns the rank of a connected board in which White has not more amazons than Black.
    pub(crate) fn rank(&self, board: &Board) -> Option<u64> {
        let squares: Vec<_> = board.0.iter().map(|(square, _)| *square).collect();
        let (shape, places) = shapes::canonical(&squares);
        let mask = |colour: Content| {
            let bits = board.0.iter().enumerate().filter(|(_, (_, content))| *content == colour);
            bits.fold(0, |mask, (number, _)| mask | 1 << number)
        };
        let placement = Placement { black: mask(Content::Black), white: mask(Content::White) };
        let placement = placement.moved(places.first()?);
        let place = self.shapes.binary_search(&shape).ok()?;
        let number = self.placements.number(self.symmetries_of(shape), placement)?;
        Some(self.first[place] + number)
    }

    /// Returns what the index in a file lists: the shapes, each as the difference to the one before
    /// in the same entry, seven bits a byte, the lowest first.
    pub(crate) fn entries(&self) -> Vec<Vec<u8>> {
        let entry = |shapes: &[Shape]| {
            let (mut bytes, mut before) = (Vec::new(), 0);
            for shape in shapes {
                let mut difference = shape - before;
                while difference >= 0x80 {
                    bytes.push(difference as u8 | 0x80);
                    difference >>= 7;
                }
                bytes.push(difference as u8);
                before = *shape;
            }
            bytes
        };
        self.shapes.chunks(ENTRY).map(entry).collect()
    }
}
