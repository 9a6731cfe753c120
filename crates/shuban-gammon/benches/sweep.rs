//! One pass over all positions of a part: positions a second on one core.

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::sweep::{Before, Finished, Pass, PassUnit, Read, Status, UnitData};
use shuban_core::{Interval, PartId, Sweep, Unanswered};
use shuban_gammon::{Contact, Instructions, Variant};

fn main() {
    divan::main();
}

/// Finished layers in which everything is even: their values do not matter to the speed.
struct Even;

impl Finished for Even {
    fn values(&mut self, _part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        Ok(vec![Interval::exactly(0); ranks.len()])
    }

    fn statuses(&mut self, _part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        Ok(vec![Status::Unknown; ranks.len()])
    }
}

#[divan::bench(
    args = [
        "half-gammon 2 2",
        "half-gammon 3 3",
        "half-gammon 4 4",
        "half-gammon 5 5",
        "half-gammon 6 3",
        "backgammon 2 2",
        "backgammon 3 2",
        "mini-gammon 3 2",
        "half-gammon 3 3 Avx2",
        "backgammon 2 2 Avx2",
        "half-gammon 3 3 Plain",
        "backgammon 2 2 Plain",
    ],
    sample_count = 10
)]
fn lower_pass(bencher: Bencher, name: &str) {
    use shuban_core::Domain;
    let mut words = name.split(' ');
    let mut domain = Contact::new(Variant::by_name(words.next().unwrap()).unwrap());
    let mut number = || words.next().unwrap().parse::<usize>().unwrap();
    let (a, b) = (number(), number());
    // The best instructions that the machine has, or those named.
    if let Some(name) = words.next() {
        let named = |instructions: &Instructions| format!("{instructions:?}") == name;
        let Some(instructions) = Instructions::all().into_iter().find(named) else { return };
        domain = domain.swept_with(instructions);
    }
    let ending = format!("/contact-{a}-{b}");
    let layer = domain.layers().iter().position(|layer| layer.name.ends_with(&ending)).unwrap();
    let layer_parts = &domain.layers()[layer].parts;
    let layer = shuban_core::LayerId(layer);
    let plan = domain.plan(layer, &mut Even).unwrap();
    let partner = domain.partner(layer, 0);
    let read = vec![0; layer_parts[partner].positions.unwrap() as usize];
    let positions = layer_parts[0].positions.unwrap();
    let mut values = vec![0; positions as usize];
    let mut scratch = domain.scratch(&plan);
    bencher.counter(ItemsCount::new(positions)).bench_local(|| {
        let mut before = Vec::new();
        for (stage, shape) in domain.stages(layer, 0).into_iter().enumerate() {
            let mut carry = vec![0; shape.units * shape.carry];
            for unit in 0..shape.units {
                let start = shape.first as usize + unit * shape.values;
                let data = UnitData {
                    read: Read::Plain(&read),
                    before: Before::All(&before),
                    values: &mut values[start..start + shape.values],
                    carry: &mut carry[unit * shape.carry..(unit + 1) * shape.carry],
                };
                domain.run(
                    &plan,
                    PassUnit { pass: Pass::Lower, part: 0, stage, unit },
                    data,
                    &mut scratch,
                );
            }
            before = carry;
        }
        values[0]
    });
}
