//! Table 1 of Sanno and Hoki: numbers of positions that backward induction values.

use std::collections::{BTreeMap, BTreeSet};

use shuban_catalog::Error;
use shuban_core::combinatorics::binomial;
use shuban_core::{Domain, Game, LayerId, PartId};
use shuban_gammon::{Contact, Variant};
use shuban_solve::layer_named;

use super::{contact, listing};
use crate::finding::{Finding, Verdict};
use crate::graph::by_rules;
use crate::paper::Recomputation;
use crate::restricted::restricted_after_positions;
use crate::valued::{Valuation, ValuedState, valued_layers};

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let variant = super::variant("backgammon")?;
    let domain = Contact::new(variant.clone());
    let layer = |name: &str| layer_named(&domain, &format!("backgammon/contact-{name}"));

    run.progress.phase("backward induction by the rules", 0);
    let mut valued = valued_layers(&domain, layer("2-2")?, &by_rules(&domain))?;
    run.check()?;
    valued.extend(valued_layers(&domain, layer("3-1")?, &by_rules(&domain))?);
    run.check()?;
    run.progress.phase("backward induction by the restricted generator", 0);
    let restricted = valued_layers(&domain, layer("2-1")?, &|position, roll| {
        restricted_after_positions(&variant, position, roll)
    })?;

    let positions = |layer: LayerId, part: usize| domain.layers()[layer.0].parts[part].positions;
    let count = |valued: &BTreeMap<LayerId, Valuation>, layer: LayerId, part: usize| {
        valued.get(&layer).map_or(0, |valuation| valuation.valued(part))
    };
    let (one, two, three, four) = (layer("1-1")?, layer("2-1")?, layer("2-2")?, layer("3-1")?);
    let mut rows = vec![
        Finding::exact("(14,14), 1 v 1: positions", 601, positions(one, 0)),
        Finding::exact("(14,14), 1 v 1: valued", 282, count(&valued, one, 0)),
        Finding::exact("(13,14), 1 v 2: positions", 7_525, positions(two, 1)),
        Finding::print_wrong(
            "(13,14), 1 v 2: valued",
            2_458,
            count(&valued, two, 1),
            count(&restricted, two, 1),
            "the print overlooks the 20 sure wins {4 | k,23}, k = 1..20: it comes out of a \
             generator that, when one checker plays both dice, tries the second order only if the \
             first cannot be played or the second hits on the way",
        ),
        Finding::exact("(14,13), 2 v 1: positions", 7_525, positions(two, 0)),
        Finding::exact("(14,13), 2 v 1: valued", 2_302, count(&valued, two, 0)),
        Finding::exact(
            "(14,14) by the restricted generator: valued",
            282,
            count(&restricted, one, 0),
        ),
        Finding::exact(
            "(14,13) by the restricted generator: valued",
            2_302,
            count(&restricted, two, 0),
        ),
        Finding::unprinted("(13,13), 2 v 2: positions", positions(three, 0)),
        Finding::unprinted("(13,13), 2 v 2: valued", count(&valued, three, 0)),
        Finding::unprinted("(12,14), 1 v 3: valued", count(&valued, four, 1)),
        Finding::unprinted("(14,12), 3 v 1: valued", count(&valued, four, 0)),
    ];
    rows.push(overlooked(&domain, two, &valued[&two], &restricted[&two])?);
    for (name, layer, part) in
        [("(14,14), 1 v 1", one, 0), ("(13,14), 1 v 2", two, 1), ("(14,13), 2 v 1", two, 0)]
    {
        rows.extend(contact::rows(&domain, name, PartId { layer, part }, &valued[&layer])?);
    }
    rows.extend(listing::rows());
    rows.push(two_sided_size(&variant));
    Ok(rows)
}

/// Measures the two-sided bear-off of all checkers, which takes about 2 GB by the paper.
fn two_sided_size(variant: &Variant) -> Finding {
    let bytes = |checkers: usize, of_one: u64| {
        let sides = binomial(checkers + variant.home(), variant.home());
        (sides * sides * of_one) as f64 / 1e9
    };
    let all = variant.checkers();
    Finding::undecided(
        "two-sided bear-off of 15 against 15",
        "about 2 GB",
        format!("{:.1} GB", bytes(all, 2)),
        format!(
            "54,264² values of 2 bytes; with a cube four of them each, {:.1} GB. 2 GB would hold 13 \
             checkers a side ({:.1} GB), or with a cube 11 ({:.1} GB). What the paper counts is not \
             said",
            bytes(all, 8),
            bytes(13, 2),
            bytes(11, 8),
        ),
    )
    .with(Verdict::NotReproducible)
}

/// Lists the positions that the rules value in 1 v 2 and the restricted generator does not: the
/// twenty positions {4 | k,23}, all of them sure wins, and no others.
fn overlooked(
    domain: &Contact,
    layer: LayerId,
    by_rules: &Valuation,
    restricted: &Valuation,
) -> Result<Finding, Error> {
    const PART: usize = 1;
    let index =
        domain.index(PartId { layer, part: PART }).map_err(|error| Error::Solve(error.into()))?;
    let mut expected = BTreeSet::new();
    for k in 1..=20 {
        let position = domain.game().parse(&format!("4|{k},23")).map_err(Error::position)?;
        expected.extend(index.rank(&position).map(|rank| rank as usize));
    }
    let (by_rules, restricted) = (by_rules.part(PART), restricted.part(PART));
    let is_lost = |&rank: &usize| by_rules[rank].is_known() && !restricted[rank].is_known();
    let lost: BTreeSet<usize> = (0..by_rules.len()).filter(is_lost).collect();
    let holds = expected.len() == 20
        && lost == expected
        && lost.iter().all(|&rank| by_rules[rank] == ValuedState::Win);
    let row = Finding::unprinted("(13,14), 1 v 2: valued by the rules alone", lost.len())
        .noting("must be the sure wins {4 | k,23}, k = 1..20, one by one");
    Ok(row.differing_if(!holds))
}
