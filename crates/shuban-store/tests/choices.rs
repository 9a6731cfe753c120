//! Coded choices are read as they were written.

use proptest::prelude::*;
use shuban_core::Random;
use shuban_store::{ChoiceDecoder, ChoiceEncoder, ChoiceModel};

proptest! {
    #[test]
    fn what_was_written_is_read(
        choices in prop::collection::vec(
            prop::collection::vec(1..5000u32, 1..40).prop_flat_map(|weights| {
                (0..weights.len(), Just(weights))
            }),
            0..400,
        ),
    ) {
        let mut encoder = ChoiceEncoder::new();
        for (made, weights) in &choices {
            encoder.choose(weights, *made);
        }
        let bytes = encoder.finish();
        let mut decoder = ChoiceDecoder::new(&bytes);
        for (made, weights) in &choices {
            prop_assert_eq!(decoder.choose(weights), *made);
        }
        prop_assert!(decoder.is_done());
        for short in [&bytes[1..], &bytes[..bytes.len() - 1]] {
            let mut decoder = ChoiceDecoder::new(short);
            for (_, weights) in &choices {
                decoder.choose(weights);
            }
            prop_assert!(!decoder.is_done());
        }
    }
}

#[test]
fn a_carry_goes_through_full_bytes() {
    // The last of 255 again and again fills bytes, and the next choice may go over.
    let mut weights = vec![1; 255];
    for length in 1..40 {
        for last in 0..255 {
            let mut encoder = ChoiceEncoder::new();
            (0..length).for_each(|_| encoder.choose(&weights, 254));
            encoder.choose(&weights, last);
            let bytes = encoder.finish();
            let mut decoder = ChoiceDecoder::new(&bytes);
            (0..length).for_each(|_| assert_eq!(decoder.choose(&weights), 254));
            assert_eq!(decoder.choose(&weights), last);
            assert!(decoder.is_done());
        }
        weights[254] += length;
    }
}

#[test]
fn a_number_above_all_intervals_is_wrong_whatever_is_left_of_it() {
    // Of 2³² - 1 equal parts 255 are left over above 256 · ⌊(2³² - 1) / 256⌋ = 0xffffff00.
    let weights = [1; 256];
    let read = |bytes: [u8; 5]| {
        let mut decoder = ChoiceDecoder::new(&bytes);
        (decoder.choose(&weights), decoder.is_done())
    };
    assert_eq!(read([0xfe, 0xff, 0xff, 0x01, 0]), (255, true));
    // Nothing is left of this one either, for it is 2²⁴ above the beginning of the last part.
    assert_eq!(read([0xff, 0xff, 0xff, 0x01, 0]), (255, false));
}

#[test]
fn a_range_as_small_as_any_is_not_made_larger() {
    // 512 of 131 071 parts of 2³² - 1 are 2²⁴.
    let weights = [512, 130_559];
    let mut encoder = ChoiceEncoder::new();
    encoder.choose(&weights, 0);
    let bytes = encoder.finish();
    assert_eq!(bytes.len(), 4);
    let mut decoder = ChoiceDecoder::new(&bytes);
    assert_eq!(decoder.choose(&weights), 0);
    assert!(decoder.is_done());
}

/// Returns positions of a walk: the classes of their moves, and the move that is made, if any. Moves
/// of a low class are made oftener, and positions with those of a high class are leaves oftener.
fn walk() -> Vec<(Vec<u16>, Option<usize>)> {
    let mut random = Random::new(1);
    let mut position = || {
        // Most have two moves, so that their counts are halved.
        let moves = if random.below(8) > 0 { 2 } else { random.place(40) };
        let classes: Vec<u16> = (0..moves).map(|_| random.below(3) as u16).collect();
        let highest = classes.iter().max().copied()?;
        let is_leaf = random.below(4) < u64::from(highest);
        let likely = |&at: &usize| classes[at] <= random.below(3) as u16;
        let made = (!is_leaf).then(|| (0..moves).find(likely).unwrap_or(0));
        Some((classes, made))
    };
    (0..90_000).map(|_| position().unwrap_or_default()).collect()
}

#[test]
fn the_likelihood_of_choices_is_that_of_the_format() {
    let walk = walk();
    let (mut model, mut encoder) = (ChoiceModel::new(), ChoiceEncoder::new());
    for (classes, made) in &walk {
        assert_eq!(model.write(&mut encoder, classes.iter().copied(), *made), *made);
    }
    let bytes = encoder.finish();
    // Files of proofs depend on each number of the model.
    assert_eq!((bytes.len(), xxhash_rust::xxh3::xxh3_64(&bytes)), (18_019, 0x3d58_3c15_53fd_5935));
    let (mut model, mut decoder) = (ChoiceModel::new(), ChoiceDecoder::new(&bytes));
    for (classes, made) in &walk {
        assert_eq!(model.read(&mut decoder, classes.iter().copied()), *made);
    }
    assert!(decoder.is_done());
}
