//! Groups of units whose inboxes are in memory together.

use std::ops::Range;

use crate::iterate::Steps;

/// Consecutive steps of a stage, or pieces of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) stage: usize,
    /// Its units.
    pub(super) units: Range<usize>,
    /// The units of its steps, from the last to the first; or of pieces of a step, from the first to
    /// the last.
    pub(super) steps: Vec<Range<usize>>,
    /// The step whose pieces these are.
    pub(super) piece_of: Option<Range<usize>>,
}

/// Returns the groups of a pass, in order. A group of more than one step or piece reads at most
/// `most` numbers. Steps of more than `whole` numbers are divided into pieces, unless units of the same
/// part read what they compute.
pub(super) fn groups(steps: &Steps, most: usize, whole: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (stage, shape) in steps.stages.iter().enumerate() {
        let numbers = shape.inbox.max(shape.values).max(1);
        let pieces = steps.of_stage(stage).flat_map(|step| {
            let is_divided = !steps.in_place && step.len() * numbers > whole;
            let each = if is_divided { (whole / numbers).max(1) } else { step.len() };
            let piece_of = is_divided.then(|| step.clone());
            let ends = step.end;
            step.step_by(each).map(move |first| (first..ends.min(first + each), piece_of.clone()))
        });
        for (units, piece_of) in pieces {
            let together =
                |group: &Group| group.units.start.min(units.start)..group.units.end.max(units.end);
            let fits = |group: &&mut Group| {
                group.stage == stage
                    && group.piece_of == piece_of
                    && together(group).len() * numbers <= most
            };
            match groups.last_mut().filter(fits) {
                Some(group) => {
                    group.units = together(group);
                    group.steps.push(units);
                }
                None => {
                    let steps = vec![units.clone()];
                    groups.push(Group { stage, units, steps, piece_of });
                }
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use shuban_core::sweep::Stage;

    use super::*;

    #[test]
    fn every_unit_is_in_one_group_and_only_steps_that_nobody_reads_at_once_are_divided() {
        let stage = |units, values| Stage { first: 0, units, values, carry: 0, inbox: values };
        for in_place in [true, false] {
            let steps = Steps { stages: vec![stage(1, 9), stage(500, 7), stage(130, 3)], in_place };
            for most in [1, 30, 400, 10_000] {
                let groups = groups(&steps, most, most / 4);
                for (stage, shape) in steps.stages.iter().enumerate() {
                    let of_stage = || groups.iter().filter(|group| group.stage == stage);
                    let mut units: Vec<usize> = of_stage()
                        .flat_map(|group| group.steps.iter().cloned().flatten())
                        .collect();
                    units.sort_unstable();
                    assert!(units == Vec::from_iter(0..shape.units), "{most}, stage {stage}");
                    let expected: Vec<_> = steps.of_stage(stage).collect();
                    let mut found: Vec<_> = of_stage()
                        .flat_map(|group| match &group.piece_of {
                            Some(step) => vec![step.clone()],
                            None => group.steps.clone(),
                        })
                        .collect();
                    found.dedup();
                    assert_eq!(found, expected);
                    for group in of_stage().filter(|group| group.steps.len() > 1) {
                        assert!(group.units.len() * shape.inbox <= most);
                    }
                    assert!(!in_place || of_stage().all(|group| group.piece_of.is_none()));
                }
            }
        }
    }
}
