//! Table 1 of Sanno and Hoki: numbers of positions that backward induction values.

use std::collections::{BTreeMap, BTreeSet};

use shuban_catalog::Error;
use shuban_core::combinatorics::binomial;
use shuban_core::text::grouped;
use shuban_core::{Domain, Game, LayerId, PartId};
use shuban_gammon::{Contact, Variant};
use shuban_solve::layer_named;

use super::{contact, listing};
use crate::finding::{Finding, significant};
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

/// Number of two-sided positions of 15 checkers in the running text of GNU Backgammon's manual,
/// which the paper cites. The manual's own tables have the right one.
const OF_THE_MANUAL: u64 = 294_458_696;

/// Bytes of a two-sided position there: four values, for no cube and for three states of one.
const BYTES: u64 = 8;

/// Measures the two-sided bear-off of all checkers, which takes about 2 GB by the paper.
fn two_sided_size(variant: &Variant) -> Finding {
    let sides = binomial(variant.checkers() + variant.home(), variant.home());
    let positions = sides * sides;
    // Without the digit that the manual's text leaves out.
    let is_slip = without_a_digit(positions).any(|slip| slip == OF_THE_MANUAL);
    let gigabytes = |positions: u64| (positions * BYTES) as f64 / 1e9;
    let explained = if is_slip { significant(gigabytes(OF_THE_MANUAL), 1) } else { f64::NAN };
    Finding::print_wrong(
        "two-sided bear-off of 15 against 15, GB",
        2.0,
        significant(gigabytes(positions), 3),
        explained,
        format!(
            "54,264² = {} positions of {BYTES} bytes as in GNU Backgammon; at two bytes, without a \
             cube, {:.1} GB. The manual of GNU Backgammon, which the paper cites, has {} in its \
             text, a digit lost: {:.2} GB at {BYTES} bytes. That the 2 GB come from there is \
             inferred",
            grouped(positions),
            gigabytes(positions) / 4.0,
            grouped(OF_THE_MANUAL),
            gigabytes(OF_THE_MANUAL),
        ),
    )
}

/// Returns a number without one of its digits, for each of them.
fn without_a_digit(number: u64) -> impl Iterator<Item = u64> {
    let digits = number.to_string();
    (0..digits.len()).filter_map(move |at| {
        let rest = [&digits[..at], &digits[at + 1..]].concat();
        rest.parse().ok()
    })
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
