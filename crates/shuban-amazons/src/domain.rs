//! The domain of all regions of up to ten squares.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_cgt::sums::ScorePair;
use shuban_core::{
    Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, Part, PartId, Section, Unanswered,
};

use crate::game::Amazons;
use crate::index::{POSITIONS, RegionIndex};
use crate::minimax::Minimax;
use crate::pair::PairCode;
use crate::placement::MAX_AMAZONS;
use crate::position::Position;
use crate::subgame::{Army, Subgame};

/// Size of the largest regions that the domain has a layer for.
pub const MAX_SIZE: usize = POSITIONS.len();

/// A value that tables hold for regions in which Black has at least as many amazons as White.
pub(crate) trait RegionValue {
    /// The value with the colours exchanged.
    fn swapped(self) -> Self;
}

impl RegionValue for ScorePair {
    fn swapped(self) -> Self {
        ScorePair::swapped(self)
    }
}

/// `amazons`: every region of up to ten squares with every placement of up to four amazons a side,
/// White with not more than Black (the others by exchanging colours), with its value [`ScorePair`].
///
/// Layer `amazons/N` holds the regions of exactly N squares. Each move burns a square, so layers
/// ask for smaller ones alone.
pub struct Regions {
    layers: Vec<Layer>,
    /// Index of each layer, made when first asked for.
    indexes: [OnceLock<Arc<RegionIndex>>; MAX_SIZE],
}

impl Default for Regions {
    fn default() -> Self {
        Self::new()
    }
}

impl Regions {
    /// The family's name.
    pub const NAME: &str = "amazons";

    /// The domain.
    pub fn new() -> Self {
        let layer = |(size, &positions): (usize, &u64)| Layer {
            name: Self::layer_name(size + 1),
            parts: vec![Part { name: "regions".to_owned(), positions: Some(positions) }],
            needs: (0..size).map(LayerId).collect(),
            cyclic: false,
        };
        Regions {
            layers: POSITIONS.iter().enumerate().map(layer).collect(),
            indexes: Default::default(),
        }
    }

    /// The index of a layer; its regions are enumerated once.
    pub(crate) fn region_index(&self, layer: LayerId) -> &Arc<RegionIndex> {
        self.indexes[layer.0].get_or_init(|| Arc::new(RegionIndex::new(Self::size(layer))))
    }

    /// The size of the regions of a layer.
    pub fn size(layer: LayerId) -> usize {
        layer.0 + 1
    }

    /// The name of the layer of regions of a size.
    pub fn layer_name(size: usize) -> String {
        format!("{}/{size}", Self::NAME)
    }

    /// The layer of regions of a size.
    pub fn layer(size: usize) -> Option<LayerId> {
        (1..=MAX_SIZE).contains(&size).then(|| LayerId(size - 1))
    }

    /// The position by which a table holds a connected subgame: its region in canonical form, Black
    /// with at least as many amazons as White; and true if the colours were exchanged for that.
    /// `None` if no table holds it.
    pub fn lookup(subgame: &Subgame) -> Option<(Position, bool)> {
        let swap = subgame.white().len() > subgame.black().len();
        let heavy = if swap { subgame.swapped() } else { *subgame };
        let (region, placement) = heavy.region().filter(|(region, _)| region.size() <= MAX_SIZE)?;
        let position = Position::around(Subgame::placed(region, placement)?, Army::Black)?;
        Some((position, swap))
    }

    /// The value of a connected subgame, given those of positions that tables hold; `None` if no
    /// table holds it.
    pub(crate) fn value_of<V: RegionValue, E>(
        subgame: &Subgame,
        held: impl FnOnce(&Position) -> Result<Option<V>, E>,
    ) -> Result<Option<V>, E> {
        let Some((position, swapped)) = Self::lookup(subgame) else { return Ok(None) };
        Ok(held(&position)?.map(|value| if swapped { value.swapped() } else { value }))
    }
}

/// The parameters of a domain of regions with such values.
pub(crate) fn parameters(value: &str) -> BTreeMap<String, String> {
    let amazons = MAX_AMAZONS.to_string();
    BTreeMap::from([
        ("amazons-per-side".to_owned(), amazons),
        ("value".to_owned(), value.to_owned()),
    ])
}

impl Domain for Regions {
    type Game = Amazons;
    type Value = ScorePair;
    type Record = PairCode;

    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn game(&self) -> &Amazons {
        &Amazons
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters("Black's moves less White's, alternating, passing only without a move")
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        Ok(Box::new(Arc::clone(self.region_index(part.layer))))
    }

    fn open_index(
        &self,
        part: PartId,
        sections: &[Section],
    ) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        Ok(Box::new(RegionIndex::open(Self::size(part.layer), sections)?))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let subgame = position.subgame();
        let layer = Self::layer(subgame.squares().len())?;
        let held =
            subgame.white().len() <= subgame.black().len() && subgame.squares().is_connected();
        held.then_some(PartId { layer, part: 0 })
    }

    /// a = 1 + the largest value after a move of Black's with White to move, b = -1 + the smallest
    /// after a move of White's with Black to move. A disconnected subgame is searched as one
    /// position, until a single region is left.
    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, ScorePair>,
    ) -> Result<ScorePair, Unanswered> {
        let known = |region: &Subgame| Self::value_of(region, |held| ask.ask(held).map(Some));
        Minimax::new(known).value(position.subgame())
    }

    /// A pair without a code, which the value of a region never is, becomes a record that `decode`
    /// refuses.
    fn encode(&self, value: &ScorePair, _dictionary: &Dictionary<ScorePair>) -> PairCode {
        PairCode::of(*value).unwrap_or(PairCode::OUTSIDE)
    }

    fn decode(&self, record: PairCode, _dictionary: &Dictionary<ScorePair>) -> Option<ScorePair> {
        record.pair()
    }
}
