//! The time of a champion's decisions.

use std::time::Duration;

use shuban_daihinmin_game::players::champion::ThinkingTime;

const SECOND: Duration = Duration::from_secs(1);

/// Returns the limit of a decision with this many cards.
fn limit(time: &ThinkingTime, cards: usize) -> Option<Duration> {
    time.begin(cards).limit()
}

#[test]
fn a_decision_has_its_part_of_what_the_games_so_far_left() {
    let mut time = ThinkingTime::new(None, Some(10 * SECOND));
    assert_eq!(limit(&time, 8), Some(2 * SECOND));
    assert_eq!(limit(&time, 0), Some(10 * SECOND));
    time.next_game();
    assert_eq!(limit(&time, 8), Some(4 * SECOND));
    time.end(4 * SECOND);
    assert_eq!(limit(&time, 6), Some(4 * SECOND));
    time.end(20 * SECOND);
    assert_eq!(limit(&time, 5), Some(Duration::ZERO), "nothing is left, and four seconds are owed");
    assert!(time.begin(5).is_past(1.0));
    time.next_game();
    assert_eq!(limit(&time, 4), Some(2 * SECOND));
}

#[test]
fn the_shorter_limit_counts_and_without_one_there_is_no_clock() {
    let both = ThinkingTime::new(Some(SECOND), Some(10 * SECOND));
    let limits = [0, 8, 18, 38].map(|cards| limit(&both, cards).unwrap());
    assert_eq!(limits, [SECOND, SECOND, SECOND, SECOND / 2]);
    assert_eq!(limit(&ThinkingTime::new(Some(SECOND), None), 3), Some(SECOND));
    let mut none = ThinkingTime::new(None, None);
    none.next_game();
    let clock = none.begin(10);
    assert_eq!((clock.limit(), clock.elapsed()), (None, Duration::ZERO));
    assert!(!clock.is_past(0.0));
}
