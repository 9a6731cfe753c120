//! Table 1 of Sanno and Hoki: how many positions backward induction values.

use std::collections::BTreeMap;

use shuban_core::{Domain, Game, LayerId, PartId, Roll};
use shuban_gammon::{Contact, Position, Turn, Variant, restricted_after_positions};
use shuban_solve::{Progress, Standing, Valuation, layer_named, valued_layers};

use super::{ReproduceOptions, Reproduced, Reproduction, Row};
use crate::error::Error;

/// Positions and valued positions of small backgammon layers, and the first positions beyond.
pub(super) struct Table1;

impl Reproduction for Table1 {
    fn id(&self) -> &'static str {
        "gammon/table-1"
    }

    fn what(&self) -> &'static str {
        "positions that backward induction values, backgammon, by checkers borne off (Sanno and Hoki, table 1)"
    }

    fn seconds(&self) -> u32 {
        10
    }

    fn run(&self, options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduced, Error> {
        super::in_pool(options.threads, || self.rows(progress))
    }
}

impl Table1 {
    fn rows(&self, progress: &dyn Progress) -> Result<Reproduced, Error> {
        let variant = Variant::by_name("backgammon").ok_or_else(|| super::no_variant("backgammon"))?;
        let domain = Contact::new(variant.clone());
        let layer = |name: &str| layer_named(&domain, &format!("backgammon/contact-{name}"));

        progress.phase("backward induction by the rules", 0);
        let by_rules = |position: &Position, roll: Roll, afters: &mut Vec<Position>| {
            let plays = Turn::new(&variant, position).plays(roll);
            afters.extend(plays.into_iter().map(|(_, after)| after));
        };
        let mut valued = valued_layers(&domain, layer("2-2")?, &by_rules)?;
        valued.extend(valued_layers(&domain, layer("3-1")?, &by_rules)?);
        progress.phase("backward induction by the restricted generator", 0);
        let restricted = valued_layers(&domain, layer("2-1")?, &|position, roll, afters| {
            afters.extend(restricted_after_positions(&variant, position, roll));
        })?;

        let positions = |layer: LayerId, part: usize| domain.layers()[layer.0].parts[part].positions;
        let count = |valued: &BTreeMap<LayerId, Valuation>, layer: LayerId, part: usize| {
            valued.get(&layer).map_or(0, |valuation| valuation.valued(part))
        };
        let (one, two, three, four) = (layer("1-1")?, layer("2-1")?, layer("2-2")?, layer("3-1")?);
        let mut rows = vec![
            Row::exact("(14,14), 1 v 1: positions", 601, positions(one, 0)),
            Row::exact("(14,14), 1 v 1: valued", 282, count(&valued, one, 0)),
            Row::exact("(13,14), 1 v 2: positions", 7_525, positions(two, 1)),
            Row::print_wrong(
                "(13,14), 1 v 2: valued",
                2_458,
                count(&valued, two, 1),
                count(&restricted, two, 1),
                "the print overlooks the 20 sure wins {4 | k,23}: it comes out of a generator that, \
                 when one checker plays both dice, tries the second order only if the first cannot be \
                 played or the second hits on the way",
            ),
            Row::exact("(14,13), 2 v 1: positions", 7_525, positions(two, 0)),
            Row::exact("(14,13), 2 v 1: valued", 2_302, count(&valued, two, 0)),
            Row::exact("(14,14) by the restricted generator: valued", 282, count(&restricted, one, 0)),
            Row::exact("(14,13) by the restricted generator: valued", 2_302, count(&restricted, two, 0)),
            Row::unprinted("(13,13), 2 v 2: positions", positions(three, 0)),
            Row::unprinted("(13,13), 2 v 2: valued", count(&valued, three, 0)),
            Row::unprinted("(12,14), 1 v 3: valued", count(&valued, four, 1)),
            Row::unprinted("(14,12), 3 v 1: valued", count(&valued, four, 0)),
        ];
        rows.push(overlooked(&domain, two, &valued[&two])?);
        Ok(Reproduced::new(self.id(), rows))
    }
}

/// The positions {4 | k,22} and {4 | k,23} that the print overlooks: how many are sure wins.
fn overlooked(domain: &Contact, layer: LayerId, valued: &Valuation) -> Result<Row, Error> {
    let part = PartId { layer, part: 1 };
    let index = domain.index(part).map_err(|error| Error::Solve(error.into()))?;
    let mut wins = 0;
    for k in 1..=20 {
        for other in [22, 23] {
            let text = format!("4|{k},{other}");
            let position = domain.game().parse(&text).map_err(Error::position)?;
            let rank = index.rank(&position).unwrap_or(u64::MAX);
            wins += u64::from(valued.part(1).get(rank as usize) == Some(&Standing::Win));
        }
    }
    Ok(Row::exact("{4 | k,22} and {4 | k,23}, k = 1..20: sure wins", 40, wins)
        .noting("the number stated beside the table's recomputation"))
}
