//! Atomics and locks, by names of their own: tests put those of a checker of schedules there.

pub(crate) use std::sync::atomic::AtomicU64;
pub(crate) use std::sync::{Mutex, MutexGuard, OnceLock, RwLock};
