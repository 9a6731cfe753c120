//! What may have been meant by a name that nobody has.

use shuban_core::LONGEST_ECHO;

/// How alike two names must be, of 1, for one to be suggested in place of the other.
const ALIKE: f64 = 0.6;

/// The end of a sentence that suggests the names nearest to `name`, at most three; empty if none is
/// near. A name that is too long for a message is compared with none: that takes long.
pub fn suggestion<'a>(name: &str, all: impl IntoIterator<Item = &'a str>) -> String {
    if name.chars().nth(LONGEST_ECHO).is_some() {
        return String::new();
    }
    let mut near: Vec<(f64, &str)> = (all.into_iter())
        .map(|other| (strsim::normalized_damerau_levenshtein(name, other), other))
        .filter(|&(alike, _)| alike >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    match &near[..] {
        [] => String::new(),
        [(_, only)] => format!("; did you mean `{only}`?"),
        several => {
            let names: Vec<String> = several.iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
            format!("; the nearest are {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let games = ["backgammon", "half-gammon", "mini-gammon"];
        assert_eq!(suggestion("bakgammon", ["backgammon"]), "; did you mean `backgammon`?");
        assert_eq!(suggestion("half-gamon", games), "; did you mean `half-gammon`?");
        let layers = ["contact-1-1", "contact-2-1", "race"];
        assert_eq!(suggestion("contact-2-3", layers), "; the nearest are `contact-2-1`, `contact-1-1`");
        assert_eq!(suggestion("chess", games), "");
    }

    #[test]
    fn very_long_names_are_compared_with_none() {
        let long = "half-gammon".repeat(1_000_000);
        let started = std::time::Instant::now();
        assert_eq!(suggestion(&long, [&*long]), "");
        assert!(started.elapsed().as_secs() < 5);
    }
}
