//! The laws of an index that a file stores.

use shuban_core::{Domain, Index, PartId, PositionOf};

use crate::index;
use crate::law::{BrokenAt, Violation, hold};
use crate::spread::{scramble, spread};

/// Checks that an index's sections open again to the same bijection. Without a section it is
/// refused; with a damaged one it is refused or is, after all, a bijection; nothing panics.
pub(super) fn stored<D: Domain>(
    domain: &D,
    part: PartId,
    built: &dyn Index<Position = PositionOf<D>>,
    sample: u64,
) -> Result<(), Violation> {
    let place = || "stored index".to_owned();
    let sections = built.sections();
    let opened = domain.open_index(part, &sections);
    let opened = opened.map_err(|error| format!("does not open again: {error}")).at(place)?;
    let (len, again) = (built.len(), opened.len());
    hold(len == again, || format!("has {len} positions, and {again} once opened again"))
        .at(place)?;
    hold(opened.sections() == sections, || "opened again, it would store something else")
        .at(place)?;
    for rank in spread(len, sample) {
        let (before, after) = (built.unrank(rank), opened.unrank(rank));
        hold(before == after, || format!("is {before:?}, and {after:?} once opened again"))
            .at(|| format!("{}, rank {rank}", place()))?;
    }
    for (missing, section) in sections.iter().enumerate() {
        let place = || format!("{}, section `{}`", place(), section.name);
        let mut rest = sections.clone();
        rest.remove(missing);
        hold(domain.open_index(part, &rest).is_err(), || "is missing, and it opens").at(place)?;
        for (what, entries) in damages(&section.entries) {
            let mut damaged = sections.clone();
            damaged[missing].entries = entries;
            if let Ok(opened) = domain.open_index(part, &damaged) {
                index(&*opened, sample).map_err(|broken| Violation {
                    place: format!("{}, {}", place(), broken.place),
                    law: format!("opens although {what}, then: {}", broken.law),
                })?;
            }
        }
    }
    Ok(())
}

/// Returns damaged or foreign entries that a file could hold, with a description of the damage.
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
        change("an entry is missing", &|entries| {
            entries.remove(spot);
        });
        change("an entry is doubled", &|entries| entries.insert(spot, entries[spot].clone()));
        let middle = entries.len() / 2;
        change("two entries are exchanged", &|entries| entries.swap(spot, middle));
        change("an entry is empty", &|entries| entries[spot].clear());
        change("an entry lacks a byte", &|entries| {
            entries[spot].pop();
        });
        change("an entry has a byte more", &|entries| entries[spot].push(0));
        change("an entry is all 0xFF", &|entries| entries[spot].fill(0xFF));
        let bits = 8 * entries[spot].len();
        for seed in (0..4).filter(|_| bits > 0) {
            let bit = scramble(&spot, seed) as usize % bits;
            change("a bit of an entry is flipped", &|entries| {
                entries[spot][bit / 8] ^= 1 << (bit % 8);
            });
        }
    }
    all
}
