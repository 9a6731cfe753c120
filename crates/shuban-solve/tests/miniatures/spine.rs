//! The way of every miniature: the laws, then all layers in their order.

use std::collections::BTreeSet;

use shuban_core::{Dictionary, Domain, IndexOf, LayerId, PartId, PositionOf, Unanswered, conformance};
use shuban_solve::retrograde;

/// A domain with the values of all its layers.
pub(crate) struct Solved<'d, D: Domain> {
    pub(crate) domain: &'d D,
    pub(crate) layers: Vec<SolvedLayer<D>>,
}

/// What is known of one layer.
pub(crate) struct SolvedLayer<D: Domain> {
    pub(crate) indexes: Vec<IndexOf<D>>,
    /// By part and rank.
    pub(crate) values: Vec<Vec<D::Value>>,
    /// Of this layer and those it needs.
    pub(crate) dictionary: Dictionary<D::Value>,
    /// How often positions were backed up.
    pub(crate) passes: usize,
}

impl<D: Domain> Solved<'_, D> {
    pub(crate) fn at(&self, part: PartId, rank: u64) -> Option<D::Value> {
        self.layers.get(part.layer.0)?.values[part.part].get(rank as usize).cloned()
    }

    /// The stored value of a position that a table holds.
    fn stored(&self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        let part = self.domain.locate(position).ok_or(Unanswered)?;
        let layer = self.layers.get(part.layer.0).ok_or(Unanswered)?;
        let rank = layer.indexes[part.part].rank(position).ok_or(Unanswered)?;
        self.at(part, rank).ok_or(Unanswered)
    }

    /// The value of a position: stored, or worked out from what is stored.
    pub(crate) fn value(&self, position: &PositionOf<D>) -> D::Value {
        let stored = |position: &PositionOf<D>| self.stored(position);
        stored(position).or_else(|Unanswered| self.domain.backup(position, &mut { stored })).unwrap()
    }

    /// The positions of a layer, by part and rank.
    pub(crate) fn positions(&self, layer: LayerId) -> impl Iterator<Item = (PositionOf<D>, &D::Value)> {
        let SolvedLayer { indexes, values, .. } = &self.layers[layer.0];
        indexes.iter().zip(values).flat_map(|(index, values)| {
            (0..).zip(values).map(|(rank, value)| (index.unrank(rank).unwrap(), value))
        })
    }
}

/// Holds a domain of exact values to all laws and solves it, on one thread and on three, with one
/// result.
pub(crate) fn spine<D: Domain>(domain: &D) -> Solved<'_, D> {
    conformance::domain(domain, 1_000).unwrap();
    let [alone, together] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(domain))
    });
    for (one, three) in alone.layers.iter().zip(&together.layers) {
        assert_eq!(one.values, three.values);
        assert_eq!(one.dictionary, three.dictionary);
        assert_eq!(one.passes, three.passes);
    }
    for layer in &alone.layers {
        for value in layer.values.iter().flatten() {
            let record = domain.encode(value, &layer.dictionary);
            assert_eq!(domain.decode(record, &layer.dictionary).as_ref(), Some(value));
        }
    }
    alone
}

fn solve<D: Domain>(domain: &D) -> Solved<'_, D> {
    let mut solved = Solved { domain, layers: Vec::new() };
    for (number, layer) in domain.layers().iter().enumerate() {
        let id = LayerId(number);
        let indexes = open(domain, id);
        let found = retrograde(domain, id, &indexes, &|position| solved.stored(position)).unwrap();
        assert_eq!(found.open, 0, "{} has positions without a value", layer.name);
        let values: Vec<Vec<D::Value>> =
            found.values.into_iter().map(|part| part.into_iter().flatten().collect()).collect();
        let mut dictionary = Dictionary::default();
        if domain.interns() {
            // Layers come in their order, so the last one needed has the ids of all before it.
            if let Some(last) = layer.needs.iter().max() {
                dictionary = solved.layers[last.0].dictionary.clone();
            }
            let new: BTreeSet<D::Value> = values.iter().flatten().cloned().collect();
            dictionary = domain.dictionary(&dictionary, &new);
        }
        solved.layers.push(SolvedLayer { indexes, values, dictionary, passes: found.passes });
    }
    solved
}

/// The indexes of a layer's parts, as its file would open them.
pub(crate) fn open<D: Domain>(domain: &D, layer: LayerId) -> Vec<IndexOf<D>> {
    (0..domain.layers()[layer.0].parts.len())
        .map(|part| {
            let id = PartId { layer, part };
            let built = domain.index(id).unwrap();
            domain.open_index(id, &built.sections()).unwrap()
        })
        .collect()
}
