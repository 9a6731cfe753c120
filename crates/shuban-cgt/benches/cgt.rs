//! Combinatorial games: canonical forms, sums, and winners of sums.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_cgt::{FormId, Forms, Player};

fn main() {
    divan::main();
}

/// Values of random regions of eight squares of Amazons with one amazon a side.
const VALUES: [&str; 40] = [
    "-4",
    "2",
    "3",
    "{3|-3}",
    "-1/2",
    "-2",
    "0",
    "2",
    "0",
    "{{1,{1|-1}|-1},3/4|-3}",
    "{1,{4|-4}|-5}",
    "{2|0}",
    "{1|-3}",
    "{5|-5}",
    "0",
    "{2|-1}",
    "{3|-3,{0|-3}}",
    "{0|-2}",
    "0",
    "-4",
    "{5|2,{4|2}}",
    "-1*",
    "4",
    "{3,{4|1}|-3,{0|-3},{*,{1|-2}|-3,{-1|-3}}}",
    "{-1|-3}",
    "{-1,{-1|-4}|-5}",
    "{5|3}",
    "0",
    "{-1|-5}",
    "{5|1/4,{4|-2,{-1|-3}}}",
    "{0|-2}",
    "{3|-1}",
    "{-2,{-2|-4}|-5}",
    "{-3|-5}",
    "3",
    "{1,{3|0}|-2,{0|-2}}",
    "0",
    "{5|1,{3|0}}",
    "{3|1}",
    "-2",
];

/// Sums of four, each of the values in many of them.
fn sums(forms: &Forms) -> Vec<[FormId; 4]> {
    let values = VALUES.map(|text| forms.parse(text).expect("each is a game"));
    let place =
        |sum: usize, term: usize| (sum * (2 * term + 1) + 7 * term + sum / 40) % values.len();
    (0..400).map(|sum| std::array::from_fn(|term| values[place(sum, term)])).collect()
}

#[divan::bench]
fn winner_of_four(bencher: Bencher) {
    let forms = Forms::new();
    let sums = sums(&forms);
    let winner = |terms: &[FormId; 4]| forms.winner(black_box(terms), Player::Left) == Player::Left;
    bencher
        .counter(ItemsCount::new(sums.len()))
        .bench_local(|| sums.iter().filter(|sum| winner(sum)).count());
}

#[divan::bench]
fn winner_of_four_by_thermographs_alone(bencher: Bencher) {
    let forms = Forms::new();
    let sums = sums(&forms);
    let decided = |terms: &[FormId; 4]| {
        forms.winner_by_thermographs(black_box(terms), Player::Left).is_some()
    };
    bencher
        .counter(ItemsCount::new(sums.len()))
        .bench_local(|| sums.iter().filter(|sum| decided(sum)).count());
}

#[divan::bench]
fn canonical_sums_of_two(bencher: Bencher) {
    bencher.counter(ItemsCount::new(VALUES.len())).with_inputs(Forms::new).bench_local_refs(
        |forms| {
            let sums = sums(forms);
            sums[..VALUES.len()].iter().map(|[a, b, ..]| forms.sum(*a, *b)).max()
        },
    );
}

#[divan::bench]
fn texts_read(bencher: Bencher) {
    bencher.counter(ItemsCount::new(VALUES.len())).with_inputs(Forms::new).bench_local_refs(
        |forms| VALUES.iter().filter(|text| forms.parse(black_box(text)).is_ok()).count(),
    );
}
