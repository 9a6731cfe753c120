//! What games say, in other words: in another language.

/// A text and what it is in other words. `{}` stands for any text in it: for the first such text
/// `{0}` stands in the other words, for the second `{1}`.
pub type Phrase = (&'static str, &'static str);

/// Says a text in other words, line by line: as the first phrase that fits, where the texts that
/// stand for `{}` are said in other words too; else piece by piece between commas. What no phrase
/// fits stays as it is.
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
        format!("{before}{}", whole(tables, words).unwrap_or_else(|| in_pieces(tables, words)))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A line as the first phrase that fits says it.
fn whole(tables: &[&[Phrase]], line: &str) -> Option<String> {
    tables.iter().flat_map(|table| table.iter()).find_map(|(pattern, words)| {
        let said: Vec<String> = captured(pattern, line)?
            .into_iter()
            .map(|text| match text == line {
                true => text.to_owned(),
                false => rephrased(tables, text),
            })
            .collect();
        let mut all = (*words).to_owned();
        for (number, said) in said.iter().enumerate() {
            all = all.replace(&format!("{{{number}}}"), said);
        }
        Some(all)
    })
}

fn in_pieces(tables: &[&[Phrase]], line: &str) -> String {
    let pieces: Vec<&str> = line.split(", ").collect();
    let said: Vec<Option<String>> = pieces.iter().map(|piece| whole(tables, piece)).collect();
    if pieces.len() < 2 || said.iter().all(Option::is_none) {
        return line.to_owned();
    }
    let all = said.into_iter().zip(pieces).map(|(said, piece)| said.unwrap_or(piece.to_owned()));
    all.collect::<Vec<_>>().join("、")
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

    const PHRASES: [Phrase; 4] = [
        ("{} makes {} more than {}", "{2}より{1}多い：{0}"),
        ("won", "勝ち"),
        ("{} and {}", "{0}と{1}"),
        ("one", "一"),
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
        ] {
            assert_eq!(rephrased(&[&PHRASES], text), said, "{text}");
        }
        assert_eq!(rephrased(&[], "won"), "won");
        assert_eq!(rephrased(&[&[("won", "首")], &PHRASES], "won"), "首");
    }
}
