//! The independent parts of a position, and sums that are composed part by part.
//!
//! A part is edited on a page of its own; the address keeps the other summands (`beside`), so that
//! the sum can be shown again.

use shuban_catalog::chain::{Oracle, Question, Reply};
use shuban_catalog::names::Games;
use shuban_catalog::{AnyGame, AnyPosition};
use shuban_core::Field;
use shuban_core::present::ToolTarget;

use super::line::Place;
use crate::problem::Problem;
use crate::state::State;

/// Limit on the parts that are drawn.
pub(super) const MOST: usize = 16;

/// Separator of parts in an address.
const JOINT: &str = " + ";

/// A part, with its value.
pub(super) struct Part {
    pub(super) position: AnyPosition,
    /// Short text of its value in a database.
    pub(super) value: Option<String>,
    /// Sum of the others, if the part can be removed.
    pub(super) without: Option<String>,
}

/// The parts of a position, or the other summands of a sum.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) all: Vec<Part>,
    /// Sum of the position and its other summands, if the game has sums.
    pub(super) sum: Option<String>,
    /// Tool for editing a part.
    pub(super) tool: Option<&'static str>,
}

impl Parts {
    /// Looks up the other summands of a position, or else its own parts.
    ///
    /// # Errors
    /// [`Problem`] if one of the summands is not a position.
    pub(super) fn of_position(
        state: &State,
        place: &Place,
        game: &dyn AnyGame,
        position: &AnyPosition,
        own: &[String],
    ) -> Result<Self, Problem> {
        let games = state.catalog.games_named(&place.game)?;
        let tool = first_tool(game);
        let Some(beside) = &place.beside else {
            let sum = game.sum(&[position])?;
            return Ok(Parts { sum, tool, ..Parts::looked_up(state, games, own)? });
        };
        state.short("sum", beside)?;
        let beside: Vec<String> = beside.split('+').map(|text| text.trim().to_owned()).collect();
        if beside.len() > MOST {
            let detail = format!("a sum is put together of at most {} parts", MOST + 1);
            return Err(Problem::bad_request(detail));
        }
        let parts = Parts::looked_up(state, games, &beside)?;
        let others = parts.all.iter().map(|part| &part.position);
        let all: Vec<&AnyPosition> = std::iter::once(position).chain(others).collect();
        let sum = game.sum(&all)?.ok_or_else(|| {
            Problem::bad_request(format!("sums of {} are not solved", game.name()))
        })?;
        Ok(Parts { sum: Some(sum), tool, ..parts })
    }

    /// Looks up the parts of a sum.
    ///
    /// # Errors
    /// [`Problem`] if one of them is not a position.
    pub(super) fn looked_up(
        state: &State,
        games: Games<'_>,
        texts: &[String],
    ) -> Result<Self, Problem> {
        // With more, no part can be changed or removed: an address would omit some.
        let is_whole = texts.len() <= MOST;
        let drawn = &texts[..texts.len().min(MOST)];
        let read = drawn.iter().map(|text| games.read(text));
        let read: Vec<(&dyn AnyGame, AnyPosition)> = read.collect::<Result<_, _>>()?;
        let mut parts = Parts::default();
        for (number, (game, position)) in read.iter().enumerate() {
            parts.tool = first_tool(*game);
            let others = read.iter().enumerate().filter(|(at, _)| *at != number);
            let others: Vec<&AnyPosition> = others.map(|(_, (_, position))| position).collect();
            let without = if others.is_empty() || !is_whole { None } else { game.sum(&others)? };
            let session = state.sessions.session(&game.name())?;
            let question = Question::new(*game, position.clone(), None)?;
            let value = match Oracle::ask(&mut &*session, &question)? {
                Reply::Known(answer) => answer.value,
                Reply::Unknown(_) => None,
            };
            let short: Vec<String> = value.iter().flatten().filter_map(Field::short_text).collect();
            let value = (!short.is_empty()).then(|| short.join(" "));
            parts.all.push(Part { position: position.clone(), value, without });
        }
        Ok(parts)
    }

    /// Joins the parts except that of a number, as in an address.
    pub(super) fn but(&self, number: Option<usize>) -> String {
        let others = self.all.iter().enumerate().filter(|(at, _)| Some(*at) != number);
        others.map(|(_, part)| &*part.position.text).collect::<Vec<_>>().join(JOINT)
    }
}

fn first_tool(game: &dyn AnyGame) -> Option<&'static str> {
    game.tools().iter().find(|tool| tool.on != ToolTarget::Board).map(|tool| tool.name)
}
