//! Tanhinmin: planning and sweeping a layer, and finding leads in it, warm. Items are leads.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::tabulate::{NoFinishedTables, OneThread, Unit};
use shuban_core::{Domain, Index, LayerId, PartId, Silent, Tabulate, Winners};
use shuban_solve::{BuildOptions, OpenLayer, Tabulation, build};
use shuban_store::{Disk, FileSystem};
use shuban_tanhinmin::{CardRules, CardTable, LeadDomain, LeadRecord};

fn main() {
    divan::main();
}

/// Families, and their numbers of cards.
const LAYERS: [(&str, usize); 4] = [
    ("tanhinmin/3p", 10),
    ("tanhinmin/3p/uecda", 9),
    ("tanhinmin/4p", 8),
    ("tanhinmin/4p-distinct", 10),
];

fn layer((name, cards): (&str, usize)) -> (LeadDomain, LayerId) {
    let rules = CardRules::by_name(name).expect("a name of rules");
    let leads = LeadDomain::new(rules).expect("the first place alone has points");
    let layer = leads.layer(cards).expect("no more cards than there are layers for");
    (leads, layer)
}

fn plan(leads: &LeadDomain, layer: LayerId) -> <LeadDomain as Tabulate>::Plan {
    leads.plan(layer, &NoFinishedTables, &OneThread).expect("nothing is asked for")
}

/// Plans the tables of all moments after a lead.
#[divan::bench(args = LAYERS, sample_count = 5)]
fn planned(bencher: Bencher<'_, '_>, of: (&str, usize)) {
    let (leads, layer) = layer(of);
    bencher.bench_local(|| plan(&leads, layer));
}

/// Sweeps the values of all leads.
#[divan::bench(args = LAYERS, sample_count = 5)]
fn swept(bencher: Bencher<'_, '_>, of: (&str, usize)) {
    let (leads, layer) = layer(of);
    let part = PartId { layer, part: 0 };
    let plan = plan(&leads, layer);
    let units = leads.units(part).expect("layers are cut into units");
    let mut records = vec![LeadRecord::of(Winners::NOBODY); units.positions() as usize];
    let mut scratch = leads.scratch(&plan);
    bencher.counter(ItemsCount::new(records.len())).bench_local(|| {
        for number in 0..units.len() {
            let ranks = units.ranks(number);
            let of_unit = &mut records[ranks.start as usize..ranks.end as usize];
            let unit = Unit { part, number, ranks };
            leads.run(&plan, &unit, &mut scratch, of_unit).expect("every value can be stored");
        }
    });
}

/// Moments in an order that is hard to foresee: the multiplier is odd and large, the length small.
fn moments(index: &dyn Index<Position = CardTable>) -> Vec<CardTable> {
    let ranks = (1..=10_000u64)
        .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20)
        .map(|i| i % index.len());
    ranks.filter_map(|rank| index.unrank(rank)).collect()
}

/// Ranks moments.
#[divan::bench(args = LAYERS)]
fn ranked(bencher: Bencher<'_, '_>, of: (&str, usize)) {
    let (leads, layer) = layer(of);
    let index = leads.index(PartId { layer, part: 0 }).expect("in closed form");
    let moments = moments(&*index);
    bencher.counter(ItemsCount::new(moments.len())).bench_local(|| {
        black_box(&moments).iter().filter_map(|table| index.rank(table)).fold(0, u64::wrapping_add)
    });
}

/// The layer that is asked for wins: three players, ten cards.
const ASKED: (&str, usize) = ("tanhinmin/3p", 10);

/// Calls `asked` with the layer, open, and with moments of it.
fn with_file(asked: impl FnOnce(&OpenLayer<'_, LeadDomain>, &[CardTable])) {
    let (leads, layer) = layer(ASKED);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    build(&files, &Tabulation(&leads), layer, &BuildOptions::new(folder.path()), &Silent)
        .expect("it is small");
    let open = OpenLayer::open(&files, folder.path(), &leads, layer).expect("it is built");
    let moments = moments(open.part_index(0));
    asked(&open, &moments);
}

/// Looks up by number whether the lead wins, in the file.
#[divan::bench]
fn wins_by_number_from_a_file(bencher: Bencher<'_, '_>) {
    with_file(|open, moments| {
        let ranks: Vec<u64> =
            moments.iter().filter_map(|table| open.part_index(0).rank(table)).collect();
        let wins = |rank: &u64| open.records(0).get(*rank).expect("a whole file").wins();
        bencher
            .counter(ItemsCount::new(ranks.len()))
            .bench_local(|| black_box(&ranks).iter().filter(|rank| wins(rank)).count());
    });
}

/// Looks up by moment whether its lead wins, in the file.
#[divan::bench]
fn wins_from_a_file(bencher: Bencher<'_, '_>) {
    with_file(|open, moments| {
        let wins = |table: &CardTable| {
            let rank = open.part_index(0).rank(table).expect("a moment of the layer");
            open.records(0).get(rank).expect("a whole file").wins()
        };
        bencher
            .counter(ItemsCount::new(moments.len()))
            .bench_local(|| black_box(moments).iter().filter(|table| wins(table)).count());
    });
}
