//! Coded choices are read as they were written.

use proptest::prelude::*;
use shuban_store::{ChoiceDecoder, ChoiceEncoder};

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
