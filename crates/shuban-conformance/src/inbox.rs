//! The law of inboxes: what each unit reads of the partner part.

use shuban_core::sweep::Handed;
use shuban_core::{LayerId, Sweep};

use crate::law::hold;

/// The inbox of each unit of a part, by stage and unit.
pub(crate) type Inboxes = Vec<Vec<Vec<i32>>>;

/// Returns the inboxes of a part's units, from the numbers of the partner by rank: each number must
/// be told once, and the blocks of a stage's units must lie without a gap in the order of units.
pub(crate) fn inboxes<S: Sweep>(
    domain: &S,
    plan: &S::Plan,
    (layer, part): (LayerId, usize),
    numbers: &[i32],
) -> Result<Inboxes, String> {
    let readers = domain.stages(layer, part);
    let mut inboxes: Inboxes =
        readers.iter().map(|stage| vec![vec![0; stage.inbox]; stage.units]).collect();
    let mut told: Vec<Vec<Vec<bool>>> =
        readers.iter().map(|stage| vec![vec![false; stage.inbox]; stage.units]).collect();
    let partner = domain.partner(layer, part);
    for (stage, described) in domain.stages(layer, partner).into_iter().enumerate() {
        // The place at which the next block of this stage must begin, by reader.
        let mut ends: Vec<Vec<Option<usize>>> =
            readers.iter().map(|stage| vec![None; stage.units]).collect();
        for unit in 0..described.units {
            let start = described.first as usize + unit * described.values;
            let values = &numbers[start..start + described.values];
            let mut wrong = Ok(());
            let mut tell = |handed: Handed<'_>| {
                let (reader, range) =
                    ((handed.stage, handed.unit), handed.at..handed.at + handed.len());
                let place =
                    format!("block {range:?} from unit {unit} of stage {stage} to {reader:?}");
                let inbox =
                    inboxes.get_mut(handed.stage).and_then(|units| units.get_mut(handed.unit));
                let Some(to) = inbox.and_then(|inbox| inbox.get_mut(range.clone())) else {
                    wrong = Err(format!("{place} lies outside of its inbox"));
                    return;
                };
                handed.copy(values, to);
                let end = &mut ends[handed.stage][handed.unit];
                let told = &mut told[handed.stage][handed.unit][range.clone()];
                if end.is_some_and(|end| end != range.start) || told.contains(&true) {
                    wrong =
                        Err(format!("{place} does not follow the one before, or is told twice"));
                }
                *end = Some(range.end);
                told.fill(true);
            };
            domain.hands_on(plan, partner, stage, unit, &mut tell);
            wrong?;
        }
    }
    for (stage, units) in told.iter().enumerate() {
        for (unit, told) in units.iter().enumerate() {
            hold(told.iter().all(|told| *told), || {
                format!("nobody tells some of the numbers that unit {unit} of stage {stage} reads")
            })?;
        }
    }
    Ok(inboxes)
}
