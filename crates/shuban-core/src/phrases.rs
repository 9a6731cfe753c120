//! What games say, in other words: in another language.

/// A text and what it is in other words. `{}` stands for any text in it: for the first such text
/// `{0}` stands in the other words, for the second `{1}`.
pub type Phrase = (&'static str, &'static str);

/// How deep texts within texts are said in other words; what is deeper stays as it is. The bound is
/// needed because a reader's text may nest as often as it is long.
const DEEPEST: u32 = 3;

/// Says a text in other words, line by line: piece by piece between commas if all pieces fit
/// phrases, else as the first phrase that fits, where the texts that stand for `{}` are said in
/// other words too. What no phrase fits stays as it is.
///
/// ```
/// use shuban_core::{Phrase, rephrased};
///
/// let phrases: [Phrase; 2] = [("{} wins in {}", "{1}手で{0}の勝ち"), ("black", "黒")];
/// assert_eq!(rephrased(&[&phrases], "black wins in 3"), "3手で黒の勝ち");
/// assert_eq!(rephrased(&[&phrases], "white, black"), "white、黒");
/// ```
pub fn rephrased(tables: &[&[Phrase]], text: &str) -> String {
    let line = |line: &str| {
        let words = line.trim();
        let before = &line[..line.len() - line.trim_start().len()];
        format!("{before}{}", said(tables, words, DEEPEST))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A line in other words.
fn said(tables: &[&[Phrase]], line: &str, depth: u32) -> String {
    let pieces: Vec<&str> = line.split(", ").collect();
    if pieces.len() < 2 {
        return whole(tables, line, depth).unwrap_or_else(|| line.to_owned());
    }
    let all: Vec<Option<String>> = pieces.iter().map(|piece| whole(tables, piece, depth)).collect();
    if !all.iter().all(Option::is_some)
        && let Some(said) = whole(tables, line, depth)
    {
        return said;
    }
    if all.iter().all(Option::is_none) {
        return line.to_owned();
    }
    let said = all.into_iter().zip(pieces).map(|(said, piece)| said.unwrap_or(piece.to_owned()));
    said.collect::<Vec<_>>().join("、")
}

/// A line as the first phrase that fits says it.
fn whole(tables: &[&[Phrase]], line: &str, depth: u32) -> Option<String> {
    tables.iter().flat_map(|table| table.iter()).find_map(|(pattern, words)| {
        let captured = captured(pattern, line)?;
        let inner = |text: &str| match depth {
            0 => text.to_owned(),
            depth => said(tables, text, depth - 1),
        };
        // In one pass: what is put in is not looked at again.
        let mut all = String::new();
        let mut rest = *words;
        while let Some((before, after)) = rest.split_once('{') {
            all.push_str(before);
            let (number, after) = after.split_once('}')?;
            all.push_str(&inner(captured.get(number.parse::<usize>().ok()?)?));
            rest = after;
        }
        Some(all + rest)
    })
}

/// What stands for each `{}` of a pattern in a text, if the text fits; as little as possible for
/// all but the last.
fn captured<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut fixed = pattern.split("{}");
    let mut rest = text.strip_prefix(fixed.next()?)?;
    let mut fixed = fixed.peekable();
    let mut all = Vec::new();
    if fixed.peek().is_none() {
        return rest.is_empty().then_some(all);
    }
    while let Some(after) = fixed.next() {
        let at = match fixed.peek() {
            None => rest.len().checked_sub(after.len()).filter(|_| rest.ends_with(after))?,
            Some(_) => rest.find(after)?,
        };
        all.push(&rest[..at]);
        rest = &rest[at + after.len()..];
    }
    all.iter().all(|text| !text.is_empty()).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHRASES: [Phrase; 5] = [
        ("{} makes {} more than {}", "{2}より{1}多い：{0}"),
        ("won", "勝ち"),
        ("{} and {}", "{0}と{1}"),
        ("one", "一"),
        ("x {}", "十{0}"),
    ];

    #[test]
    fn texts_that_fit_are_said_in_other_words() {
        for (text, said) in [
            ("won", "勝ち"),
            ("wonder", "wonder"),
            ("  won\nlost", "  勝ち\nlost"),
            ("A makes 1 and 2 more than B", "Bより1と2多い：A"),
            ("one and one and one", "一と一と一"),
            (" and one", " and one"),
            ("", ""),
            ("a, one", "a、一"),
            ("a, b", "a, b"),
            // A phrase that would fit a whole list is for its pieces.
            ("x one, x two", "十一、十two"),
            ("A, B makes 1 more than B", "Bより1多い：A, B"),
        ] {
            assert_eq!(rephrased(&[&PHRASES], text), said, "{text}");
        }
        assert_eq!(rephrased(&[], "won"), "won");
        assert_eq!(rephrased(&[&[("won", "首")], &PHRASES], "won"), "首");
    }

    #[test]
    fn texts_from_outside_take_no_more_time_than_their_length_is_worth() {
        let phrases: [Phrase; 2] = [("bad: {}", "悪い：{0}"), ("{} at {} of {}", "{2}の{1}、{0}")];
        let nested = "bad: ".repeat(100_000);
        assert_eq!(rephrased(&[&phrases], &nested).matches("悪い").count(), 4);
        // What is put in is not taken for a place where something is put in.
        let placed = format!("{} at 1 of {}", "{2}".repeat(1_000), "x".repeat(1_000));
        let said = rephrased(&[&phrases], &placed);
        assert_eq!(said.len(), placed.len() - " at  of ".len() + "の、".len());
    }
}
