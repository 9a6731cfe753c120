//! A position, whatever its type.

use std::any::Any;
use std::sync::Arc;

/// A position of some game, as a value. Only that game (or one with the same type of positions) can
/// read it.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Any + Send + Sync>);

impl AnyPosition {
    /// A position of a known type.
    pub fn new<P: Any + Send + Sync>(position: P) -> Self {
        AnyPosition(Arc::new(position))
    }

    /// The position, if it has this type.
    pub fn get<P: Any>(&self) -> Option<&P> {
        self.0.downcast_ref()
    }
}
