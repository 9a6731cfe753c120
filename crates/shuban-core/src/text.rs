//! Numbers as people read them.

/// A number with its digits in groups of three.
pub fn grouped<N: Into<u128>>(number: N) -> String {
    let digits = number.into().to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.join(&b',').into_iter().map(char::from).collect()
}

/// A number of bytes for people.
pub fn bytes_text(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        u64::MAX => "more than any machine has".to_owned(),
        _ => {
            let unit = (bytes.ilog2() / 10).min(5);
            let size = bytes as f64 / (1u64 << (10 * unit)) as f64;
            format!("{size:.1} {}", ["B", "KiB", "MiB", "GiB", "TiB", "PiB"][unit as usize])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes_text, grouped};

    #[test]
    fn digits_come_in_groups_of_three() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(grouped::<u64>),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(grouped(u128::from(u64::MAX) + 1), "18,446,744,073,709,551,616");
    }

    #[test]
    fn bytes_are_written_for_people() {
        assert_eq!([17, 1023, 1024].map(bytes_text), ["17 B", "1023 B", "1.0 KiB"]);
        assert_eq!([3 << 29, (1 << 40) - 1].map(bytes_text), ["1.5 GiB", "1024.0 GiB"]);
        assert_eq!(bytes_text(u64::MAX - 1), "16384.0 PiB");
    }
}
