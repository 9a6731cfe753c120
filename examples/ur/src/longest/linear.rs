//! Linear systems whose matrices are given by their rows.

use rayon::prelude::*;

use super::successors::BLOCK;

/// Number of products after which a solution is taken as it is.
const MOST: u32 = 2000;

/// Solves A x = b from a first guess by the stabilised method of biconjugate gradients (van der
/// Vorst, *Bi-CGSTAB*, 1992), until no element of the residual is above `goal`. `row` computes one
/// element of a product. Returns the number of products with A. Where the method breaks down, the
/// solution is the one found until then.
///
/// The residual is the one that the method updates from step to step. Rounding makes it drift from
/// b - A x, which is not computed again: [`Longest::bounds`](super::Longest::bounds) relies on
/// neither.
///
/// Sums go block by block, so that the solution is the same for any number of threads.
pub fn bicgstab(
    row: impl Fn(&[f64], usize) -> f64 + Sync,
    b: &[f64],
    x: &mut [f64],
    goal: f64,
) -> u32 {
    let product = |of: &[f64], image: &mut [f64]| {
        image.par_iter_mut().enumerate().for_each(|(at, image)| *image = row(of, at));
    };
    let mut off = vec![0.0; x.len()];
    product(x, &mut off);
    map(&mut off, [b, b], |off, [b, _]| *off = b - *off);
    let (shadow, mut direction) = (off.clone(), off.clone());
    let (mut image, mut other) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    let mut overlap = dot(&shadow, &off);
    let mut products = 1;
    while products < MOST && overlap != 0.0 {
        product(&direction, &mut image);
        let far = overlap / dot(&shadow, &image);
        map(&mut off, [&image, &image], |off, [image, _]| *off -= far * image);
        product(&off, &mut other);
        products += 2;
        let square = dot(&other, &other);
        let near = if square > 0.0 { dot(&other, &off) / square } else { 0.0 };
        if !far.is_finite() || !near.is_finite() {
            break;
        }
        map(x, [&direction, &off], |x, [direction, off]| *x += far * direction + near * off);
        map(&mut off, [&other, &other], |off, [other, _]| *off -= near * other);
        let before = overlap;
        overlap = dot(&shadow, &off);
        let turn = overlap / before * (far / near);
        let greatest = off.par_iter().map(|off| off.abs()).reduce(|| 0.0, f64::max);
        if greatest <= goal || !turn.is_finite() {
            break;
        }
        map(&mut direction, [&off, &image], |direction, [off, image]| {
            *direction = off + turn * (*direction - near * image);
        });
    }
    products
}

/// Changes each element of a vector by those of two others.
fn map(of: &mut [f64], others: [&[f64]; 2], change: impl Fn(&mut f64, [f64; 2]) + Sync) {
    let others = others[0].par_iter().zip(others[1]);
    of.par_iter_mut().zip(others).for_each(|(of, (&first, &second))| change(of, [first, second]));
}

/// Returns the product of two vectors.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let of_block = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| a * b).sum();
    let blocks: Vec<f64> = a.par_chunks(BLOCK).zip(b.par_chunks(BLOCK)).map(of_block).collect();
    blocks.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_whose_solution_is_known_is_solved() {
        // The equations of a random walk on a ring. It ends with probability 0.1. Otherwise it goes
        // from `at` to `at + 1` with probability 0.75, and to `at - 2` with 0.25.
        let count = 5000;
        let row = |x: &[f64], at: usize| {
            x[at] - 0.9 * (0.75 * x[(at + 1) % count] + 0.25 * x[(at + count - 2) % count])
        };
        let solution: Vec<f64> = (0..count).map(|at| 1000.0 + (at * at % 17) as f64).collect();
        let b: Vec<f64> = (0..count).map(|at| row(&solution, at)).collect();
        let mut x = vec![0.0; count];
        let products = bicgstab(row, &b, &mut x, 1e-9);
        assert!(products < 200, "{products}");
        // An error of a row changes an element of the solution by at most ten times as much.
        let off = x.iter().zip(&solution).map(|(x, right)| (x - right).abs());
        assert!(off.fold(0.0, f64::max) < 1.1e-8);
        // A solution that is good enough takes one step.
        assert_eq!(bicgstab(row, &b, &mut x, 1e-9), 3);
    }
}
