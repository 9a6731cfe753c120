//! The content of the page of a position, which its parts show.

use shuban_catalog::{AnyAnswer, AnyPlay};
use shuban_core::{Phrase, Tool};

use super::common::encoded;
use super::line::Place;
use super::parts::Parts;
use super::texts::Texts;

/// Content of the page of a position.
pub(super) struct Shown {
    /// Where it is, with the language.
    pub(super) place: Place,
    /// The names of the seats.
    pub(super) seats: Vec<String>,
    /// What the game says, in Japanese.
    pub(super) phrases: &'static [Phrase],
    /// What is known of it.
    pub(super) answer: AnyAnswer,
    /// Whether a database or a search says so.
    pub(super) is_known: bool,
    /// The board, as an SVG document.
    pub(super) drawing: String,
    /// What can be put on it by hand.
    pub(super) tools: Vec<Tool>,
    /// The parts into which it falls, or what stands beside it in a sum.
    pub(super) parts: Parts,
    /// Whether the last move is drawn step by step.
    pub(super) has_steps: bool,
    /// Why a search found nothing.
    pub(super) refused: Option<String>,
    /// Whether a search may find the value.
    pub(super) searchable: bool,
    /// Whether players of the game say what they would do.
    pub(super) is_advised: bool,
    /// Whether that is proof search.
    pub(super) is_proven: bool,
}

impl Shown {
    /// Whether it is a sum, which only search reads: lines are not replayed there.
    pub(super) fn is_sum(&self) -> bool {
        self.seats.is_empty()
    }

    /// A text of the game in the reader's language.
    pub(super) fn say(&self, texts: &Texts, text: &str) -> String {
        texts.say(self.phrases, text)
    }

    /// The address of the page after a move.
    pub(super) fn after(&self, chance: Option<&str>, play: &AnyPlay) -> String {
        let after = match self.is_sum() {
            true => Place {
                lang: self.place.lang.clone(),
                ..Place::of(&self.place.game, &play.after.text)
            },
            false => self.place.with(chance, &play.action),
        };
        after.address("/position")
    }

    /// Whether values are hidden, because the reader plays.
    pub(super) fn is_hidden(&self) -> bool {
        self.place.play.is_some() && self.place.hint.is_none() && self.answer.over.is_none()
    }
}

/// The address of the API's answer about a position.
pub(super) fn probe_address(answer: &AnyAnswer, last: &str) -> String {
    let asked = answer.domain.as_deref().unwrap_or(&answer.game);
    format!("/api/v1/domains/{asked}/{last}?position={}", encoded(&answer.position.text))
}
