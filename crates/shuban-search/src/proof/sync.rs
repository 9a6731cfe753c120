//! Atomics and threads, by names of their own: tests put those of a checker of schedules there.

pub(super) use std::sync::OnceLock;
pub(super) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
pub(super) use std::sync::mpsc::{RecvTimeoutError, channel};
pub(super) use std::thread;
