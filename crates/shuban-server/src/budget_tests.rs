//! Budgets by themselves.

use std::time::Duration;

use shuban_core::Progress;

use crate::budget::Budget;

#[test]
fn work_ends_with_its_time_and_with_its_client() {
    let budget = Budget::new(Duration::from_secs(60));
    assert!(!budget.interrupted() && budget.check().is_ok());
    assert!(budget.within(Duration::ZERO).interrupted());
    // A part has no more time than the whole, but what follows may.
    let over = Budget::new(Duration::ZERO);
    assert!(over.within(Duration::from_secs(60)).interrupted());
    let renewed = over.renewed(Duration::from_secs(60));
    assert!(!renewed.interrupted());
    let parts = [budget.within(Duration::from_secs(1)), budget.renewed(Duration::from_secs(1))];
    budget.leaving().stays();
    assert!(!parts.iter().any(Progress::interrupted));
    drop(budget.leaving());
    assert!(parts.iter().all(Progress::interrupted) && budget.check().is_err());
}
