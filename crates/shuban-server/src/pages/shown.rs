//! Content of the page of a position, which the page's parts render.

use shuban_catalog::{AnyAnswer, AnyPlay};
use shuban_core::present::{Preview, Tool};
use shuban_core::{Fields, Phrase};

use super::common::encoded;
use super::line::Place;
use super::missing::MissingLayer;
use super::parts::Parts;
use super::texts::Texts;

/// Content of the page of a position.
pub(super) struct Shown {
    /// Place of the position, with the language.
    pub(super) place: Place,
    /// Names of the seats.
    pub(super) seats: Vec<String>,
    /// Japanese translations of the game's texts.
    pub(super) phrases: &'static [Phrase],
    /// Answer about the position.
    pub(super) answer: AnyAnswer,
    /// Worth of the position under the stakes that its text tells of.
    pub(super) stakes: Option<Fields>,
    /// True if the text tells of stakes, and nothing is known under them.
    pub(super) is_left_aside: bool,
    /// True if the answer has values: of a database, a search, an estimate.
    pub(super) is_known: bool,
    /// The board, as an SVG document.
    pub(super) drawing: String,
    /// Tools for editing it.
    pub(super) tools: Vec<Tool>,
    /// Preview of their use, while it is edited.
    pub(super) preview: Option<Preview>,
    /// Its independent parts, or the other summands of a sum.
    pub(super) parts: Parts,
    /// True if the last move can be drawn step by step.
    pub(super) has_steps: bool,
    /// Numbers of moves after which it is the reader's turn, if it is a game.
    pub(super) own_turns: Option<Vec<usize>>,
    /// Reason why the game refused what was put on the board.
    pub(super) said: Option<String>,
    /// Reasons why neither a database nor a search answers, as far as a reader can do something.
    pub(super) refused: Vec<String>,
    /// Layer that would know the position, if it is not built.
    pub(super) missing: Option<MissingLayer>,
    /// True if a search may find the value.
    pub(super) searchable: bool,
    /// True if the game has advisers.
    pub(super) is_advised: bool,
    /// True if that search is proof search.
    pub(super) is_proven: bool,
}

impl Shown {
    /// Returns true if it is a sum, which only search reads: lines are not replayed there.
    pub(super) fn is_sum(&self) -> bool {
        self.seats.is_empty()
    }

    /// Translates a text of the game into the reader's language.
    pub(super) fn say(&self, texts: &Texts, text: &str) -> String {
        texts.say(self.phrases, text)
    }

    /// Returns the address of the page after a move.
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

    /// Returns true if a search may find more than is shown.
    pub(super) fn may_be_searched(&self) -> bool {
        let AnyAnswer { domain, source, over, .. } = &self.answer;
        let is_searched = domain.is_some() || source.as_deref() == Some("search");
        self.searchable && over.is_none() && !is_searched
    }

    /// Returns true if it is a game, and the turn of another seat.
    pub(super) fn is_theirs(&self) -> bool {
        self.place.play.is_some_and(|seat| seat != self.answer.seat) && self.answer.over.is_none()
    }

    /// Returns true if values are hidden, because the reader plays.
    pub(super) fn is_hidden(&self) -> bool {
        self.place.play.is_some() && self.place.hint.is_none() && self.answer.over.is_none()
    }
}

/// Returns the address of the API's answer about a position.
pub(super) fn probe_address(answer: &AnyAnswer, last: &str) -> String {
    let asked = answer.domain.as_deref().unwrap_or(&answer.game);
    format!("/api/v1/domains/{asked}/{last}?position={}", encoded(&answer.position.text))
}
