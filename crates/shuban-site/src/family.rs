//! A family of published layers, whatever its types.

use shuban_answer::{
    AnswerError, AnyAnswer, AnyPosition, AnyRules, Detail, ForeignPosition, LayerSource,
    StatedEquation, stored_answer, stored_value,
};
use shuban_core::shelf::{Shelf, StoredFamily};
use shuban_core::{Explain, FamilyFacts, Fields, Game, Layer, LayerId};

use crate::fetched::{FetchError, FetchedLayers};

/// Error of an answer of a family.
pub(crate) type FamilyError = AnswerError<FetchError>;

/// The families of a page.
pub(crate) struct Families<'f>(pub(crate) &'f [Box<dyn Family>]);

impl Shelf for Families<'_> {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        let found = self.0.iter().find(|family| family.name() == name)?;
        Some(&**found)
    }
}

/// A family of published layers, whatever its types.
pub(crate) trait Family: StoredFamily {
    fn name(&self) -> String;
    fn game(&self) -> &dyn AnyRules;
    fn layers(&self) -> &[Layer];
    fn facts(&self) -> FamilyFacts;
    fn layer_holds(&self, layer: LayerId, game: &str) -> bool;
    fn layer_for(
        &self,
        position: &AnyPosition,
    ) -> Result<Result<Option<LayerId>, String>, ForeignPosition>;
    fn left_out(&self, layer: LayerId) -> Option<String>;
    fn publish(&mut self, number: usize, name: &str, bytes: u64) -> bool;
    fn has(&self, layer: LayerId) -> bool;
    fn give(&self, number: usize, offset: u64, bytes: &[u8]) -> bool;
    fn tidy(&self);
    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, FamilyError>;
    fn worth(&self, position: &AnyPosition) -> Result<Option<Fields>, FamilyError>;
    fn equation(&self, position: &AnyPosition) -> Result<Option<StatedEquation>, FamilyError>;
    fn position(
        &self,
        layer: LayerId,
        part: Option<usize>,
        number: u64,
    ) -> Result<Option<AnyPosition>, FetchError>;
}

impl<D: Explain + 'static> Family for FetchedLayers<D> {
    fn name(&self) -> String {
        self.domain().name()
    }

    fn game(&self) -> &dyn AnyRules {
        self.domain().game()
    }

    fn layers(&self) -> &[Layer] {
        self.domain().layers()
    }

    fn facts(&self) -> FamilyFacts {
        self.domain().family_facts()
    }

    fn layer_holds(&self, layer: LayerId, game: &str) -> bool {
        self.game().name() == game || self.domain().also_holds(game, &self.layers()[layer.0])
    }

    fn layer_for(
        &self,
        position: &AnyPosition,
    ) -> Result<Result<Option<LayerId>, String>, ForeignPosition> {
        Ok(self.domain().layer_for(position.of(self.domain().game())?))
    }

    fn left_out(&self, layer: LayerId) -> Option<String> {
        self.domain().left_out(&self.layers()[layer.0])
    }

    fn publish(&mut self, number: usize, name: &str, bytes: u64) -> bool {
        FetchedLayers::publish(self, number, name, bytes)
    }

    fn has(&self, layer: LayerId) -> bool {
        FetchedLayers::has(self, layer)
    }

    fn give(&self, number: usize, offset: u64, bytes: &[u8]) -> bool {
        FetchedLayers::give(self, number, offset, bytes)
    }

    fn tidy(&self) {
        FetchedLayers::tidy(self);
    }

    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, FamilyError> {
        stored_answer(self, position, detail, shelf)
    }

    fn worth(&self, position: &AnyPosition) -> Result<Option<Fields>, FamilyError> {
        let (domain, game) = (self.domain(), self.domain().game());
        let inner = position.of(game)?;
        let value = stored_value(self, inner).map_err(AnswerError::Source)?;
        let seat = Game::to_move(game, inner);
        let seen = |value| domain.fields_for(&domain.seen_by(value, inner, seat), seat);
        Ok(value.map(|(value, _)| seen(value)))
    }

    fn equation(&self, position: &AnyPosition) -> Result<Option<StatedEquation>, FamilyError> {
        let inner = position.of(self.domain().game())?;
        let Some(equation) = self.domain().equation(inner) else { return Ok(None) };
        self.expect(|| equation.stored.iter().chain([inner]).cloned().collect());
        StatedEquation::of(self, inner, &equation).map_err(AnswerError::Source)
    }

    fn position(
        &self,
        layer: LayerId,
        part: Option<usize>,
        number: u64,
    ) -> Result<Option<AnyPosition>, FetchError> {
        let position = FetchedLayers::position(self, layer, part, number)?;
        Ok(position.map(|position| AnyPosition::new(self.domain().game(), position)))
    }
}
