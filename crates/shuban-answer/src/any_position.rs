//! A position of some game.

use std::any::Any;
use std::sync::Arc;

use shuban_core::present::{Last, LastOf, Written, WrittenIn};
use shuban_core::{Fields, Play, Present};

use crate::error::ForeignPosition;

/// A position of some game, with further content of its text: see [`Written`]. Only that game, or
/// one with the same type of positions, can use it.
#[derive(Clone)]
pub struct AnyPosition {
    /// The text as the game writes it.
    pub text: String,
    /// Chance outcome that the position already has, as text.
    pub chance: Option<String>,
    /// State in the text that values of positions do not depend on.
    pub(crate) state: Fields,
    position: Arc<dyn Any + Send + Sync>,
    /// The last play: a [`LastPlay`] of the game.
    last: Option<Arc<dyn Any + Send + Sync>>,
}

/// The last play, typed apart from that of other games with the same types of positions and moves.
struct LastPlay<G: Present>(LastOf<G>);

impl AnyPosition {
    /// Creates a position without last play or chance outcome.
    pub fn new<G: Present + 'static>(game: &G, position: G::Position) -> Self {
        let text = game.format(&position);
        let state = Fields::new();
        AnyPosition { text, chance: None, state, position: Arc::new(position), last: None }
    }

    /// Creates the position after a play.
    pub fn after<G: Present + 'static>(
        game: &G,
        before: &AnyPosition,
        play: Play<G::Position, G::Move>,
    ) -> Self {
        let text = game.format_after(&before.text, &play);
        let written = Written { position: play.after, last: None, chance: None, text };
        AnyPosition::written(game, written)
    }

    /// Creates a position from what was read.
    pub fn written<G: Present + 'static>(game: &G, written: WrittenIn<G>) -> Self {
        let Written { position, last, chance, text } = written;
        let chance = chance.and_then(|chance| game.chance_text(chance));
        let last = last.map(|last| Arc::new(LastPlay::<G>(last)) as Arc<dyn Any + Send + Sync>);
        AnyPosition { text, chance, state: Fields::new(), position: Arc::new(position), last }
    }

    /// Creates the position after a play, which drawings mark.
    ///
    /// # Errors
    /// [`ForeignPosition`] if the position before is one of another game.
    pub fn played<G: Present + 'static>(
        game: &G,
        before: &AnyPosition,
        play: Play<G::Position, G::Move>,
    ) -> Result<Self, ForeignPosition> {
        let text = game.format_after(&before.text, &play);
        let Play { action, after } = play;
        let last = Some(Last { before: before.of(game)?.clone(), action });
        Ok(AnyPosition::written(game, Written { position: after, last, chance: None, text }))
    }

    /// Adds the further state that the text gives.
    #[must_use]
    pub fn with_state(self, state: Fields) -> Self {
        AnyPosition { state, ..self }
    }

    /// Returns the position in the types of a game.
    ///
    /// # Errors
    /// [`ForeignPosition`] if it is one of another game.
    pub fn of<G: Present + 'static>(&self, game: &G) -> Result<&G::Position, ForeignPosition> {
        self.position.downcast_ref().ok_or_else(|| ForeignPosition { game: game.name() })
    }

    /// Returns the last play, if the text gave one and the game is that of the position.
    pub fn last<G: Present + 'static>(&self) -> Option<&LastOf<G>> {
        self.last.as_ref()?.downcast_ref().map(|LastPlay::<G>(last)| last)
    }
}
