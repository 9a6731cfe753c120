//! Random numbers.

use shuban_core::Random;

/// Counts how often each of `N` numbers occurs in 10,000 · `N` draws: within five standard
/// deviations.
fn is_even<const N: usize>(mut number: impl FnMut() -> usize) {
    let mut counts = [0u32; N];
    for _ in 0..10_000 * N {
        counts[number()] += 1;
    }
    let deviation = (10_000.0 * (1.0 - 1.0 / N as f64)).sqrt();
    let even = |count: &u32| f64::from(count.abs_diff(10_000)) < 5.0 * deviation;
    assert!(counts.iter().all(even), "{counts:?}");
}

#[test]
fn numbers_are_the_same_for_ever_and_even() {
    let mut random = Random::new(1);
    let throws = [(); 12].map(|()| random.throw(6));
    assert_eq!(throws, [4, 4, 0, 4, 1, 3, 5, 3, 0, 0, 5, 2]);
    is_even::<6>(|| random.throw(6));
    let mut random = Random::new(1);
    let below = [(); 12].map(|()| random.below(53));
    assert_eq!(below, [43, 39, 5, 39, 9, 31, 52, 27, 5, 7, 48, 18]);
    is_even::<5>(|| random.place(5));
    // Lemire's method rejects a quarter of the draws for this range.
    is_even::<3>(|| (random.below(3 << 62) >> 62) as usize);
    is_even::<3>(|| (random.below(3 << 62) % 3) as usize);
    assert_eq!(random.below(0), 0);
    assert_ne!(Random::of_part(1, 0), Random::of_part(1, 1));
    assert_ne!(Random::of_part(1, 0), Random::new(1));
}
