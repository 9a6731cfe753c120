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
