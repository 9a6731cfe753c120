//! The equation of a position with the stored numbers that it rests on, and their places.

mod json;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban_core::equation::{Derived, EquationOf, Number, NumberEquation, Numbers, Relation};
use shuban_core::{Explain, Game, PositionOf, Unanswered};

use crate::error::Error;
use crate::names::layer_name;
use crate::stored::StoredLayers;
use json::{expression_json, integer, number, numbers_json, relation};

/// An [`Equation`](shuban_core::Equation) of one position, with all data to recompute it:
/// `docs/server.md` describes its members.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatedEquation {
    /// The position.
    pub position: String,
    /// The place of its stored value; `None` if it was backed up from other values.
    pub source: Option<Source>,
    /// An integer n stands for n / `one`.
    #[serde(serialize_with = "integer")]
    pub one: i128,
    /// The numbers of its value.
    pub numbers: Vec<StatedNumber>,
    /// The positions that the expressions refer to as `stored`, by their place in this list.
    pub stored: Vec<StoredNumbers>,
    /// The positions that they refer to as `derived`: no table holds them, and each follows from
    /// stored ones and from those before it.
    pub derived: Vec<DerivedNumbers>,
    /// The content hashes of the files that values were read from, by layer.
    pub files: BTreeMap<String, String>,
}

/// The place of a stored value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The layer.
    pub domain: String,
    /// The part of it.
    pub part: String,
    /// The rank in that part.
    pub rank: u64,
    /// The block of the part's table.
    pub block: u64,
    /// The checksum of that block as it is stored, in 16 hexadecimal digits.
    pub checksum: String,
}

/// A number of the position, stored and computed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatedNumber {
    /// Its name.
    pub name: &'static str,
    /// The relation that should hold between the stored and the computed number: `=`, `<=` or `>=`.
    #[serde(serialize_with = "relation")]
    pub relation: Relation,
    /// The stored number. Integers beyond 2^53 are texts, here and below.
    #[serde(serialize_with = "number")]
    pub stored: Number,
    /// The number computed from the stored numbers of other positions.
    #[serde(serialize_with = "number")]
    pub computed: Number,
    /// The derivation.
    pub expression: Json,
}

/// A position that the equation rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredNumbers {
    /// The position.
    pub position: String,
    /// Its numbers, by name.
    pub numbers: Map<String, Json>,
    /// Their place.
    #[serde(flatten)]
    pub source: Source,
}

/// An intermediate position, which no table holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DerivedNumbers {
    /// The position.
    pub position: String,
    /// The derivations of its numbers, by name.
    pub numbers: Map<String, Json>,
}

impl StatedEquation {
    /// Returns true if each stored number agrees with those of the other positions.
    pub fn holds(&self) -> bool {
        self.numbers.iter().all(|number| number.relation.holds(number.stored, number.computed))
    }
}

/// Attempts to read an equation while files are replaced under it.
const MOST_TRIES: usize = 8;

/// A stored value and its place, with the content hash of the file.
struct Looked<V> {
    value: V,
    source: Source,
    content_hash: String,
}

impl<D: Explain> StoredLayers<'_, D> {
    /// Returns the equation of a position, whether it holds or not: the reader checks that. `None`
    /// if the domain states none.
    ///
    /// # Errors
    /// [`Error::Replaced`] if files are replaced faster than they are read; [`Error`] if a layer that it rests on is not built, does not hold a position that it should,
    /// or is damaged.
    pub fn equation(&self, position: &PositionOf<D>) -> Result<Option<StatedEquation>, Error> {
        let Some(equation) = self.domain().equation(position) else { return Ok(None) };
        for _ in 0..MOST_TRIES {
            if let Some(stated) = self.stated(position, &equation)? {
                return Ok(Some(stated));
            }
        }
        Err(Error::Replaced)
    }

    /// Reads what an equation needs; `None` if a file was replaced meanwhile.
    fn stated(
        &self,
        position: &PositionOf<D>,
        equation: &EquationOf<D>,
    ) -> Result<Option<StatedEquation>, Error> {
        let (domain, game) = (self.domain(), self.domain().game());
        let (mut files, mut is_mixed) = (BTreeMap::new(), false);
        let mut read = |position: &PositionOf<D>| -> Result<_, Error> {
            let Looked { value, source, content_hash } = self.looked_up(position)?;
            let known = files.entry(source.domain.clone()).or_insert(content_hash.clone());
            is_mixed |= *known != content_hash;
            Ok(((equation.numbers_of)(&value), source))
        };
        let mut known: Vec<Numbers> = Vec::with_capacity(equation.stored.len());
        let mut stored = Vec::with_capacity(equation.stored.len());
        for asked in &equation.stored {
            let (numbers, source) = read(asked)?;
            let numbers_by_name = numbers_json(&numbers);
            stored.push(StoredNumbers {
                position: game.format(asked),
                numbers: numbers_by_name,
                source,
            });
            known.push(numbers);
        }
        let computed = equation.evaluate(&known).map_err(Unanswered::because)?;
        let (own, source) = match domain.locate(position) {
            Some(_) => read(position).map(|(numbers, source)| (numbers, Some(source)))?,
            None => {
                let (value, _) = self.value(position)?.ok_or(Error::Stuck)?;
                ((equation.numbers_of)(&value), None)
            }
        };
        if is_mixed {
            return Ok(None);
        }
        let numbers = equation.numbers.iter().zip(&computed).map(|(number, (_, computed))| {
            let NumberEquation { name, relation, expression } = number;
            let stored = own.iter().find(|(other, _)| other == name);
            StatedNumber {
                name,
                relation: *relation,
                stored: stored.and_then(|(_, number)| *number),
                computed: *computed,
                expression: expression_json(expression),
            }
        });
        let derived = equation.derived.iter().map(|Derived { position, numbers }| {
            let numbers = numbers.iter();
            let numbers = numbers.map(|(name, of)| ((*name).to_owned(), expression_json(of)));
            DerivedNumbers { position: position.clone(), numbers: numbers.collect() }
        });
        Ok(Some(StatedEquation {
            position: game.format(position),
            source,
            one: equation.one,
            numbers: numbers.collect(),
            stored,
            derived: derived.collect(),
            files,
        }))
    }

    /// Returns the stored value of a position.
    fn looked_up(&self, position: &PositionOf<D>) -> Result<Looked<D::Value>, Error> {
        let domain = self.domain();
        let nowhere = || Error::NoPosition {
            domain: domain.name(),
            position: domain.game().format(position),
        };
        let place = domain.locate(position).ok_or_else(nowhere)?;
        let name = layer_name(domain, place.layer);
        let layer = self.layer(place.layer)?;
        let layer = layer.ok_or_else(|| Error::not_built(domain, place.layer))?;
        // Its wide intervals do not follow from each other, as the proven ones do.
        if layer.is_compact() {
            return Err(Error::compact(domain, place.layer));
        }
        let rank = layer.part_index(place.part).rank(position);
        let rank = rank.ok_or_else(|| Error::Unreached {
            domain: name.to_owned(),
            position: domain.game().format(position),
        })?;
        let block = layer.records(place.part).table().block_of(rank)?;
        let source = Source {
            domain: name.to_owned(),
            part: domain.layers()[place.layer.0].parts[place.part].name.clone(),
            rank,
            block: block.number,
            checksum: format!("{:016x}", block.checksum),
        };
        let content_hash = layer.database().manifest().content_hash.clone();
        Ok(Looked { value: layer.value_at(place.part, rank)?, source, content_hash })
    }
}
