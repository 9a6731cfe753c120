//! Layers computed in memory.

use shuban_core::{Histogram, LayerId, Tabulate, Winners};
use shuban_tanhinmin::{CardRules, DealCounts, LeadDomain, LeadRecord};

/// The domain of a family by its name.
pub(crate) fn leads(name: &str) -> LeadDomain {
    LeadDomain::new(CardRules::by_name(name).unwrap()).unwrap()
}

/// All values of a layer through its sweep, and its histogram.
pub(crate) fn counted(leads: &LeadDomain, layer: LayerId) -> (Vec<Winners>, Histogram) {
    let records = leads.records(layer).unwrap();
    let histogram = leads.histogram(layer, &records).unwrap();
    (records.into_iter().map(LeadRecord::winners).collect(), histogram)
}

/// All values of a layer through its sweep.
pub(crate) fn sweep(leads: &LeadDomain, layer: LayerId) -> Vec<Winners> {
    counted(leads, layer).0
}

/// The counts of a layer's deals.
pub(crate) fn counts(leads: &LeadDomain, cards: usize) -> DealCounts {
    let (_, histogram) = counted(leads, leads.layer(cards).unwrap());
    DealCounts::of(leads.histogram_columns(), &histogram).unwrap()
}
