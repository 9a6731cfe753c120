//! The canonical value of a region, and the id that is stored for it.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use shuban_cgt::{CgtOutcome, Dyadic, FormId, Forms, Thermograph};
use shuban_core::{Codec, Column, Record};

use crate::domain::RegionValue;
use crate::subgame::Army;

/// A canonical form and its store: the game that a region, or a sum of regions, is equal to.
///
/// Ordered by the structural order of forms ([`Forms::order`]), also if they are of different
/// stores.
#[derive(Clone)]
pub struct CanonicalValue {
    forms: Arc<Forms>,
    form: FormId,
}

impl CanonicalValue {
    /// A form of a store.
    pub fn new(forms: &Arc<Forms>, form: FormId) -> Self {
        CanonicalValue { forms: Arc::clone(forms), form }
    }

    /// The store.
    pub fn forms(&self) -> &Arc<Forms> {
        &self.forms
    }

    /// The form's id in its store.
    pub fn form(&self) -> FormId {
        self.form
    }

    /// The colours exchanged: the negative.
    #[must_use]
    pub fn swapped(&self) -> Self {
        CanonicalValue::new(&self.forms, self.forms.negative(self.form))
    }

    /// The outcome class: `L` is Black, `R` White, `N` the next player, `P` the previous one.
    pub fn outcome(&self) -> CgtOutcome {
        self.forms.outcome(self.form)
    }

    /// The side that makes the last move if this side begins.
    pub fn winner(&self, begins: Army) -> Army {
        self.outcome().winner(begins.into()).into()
    }

    /// The number of moves by which Black is ahead when only numbers are left, if Black begins and
    /// if White begins.
    pub fn stops(&self) -> (Dyadic, Dyadic) {
        (self.forms.left_stop(self.form), self.forms.right_stop(self.form))
    }

    /// The thermograph, with mean and temperature.
    pub fn thermograph(&self) -> &Thermograph {
        self.forms.thermograph(self.form)
    }

    /// The day on which the game is born.
    pub fn birthday(&self) -> u32 {
        self.forms.birthday(self.form)
    }
}

impl RegionValue for CanonicalValue {
    fn swapped(self) -> Self {
        CanonicalValue::swapped(&self)
    }
}

impl Ord for CanonicalValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.forms.order_across(self.form, &other.forms, other.form)
    }
}

impl PartialOrd for CanonicalValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for CanonicalValue {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for CanonicalValue {}

/// The canonical form as the literature writes it: see [`Forms::text`].
impl fmt::Display for CanonicalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.forms.text(self.form))
    }
}

impl fmt::Debug for CanonicalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The id of a canonical value: in a file, its place in the dictionary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(u32);

impl ValueId {
    /// Room for 16,777,215 values: size 8 has 98,832, each larger size about a dozen times as many.
    const BITS: u8 = 24;

    /// The id of no value.
    pub const OUTSIDE: ValueId = ValueId((1 << Self::BITS) - 1);

    /// The id of a place, if there is room for it.
    pub fn new(place: usize) -> Option<Self> {
        let id = u32::try_from(place).ok().map(ValueId);
        id.filter(|id| *id < Self::OUTSIDE)
    }

    /// The place.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Record for ValueId {
    fn columns() -> &'static [Column] {
        &[Column { name: "value", bits: ValueId::BITS, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        ValueId(raw[0] as u32)
    }
}
