//! Canonical tables made here alone, without published layers, against sums, pairs and published
//! figures.

use std::collections::BTreeMap;
use std::sync::Arc;

use shuban_cgt::{CgtOutcome, FormId, Forms};
use shuban_core::LayerId;

use super::domain::CanonicalRegions;
use super::kernel::CanonicalKernel;
use super::value::ValueId;
use crate::placement::{Placement, Placements, placements};
use crate::region::Region;
use crate::sweep::tests::{entries, for_each_size, pairs};

fn form(forms: &Forms, id: ValueId) -> FormId {
    forms.get(id.index()).unwrap()
}

#[test]
fn the_sweep_is_backup_at_every_position_to_size_5() {
    let domain = CanonicalRegions::new();
    shuban_conformance::layers(&domain).unwrap();
    for layer in 0..5 {
        shuban_conformance::tabulate(&domain, LayerId(layer), u64::MAX).unwrap();
    }
}

#[test]
fn values_are_as_many_and_as_won_as_published() {
    let forms = Arc::new(Forms::with_comparisons(1 << 16));
    let published = [1, 2, 5, 14, 81, 677, 7_450];
    for_each_size(
        7,
        |size| CanonicalKernel::new(&forms, size),
        |size, tables| {
            let mut counts: BTreeMap<ValueId, u64> = BTreeMap::new();
            entries(size, tables).into_iter().for_each(|id| *counts.entry(id).or_default() += 1);
            assert_eq!(counts.len(), published[size - 1], "size {size}");
            let won = [CgtOutcome::Left, CgtOutcome::Right, CgtOutcome::Next, CgtOutcome::Previous]
                .map(|outcome| {
                    let of = |id: &ValueId| forms.outcome(form(&forms, *id)) == outcome;
                    counts.iter().filter(|(id, _)| of(id)).map(|(_, count)| count).sum::<u64>()
                });
            match size {
                6 => {
                    assert_eq!(won, [99_929, 28_425, 43_761, 31_819]);
                    let mut commonest: Vec<_> =
                        counts.iter().map(|(id, count)| (count, *id)).collect();
                    commonest.sort_unstable_by(|a, b| b.cmp(a));
                    let texts = commonest[..9].iter().map(|&(_, id)| forms.text(form(&forms, id)));
                    let expected = ["0", "2", "1", "*", "3", "1*", "{1|-1}", "-1", "4"];
                    assert_eq!(texts.collect::<Vec<_>>(), expected);
                }
                7 => assert_eq!(won, [1_733_247, 520_652, 959_084, 306_310]),
                _ => {}
            }
        },
    );
}

#[test]
fn a_set_in_pieces_is_the_sum_of_its_pieces() {
    let forms = Arc::new(Forms::new());
    let mut smaller: BTreeMap<Region, Vec<ValueId>> = BTreeMap::new();
    for_each_size(
        6,
        |size| CanonicalKernel::new(&forms, size),
        |size, tables| {
            for (set, table) in tables.divided() {
                for (placement, &id) in placements(size).zip(table) {
                    let (mut black, mut white) = (placement.black, placement.white);
                    let mut sum = FormId::ZERO;
                    for region in set {
                        let all = (1u16 << region.size()) - 1;
                        let (own, other) = (black & all, white & all);
                        (black, white) = (black >> region.size(), white >> region.size());
                        let swap = other.count_ones() > own.count_ones();
                        let (own, other) = if swap { (other, own) } else { (own, other) };
                        let numbered = Placements::asymmetric(region.size());
                        let rank = numbered.rank(Placement { black: own, white: other });
                        let value = form(&forms, smaller[region][rank.unwrap() as usize]);
                        sum = forms.sum(sum, if swap { forms.negative(value) } else { value });
                    }
                    assert_eq!(form(&forms, id), sum, "{set:?} {placement:?}");
                }
            }
            smaller.extend(tables.regions().map(|(region, table)| (region, table.to_vec())));
        },
    );
}

#[test]
fn the_signs_of_pairs_are_the_outcomes_to_size_6() {
    let pairs = pairs(6);
    let forms = Arc::new(Forms::new());
    let mut compared = 0;
    for_each_size(
        6,
        |size| CanonicalKernel::new(&forms, size),
        |size, tables| {
            for (id, code) in entries(size, tables).into_iter().zip(&pairs[size - 1]) {
                let pair = code.pair().unwrap();
                // A player without a move loses.
                let (black, white) = (pair.a.is_some_and(|a| a > 0), pair.b.is_some_and(|b| b < 0));
                assert_eq!(
                    forms.outcome(form(&forms, id)),
                    CgtOutcome::of_first_moves(black, white),
                    "{pair}"
                );
                compared += 1;
            }
        },
    );
    assert_eq!(compared, 216_803);
}
