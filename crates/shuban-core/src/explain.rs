//! Descriptions of a domain's tables for people.

use crate::answer::{Answer, ValuedPlay};
use crate::domain::{Domain, Layer, LayerId, PositionOf};
use crate::equation::EquationOf;
use crate::fields::{Field, Fields};
use crate::game::{Game, Seat};
use crate::histogram::Histogram;
use crate::loopy::PlayOf;
use crate::own_file::OwnFiles;
use crate::present::Present;
use crate::shelf::{OracleError, Shelf, StoredValues};

/// The approximate cost of building a layer, without the layers that it needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Seconds of one core of a server.
    pub core_seconds: f64,
}

/// Facts about a family of layers as a whole. Most families have none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FamilyFacts {
    /// The family of the same positions by more common rules, under which lists name this one in
    /// brief.
    pub variant_of: Option<String>,
    /// True if values are rounded as another program rounds them, without proven bounds. Such
    /// values do not prove which of two plays is better.
    pub is_rounded: bool,
    /// True if a layer's name includes the layers that it needs: then it answers for their
    /// positions too.
    pub includes_needed: bool,
}

impl FamilyFacts {
    /// Returns the order in which families answer about the same positions, the smaller first: values of
    /// a variant come after those of the main families, and rounded values after proven ones.
    pub fn precedence(&self) -> impl Ord + Copy + use<> {
        (self.variant_of.is_some(), self.is_rounded)
    }
}

/// A search for values of positions that no table holds. It keeps its results for the next
/// position.
pub type ValueSearch<'a, D> =
    Box<dyn FnMut(&PositionOf<D>) -> Result<<D as Domain>::Value, OracleError> + 'a>;

/// Answers about a position and every play by `value`, which gives the value for the player to
/// move.
///
/// # Errors
/// The first error of `value`.
pub fn ask<D: Explain, E>(
    domain: &D,
    position: &PositionOf<D>,
    mut value: impl FnMut(&PositionOf<D>) -> Result<Option<D::Value>, E>,
) -> Result<Answer<D::Game, D::Value>, E> {
    let mut seen = |position: &PositionOf<D>, seat| {
        Ok(value(position)?.map(|value| domain.seen_by(value, position, seat)))
    };
    let known = seen(position, domain.game().to_move(position))?;
    let worth = |play: &PlayOf<D>, seat| {
        Ok(seen(&play.after, seat)?.map(|value| domain.through(value, position, play)))
    };
    let merit = |play: &PlayOf<D>, value: &D::Value, seat| domain.merit(&play.after, value, seat);
    let mut answer = Answer::new(domain.game(), position, known, worth, merit)?;
    for event in &mut answer.events {
        event.value = domain.best_value(&event.plays);
    }
    Ok(answer)
}

/// A domain that describes its tables. [`fields`](Explain::fields) is the one description of a
/// value: JSON, texts, exports and pages are made from it.
pub trait Explain: Domain<Game: Present> + Sized {
    /// Returns a description of a layer in a line.
    fn about(&self, layer: &Layer) -> String;

    /// Returns the approximate cost of building a layer.
    fn cost(&self, layer: &Layer) -> Cost;

    /// Returns a value in fields, the same names and kinds for every value.
    fn fields(&self, value: &Self::Value) -> Fields;

    /// Returns a value in fields for the seat that asks: the same as in tables, unless a field is
    /// about that seat. `value` is that of a position as `seat` [sees](Explain::seen_by) it.
    fn fields_for(&self, value: &Self::Value, _seat: Seat) -> Fields {
        self.fields(value)
    }

    /// Returns the merit of a value for a seat, in an order of the domain's own: larger is better.
    /// `value` is that of `position`, as `seat` [sees](Explain::seen_by) it.
    fn merit(&self, position: &PositionOf<Self>, value: &Self::Value, seat: Seat) -> i128;

    /// Returns the value of a position as a seat sees it: `value` is stored for the player to move
    /// there. A value that means the same to all seats is returned unchanged.
    fn seen_by(
        &self,
        value: Self::Value,
        _position: &PositionOf<Self>,
        _seat: Seat,
    ) -> Self::Value {
        value
    }

    /// Returns the value of a play to its player, from the value of the position after it as that
    /// player [sees](Explain::seen_by) it: the same, unless the play itself wins something, or
    /// distances restart after it ([`through_play`](crate::loopy::through_play)).
    fn through(
        &self,
        value: Self::Value,
        _position: &PositionOf<Self>,
        _play: &PlayOf<Self>,
    ) -> Self::Value {
        value
    }

    /// Returns the value of a chance event under the best of its plays, which are sorted best
    /// first: usually that of the first. (Bounds are the largest of all plays' bounds.)
    fn best_value(&self, plays: &[ValuedPlay<Self::Game, Self::Value>]) -> Option<Self::Value> {
        plays.first()?.value.clone()
    }

    /// Returns the equation of a position's value from stored ones: [`backup`](Domain::backup) as
    /// data that anybody can recompute. `None` for a value that is not made of numbers (a canonical
    /// form), or by default.
    ///
    /// Most domains need one line here, besides the one in `backup`:
    /// [`equation_expected`](crate::equation::equation_expected),
    /// [`equation_ordered`](crate::equation::equation_ordered) or
    /// [`equation_receding`](crate::equation::equation_receding).
    fn equation(&self, _position: &PositionOf<Self>) -> Option<EquationOf<Self>> {
        None
    }

    /// Returns the layer that must be open to answer about a position; `None` if the game is over.
    ///
    /// # Errors
    /// The reason why no layer holds it, as the end of a sentence.
    fn layer_for(&self, position: &PositionOf<Self>) -> Result<Option<LayerId>, String> {
        if self.game().outcome(position).is_some() {
            return Ok(None);
        }
        match self.locate(&self.game().canonical(position)) {
            Some(place) => Ok(Some(place.layer)),
            None => Err("no layer holds it".to_owned()),
        }
    }

    /// Returns a search for values of positions whose layers are not built, helped by those that
    /// are; `None` if there is none.
    fn search<'a>(&'a self, _stored: &'a StoredValues<'a, Self>) -> Option<ValueSearch<'a, Self>> {
        None
    }

    /// Returns facts of a position and its value that only this domain has. `shelf` has all that is
    /// built, of this family and of others.
    ///
    /// # Errors
    /// [`OracleError`] if a table cannot be read.
    fn extras(
        &self,
        _position: &PositionOf<Self>,
        _value: Option<&Self::Value>,
        _shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        Ok(Fields::new())
    }

    /// Returns facts of a built layer, from its histogram.
    fn facts(&self, _layer: LayerId, _histogram: &Histogram) -> Vec<Field> {
        Vec::new()
    }

    /// Returns facts about the family as a whole.
    fn family_facts(&self) -> FamilyFacts {
        FamilyFacts::default()
    }

    /// Returns true if a layer holds positions of another game too, with the same values and the
    /// same texts.
    fn also_holds(&self, _game: &str, _layer: &Layer) -> bool {
        false
    }

    /// Returns what a layer's values leave out of the game's rules, as the end of a sentence. Such a
    /// layer answers only where it is asked by its name.
    fn left_out(&self, _layer: &Layer) -> Option<String> {
        None
    }

    /// Returns why a name of the right form names no layer: the end of a sentence.
    fn why_not(&self, _name: &str) -> Option<String> {
        None
    }

    /// Returns a layer of another family to be built before a layer, since its users want both.
    fn companion(&self, _layer: &Layer) -> Option<String> {
        None
    }

    /// Returns the domain's own formats, if its tables were published elsewhere.
    fn own_files(&self) -> Option<&dyn OwnFiles<Self>> {
        None
    }
}
