//! The deal: which process computes which units.
//!
//! Units are dealt by [class](shuban_core::Sweep::class), as those of one class leave most of what they
//! leave to each other. Of larger classes less goes from process to process, but the shares are less
//! even. So classes of all depths are dealt in turn, the heaviest first, each to the process that has
//! least; and of the deal that is cheapest the classes one deeper are moved, one by one, for as long as
//! that makes it cheaper still: as in the refinement of partitions of graphs (Fiduccia and Mattheyses, A
//! linear-time heuristic for improving network partitions, 1982), but with a price for each step of a
//! pass, since in each step all wait for the last.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

/// The deepest classes that are dealt.
const DEEPEST: u32 = 4;

/// The price of computing a position, in that of sending or receiving a number. Where one thread did
/// both, a position took seven times as long; where 16 threads compute and one copies numbers, it is
/// projected to take three times as long.
const POSITION: u64 = 6;

/// Processes to which a class may be moved: those that exchange most with it.
const NEAREST: usize = 4;

/// Times that all classes are looked at.
const ROUNDS: usize = 8;

/// A step of a pass: its stage, and its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) stage: usize,
    pub(super) units: Range<usize>,
}

/// The units of a part, by stage.
pub(super) trait Units {
    /// Returns the number of positions of a unit, and of numbers that it leaves.
    fn sizes(&self, stage: usize) -> [u64; 2];

    /// Returns the class of a unit at a depth.
    fn class(&self, stage: usize, unit: usize, depth: u32) -> u64;

    /// Returns the units of the stage before of which a unit reads, and how many numbers of each.
    fn reads(&self, stage: usize, unit: usize) -> Vec<(usize, u64)>;
}

/// Deals units to processes, by stage and unit. `order` has all of them, in the steps of a pass.
pub(super) fn deal(units: &dyn Units, order: &[Step], count: usize) -> Vec<Vec<u16>> {
    let at_depth = |depth: u32| {
        let classes = Classes::new(units, order, depth);
        let dealt = Deal::new(&classes, order.len(), count, classes.dealt(count));
        (dealt.price(), classes.of_units(&dealt.owners))
    };
    let (mut depth, (mut price, mut owners)) = (1, at_depth(1));
    while depth < DEEPEST {
        let (next, dealt) = at_depth(depth + 1);
        if price <= next {
            break;
        }
        (depth, price, owners) = (depth + 1, next, dealt);
    }
    let classes = Classes::new(units, order, depth + 1);
    let owners = classes.owners(&owners);
    let mut deal = Deal::new(&classes, order.len(), count, owners);
    deal.improve();
    classes.of_units(&deal.owners)
}

/// Numbers that one class sends another in a step, or the reverse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shipment {
    step: u32,
    other: u32,
    numbers: u64,
}

/// The classes of a depth.
struct Classes {
    /// By stage and unit.
    of_unit: Vec<Vec<u32>>,
    /// By class: positions, and numbers that are left.
    weights: Vec<u64>,
    /// By class: steps, and the positions that it computes in each.
    computed: Vec<Vec<(u32, u64)>>,
    /// By class.
    shipments: Vec<Vec<Shipment>>,
}

impl Classes {
    fn new(units: &dyn Units, order: &[Step], depth: u32) -> Self {
        let stages = order.iter().map(|step| step.stage + 1).max().unwrap_or(0);
        let mut steps: Vec<Vec<u32>> = vec![Vec::new(); stages];
        for (number, step) in order.iter().enumerate() {
            let of_stage = &mut steps[step.stage];
            of_stage.resize(of_stage.len().max(step.units.end), 0);
            of_stage[step.units.clone()].fill(number as u32);
        }
        let keys = |stage: usize| {
            let of_stage = 0..steps[stage].len();
            of_stage.map(|unit| units.class(stage, unit, depth)).collect::<Vec<u64>>()
        };
        let keys: Vec<Vec<u64>> = (0..stages).map(keys).collect();
        let mut all: Vec<u64> = keys.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let number = |key: &u64| all.partition_point(|other| other < key) as u32;
        let of_unit: Vec<Vec<u32>> =
            keys.iter().map(|keys| keys.iter().map(number).collect()).collect();
        let mut weights = vec![0; all.len()];
        let mut computed = vec![BTreeMap::new(); all.len()];
        let mut shipments = vec![BTreeMap::new(); all.len()];
        for (stage, classes) in of_unit.iter().enumerate() {
            let [positions, left] = units.sizes(stage);
            for (unit, &class) in classes.iter().enumerate() {
                weights[class as usize] += positions + left;
                *computed[class as usize].entry(steps[stage][unit]).or_insert(0) += positions;
                for (before, numbers) in units.reads(stage, unit) {
                    let (step, other) = (steps[stage - 1][before], of_unit[stage - 1][before]);
                    if other != class {
                        let mut add = |class: u32, other: u32| {
                            *shipments[class as usize].entry((step, other)).or_insert(0) += numbers;
                        };
                        add(class, other);
                        add(other, class);
                    }
                }
            }
        }
        let listed = |of_class: BTreeMap<(u32, u32), u64>| {
            let shipment = |((step, other), numbers)| Shipment { step, other, numbers };
            of_class.into_iter().map(shipment).collect()
        };
        let computed = computed.into_iter().map(|of_class| of_class.into_iter().collect());
        Classes {
            weights,
            computed: computed.collect(),
            shipments: shipments.into_iter().map(listed).collect(),
            of_unit,
        }
    }

    /// Deals them, the heaviest first, each to the process that has least; by class.
    fn dealt(&self, count: usize) -> Vec<u16> {
        let mut heaviest: Vec<usize> = (0..self.weights.len()).collect();
        heaviest.sort_by_key(|&class| Reverse(self.weights[class]));
        let mut processes: BinaryHeap<Reverse<(u64, u16)>> =
            (0..count).map(|process| Reverse((0, process as u16))).collect();
        let mut owners = vec![0; self.weights.len()];
        for class in heaviest {
            if let Some(Reverse((load, process))) = processes.pop() {
                owners[class] = process;
                processes.push(Reverse((load + self.weights[class], process)));
            }
        }
        owners
    }

    /// Returns the owners by class, of those by unit.
    fn owners(&self, of_units: &[Vec<u16>]) -> Vec<u16> {
        let mut owners = vec![0; self.weights.len()];
        for (classes, of_units) in self.of_unit.iter().zip(of_units) {
            for (&class, &owner) in classes.iter().zip(of_units) {
                owners[class as usize] = owner;
            }
        }
        owners
    }

    /// Returns the owners by stage and unit, of those by class.
    fn of_units(&self, owners: &[u16]) -> Vec<Vec<u16>> {
        let owner = |&class: &u32| owners[class as usize];
        self.of_unit.iter().map(|classes| classes.iter().map(owner).collect()).collect()
    }
}

/// Work of each process in each step.
struct Work {
    count: usize,
    /// By step and process.
    of: Vec<u64>,
    /// By step: the most.
    most: Vec<u64>,
}

impl Work {
    fn none(steps: usize, count: usize) -> Self {
        Work { count, of: vec![0; steps * count], most: vec![0; steps] }
    }

    fn add(&mut self, step: u32, process: u16, work: u64) {
        let step = step as usize;
        let of = &mut self.of[step * self.count + usize::from(process)];
        *of += work;
        self.most[step] = self.most[step].max(*of);
    }

    fn take(&mut self, step: u32, process: u16, work: u64) {
        let step = step as usize;
        let of_step = &mut self.of[step * self.count..][..self.count];
        let was_most = of_step[usize::from(process)] == self.most[step];
        of_step[usize::from(process)] -= work;
        if was_most {
            self.most[step] = of_step.iter().copied().max().unwrap_or(0);
        }
    }
}

/// A deal, with what each process does in each step.
struct Deal<'c> {
    classes: &'c Classes,
    owners: Vec<u16>,
    /// Positions that are computed.
    computed: Work,
    /// Numbers that are sent or received.
    moved: Work,
}

impl<'c> Deal<'c> {
    fn new(classes: &'c Classes, steps: usize, count: usize, owners: Vec<u16>) -> Self {
        let (mut computed, mut moved) = (Work::none(steps, count), Work::none(steps, count));
        for (class, &owner) in owners.iter().enumerate() {
            for &(step, positions) in &classes.computed[class] {
                computed.add(step, owner, positions);
            }
            for &Shipment { step, other, numbers } in &classes.shipments[class] {
                if owners[other as usize] != owner {
                    moved.add(step, owner, numbers);
                }
            }
        }
        Deal { classes, owners, computed, moved }
    }

    /// Returns the price of some steps: in each all wait for the one that has most to do.
    fn price_of(&self, steps: impl IntoIterator<Item = usize>) -> u64 {
        let price = |step: usize| POSITION * self.computed.most[step] + self.moved.most[step];
        steps.into_iter().map(price).sum()
    }

    fn price(&self) -> u64 {
        self.price_of(0..self.computed.most.len())
    }

    /// Moves a class to another process.
    fn give(&mut self, class: usize, to: u16) {
        let from = std::mem::replace(&mut self.owners[class], to);
        for &(step, positions) in &self.classes.computed[class] {
            self.computed.take(step, from, positions);
            self.computed.add(step, to, positions);
        }
        for &Shipment { step, other, numbers } in &self.classes.shipments[class] {
            let other = self.owners[other as usize];
            if other != from {
                self.moved.take(step, from, numbers);
                self.moved.take(step, other, numbers);
            }
            if other != to {
                self.moved.add(step, to, numbers);
                self.moved.add(step, other, numbers);
            }
        }
    }

    /// Moves classes, the heaviest first, for as long as that makes the deal cheaper.
    fn improve(&mut self) {
        let classes = self.classes;
        let mut heaviest: Vec<usize> = (0..classes.weights.len()).collect();
        heaviest.sort_by_key(|&class| Reverse(classes.weights[class]));
        for _ in 0..ROUNDS {
            let mut is_cheaper = false;
            for &class in &heaviest {
                is_cheaper |= self.improve_one(class);
            }
            if !is_cheaper {
                break;
            }
        }
    }

    /// Moves a class to the process where it is cheapest, of those that exchange most with it; returns
    /// true if that is another one.
    fn improve_one(&mut self, class: usize) -> bool {
        let own = self.owners[class];
        let shipments = &self.classes.shipments[class];
        let mut nearest = BTreeMap::new();
        for shipment in shipments {
            *nearest.entry(self.owners[shipment.other as usize]).or_insert(0) += shipment.numbers;
        }
        nearest.remove(&own);
        let mut nearest: Vec<(u16, u64)> = nearest.into_iter().collect();
        nearest.sort_by_key(|&(_, numbers)| Reverse(numbers));
        let computed = self.classes.computed[class].iter().map(|&(step, _)| step as usize);
        let mut steps: Vec<usize> =
            computed.chain(shipments.iter().map(|shipment| shipment.step as usize)).collect();
        steps.sort_unstable();
        steps.dedup();
        let (mut least, mut cheapest) = (self.price_of(steps.iter().copied()), own);
        for &(process, _) in nearest.iter().take(NEAREST) {
            self.give(class, process);
            let price = self.price_of(steps.iter().copied());
            if price < least {
                (least, cheapest) = (price, process);
            }
        }
        self.give(class, cheapest);
        cheapest != own
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::Random;

    use super::*;

    /// Units of two stages of ten positions each, in pairs: unit 2k + 1 is of the class of 2k, and each
    /// reads of one of the stage before.
    struct Pairs {
        reads: Vec<usize>,
    }

    impl Units for Pairs {
        fn sizes(&self, _stage: usize) -> [u64; 2] {
            [10, 5]
        }

        fn class(&self, _stage: usize, unit: usize, depth: u32) -> u64 {
            (if depth == 1 { unit / 2 } else { unit }) as u64
        }

        fn reads(&self, stage: usize, unit: usize) -> Vec<(usize, u64)> {
            if stage == 0 { Vec::new() } else { vec![(self.reads[unit], 5)] }
        }
    }

    fn order(units: usize) -> Vec<Step> {
        let step = |stage, units| Step { stage, units };
        (0..2)
            .flat_map(|stage| [step(stage, units / 2..units), step(stage, 0..units / 2)])
            .collect()
    }

    /// The price of a deal, from its definition.
    fn price(units: &Pairs, order: &[Step], owners: &[Vec<u16>], count: usize) -> u64 {
        let mut price = 0;
        for Step { stage, units: of_step } in order {
            let (mut computed, mut moved) = (vec![0; count], vec![0; count]);
            for unit in of_step.clone() {
                computed[usize::from(owners[*stage][unit])] += 10;
            }
            for (reader, &read) in units.reads.iter().enumerate() {
                let (from, to) = (owners[0][read], owners[1][reader]);
                if *stage == 0 && of_step.contains(&read) && from != to {
                    moved[usize::from(from)] += 5;
                    moved[usize::from(to)] += 5;
                }
            }
            price += POSITION * computed.iter().max().unwrap() + moved.iter().max().unwrap();
        }
        price
    }

    #[test]
    fn a_deal_is_as_cheap_as_it_says_and_cheaper_than_classes_dealt_by_weight() {
        let mut random = Random::new(5);
        let (mut all, mut all_dealt) = (0, 0);
        for count in [1, 2, 3, 5] {
            for units in [4, 10, 24] {
                let reads = (0..units).map(|_| random.below(units as u64) as usize).collect();
                let (pairs, order) = (Pairs { reads }, order(units));
                let owners = deal(&pairs, &order, count);
                let found = price(&pairs, &order, &owners, count);
                for depth in [1, 2] {
                    let classes = Classes::new(&pairs, &order, depth);
                    let dealt = Deal::new(&classes, order.len(), count, classes.dealt(count));
                    let of_units = classes.of_units(&dealt.owners);
                    assert_eq!(dealt.price(), price(&pairs, &order, &of_units, count));
                    assert!(found <= dealt.price(), "{units} units to {count} by depth {depth}");
                    (all, all_dealt) = (all + found, all_dealt + dealt.price());
                }
            }
        }
        assert!(all < all_dealt, "no class was moved");
    }

    #[test]
    fn moved_classes_leave_the_sums_of_a_new_deal() {
        let mut random = Random::new(6);
        let reads = (0..40).map(|_| random.below(40) as usize).collect();
        let (pairs, order) = (Pairs { reads }, order(40));
        let classes = Classes::new(&pairs, &order, 2);
        let mut deal = Deal::new(&classes, order.len(), 3, classes.dealt(3));
        for _ in 0..100 {
            deal.give(random.below(40) as usize, random.below(3) as u16);
        }
        let anew = Deal::new(&classes, order.len(), 3, deal.owners.clone());
        assert_eq!((deal.computed.of, deal.moved.of), (anew.computed.of, anew.moved.of));
        assert_eq!((deal.computed.most, deal.moved.most), (anew.computed.most, anew.moved.most));
    }
}
