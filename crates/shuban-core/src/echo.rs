//! Input of others in messages: shortened, and without characters that a terminal obeys.

use std::borrow::Cow;

/// The longest input that a message repeats whole, in characters.
pub const LONGEST_ECHO: usize = 64;

/// `text` for a message: of a long text the part around character `at` (from 0), with control
/// characters and those that change the direction of writing as escape codes.
pub fn echo(text: &str, at: usize) -> Cow<'_, str> {
    let all = text.chars().count();
    if all <= LONGEST_ECHO && !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let start = at.saturating_sub(LONGEST_ECHO / 2).min(all.saturating_sub(LONGEST_ECHO));
    let before = if start > 0 { "…" } else { "" };
    let after = if start + LONGEST_ECHO < all { "…" } else { "" };
    let part = escaped(text.chars().skip(start).take(LONGEST_ECHO));
    Cow::Owned(format!("{before}{part}{after}"))
}

/// A message that repeats input, such as one of another crate's: without characters that a
/// terminal obeys, line breaks apart, and with at most `longest` characters in a line.
pub fn safe_lines(message: &str, longest: usize) -> String {
    let line = |line: &str| {
        let rest = if line.chars().nth(longest).is_some() { "…" } else { "" };
        escaped(line.chars().take(longest)) + rest
    };
    message.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A text that is part of a line, such as one that a file holds: without line breaks and
/// characters that a terminal obeys.
pub fn safe_line(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unsafe) {
        return Cow::Owned(escaped(text.chars()));
    }
    Cow::Borrowed(text)
}

fn escaped(text: impl Iterator<Item = char>) -> String {
    text.fold(String::new(), |mut escaped, c| {
        if is_unsafe(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
        escaped
    })
}

/// Whether a terminal or a reader would be misled by a character.
fn is_unsafe(c: char) -> bool {
    let misleads = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    c.is_control() || misleads
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_ECHO, echo, safe_line, safe_lines};

    #[test]
    fn short_text_is_repeated_as_it_is() {
        for text in ["", "half-gammon", "bär|1", "@0/ A1\\", &"x".repeat(LONGEST_ECHO)] {
            assert_eq!(echo(text, 0), text);
        }
    }

    #[test]
    fn of_long_text_the_part_around_the_place_is_repeated() {
        let text: String = (0..100_000).map(|n| char::from(b'a' + (n % 26) as u8)).collect();
        assert_eq!(echo(&text, 0), format!("{}…", &text[..64]));
        assert_eq!(echo(&text, 50_000), format!("…{}…", &text[49_968..50_032]));
        assert_eq!(echo(&text, 99_999), format!("…{}", &text[99_936..]));
        assert_eq!(echo(&text, usize::MAX), format!("…{}", &text[99_936..]));
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(echo("\u{1b}[31mred\n\u{202e}", 0), "\\u{1b}[31mred\\n\\u{202e}");
        assert_eq!(safe_line("a\u{1b}]0;b\n"), "a\\u{1b}]0;b\\n");
        assert_eq!(safe_lines("one \u{7}\ntwo", 80), "one \\u{7}\ntwo");
        assert_eq!(safe_lines("12345\n123456", 5), "12345\n12345…");
    }
}
