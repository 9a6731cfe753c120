//! Groups of units whose inboxes are in memory together.

use std::ops::Range;

use crate::iterate::Steps;

/// Consecutive steps of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) stage: usize,
    /// Its units.
    pub(super) units: Range<usize>,
    /// The units of its steps, from the last to the first.
    pub(super) steps: Vec<Range<usize>>,
}

/// Returns the groups of a pass in the order in which they are run. A group reads at most so many
/// numbers, if it has more than one step.
pub(super) fn groups(steps: &Steps, most: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (stage, shape) in steps.stages.iter().enumerate() {
        for step in steps.of_stage(stage) {
            let fits = |group: &&mut Group| {
                let numbers = shape.inbox.max(shape.values);
                group.stage == stage && (group.units.end - step.start) * numbers <= most
            };
            match groups.last_mut().filter(fits) {
                Some(group) => {
                    group.units.start = step.start;
                    group.steps.push(step);
                }
                None => groups.push(Group { stage, units: step.clone(), steps: vec![step] }),
            }
        }
    }
    groups
}
