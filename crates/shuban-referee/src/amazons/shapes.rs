//! Regions up to symmetry.

use std::collections::BTreeSet;

use crate::amazons::board::Square;
use crate::error::Stop;
use crate::progress::{Phase, Report};
use crate::symmetry::SYMMETRIES;

/// Width of the box in which squares are numbered, row by row.
const BOX: usize = 11;

/// A shape by its number: bit 11 r + c for the square of row r and column c, at the top left corner.
pub(crate) type Shape = u128;

/// Returns the canonical form of some squares: of all images at the corner that are at least as
/// high as wide, the one of the smallest number. With it, for each image that is this one, the
/// place that each square goes to, counted in row-major order.
pub(crate) fn canonical(squares: &[Square]) -> (Shape, Vec<Vec<usize>>) {
    let (mut best, mut places) = (Shape::MAX, Vec::new());
    for symmetry in SYMMETRIES {
        let images: Vec<Square> = squares.iter().map(|&square| symmetry(square)).collect();
        let least = |axis: usize| images.iter().map(|image| image[axis]).min().unwrap_or(0);
        let most = |axis: usize| images.iter().map(|image| image[axis]).max().unwrap_or(0);
        let [top, left] = [least(0), least(1)];
        if most(0) - top < most(1) - left {
            continue;
        }
        let number = |image: &Square| (image[0] - top) as usize * BOX + (image[1] - left) as usize;
        let numbers: Vec<usize> = images.iter().map(number).collect();
        let shape = numbers.iter().fold(0, |shape, number| shape | 1 << number);
        if shape > best {
            continue;
        }
        if shape < best {
            (best, places) = (shape, Vec::new());
        }
        let place = |number: &usize| numbers.iter().filter(|other| *other < number).count();
        places.push(numbers.iter().map(place).collect());
    }
    (best, places)
}

/// Returns the squares of a shape in row-major order.
pub(crate) fn squares(shape: Shape) -> Vec<Square> {
    let bits = (0..BOX * BOX).filter(|bit| shape >> bit & 1 == 1);
    bits.map(|bit| [(bit / BOX) as i8, (bit % BOX) as i8]).collect()
}

/// Returns all canonical shapes of a number of squares that are connected, also by corners,
/// ascending: each is one of `smaller`, those of a square less, and a square beside it.
pub(crate) fn all(size: usize, smaller: &[Shape], report: Report<'_>) -> Result<Vec<Shape>, Stop> {
    if size == 1 {
        return Ok(vec![1]);
    }
    let name = format!("regions of {size}");
    let phase = Phase::begin(report, &name, smaller.len() as u64)?;
    let mut larger = BTreeSet::new();
    for (done, &shape) in (0..).zip(smaller) {
        phase.at(done)?;
        let old = squares(shape);
        let beside = |&[row, column]: &Square| {
            (row - 1..=row + 1)
                .flat_map(move |row| (column - 1..=column + 1).map(move |column| [row, column]))
        };
        let new: BTreeSet<Square> = old.iter().flat_map(beside).collect();
        for square in new.into_iter().filter(|square| !old.contains(square)) {
            let with: Vec<Square> = old.iter().copied().chain([square]).collect();
            larger.insert(canonical(&with).0);
        }
    }
    Ok(larger.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn there_are_as_many_free_polyplets_as_are_known() {
        // The sequence A030222 of the On-Line Encyclopedia of Integer Sequences.
        let known = [1, 2, 5, 22, 94, 524, 3_031];
        let mut shapes = Vec::new();
        for (size, known) in (1..).zip(known) {
            shapes = all(size, &shapes, &|_, _, _| true).unwrap();
            assert_eq!(shapes.len(), known);
        }
    }

    #[test]
    fn the_list_is_stopped_on_request() {
        let all = all(2, &[1], &|_, _, _| false);
        assert!(matches!(all, Err(Stop::Error(Error::Interrupted))), "{all:?}");
    }
}
