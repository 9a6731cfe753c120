//! Tests that try something drawn at random: how often.

use std::sync::LazyLock;

/// The variable of the environment for runs that take longer than those of every day.
const MORE: &str = "SHUBAN_TEST_MORE";

/// Returns how often something is tried: `usual`, times the number in the variable `SHUBAN_TEST_MORE`, if it is set.
///
/// # Panics
/// If the variable is no number above 0.
pub fn trials(usual: u64) -> u64 {
    static TIMES: LazyLock<u64> = LazyLock::new(|| {
        let Some(text) = std::env::var_os(MORE) else { return 1 };
        let times = text.to_str().and_then(|text| text.parse().ok());
        times.filter(|&times| times > 0).unwrap_or_else(|| panic!("{MORE} is no number above 0"))
    });
    usual * *TIMES
}
