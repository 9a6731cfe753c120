//! Sizes of memory, durations and positions as people write them.

/// Reads `512M`, `2G`, `1.5GiB` or a number of bytes; units are powers of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let trimmed = text.trim();
    let digits = trimmed.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(trimmed.len());
    let (number, unit) = trimmed.split_at(digits);
    let shift = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        other => {
            return Err(format!("`{other}` is no unit: write K, M, G or T, as in `512M` or `2G`"));
        }
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("`{number}` is no number: write a size as `512M` or `2G`"))?;
    let bytes = number * (1u64 << shift) as f64;
    if bytes < 1.0 {
        return Err("a size must be at least one byte".to_owned());
    }
    if bytes >= (1u64 << 62) as f64 {
        return Err("more than any machine has".to_owned());
    }
    Ok(bytes as u64)
}

/// Reads the text of a position: it may begin with a hyphen, but not as a flag does.
pub(crate) fn position_text(text: &str) -> Result<String, String> {
    match text.starts_with("--") {
        true => {
            Err("there is no such flag; a position that begins so is written after `--`".to_owned())
        }
        false => Ok(text.to_owned()),
    }
}

/// Reads a number of seconds.
///
/// # Errors
/// The reason, for clap.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.0..=1e9).contains(&seconds) { Ok(seconds) } else { Err("out of range".to_owned()) }
}

/// Formats a number of moves.
pub(crate) fn moves_text(moves: usize) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_with_units_of_1024() {
        let sizes = ["512M", "2G", "1.5 GiB", "100", "64k", "1T"].map(|text| size(text).unwrap());
        assert_eq!(sizes, [512 << 20, 2 << 30, 3 << 29, 100, 64 << 10, 1 << 40]);
    }

    #[test]
    fn what_is_no_size_is_refused_with_the_reason() {
        for (text, reason) in [
            ("", "no number"),
            ("G", "no number"),
            ("1.2.3G", "no number"),
            ("-1G", "no unit"),
            ("12X", "`x` is no unit"),
            ("0", "at least one byte"),
            ("99999999T", "more than any machine"),
        ] {
            let error = size(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
