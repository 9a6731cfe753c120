//! Families of positions, cut into layers, with a value defined for each position.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Debug;
use std::ops::Range;

use crate::dictionary::Dictionary;
use crate::game::{Game, Seat};
use crate::index::{Index, IndexError, Section};
use crate::interval::Interval;
use crate::record::Record;

/// A layer of a domain: its place in [`Domain::layers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerId(pub usize);

impl LayerId {
    /// Returns the layer and all that it needs among the layers of its domain, each after its needs.
    pub fn with_needs(self, layers: &[Layer]) -> Vec<LayerId> {
        let (mut all, mut open) = (BTreeSet::new(), vec![self]);
        while let Some(layer) = open.pop() {
            if all.insert(layer) {
                open.extend(&layers[layer.0].needs);
            }
        }
        // A layer needs earlier ones alone.
        all.into_iter().collect()
    }
}

/// A part of a layer: its place in [`Layer::parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId {
    /// The layer.
    pub layer: LayerId,
    /// The part's number in the layer, from 0.
    pub part: usize,
}

/// A set of positions that is solved, published and opened together: one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The name by which it is built and probed, unique among all domains:
    /// `half-gammon/contact-2-1`.
    pub name: String,
    /// Its parts, each one range of integers.
    pub parts: Vec<Part>,
    /// The layers whose values its positions ask for, all of them earlier ones.
    pub needs: Vec<LayerId>,
    /// True if play can return to a position without leaving the layer.
    pub cyclic: bool,
}

impl Layer {
    /// Returns the number of positions, as far as it is stated.
    pub fn positions(&self) -> u64 {
        self.parts.iter().filter_map(|part| part.positions).sum()
    }
}

/// A range of integers with a bijection to positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name within the layer: `2 v 1`.
    pub name: String,
    /// The number of positions; `None` if only enumeration gives it.
    pub positions: Option<u64>,
}

/// The positions of a domain's game.
pub type PositionOf<D> = <<D as Domain>::Game as Game>::Position;

/// The index of a part of a domain.
pub type IndexOf<D> = Box<dyn Index<Position = PositionOf<D>>>;

/// Error of a question that was not answered: a table cannot be read, or the work was interrupted;
/// with the reason if the source gave one. [`Domain::backup`] only passes it on.
#[derive(Debug, Default, thiserror::Error)]
#[error("a value that was asked for could not be had")]
pub struct Unanswered {
    #[source]
    reason: Option<Box<dyn Error + Send + Sync>>,
}

impl Unanswered {
    /// Creates the error with a reason.
    #[cold]
    pub fn because(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Unanswered { reason: Some(reason.into()) }
    }

    /// Returns the reason, if there is one.
    pub fn into_reason(self) -> Option<Box<dyn Error + Send + Sync>> {
        self.reason
    }
}

/// A source of successor values: finished tables, the previous iterate, a file, or a list that only
/// records the questions.
pub trait Ask<P, V> {
    /// Returns the value of a position that [`Domain::locate`] places.
    ///
    /// # Errors
    /// [`Unanswered`] if it is unavailable.
    fn ask(&mut self, position: &P) -> Result<V, Unanswered>;
}

impl<P, V, F: FnMut(&P) -> Result<V, Unanswered>> Ask<P, V> for F {
    fn ask(&mut self, position: &P) -> Result<V, Unanswered> {
        self(position)
    }
}

/// A family of positions over a [`Game`], cut into layers of which each part is numbered by an
/// [`Index`], with the definition of a position's value.
pub trait Domain: Send + Sync + 'static {
    /// The game of these positions.
    type Game: Game;
    /// The rich value: an interval, a pair, a canonical form, a set of winners.
    type Value: Clone + Ord + Debug + Send + Sync + 'static;
    /// The stored form of a value.
    type Record: Record;

    /// Returns the family's name: `half-gammon/contact`.
    fn name(&self) -> String;

    /// Returns the rules.
    fn game(&self) -> &Self::Game;

    /// Returns everything besides the name that the values depend on, for the file's manifest;
    /// empty by default.
    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Returns all layers; each needs only earlier ones.
    fn layers(&self) -> &[Layer];

    /// Returns the layer of the whole game, with another name for it: `half-gammon/whole`.
    fn whole(&self) -> Option<(String, LayerId)> {
        None
    }

    /// Returns the index of a part, in closed form or by enumeration, which may take long.
    ///
    /// # Errors
    /// [`IndexError`] if the part has more positions than can be numbered.
    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError>;

    /// Opens the index of a part from what its file stores of it. Never enumerates.
    ///
    /// # Errors
    /// [`IndexError`] if the sections are not what [`Index::sections`] once gave.
    fn open_index(&self, part: PartId, _sections: &[Section]) -> Result<IndexOf<Self>, IndexError> {
        self.index(part)
    }

    /// Returns the part that holds a position; `None` if no table does.
    ///
    /// Positions come as play produces them and as people write them: any seat to move, any
    /// orientation. So it places any position whose value can be looked up, not only its canonical
    /// form, and the part's [`Index::rank`] must rank it.
    ///
    /// A finished position needs no table: usually it is not placed, and `backup` gives its payoff.
    /// (TRAX places finished positions too, because it stores them.) Other positions that no table
    /// holds, such as a region cut in two, are not placed either; `backup` computes their value.
    fn locate(&self, position: &PositionOf<Self>) -> Option<PartId>;

    /// Returns the ranks of a part that other layers ask for, by `backup` and in their sweeps'
    /// plans, as ascending ranges; `None`, the default, if they may ask for any. A
    /// [compact](Record::coarse) file stores these exactly, so that other layers can be built from
    /// it.
    fn exits(&self, _part: PartId) -> Option<Vec<Range<u64>>> {
        None
    }

    /// **The definition of a position's value**, from the values of its successors. It never
    /// prunes, and asks the same questions in the same order whatever the answers are. It asks only
    /// for positions that [`locate`](Domain::locate) places.
    ///
    /// It is also called for positions that `locate` does not place, when their value is wanted.
    /// For a finished position it usually returns the payoff without questions.
    ///
    /// Most domains need one line here: [`backup_expected`](crate::backup::backup_expected) for expected
    /// results, [`backup_ordered`](crate::backup::backup_ordered) for wins, draws and losses.
    ///
    /// # Errors
    /// [`Unanswered`] as soon as a question is not answered.
    fn backup(
        &self,
        position: &PositionOf<Self>,
        ask: &mut dyn Ask<PositionOf<Self>, Self::Value>,
    ) -> Result<Self::Value, Unanswered>;

    /// Returns the dictionary of a layer, from that of the layers it needs and its own distinct
    /// values. A domain without interned values returns it unchanged.
    fn dictionary(
        &self,
        earlier: &Dictionary<Self::Value>,
        _new: &BTreeSet<Self::Value>,
    ) -> Dictionary<Self::Value> {
        earlier.clone()
    }

    /// Returns true if values are interned: then the solver gathers them and calls `dictionary`,
    /// and each layer must need the one before it, so that one dictionary grows layer by layer.
    fn interns(&self) -> bool {
        false
    }

    /// Returns the stored form of a value.
    fn encode(&self, value: &Self::Value, dictionary: &Dictionary<Self::Value>) -> Self::Record;

    /// Returns the value of a record, or `None` if `encode` never gives that record.
    fn decode(
        &self,
        record: Self::Record,
        dictionary: &Dictionary<Self::Value>,
    ) -> Option<Self::Value>;

    /// Returns the value of a compact table's record, which may exceed the possible range.
    fn decode_coarse(
        &self,
        record: Self::Record,
        dictionary: &Dictionary<Self::Value>,
    ) -> Option<Self::Value> {
        self.decode(record, dictionary)
    }

    /// Returns the approximate bytes of memory per value, for estimates: with all that it points
    /// to, which clones are assumed to share.
    fn bytes_per_value(&self) -> u64 {
        size_of::<Self::Value>() as u64
    }

    /// Returns the approximate number of distinct values of a layer and those it needs, where
    /// values are interned, for estimates.
    fn distinct_values(&self, layer: LayerId) -> u64 {
        self.layers()[layer.0].positions()
    }

    /// Returns the bytes of an interned value in the file's dictionary.
    fn value_to_bytes(&self, _value: &Self::Value) -> Vec<u8> {
        Vec::new()
    }

    /// Returns the value of these bytes; `None` if they are not from `value_to_bytes`.
    fn value_from_bytes(&self, _bytes: &[u8]) -> Option<Self::Value> {
        None
    }
}

/// A domain whose values are intervals of the expected result of the player to move.
pub trait IntervalDomain: Domain<Value = Interval, Record = Interval> {
    /// Returns the bounds of every position before anything is known.
    fn unknown(&self) -> Interval {
        Interval::UNKNOWN
    }

    /// Returns the worth of endless play to a seat, if the rules define it; to the other one it is
    /// the negative. It lies within [`unknown`](IntervalDomain::unknown); where positions of both
    /// seats have the same record, it can only be 0. Without it, a layer that play need not leave
    /// is refused.
    fn endless(&self, _seat: Seat) -> Option<i16> {
        None
    }
}
