//! Atomics, by names of their own: tests put those of a checker there.

pub(crate) use std::sync::atomic::{
    AtomicBool, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
};
