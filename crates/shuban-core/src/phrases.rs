//! Translation of game texts.

/// A text and its translation. `{}` stands for any text: `{0}` in the translation stands for the
/// first such text, `{1}` for the second.
pub type Phrase = (&'static str, &'static str);

/// Japanese for the texts of a game.
#[derive(Clone, Debug, Default)]
pub struct Japanese {
    /// The game's description in a line.
    pub about: Option<String>,
    /// Its other texts: names of seats and of fields, texts of values and of its databases.
    pub phrases: &'static [Phrase],
}

impl Japanese {
    /// Returns a description, with phrases for the other texts.
    pub fn new(about: impl Into<String>, phrases: &'static [Phrase]) -> Self {
        Japanese { about: Some(about.into()), phrases }
    }
}

/// Deepest nesting of texts that are translated; deeper ones are kept. The bound is needed because
/// input may nest arbitrarily deep.
const DEEPEST: u32 = 3;

/// Translates a text line by line: piece by piece between commas if all pieces fit phrases, else by
/// the first phrase that fits, where the texts that stand for `{}` are translated too. A text that
/// fits no phrase is kept.
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

/// Returns the translation of a line.
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

/// Returns the translation of a line by the first phrase that fits.
fn whole(tables: &[&[Phrase]], line: &str, depth: u32) -> Option<String> {
    tables.iter().flat_map(|table| table.iter()).find_map(|(pattern, words)| {
        let captured = captured(pattern, line)?;
        let inner = |text: &str| match depth {
            0 => text.to_owned(),
            depth => said(tables, text, depth - 1),
        };
        // In one pass: inserted text is not searched again.
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

/// Returns the text that stands for each `{}` of a pattern, if the text fits; the shortest possible
/// for all but the last.
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
