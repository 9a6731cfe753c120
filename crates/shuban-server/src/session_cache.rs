//! Files that stay open from one question to the next.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use shuban_catalog::names::ProbeTarget;
use shuban_catalog::{Catalog, DataShelf, Error, Session};

/// Sessions over one data folder, by the name of the layer or game that they answer for.
pub(crate) struct SessionCache {
    catalog: &'static Catalog,
    data: PathBuf,
    shelf: Arc<DataShelf<'static>>,
    sessions: RwLock<HashMap<String, Arc<Session<'static>>>>,
}

impl SessionCache {
    pub(crate) fn new(catalog: &'static Catalog, data: &Path) -> Self {
        let shelf = Arc::new(DataShelf::new(catalog, data));
        SessionCache { catalog, data: data.to_owned(), shelf, sessions: RwLock::default() }
    }

    /// Returns all files, for searches that use them.
    pub(crate) fn shelf(&self) -> &Arc<DataShelf<'static>> {
        self.shelf.begin_question();
        &self.shelf
    }

    /// Returns the session of a game's or a layer's name; of a name that both have, the game's.
    ///
    /// # Errors
    /// [`Error::Unknown`] if nothing has that name.
    pub(crate) fn session(&self, name: &str) -> Result<Arc<Session<'static>>, Error> {
        self.kept(name.to_owned(), || self.catalog.target(name))
    }

    /// Returns the session of a layer's name, even if a game has it too.
    ///
    /// # Errors
    /// [`Error::Unknown`] if no layer has that name.
    pub(crate) fn layer(&self, name: &str) -> Result<Arc<Session<'static>>, Error> {
        self.kept(format!("layer {name}"), || self.catalog.layer(name).map(ProbeTarget::Layer))
    }

    fn kept(
        &self,
        key: String,
        target: impl FnOnce() -> Result<ProbeTarget<'static>, Error>,
    ) -> Result<Arc<Session<'static>>, Error> {
        let known = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = known.get(&key) {
            return Ok(Arc::clone(session));
        }
        drop(known);
        let session = Session::beside(self.catalog, target()?, &self.data, &self.shelf);
        let session = Arc::new(session);
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        // Only names in the catalog reach this line, so the cache stays small. Another thread may have
        // been faster: then its session is the one.
        Ok(Arc::clone(sessions.entry(key).or_insert(session)))
    }
}
