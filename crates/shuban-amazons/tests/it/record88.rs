//! The published record of 88 bits.

use proptest::prelude::*;
use shuban_amazons::record88::{
    MAX_SQUARES, RECORD_BYTES, Record88, Record88Error, decode, distances, encode,
};
use shuban_amazons::{
    Army, Minimax, Move, Placements, Region, ScorePair, Square, Squares, Subgame,
};
use shuban_core::Random;

/// Regions of sizes 1 to 10, each enumerated once.
fn regions(size: usize) -> &'static [Region] {
    static ALL: std::sync::LazyLock<Vec<Vec<Region>>> =
        std::sync::LazyLock::new(|| (1..=MAX_SQUARES).map(Region::all).collect());
    &ALL[size - 1]
}

fn any_entry() -> impl Strategy<Value = Record88> {
    let numbers = (any::<u64>(), any::<u64>(), any::<[u64; 2]>(), -9..=9i32, -9..=9i32);
    (1..=MAX_SQUARES, numbers).prop_map(|(size, (region, placement, moves, a, b))| {
        let regions = regions(size);
        let region = regions[(region % regions.len() as u64) as usize];
        let placements = Placements::new(region);
        let placement = placements.unrank(placement % placements.len()).unwrap();
        let region = Subgame::placed(region, placement).unwrap();
        let best = Army::BOTH.map(|side| {
            let all = region.moves(side);
            all.get((moves[side as usize] % all.len().max(1) as u64) as usize).copied()
        });
        let value = ScorePair { a: best[0].map(|_| a), b: best[1].map(|_| b) };
        Record88 { region, value, best }
    })
}

#[test]
fn a_record_has_the_published_fields() {
    // Rows `X.` and `.O`; Black's only amazon goes down and shoots back.
    let squares = Squares::rectangle(2, 2);
    let at = |row, column| Square::new(row, column).unwrap();
    let region = Subgame::new(squares, at(0, 0).into(), at(1, 1).into()).unwrap();
    let black = Move { from: at(0, 0), to: at(1, 0), shot: at(0, 0) };
    let white = Move { from: at(1, 1), to: at(0, 1), shot: at(1, 1) };
    let entry = Record88 {
        region,
        value: ScorePair { a: Some(1), b: Some(-1) },
        best: [Some(black), Some(white)],
    };
    let record = encode(&entry).unwrap();
    let bits: String = record.iter().map(|byte| format!("{byte:08b}")).collect();
    let squares = "0010 0010 00001 00000 00000 00010 11111 11111 11111 11111 11111 11111";
    let fields = format!("{squares} 01010 01000 0000100000 0000010011");
    assert_eq!(bits, fields.replace(' ', ""));
    assert_eq!(decode(&record), Ok(entry));
}

#[test]
fn squares_are_never_too_far_apart() {
    for size in 1..=8 {
        let most =
            regions(size).iter().flat_map(|region| distances(region.squares())).max().unwrap();
        assert!(most <= size + 1, "{most} with {size} squares");
    }
    // The straight diagonal of ten squares falls to the left in its canonical form.
    let diagonal: Squares = (0..10).map(|k| Square::new(k, k).unwrap()).collect();
    let canonical = Region::of(diagonal).unwrap().0.squares();
    assert_eq!(distances(diagonal).max(), Some(11));
    assert_eq!(distances(canonical).collect::<Vec<_>>(), [10, 9, 9, 9, 9, 9, 9, 9, 9, 9]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let at = |row, column| Square::new(row, column).unwrap();
    let region = Subgame::new(Squares::rectangle(2, 1), at(0, 0).into(), Squares::EMPTY).unwrap();
    let step = Move { from: at(0, 0), to: at(1, 0), shot: at(0, 0) };
    let good =
        Record88 { region, value: ScorePair { a: Some(1), b: None }, best: [Some(step), None] };
    assert!(encode(&good).is_ok());
    let lying = Subgame::new(Squares::rectangle(1, 2), at(0, 0).into(), Squares::EMPTY).unwrap();
    assert_eq!(encode(&Record88 { region: lying, ..good }), Err(Record88Error::Squares));
    let white = Err(Record88Error::Value(Army::White));
    assert_eq!(encode(&Record88 { value: ScorePair { a: Some(1), b: Some(0) }, ..good }), white);
    let ten = ScorePair { a: Some(10), b: None };
    assert_eq!(encode(&Record88 { value: ten, ..good }), Err(Record88Error::Value(Army::Black)));
    let away = Move { to: at(2, 0), ..step };
    assert_eq!(
        encode(&Record88 { best: [Some(away), None], ..good }),
        Err(Record88Error::Move(Army::Black))
    );
    assert_eq!(
        encode(&Record88 { best: [None, None], ..good }),
        Err(Record88Error::Move(Army::Black))
    );
    assert!(decode(&[0; RECORD_BYTES]).is_err() && decode(&[u8::MAX; RECORD_BYTES]).is_err());
}

/// Entries of up to ten squares as a database has them: with their values and a best move.
#[test]
fn true_entries_of_up_to_ten_squares_are_read_as_they_were_written() {
    let mut random = Random::new(88);
    let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
    for (size, count) in [(6, 1_000), (7, 1_000), (8, 500), (9, 200), (10, 100)] {
        for _ in 0..count {
            let region = regions(size)[random.place(regions(size).len())];
            let placements = Placements::new(region);
            let placement = placements.unrank(random.below(placements.len())).unwrap();
            let region = Subgame::placed(region, placement).unwrap();
            let mut minimax = Minimax::new(nothing);
            let Ok(value) = minimax.value(&region);
            let best = Army::BOTH.map(|side| {
                let Ok(worth) = minimax.move_values(&region, side);
                let best = worth.iter().find(|&&(_, worth)| Some(worth) == value.first(side));
                best.map(|&(action, _)| action)
            });
            let entry = Record88 { region, value, best };
            assert_eq!(decode(&encode(&entry).unwrap()), Ok(entry));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn records_round_trip(entry in any_entry(), flipped in 0..8 * RECORD_BYTES) {
        let mut record = encode(&entry).unwrap();
        prop_assert_eq!(decode(&record), Ok(entry));
        // Any other record that can be read is written as it was read, and so is another entry.
        record[flipped / 8] ^= 1 << (flipped % 8);
        if let Ok(other) = decode(&record) {
            prop_assert_ne!(other, entry);
            prop_assert_eq!(encode(&other), Ok(record));
        }
    }

    #[test]
    fn no_bytes_make_reading_panic(record: [u8; RECORD_BYTES]) {
        if let Ok(entry) = decode(&record) {
            prop_assert_eq!(encode(&entry), Ok(record));
        }
    }
}
