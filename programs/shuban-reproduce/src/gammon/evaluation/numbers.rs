//! Greatest values and means.

/// Returns index and value of the greatest of some values; the first of equal ones.
pub(in crate::gammon) fn greatest(values: impl IntoIterator<Item = f64>) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (number, value) in values.into_iter().enumerate() {
        if best.is_none_or(|(_, best)| value > best) {
            best = Some((number, value));
        }
    }
    best
}

/// Returns the mean of some numbers.
pub(super) fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        numbers.into_iter().fold((0.0, 0u64), |(sum, count), number| (sum + number, count + 1));
    sum / count as f64
}
