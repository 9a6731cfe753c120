//! Foreign text in messages.

use shuban_core::echo::{LONGEST_ECHO, echo, safe_line, safe_lines};

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
