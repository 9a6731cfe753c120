//! Tables made here alone, without published layers, against search and published figures.

use std::collections::BTreeMap;

use shuban_core::{LayerId, OneThread, conformance};

use super::kernel::Kernel;
use super::order::Order;
use super::tables::SetTables;
use crate::domain::Regions;
use crate::minimax::{Minimax, value_by_search};
use crate::pair::{Pair, PairCode};
use crate::placement::Placements;
use crate::region::Region;
use crate::subgame::Subgame;

fn tables_of(size: usize) -> SetTables<PairCode> {
    (1..=size).fold(SetTables::empty(), |tables, size| {
        tables.next(&Kernel::new(size), None, &OneThread).unwrap()
    })
}

#[test]
fn the_sweep_is_backup_at_every_position_to_size_6() {
    let domain = Regions::new();
    for layer in 0..6 {
        conformance::tabulate(&domain, LayerId(layer), u64::MAX).unwrap();
    }
}

#[test]
fn tables_to_size_8_are_what_search_finds() {
    let mut tables = SetTables::empty();
    for size in 1..=8 {
        tables = tables.next(&Kernel::new(size), None, &OneThread).unwrap();
        let order = Order::new(size);
        // Some hundred placements of each size, all different ones of different regions.
        let step = tables.regions().count() * order.len / 300 + 1;
        let all = tables.regions().flat_map(|(region, table)| {
            order.placements().zip(table).map(move |(placement, code)| (region, placement, code))
        });
        for (region, placement, code) in all.step_by(step) {
            let subgame = Subgame::placed(region, placement).unwrap();
            assert_eq!(code.pair(), Some(value_by_search(&subgame)), "{subgame:?}");
        }
    }
}

#[test]
fn one_ply_from_the_tables_gives_the_next_size() {
    // The tables hold sets in pieces as well as regions; here only those of regions are asked for.
    let tables = tables_of(7);
    let order = Order::new(7);
    let by_region: BTreeMap<Region, &[PairCode]> = tables.regions().collect();
    let full = Placements::asymmetric(7);
    let known = |subgame: &Subgame| -> Result<Option<Pair>, ()> {
        let swap = subgame.white().len() > subgame.black().len();
        let heavy = if swap { subgame.swapped() } else { *subgame };
        let Some((region, placement)) = heavy.region().filter(|(region, _)| region.size() == 7)
        else {
            return Ok(None);
        };
        let pair = by_region[&region][full.rank(placement).unwrap() as usize].pair();
        Ok(pair.map(|pair| if swap { pair.swapped() } else { pair }))
    };
    assert_eq!(order.len as u64, full.len());
    for region in Region::all(8).into_iter().step_by(997) {
        let placements = Placements::new(region);
        for rank in (0..placements.len()).step_by(211) {
            let subgame = Subgame::placed(region, placements.unrank(rank).unwrap()).unwrap();
            assert_eq!(Minimax::new(known).value(&subgame), Ok(value_by_search(&subgame)));
        }
    }
}
