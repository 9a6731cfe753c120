//! Numbers as people read them.

/// A number with its digits in groups of three.
pub fn grouped<N: Into<u128>>(number: N) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_come_in_groups_of_three() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(grouped::<u64>),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(grouped(u128::from(u64::MAX) + 1), "18,446,744,073,709,551,616");
    }
}
