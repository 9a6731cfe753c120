//! Layers computed in memory.

use std::collections::BTreeMap;

use shuban_core::{
    Class, Dictionary, FinishedTables, Histogram, LayerId, OneThread, PartId, Tabulate, Unanswered, Unit,
};
use shuban_daihinmin::tanhinmin::{LeadRecord, Leads, Rules};
use shuban_solve::multi::Winners;

/// The domain of a family by its name.
#[allow(dead_code)] // not all tests name families
pub(crate) fn leads(name: &str) -> Leads {
    Leads::new(Rules::by_name(name).unwrap()).unwrap()
}

/// No finished layer is at hand.
struct Nothing;

impl<R, V> FinishedTables<R, V> for Nothing {
    fn records(&self, _: PartId, _: std::ops::Range<u64>, _: &mut dyn FnMut(&[R])) -> Result<(), Unanswered> {
        Err(Unanswered)
    }

    fn dictionary(&self, _: LayerId) -> Result<&Dictionary<V>, Unanswered> {
        Err(Unanswered)
    }
}

/// All values of a layer through its sweep, and how many there are of each kind.
pub(crate) fn counted(leads: &Leads, layer: LayerId) -> (Vec<Winners>, Histogram) {
    let part = PartId { layer, part: 0 };
    let plan = leads.plan(layer, &Nothing, &OneThread).unwrap();
    let units = leads.units(part).unwrap();
    let mut scratch = leads.scratch(&plan);
    let (mut values, mut histogram) = (Vec::new(), Histogram::default());
    for number in 0..units.len() {
        let unit = Unit { part, number, ranks: units.ranks(number) };
        let mut records = vec![LeadRecord::of(Winners::NOBODY); unit.len()];
        leads.run(&plan, &unit, &mut scratch, &mut records).unwrap();
        leads.count(&unit, &records, &Dictionary::default(), &mut histogram);
        values.extend(records.into_iter().map(LeadRecord::winners));
    }
    (values, histogram)
}

/// All values of a layer through its sweep.
#[allow(dead_code)] // not all tests look at values alone
pub(crate) fn sweep(leads: &Leads, layer: LayerId) -> Vec<Winners> {
    counted(leads, layer).0
}

/// What the paper counts of a layer's deals.
#[derive(Debug, Default, PartialEq, Eq)]
#[allow(dead_code)] // not all tests look at all counts
pub(crate) struct Counts {
    pub(crate) deals: u64,
    /// Whose leader holds two cards or more.
    pub(crate) nontrivial: u64,
    pub(crate) nontrivial_wins: u64,
    /// Of non-trivial deals: the strength of the lowest winning lead.
    pub(crate) lowest_lead: BTreeMap<i64, u64>,
    /// Of non-trivial deals: the value.
    pub(crate) values: BTreeMap<String, u64>,
}

/// The counts of a layer.
#[allow(dead_code)] // not all tests count
pub(crate) fn counts(leads: &Leads, cards: usize) -> Counts {
    let (_, histogram) = counted(leads, leads.layer(cards).unwrap());
    let mut counts = Counts::default();
    for (class, count) in histogram.rows() {
        let [leader, value, lowest, lead] = class else { panic!("a class of {class:?}") };
        if *lead != Class::from("weakest") {
            continue;
        }
        counts.deals += count;
        if *leader == Class::from("more cards") {
            counts.nontrivial += count;
            let Class::Text(value) = value else { panic!("a value of {value:?}") };
            *counts.values.entry(value.clone()).or_default() += count;
            if let Class::Number(lowest) = lowest {
                counts.nontrivial_wins += count;
                *counts.lowest_lead.entry(*lowest).or_default() += count;
            }
        }
    }
    counts
}
