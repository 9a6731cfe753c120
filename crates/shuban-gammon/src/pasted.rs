//! XGIDs as people paste them.
//!
//! The prefix is missing or in lower case, blogs have made longer dashes of `--` and `---`, and what
//! XG copies has a board below the ID.

const PREFIX: &str = "XGID=";
const PLACES: usize = 26;

/// Returns the XGID of a text, as XG spells it; `None` for a text that is not meant as one.
pub(crate) fn xgid_in(text: &str) -> Option<String> {
    let trimmed = text.trim();
    if !trimmed.contains([':', '=']) {
        return None;
    }
    let named = trimmed.to_ascii_lowercase().find("xgid").map(|at| &trimmed[at + 4..]);
    let id = named.map_or(trimmed, |behind| behind.trim_start_matches([' ', '=', ':']));
    let id = id.lines().next().unwrap_or_default().trim();
    let (points, rest) = id.split_at(id.find(':').unwrap_or(id.len()));
    let short = undashed(points, [1, 1]);
    let points = match short.chars().count() {
        PLACES => short,
        _ => undashed(points, [2, 3]),
    };
    let is_one = points.chars().count() == PLACES
        && points.bytes().all(|byte| matches!(byte, b'-' | b'A'..=b'O' | b'a'..=b'o'));
    (named.is_some() || is_one).then(|| format!("{PREFIX}{points}{}", undashed(rest, [1, 1])))
}

/// A text with hyphens in place of dashes, so many for a short and for a long one.
fn undashed(text: &str, [short, long]: [usize; 2]) -> String {
    text.replace('–', &"-".repeat(short)).replace('—', &"-".repeat(long)).replace('\u{2212}', "-")
}
