//! Canonical values by a search of all moves, down to known values.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shuban_cgt::{FormId, Forms};

use super::value::CanonicalValue;
use crate::subgame::{Army, Subgame};

/// Computes canonical values of subgames from those after each move, and caches them. A
/// disconnected subgame is the sum of its regions.
pub struct CanonicalSearch<K> {
    forms: Arc<Forms>,
    known: K,
    found: FxHashMap<Subgame, FormId>,
}

impl<E, K: FnMut(&Subgame) -> Result<Option<CanonicalValue>, E>> CanonicalSearch<K> {
    /// Creates a search; `known` gives the values, in this store, of regions with amazons that need
    /// not be computed.
    pub fn new(forms: &Arc<Forms>, known: K) -> Self {
        CanonicalSearch { forms: Arc::clone(forms), known, found: FxHashMap::default() }
    }

    /// The value of a subgame, connected or not: the sum of the values of its regions, known or
    /// else computed.
    ///
    /// # Errors
    /// As soon as `known` fails, with its error.
    pub fn sum(&mut self, subgame: &Subgame) -> Result<FormId, E> {
        let subgame = subgame.without_empty_regions();
        let terms: Result<Vec<FormId>, E> =
            subgame.regions().map(|region| self.looked_up(&region)).collect();
        Ok(self.forms.total(terms?))
    }

    /// The value of a subgame from those after each move of each side; its own is not taken from
    /// `known`.
    ///
    /// # Errors
    /// As soon as `known` fails, with its error.
    pub fn value(&mut self, subgame: &Subgame) -> Result<FormId, E> {
        let mut options = |side| -> Result<Vec<FormId>, E> {
            let after = subgame.moves(side).into_iter().map(|action| subgame.after(side, action));
            after.map(|after| self.sum(&after)).collect()
        };
        let (left, right) = (options(Army::Black)?, options(Army::White)?);
        Ok(self.forms.form(&left, &right))
    }

    fn looked_up(&mut self, region: &Subgame) -> Result<FormId, E> {
        if let Some(&found) = self.found.get(region) {
            return Ok(found);
        }
        let value = match (self.known)(region)? {
            Some(value) => value.form(),
            None => self.value(region)?,
        };
        self.found.insert(*region, value);
        Ok(value)
    }
}

/// The canonical value of a subgame, connected or not, with nothing known, as a form of this store.
/// Time and memory grow steeply with the squares of a region, as of
/// [`value_by_search`](crate::value_by_search).
pub fn canonical_by_search(forms: &Arc<Forms>, subgame: &Subgame) -> CanonicalValue {
    let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
    let Ok(form) = CanonicalSearch::new(forms, nothing).sum(subgame);
    CanonicalValue::new(forms, form)
}
