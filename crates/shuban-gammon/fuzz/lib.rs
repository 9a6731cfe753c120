//! The fuzz targets: whatever a match file of another program has in it, it is read or refused, and
//! what is read is written so that it reads as the same again.
//!
//! `cargo test` tries random inputs for a second each. Guided by coverage, and until it finds
//! something:
//!
//! ```text
//! cargo install cargo-bolero
//! cargo +nightly bolero test tests::any_text_is_read_or_refused
//! cargo +nightly bolero test tests::changed_matches_are_read_or_refused
//! ```

#![cfg(test)]

mod tests {
    use std::sync::LazyLock;

    use shuban_gammon::match_file::{read_mat, read_sgf, write_mat, write_sgf};

    /// A match in both formats.
    static MATCH: LazyLock<[String; 2]> = LazyLock::new(|| {
        let mat = include_str!("../../../examples/hypergammon.mat");
        let record = read_mat(mat, None).expect("the example is a match");
        let sgf = write_sgf(&record).expect("a board of 24 points has letters");
        [mat.to_owned(), sgf]
    });

    /// Reads a text in both formats; what is read is written and read again.
    fn read(text: &str) {
        if let Ok(record) = read_mat(text, None) {
            let written = write_mat(&record);
            assert_eq!(read_mat(&written, Some(&record.variant)).as_ref(), Ok(&record), "{written}");
        }
        if let Ok(record) = read_sgf(text, None) {
            let written = write_sgf(&record).expect("it was read from letters");
            assert_eq!(read_sgf(&written, Some(&record.variant)).as_ref(), Ok(&record), "{written}");
        }
    }

    #[test]
    fn any_text_is_read_or_refused() {
        bolero::check!().for_each(|bytes: &[u8]| read(&String::from_utf8_lossy(bytes)));
    }

    /// Three bytes say where, the fourth what: a letter is put in place of another, or what is
    /// there is left out, or a line stands twice.
    #[test]
    fn changed_matches_are_read_or_refused() {
        bolero::check!().for_each(|script: &[u8]| {
            let Some((format, script)) = script.split_first() else { return };
            let mut text = MATCH[usize::from(format % 2)].clone();
            for change in script.chunks_exact(4).take(16) {
                let &[a, b, c, what] = change else { continue };
                let places = text.len().max(1);
                let mut at = u32::from_le_bytes([a, b, c, 0]) as usize % places;
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                match what {
                    0..=0x1F => {
                        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
                        text.replace_range(at..end, "");
                    }
                    0x20..0x7F => {
                        let next = text[at..].chars().next().map_or(0, char::len_utf8);
                        text.replace_range(at..at + next, &char::from(what).to_string());
                    }
                    _ => {
                        let line = text[at..].lines().next().unwrap_or_default().to_owned();
                        text.insert_str(at, &format!("{line}\n"));
                    }
                }
            }
            read(&text);
        });
    }
}
