//! Numbers as people read them, and texts as programs write them.

/// Returns a text without the byte-order mark that some programs write at the start of a file.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns a number with its digits in groups of three.
pub fn grouped<N: Into<u128>>(number: N) -> String {
    let digits = number.into().to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.join(&b',').into_iter().map(char::from).collect()
}

/// Returns a width to two digits, rounded up.
pub fn rounded_up(width: f64) -> String {
    let text = format!("{width:.1e}");
    if text.parse().is_ok_and(|rounded: f64| rounded >= width) {
        return text;
    }
    let half_a_digit = 0.5 * 10f64.powf(width.log10().floor() - 1.0);
    format!("{:.1e}", width + half_a_digit)
}

/// Returns proven bounds as text with this many decimals, rounded outward to stay proven.
pub fn outward(lower: f64, upper: f64, decimals: usize) -> [String; 2] {
    rounded_outward(lower, upper, decimals).map(|bound| format!("{bound:+.decimals$}"))
}

/// Returns proven bounds rounded outward to this many decimals.
pub fn rounded_outward(lower: f64, upper: f64, decimals: usize) -> [f64; 2] {
    let scale = 10f64.powi(decimals as i32);
    // Adding 0.0 turns −0.0 into 0.0.
    [(lower * scale).floor() / scale, (upper * scale).ceil() / scale].map(|bound| bound + 0.0)
}

/// Returns a number of bytes for people.
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
