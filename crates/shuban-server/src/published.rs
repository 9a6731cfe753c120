//! Published tables and their recomputed values.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value as Json;
use shuban_catalog::Error;
use shuban_core::Progress;
use utoipa::ToSchema;

/// A published table or figure, and how it is recomputed.
#[derive(Clone, Serialize, ToSchema)]
pub struct Published {
    /// Its name: `gammon/table-1`.
    pub id: String,
    /// A description, with its source.
    pub what: String,
    /// The same in Japanese.
    #[serde(skip)]
    pub what_ja: Option<String>,
    /// About how many seconds it takes on two cores.
    pub seconds: u32,
    /// The result that was last recomputed and kept, as `recompute` gives it.
    #[serde(skip)]
    pub recorded: Option<Json>,
    /// Recomputes it: `rows`, each with `what`, `print`, `result`, `verdict` and `note`.
    #[serde(skip)]
    pub recompute: Recompute,
}

/// A function that recomputes a published table.
pub type Recompute = Arc<dyn Fn(&dyn Progress) -> Result<Json, Error> + Send + Sync>;

/// All published tables, with those that have been recomputed.
#[derive(Default)]
pub(crate) struct Publications {
    pub(crate) all: Vec<Published>,
    recomputed: Mutex<HashMap<String, Arc<Json>>>,
}

impl Publications {
    pub(crate) fn new(all: Vec<Published>) -> Self {
        Publications { all, recomputed: Mutex::default() }
    }

    /// Returns the published table of a name.
    pub(crate) fn find(&self, id: &str) -> Option<&Published> {
        self.all.iter().find(|published| published.id == id)
    }

    /// Returns the recomputed result, if there is one.
    pub(crate) fn known(&self, id: &str) -> Option<Arc<Json>> {
        self.recomputed.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Keeps a recomputed result. Results do not change while the program runs.
    pub(crate) fn keep(&self, id: &str, result: &Json) {
        let mut known = self.recomputed.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(id.to_owned(), Arc::new(result.clone()));
    }
}
