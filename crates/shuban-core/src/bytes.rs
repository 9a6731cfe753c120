//! Numbers of bytes as text.

/// A number of bytes for people.
pub fn bytes_text(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    if bytes == u64::MAX {
        return "more than any machine has".to_owned();
    }
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{size:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::bytes_text;

    #[test]
    fn bytes_are_written_for_people() {
        assert_eq!(bytes_text(17), "17 B");
        assert_eq!(bytes_text(3 << 29), "1.5 GiB");
    }
}
