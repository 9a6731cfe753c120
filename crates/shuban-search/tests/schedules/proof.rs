//! The files of `src/proof`, with threads and atomics of the checker.

#[path = "../orderings/memory.rs"]
mod memory;
#[path = "sync.rs"]
mod sync;

#[path = "../../src/proof/children.rs"]
mod children;
#[path = "../../src/proof/counting.rs"]
mod counting;
#[path = "../../src/proof/early.rs"]
mod early;
#[path = "../../src/proof/error.rs"]
mod error;
#[path = "../../src/proof/hints.rs"]
mod hints;
#[path = "../../src/proof/keeper.rs"]
pub(super) mod keeper;
#[path = "../../src/proof/led.rs"]
mod led;
#[path = "../../src/proof/options.rs"]
pub(super) mod options;
#[path = "../../src/proof/prove.rs"]
pub(super) mod prove;
#[path = "../../src/proof/proved.rs"]
pub(super) mod proved;
#[path = "../../src/proof/search.rs"]
mod search;
#[path = "../../src/proof/session.rs"]
mod session;
#[path = "../../src/proof/strategy.rs"]
mod strategy;
#[path = "../../src/proof/table.rs"]
pub(super) mod table;
