//! The laws of an index that a file stores.

use super::{Violation, hold, index, scramble, spread};
use crate::domain::{Domain, PartId, PositionOf};
use crate::index::{Index, Section};

/// What an index stores opens again to the same bijection. Without a section it is refused; with a
/// damaged one it is refused or is, after all, a bijection; nothing panics.
pub(super) fn stored<D: Domain>(
    domain: &D,
    part: PartId,
    built: &dyn Index<Position = PositionOf<D>>,
    sample: u64,
) -> Result<(), Violation> {
    let layer = &domain.layers()[part.layer.0];
    let place =
        || format!("layer {}, part {}, stored index", layer.name, layer.parts[part.part].name);
    let sections = built.sections();
    let opened = match domain.open_index(part, &sections) {
        Ok(opened) => opened,
        Err(error) => return hold(false, place, || format!("does not open again: {error}")),
    };
    hold(opened.len() == built.len(), place, || {
        format!("has {} positions, and {} once opened again", built.len(), opened.len())
    })?;
    hold(opened.sections() == sections, place, || "opened again, it would store something else")?;
    for rank in spread(built.len(), sample) {
        let (before, after) = (built.unrank(rank), opened.unrank(rank));
        hold(before == after, place, || {
            format!("rank {rank} is {before:?}, and {after:?} once opened again")
        })?;
    }
    for missing in 0..sections.len() {
        let mut rest = sections.clone();
        let section = rest.remove(missing);
        hold(domain.open_index(part, &rest).is_err(), place, || {
            format!("opens without its section `{}`", section.name)
        })?;
        for (what, entries) in damages(&section.entries) {
            let mut damaged = sections.clone();
            damaged[missing] = Section { name: section.name.clone(), entries };
            if let Ok(opened) = domain.open_index(part, &damaged) {
                index(&*opened, sample).map_err(|broken| Violation {
                    place: format!("{}, {}", place(), broken.place),
                    law: format!(
                        "section `{}` opens although {what}, then: {}",
                        section.name, broken.law
                    ),
                })?;
            }
        }
    }
    Ok(())
}

/// Entries as a damaged or foreign file could hold them, and what was done to them.
fn damages(entries: &[Vec<u8>]) -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let mut all = vec![
        ("it has no entries", Vec::new()),
        ("an empty entry was added", [entries, &[Vec::new()]].concat()),
        ("an entry of 0xFF was added", [entries, &[vec![0xFF; 64]]].concat()),
    ];
    for spot in spread(entries.len() as u64, 8).map(|spot| spot as usize) {
        let mut change = |what, change: &dyn Fn(&mut Vec<Vec<u8>>)| {
            let mut damaged = entries.to_vec();
            change(&mut damaged);
            all.push((what, damaged));
        };
        let length = entries[spot].len();
        change("an entry is missing", &|entries| {
            entries.remove(spot);
        });
        change("an entry is doubled", &|entries| entries.insert(spot, entries[spot].clone()));
        change("two entries are exchanged", &|entries| {
            let middle = entries.len() / 2;
            entries.swap(spot, middle);
        });
        change("an entry is empty", &|entries| entries[spot].clear());
        change("an entry lacks a byte", &|entries| {
            entries[spot].pop();
        });
        change("an entry has a byte more", &|entries| entries[spot].push(0));
        change("an entry is all 0xFF", &|entries| entries[spot].fill(0xFF));
        if length > 0 {
            for seed in 0..4 {
                let bit = scramble(&spot, seed) as usize % (8 * length);
                change("a bit of an entry is flipped", &|entries| {
                    entries[spot][bit / 8] ^= 1 << (bit % 8);
                });
            }
        }
    }
    all
}
