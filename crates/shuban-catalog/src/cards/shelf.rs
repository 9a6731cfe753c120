//! The leads of a data folder, for players.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::{Domain, LayerId, OracleError, PositionOf, Shelf, StoredFamily, Winners};
use shuban_solve::{OpenLayer, Tables};
use shuban_store::{Disk, FileSystem};
use shuban_tanhinmin::Leads;

use super::all_rules;
use crate::error::Error;

/// The leads of a data folder.
pub struct LeadShelf(Vec<StoredLeads>);

struct StoredLeads {
    leads: Leads,
    files: Arc<dyn FileSystem>,
    data: PathBuf,
}

impl LeadShelf {
    /// Of a folder.
    pub fn new(data: &Path) -> Self {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let stored = |leads: Leads| StoredLeads { leads, files: Arc::clone(&files), data: data.to_owned() };
        LeadShelf(all_rules().filter_map(|rules| Leads::new(rules).ok()).map(stored).collect())
    }
}

impl Shelf for LeadShelf {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        Some(self.0.iter().find(|stored| stored.leads.name() == name)?)
    }
}

impl StoredFamily for StoredLeads {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        let position = position.downcast_ref::<PositionOf<Leads>>();
        let place = position.and_then(|position| Some((position, self.leads.locate(position)?)));
        if let (Some((position, place)), Some(value)) = (place, value.downcast_mut::<Option<Winners>>()) {
            *value = Some(
                Tables::open(&self.files, &self.data, &self.leads, [place.layer])
                    .and_then(|tables| tables.value(position))
                    .map_err(Error::from)?,
            );
        }
        Ok(())
    }

    fn each_value(&self, layer: LayerId, each: &mut dyn FnMut(&dyn Any)) -> Result<bool, OracleError> {
        let open = match OpenLayer::open(&self.files, &self.data, &self.leads, layer) {
            Err(shuban_solve::Error::NotBuilt { .. }) => return Ok(false),
            open => open.map_err(Error::from)?,
        };
        let records = open.records(0);
        records.for_each(0..records.len(), |_, lead| each(&lead.winners())).map_err(Error::from)?;
        Ok(true)
    }
}
