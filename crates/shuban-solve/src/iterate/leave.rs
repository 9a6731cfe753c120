//! The proof that play leaves a layer, whatever both sides do.

use shuban_core::Unanswered;

use super::Operator;

/// What striking out came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Rounds until nothing more was struck out.
    pub rounds: u32,
    /// Ranks that are left, by part: nothing, if play leaves the layer almost surely.
    pub left: Vec<Vec<u64>>,
}

impl Leaving {
    /// Whether play leaves the layer almost surely whatever both sides do.
    pub fn is_proven(&self) -> bool {
        self.left.iter().all(Vec::is_empty)
    }
}

/// Starts with all positions of the layer and strikes out, round after round, each that has a chance
/// event all of whose plays lead out of what is left. If nothing is left, then from every position,
/// whatever both sides do, some sequence of chance events leads out within `rounds` turns; so play
/// ends almost surely, every pair of policies is proper, the Bellman operator has one fixed point, and
/// inductive bounds enclose it.
///
/// # Errors
/// [`Unanswered`] if the operator could not do its work.
pub fn leave(operator: &dyn Operator, lens: &[usize]) -> Result<Leaving, Unanswered> {
    let mut marks: Vec<Vec<i32>> = lens.iter().map(|&len| vec![1; len]).collect();
    let mut rounds = 0;
    loop {
        let next = operator.strike(&marks)?;
        if next == marks {
            break;
        }
        marks = next;
        rounds += 1;
    }
    let left = (marks.iter())
        .map(|marks| (0..).zip(marks).filter(|&(_, &mark)| mark != 0).map(|(rank, _)| rank).collect())
        .collect();
    Ok(Leaving { rounds, left })
}
