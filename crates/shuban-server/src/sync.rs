//! Locks, marks and channels, by names of their own: tests put those of a checker of schedules there.

pub(crate) use std::sync::atomic::AtomicBool;
pub(crate) use std::sync::{Mutex, MutexGuard};

pub(crate) use tokio::sync::oneshot;
