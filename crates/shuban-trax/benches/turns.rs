//! Speed of turn generation (items are turns), and of the work of proof search at every node: keys,
//! and looking two plies ahead (items are positions).

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::Provable;
use shuban_core::provable::Question;
use shuban_trax::{Lines, LookaheadBuffers, Position, Trax};

fn main() {
    divan::main();
}

/// Positions of random games, with the number of their turns.
fn positions(trax: &Trax) -> (Vec<Position>, usize) {
    let (mut positions, mut count, mut state) = (Vec::new(), 0, 1u64);
    while positions.len() < 1_000 {
        let mut position = Position::START;
        loop {
            let turns = trax.turns(&position);
            if turns.is_empty() {
                break;
            }
            count += turns.len();
            positions.push(position);
            // Knuth's MMIX generator; its high bits are good enough here.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            position = turns[(state >> 33) as usize % turns.len()].1;
        }
    }
    (positions, count)
}

#[divan::bench(args = [4, 5, 6, 7, 8])]
fn turns(bencher: Bencher<'_, '_>, size: usize) {
    let trax = Trax::new(size, Lines::Full).expect("sizes 2 to 8 there are");
    let (positions, count) = positions(&trax);
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut sum = 0;
        for position in black_box(&positions) {
            trax.each_turn(position, |_, after| {
                sum += after.board().tiles();
                true
            });
        }
        sum
    });
}

#[divan::bench(args = [4, 6, 8])]
fn canonical(bencher: Bencher<'_, '_>, size: usize) {
    let trax = Trax::new(size, Lines::Full).expect("sizes 2 to 8 there are");
    let (positions, _) = positions(&trax);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        black_box(&positions)
            .iter()
            .map(|position| trax.canonical(position).board().tiles())
            .sum::<usize>()
    });
}

#[divan::bench(args = [6, 7, 8])]
fn key(bencher: Bencher<'_, '_>, size: usize) {
    let trax = Trax::new(size, Lines::Full).expect("sizes 2 to 8 there are");
    let (positions, _) = positions(&trax);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in black_box(&positions) {
            black_box(trax.key(position));
        }
    });
}

#[divan::bench(args = [6, 7, 8])]
fn look_two_ahead(bencher: Bencher<'_, '_>, size: usize) {
    let trax = Trax::new(size, Lines::Full).expect("sizes 2 to 8 there are");
    let (positions, _) = positions(&trax);
    let question = Question { seat: 0, at_least: 0 };
    let (mut scratch, mut open) = (LookaheadBuffers::default(), Vec::new());
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in black_box(&positions) {
            open.clear();
            black_box(trax.expand(position, &question, 2, &mut scratch, &mut open));
        }
    });
}
