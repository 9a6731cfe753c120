//! Tables made here alone, without published layers, against search and published figures.

use shuban_core::LayerId;
use shuban_core::tabulate::OneThread;

use super::kernel::PairKernel;
use super::tables::{SetKernel, SetTables, fold};
use crate::domain::Regions;
use crate::minimax::value_by_search;
use crate::pair::PairCode;
use crate::placement::{Placements, placements};
use crate::subgame::Subgame;

/// Calls `each` with the tables of every size from 1 to `sizes`.
pub(crate) fn for_each_size<K: SetKernel>(
    sizes: usize,
    kernel: impl Fn(usize) -> K,
    mut each: impl FnMut(usize, &SetTables<K::Entry>),
) {
    let mut tables = SetTables::empty();
    for size in 1..=sizes {
        tables = tables.next(&kernel(size), None, &OneThread).unwrap();
        each(size, &tables);
    }
}

/// The entries of all positions of a size, each once, in the order of ranks.
pub(crate) fn entries<E: Copy + Default + PartialEq + Send + Sync>(
    size: usize,
    tables: &SetTables<E>,
) -> Vec<E> {
    let mut all = Vec::new();
    for (region, table) in tables.regions() {
        let orbits = Placements::new(region);
        let first = all.len();
        all.resize(first + orbits.len() as usize, E::default());
        fold(size, &orbits, table, &mut all[first..]);
    }
    all
}

/// The codes of all positions of each size up to this one.
pub(crate) fn pairs(sizes: usize) -> Vec<Vec<PairCode>> {
    let mut pairs = Vec::new();
    for_each_size(sizes, PairKernel::new, |size, tables| pairs.push(entries(size, tables)));
    pairs
}

#[test]
fn the_sweep_is_backup_at_every_position_to_size_6() {
    let domain = Regions::new();
    for layer in 0..6 {
        shuban_conformance::tabulate(&domain, LayerId(layer), u64::MAX).unwrap();
    }
}

#[test]
fn tables_to_size_8_are_what_search_finds() {
    for_each_size(8, PairKernel::new, |size, tables| {
        // Some hundred placements of each size, all different ones of different regions.
        let step = tables.regions().count() * placements(size).count() / 300 + 1;
        let all = tables.regions().flat_map(|(region, table)| {
            placements(size).zip(table).map(move |(placement, code)| (region, placement, code))
        });
        for (region, placement, code) in all.step_by(step) {
            let subgame = Subgame::placed(region, placement).unwrap();
            assert_eq!(code.pair(), Some(value_by_search(&subgame)), "{subgame:?}");
        }
    });
}
