//! Canonical values from sets of options, with a cache of earlier results.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shuban_cgt::{FormId, Forms};

use super::value::ValueId;

/// Sets of options that a thread remembers at most, and pairs of them; then it starts afresh.
const MOST_SETS: usize = 1 << 19;
const MOST_PAIRS: usize = 1 << 21;

/// Bytes that a thread remembers at most, about.
pub(super) const REMEMBERED_BYTES: u64 = (MOST_SETS * 160 + MOST_PAIRS * 28) as u64;

/// Cache of one thread: most positions have options that another position had before.
///
/// Ids here are places in the store of forms.
#[derive(Default)]
pub(super) struct OptionSets {
    /// Numbers for sets of ids, ascending.
    sets: FxHashMap<Box<[ValueId]>, u32>,
    /// The value with these sets of options.
    values: FxHashMap<(u32, u32), ValueId>,
}

impl OptionSets {
    /// The value of the game with these options, in any order; [`ValueId::OUTSIDE`] if the store
    /// has more forms than ids can number. The lists are left sorted.
    pub(super) fn value(
        &mut self,
        forms: &Arc<Forms>,
        left: &mut Vec<ValueId>,
        right: &mut Vec<ValueId>,
    ) -> ValueId {
        if self.sets.len() > MOST_SETS || self.values.len() > MOST_PAIRS {
            *self = OptionSets::default();
        }
        let sets = (self.set(left), self.set(right));
        *self.values.entry(sets).or_insert_with(|| {
            let form = |id: &ValueId| forms.get(id.index()).unwrap_or(FormId::ZERO);
            let [left, right] =
                [left, right].map(|ids| ids.iter().map(form).collect::<Vec<FormId>>());
            ValueId::new(forms.form(&left, &right).index()).unwrap_or(ValueId::OUTSIDE)
        })
    }

    /// The number of a set.
    fn set(&mut self, ids: &mut Vec<ValueId>) -> u32 {
        ids.sort_unstable();
        ids.dedup();
        if let Some(&known) = self.sets.get(&ids[..]) {
            return known;
        }
        let new = self.sets.len() as u32;
        self.sets.insert(ids.as_slice().into(), new);
        new
    }
}
