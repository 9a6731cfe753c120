//! Moves by their numbers in the list of legal ones.

/// Returns true if moves have numbers: not where the game writes moves as numbers itself.
fn have_numbers(legal: &[&str]) -> bool {
    !legal.iter().any(|action| action.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Formats the first `most` legal moves, with their numbers where they have some.
pub(super) fn numbered(legal: &[&str], most: usize) -> String {
    let listed = &legal[..legal.len().min(most)];
    if !have_numbers(legal) || legal.len() == 1 {
        return listed.join(", ");
    }
    let numbered = (1..).zip(listed).map(|(number, action)| format!("{number}: {action}"));
    numbered.collect::<Vec<String>>().join(", ")
}

/// Returns the legal move of a number.
pub(super) fn by_number<'l>(legal: &[&'l str], text: &str) -> Option<&'l str> {
    let number: usize = text.parse().ok().filter(|_| have_numbers(legal))?;
    legal.get(number.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_moves_but_where_moves_are_numbers() {
        let legal = ["7/5 3/2", "7/4", "8/5"];
        assert_eq!(numbered(&legal, 2), "1: 7/5 3/2, 2: 7/4");
        let named = ["1", "3", "0", "4", "-1", "7/4", ""].map(|text| by_number(&legal, text));
        assert_eq!(named, [Some("7/5 3/2"), Some("8/5"), None, None, None, None, None]);
        let cards = ["3", "7", "pass"];
        assert_eq!(numbered(&cards, 5), "3, 7, pass");
        assert_eq!(by_number(&cards, "1"), None);
        assert_eq!(numbered(&["only"], 5), "only");
    }
}
