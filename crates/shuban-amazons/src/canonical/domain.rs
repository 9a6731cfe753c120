//! The domain of canonical values of all regions of up to nine squares.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shuban_cgt::Forms;
use shuban_core::{
    Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, PartId, Section, Unanswered,
};

use super::search::CanonicalSearch;
use super::value::{CanonicalValue, ValueId};
use crate::domain::{Regions, parameters};
use crate::game::Amazons;
use crate::position::Position;
use crate::subgame::Subgame;

/// Size of the largest regions that the domain has a layer for.
pub const MAX_CANONICAL_SIZE: usize = 9;

/// Results of comparisons that the store of a domain remembers.
const COMPARISONS: usize = 1 << 20;

/// Number of different values of the regions of up to 0, 1, 2, … squares (up to 9: about).
const DISTINCT: [u64; MAX_CANONICAL_SIZE + 1] =
    [1, 1, 2, 5, 14, 81, 680, 7_578, 101_211, 1_500_000];

/// `amazons/canonical`: the positions of [`Regions`], each with its canonical value.
///
/// Layer `amazons/N/canonical` holds the regions of exactly N squares and the dictionary of all
/// values of regions of up to N squares, in which ids of smaller sizes are kept and new ones follow
/// in the structural order of forms. All values are forms of one store, which grows with what is
/// opened or computed.
pub struct CanonicalRegions {
    regions: Regions,
    layers: Vec<Layer>,
    forms: Arc<Forms>,
}

impl Default for CanonicalRegions {
    fn default() -> Self {
        Self::new()
    }
}

impl CanonicalRegions {
    /// The family's name.
    pub const NAME: &str = "amazons/canonical";

    /// The domain, with a store of its own.
    pub fn new() -> Self {
        let regions = Regions::new();
        let layer =
            |layer: &Layer| Layer { name: format!("{}/canonical", layer.name), ..layer.clone() };
        let layers = regions.layers()[..MAX_CANONICAL_SIZE].iter().map(layer).collect();
        CanonicalRegions { regions, layers, forms: Arc::new(Forms::with_comparisons(COMPARISONS)) }
    }

    /// The layer of regions of a size.
    pub fn layer(size: usize) -> Option<LayerId> {
        Regions::layer(size).filter(|_| size <= MAX_CANONICAL_SIZE)
    }

    /// The store of all values.
    pub fn forms(&self) -> &Arc<Forms> {
        &self.forms
    }

    /// The same regions in the domain of pairs.
    pub(crate) fn regions(&self) -> &Regions {
        &self.regions
    }

    /// A search that asks for the value of every region with amazons, under the position of its
    /// table ([`Regions::lookup`]). It fails as `known` does, and for a region that no layer holds.
    pub fn search<'a>(
        &'a self,
        known: &'a mut dyn Ask<Position, CanonicalValue>,
    ) -> CanonicalSearch<impl FnMut(&Subgame) -> Result<Option<CanonicalValue>, Unanswered> + 'a>
    {
        CanonicalSearch::new(&self.forms, move |region: &Subgame| {
            let value = Regions::value_of(region, |held| known.ask(held).map(Some))?;
            value.map(Some).ok_or_else(Unanswered::default)
        })
    }
}

impl Domain for CanonicalRegions {
    type Game = Amazons;
    type Value = CanonicalValue;
    type Record = ValueId;

    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn game(&self) -> &Amazons {
        &Amazons
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let value = "the canonical form, with Black as Left and White as Right";
        parameters(value)
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        self.regions.index(part)
    }

    fn open_index(
        &self,
        part: PartId,
        sections: &[Section],
    ) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        self.regions.open_index(part, sections)
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        self.regions.locate(position).filter(|part| part.layer.0 < MAX_CANONICAL_SIZE)
    }

    /// {values after Black's moves | values after White's moves}, where a disconnected rest has the
    /// sum of its regions' values.
    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, CanonicalValue>,
    ) -> Result<CanonicalValue, Unanswered> {
        let form = self.search(ask).value(position.subgame())?;
        Ok(CanonicalValue::new(&self.forms, form))
    }

    fn dictionary(
        &self,
        earlier: &Dictionary<CanonicalValue>,
        new: &BTreeSet<CanonicalValue>,
    ) -> Dictionary<CanonicalValue> {
        earlier.extended(new)
    }

    fn interns(&self) -> bool {
        true
    }

    /// A value that is not in the dictionary, or does not fit, becomes a record that `decode`
    /// refuses.
    fn encode(&self, value: &CanonicalValue, dictionary: &Dictionary<CanonicalValue>) -> ValueId {
        let id = dictionary.id(value).and_then(|id| ValueId::new(id as usize));
        id.unwrap_or(ValueId::OUTSIDE)
    }

    fn decode(
        &self,
        record: ValueId,
        dictionary: &Dictionary<CanonicalValue>,
    ) -> Option<CanonicalValue> {
        dictionary.values().get(record.index()).cloned()
    }

    /// Bytes of a form in the store, about, with those of its followers that are not values.
    fn bytes_per_value(&self) -> u64 {
        400
    }

    fn distinct_values(&self, layer: LayerId) -> u64 {
        DISTINCT[Regions::size(layer)]
    }

    /// The canonical form as text.
    fn value_to_bytes(&self, value: &CanonicalValue) -> Vec<u8> {
        value.to_string().into_bytes()
    }

    fn value_from_bytes(&self, bytes: &[u8]) -> Option<CanonicalValue> {
        let text = std::str::from_utf8(bytes).ok()?;
        let form = self.forms.parse(text).ok()?;
        (self.forms.text(form) == text).then(|| CanonicalValue::new(&self.forms, form))
    }
}
