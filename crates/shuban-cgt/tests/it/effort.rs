//! Limits of work.

use std::time::Instant;

use shuban_cgt::Effort;
use shuban_core::Progress;

#[test]
fn work_and_time_are_both_limits() {
    let mut effort = Effort::of(5);
    assert_eq!((effort.spend(3), effort.spend(3), effort.spend(2)), (Some(()), None, Some(())));
    let mut late = Effort::of(u64::MAX).until(Some(Instant::now()));
    assert_eq!((late.spend(1), late.spend(1)), (None, None));
}

#[test]
fn an_interruption_ends_it() {
    struct CalledOff;
    impl Progress for CalledOff {
        fn interrupted(&self) -> bool {
            true
        }
    }
    let effort = Effort::of(u64::MAX);
    assert_eq!(effort.unless_interrupted(&CalledOff).spend(1), None);
    assert_eq!(effort.unless_interrupted(&shuban_core::Silent).spend(1), Some(()));
}
