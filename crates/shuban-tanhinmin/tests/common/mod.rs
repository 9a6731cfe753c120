//! Layers computed in memory.

use std::collections::BTreeMap;

use shuban_core::{Class, Histogram, LayerId, Winners};
use shuban_tanhinmin::{CardRules, LeadRecord, Leads};

/// The domain of a family by its name.
#[allow(dead_code)] // not all tests name families
pub(crate) fn leads(name: &str) -> Leads {
    Leads::new(CardRules::by_name(name).unwrap()).unwrap()
}

/// All values of a layer through its sweep, and how many there are of each kind.
pub(crate) fn counted(leads: &Leads, layer: LayerId) -> (Vec<Winners>, Histogram) {
    let records = leads.records(layer).unwrap();
    let histogram = leads.histogram(layer, &records).unwrap();
    (records.into_iter().map(LeadRecord::winners).collect(), histogram)
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
