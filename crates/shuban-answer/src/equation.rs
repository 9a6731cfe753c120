//! The equation of a position with the stored numbers that it rests on, and their places.

mod json;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban_core::equation::{Derived, EquationOf, Number, NumberEquation, Numbers, Relation};
use shuban_core::{Domain, Game, Unanswered};

use crate::error::LookUpError;
use crate::layer_source::{LayerSource, LayerValues, PositionIn, ValueIn, layer_name};
use crate::stored_value::stored_value;
use json::{expression_json, integer, number, numbers_json, relation};

/// The module of JavaScript by which pages compute a [`StatedEquation`] again, from its JSON.
pub const RECOMPUTE: &str = include_str!("equation/recompute.js");

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
    /// Reads what the equation of a position needs, whether it holds or not: the reader checks
    /// that. `None` if a file was replaced meanwhile.
    ///
    /// # Errors
    /// The error of the source if a layer that it rests on is not built, does not hold a position
    /// that it should, or cannot be read.
    pub fn of<S: LayerSource>(
        source: &S,
        position: &PositionIn<S>,
        equation: &EquationOf<S::Domain>,
    ) -> Result<Option<Self>, S::Error> {
        let (domain, game) = (source.domain(), source.domain().game());
        let (mut files, mut is_mixed) = (BTreeMap::new(), false);
        let mut read = |position: &PositionIn<S>| -> Result<_, S::Error> {
            let Looked { value, source, content_hash } = looked_up(source, position)?;
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
        let computed = equation.evaluate(&known).map_err(Unanswered::because);
        let computed = computed.map_err(LookUpError::Unanswered)?;
        let (own, place) = match domain.locate(position) {
            Some(_) => read(position).map(|(numbers, place)| (numbers, Some(place)))?,
            None => {
                let (value, _) = stored_value(source, position)?.ok_or(LookUpError::Stuck)?;
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
            source: place,
            one: equation.one,
            numbers: numbers.collect(),
            stored,
            derived: derived.collect(),
            files,
        }))
    }

    /// Returns true if each stored number agrees with those of the other positions.
    pub fn holds(&self) -> bool {
        self.numbers.iter().all(|number| number.relation.holds(number.stored, number.computed))
    }
}

/// A stored value and its place, with the content hash of the file.
struct Looked<V> {
    value: V,
    source: Source,
    content_hash: String,
}

/// Returns the stored value of a position.
fn looked_up<S: LayerSource>(
    source: &S,
    position: &PositionIn<S>,
) -> Result<Looked<ValueIn<S>>, S::Error> {
    let (domain, game) = (source.domain(), source.domain().game());
    let nowhere =
        || LookUpError::NoPosition { domain: domain.name(), position: game.format(position) };
    let place = domain.locate(position).ok_or_else(nowhere)?;
    let name = layer_name(domain, place.layer);
    let Some(layer) = source.layer(place.layer)? else {
        return Err(LookUpError::NotBuilt { domain: name }.into());
    };
    // Its wide intervals do not follow from each other, as the proven ones do.
    if layer.is_compact() {
        return Err(LookUpError::Compact { domain: name }.into());
    }
    let Some(rank) = layer.rank(place.part, position) else {
        let position = game.format(position);
        return Err(LookUpError::Unreached { domain: name, position }.into());
    };
    let block = layer.block(place.part, rank)?;
    let source = Source {
        domain: name,
        part: domain.layers()[place.layer.0].parts[place.part].name.clone(),
        rank,
        block: block.number,
        checksum: format!("{:016x}", block.checksum),
    };
    let content_hash = layer.content_hash().to_owned();
    Ok(Looked { value: layer.value(place.part, rank)?, source, content_hash })
}
