//! Foreign input in messages: shortened, and without characters that control a terminal.

use std::borrow::Cow;

/// The longest input that a message repeats whole, in characters.
pub const LONGEST_ECHO: usize = 64;

/// Returns `text` for a message: of a long text the part around character `at` (from 0), with
/// control characters and those that change the direction of writing escaped.
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

/// Returns a message that repeats input, such as one of another crate, without characters that
/// control a terminal except line breaks, and with at most `longest` characters in a line.
pub fn safe_lines(message: &str, longest: usize) -> String {
    let line = |line: &str| {
        let rest = if line.chars().nth(longest).is_some() { "…" } else { "" };
        escaped(line.chars().take(longest)) + rest
    };
    message.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a text for use within a line, such as one from a file: without line breaks and
/// characters that control a terminal.
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

/// Returns true if a character could mislead a terminal or a reader: one that controls, has no
/// width, breaks the line or changes the direction of writing.
pub fn is_unsafe(c: char) -> bool {
    let misleads = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    c.is_control() || misleads
}
