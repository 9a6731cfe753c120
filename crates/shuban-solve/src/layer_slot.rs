//! A file that stays open from one question to the next, unless another takes its place.

use std::ops::Deref;
use std::sync::Arc;

use arc_swap::{ArcSwapOption, Guard};

use crate::sync::{AtomicU64, Ordering};

/// An opened file, and what it was opened from.
struct Opened<T, I> {
    content: T,
    identity: I,
    /// The last question that has looked at the path.
    looked_at: AtomicU64,
}

/// The content of a file that is open, as long as it is used: it stays readable if the slot gets
/// another meanwhile.
pub(crate) struct InUse<T, I>(Guard<Option<Arc<Opened<T, I>>>>);

impl<T, I> InUse<T, I> {
    fn of(guard: Guard<Option<Arc<Opened<T, I>>>>) -> Option<Self> {
        guard.is_some().then_some(InUse(guard))
    }
}

impl<T, I> Deref for InUse<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        // `of` and `keep` make them, of opened files alone.
        &self.0.as_ref().expect("an opened file").content
    }
}

/// A place for one open file, by an identity that no other file of its name has. Looking into it takes
/// no lock.
pub(crate) struct LayerSlot<T, I>(ArcSwapOption<Opened<T, I>>);

impl<T, I> Default for LayerSlot<T, I> {
    fn default() -> Self {
        LayerSlot(ArcSwapOption::empty())
    }
}

impl<T, I: PartialEq> LayerSlot<T, I> {
    /// Returns what is open, whatever has become of the file.
    pub(crate) fn open(&self) -> Option<InUse<T, I>> {
        InUse::of(self.0.load())
    }

    /// Returns what is open if it is still the file of its name. `identity` looks that up, at most
    /// once for each question; a file that is not is let go.
    pub(crate) fn current(
        &self,
        question: u64,
        identity: impl FnOnce() -> Option<I>,
    ) -> Result<Option<InUse<T, I>>, Gone> {
        let guard = self.0.load();
        let Some(opened) = &*guard else { return Ok(None) };
        if opened.looked_at.load(Ordering::Relaxed) != question {
            let now = identity();
            if now.as_ref() != Some(&opened.identity) {
                // Another thread may have opened the new file already.
                self.0.compare_and_swap(&*guard, None);
                return Err(Gone { is_replaced: now.is_some() });
            }
            opened.looked_at.store(question, Ordering::Relaxed);
        }
        Ok(InUse::of(guard))
    }

    /// Keeps an opened file, which had this identity before it was opened.
    pub(crate) fn keep(&self, content: T, identity: I, question: u64) -> InUse<T, I> {
        let opened = Opened { content, identity, looked_at: AtomicU64::new(question) };
        let opened = Some(Arc::new(opened));
        self.0.store(opened.clone());
        InUse(Guard::from_inner(opened))
    }
}

/// The file that was open is no longer the one of its name.
pub(crate) struct Gone {
    /// True if there is another one.
    pub(crate) is_replaced: bool,
}
