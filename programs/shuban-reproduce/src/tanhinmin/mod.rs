//! Tables, examples and claims of Nishino and Nishino, "An Endgame Database Construction for an
//! N-person Imperfect Information Game Based on Singleton Leaf Value" (2010), and open questions.

pub(crate) mod examples;
pub(crate) mod leads;
pub(crate) mod sets;
pub(crate) mod slips;
pub(crate) mod table_2;
pub(crate) mod table_3;
pub(crate) mod ties;
pub(crate) mod with_ties;

use shuban_catalog::Error;
use shuban_core::tabulate::NoFinishedTables;
use shuban_core::{Domain, Interruptible, Progress, Tabulate};
use shuban_solve::PoolWorkers;
use shuban_tanhinmin::{CardRules, DealCounts, LeadDomain, LeadRecord};

use crate::finding::Finding;

/// A layer of Tanhinmin, computed in memory.
struct Computed {
    leads: LeadDomain,
    name: String,
    records: Vec<LeadRecord>,
    counts: DealCounts,
}

impl Computed {
    /// Computes the layer of some rules, by the name of their family.
    fn new(progress: &dyn Progress, family: &str, cards: usize) -> Result<Self, Error> {
        let unknown =
            || Error::Unknown { what: "domain", name: family.to_owned(), hint: Default::default() };
        let leads = CardRules::by_name(family)
            .and_then(|rules| LeadDomain::new(rules).ok())
            .ok_or_else(unknown)?;
        let layer = leads.layer(cards).ok_or_else(unknown)?;
        let stuck = |_| match progress.interrupted() {
            true => Error::Interrupted,
            false => shuban_solve::Error::Stuck.into(),
        };
        let workers = PoolWorkers { progress: &Interruptible(progress) };
        let records = leads.tabulated(layer, &NoFinishedTables, &workers).map_err(stuck)?;
        let histogram = leads.histogram(layer, &records).map_err(stuck)?;
        let counts = DealCounts::of(leads.histogram_columns(), &histogram)
            .ok_or_else(|| Error::from(shuban_solve::Error::Stuck))?;
        let name = leads.layers()[layer.0].name.clone();
        Ok(Computed { leads, name, records, counts })
    }
}

/// Compares the printed rows by lowest winning lead with those by the print's shortcut for passes,
/// and with the exact ones; then their sums.
fn lead_rows(print: &Computed, exact: &Computed, printed: &[u64], total: u64) -> Vec<Finding> {
    let (shortcut, true_counts) = (print.counts.by_lowest_lead(), exact.counts.by_lowest_lead());
    let at = |counts: &[u64], lead: usize| counts.get(lead).copied().unwrap_or_default();
    let most = printed.len().max(shortcut.len()).max(true_counts.len());
    let mut rows: Vec<Finding> = (0..most)
        .flat_map(|lead| {
            let what = format!("won by leading {}", lead + 1);
            both(&what, at(printed, lead), at(&shortcut, lead), at(&true_counts, lead))
        })
        .collect();
    let sums = [print, exact].map(|layer| layer.counts.nontrivial_wins);
    rows.extend(both("won, all leads", total, sums[0], sums[1]));
    rows.push(Finding::unprinted("wins that the print overlooks", sums[1] - sums[0]).noting(
        format!(
            "in {}: each needs a pass of somebody who has a card that leaves a chance",
            exact.name
        ),
    ));
    rows.push(claims_hold(print, exact));
    rows
}

/// Compares a printed number of wins with that of its rule, and with the exact one. Where these
/// differ the print is wrong, and its rule explains it.
fn both(what: &str, printed: u64, shortcut: u64, exact: u64) -> [Finding; 2] {
    const NOTE: &str = "the print looks at a pass only where no card leaves the mover a chance";
    let by_rule =
        Finding::exact(format!("{what}, by the print's rule for passes"), printed, shortcut);
    let what = format!("{what}, exact");
    let exact = if exact == printed {
        Finding::exact(what, printed, exact)
    } else {
        Finding::print_wrong(what, printed, exact, shortcut, NOTE)
    };
    [by_rule, exact]
}

/// Checks that every lead that the print's rule says wins does win.
fn claims_hold(print: &Computed, exact: &Computed) -> Finding {
    let both = print.records.iter().zip(&exact.records);
    let false_claims = both.filter(|(print, exact)| print.wins() && !exact.wins()).count();
    let all = if print.records.len() == exact.records.len() { 0 } else { 1 };
    Finding::twice("leads that the print's rule says win, and do not", false_claims, all)
}
