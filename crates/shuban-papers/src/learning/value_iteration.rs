//! Value iteration: backing up every position, again and again.

use super::{Learner, Work};
use crate::graph::Bellman;

/// Value iteration from the values of the sweep before. A round is a sweep.
#[derive(Clone, Debug)]
pub struct Jacobi<'b> {
    bellman: &'b Bellman<'b>,
    table: Vec<f64>,
    next: Vec<f64>,
    sweeps: u64,
}

impl<'b> Jacobi<'b> {
    /// Starts from a table, such as [`Bellman::zeros`].
    pub fn new(bellman: &'b Bellman<'b>, table: Vec<f64>) -> Self {
        Jacobi { bellman, next: table.clone(), table, sweeps: 0 }
    }
}

impl Learner for Jacobi<'_> {
    fn name(&self) -> &'static str {
        "value iteration (Jacobi)"
    }

    fn round(&mut self) {
        for position in 0..self.bellman.graph().len() {
            self.next[position] = self.bellman.backup(&self.table, position);
        }
        std::mem::swap(&mut self.table, &mut self.next);
        self.sweeps += 1;
    }

    fn table(&self) -> &[f64] {
        &self.table
    }

    fn work(&self) -> Work {
        Work::Sweeps(self.sweeps)
    }
}

/// Value iteration in place, in the order of numbers: a backup sees those before it in the same
/// sweep. A round is a sweep.
#[derive(Clone, Debug)]
pub struct GaussSeidel<'b> {
    bellman: &'b Bellman<'b>,
    table: Vec<f64>,
    sweeps: u64,
}

impl<'b> GaussSeidel<'b> {
    /// Starts from a table, such as [`Bellman::zeros`].
    pub fn new(bellman: &'b Bellman<'b>, table: Vec<f64>) -> Self {
        GaussSeidel { bellman, table, sweeps: 0 }
    }
}

impl Learner for GaussSeidel<'_> {
    fn name(&self) -> &'static str {
        "value iteration (Gauss-Seidel)"
    }

    fn round(&mut self) {
        for position in 0..self.bellman.graph().len() {
            self.table[position] = self.bellman.backup(&self.table, position);
        }
        self.sweeps += 1;
    }

    fn table(&self) -> &[f64] {
        &self.table
    }

    fn work(&self) -> Work {
        Work::Sweeps(self.sweeps)
    }
}
