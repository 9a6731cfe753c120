//! The independent parts of a position, and sums that are put together part by part.
//!
//! A part is set up on a page of its own; the address keeps what stands beside it (`beside`), so
//! that the sum can be looked at again.

use maud::{Markup, html};
use shuban_catalog::{AnyGame, AnyPosition, Detail, Games};
use shuban_core::{Field, ToolTarget};

use super::line::Place;
use super::picture;
use super::position::Shown;
use super::texts::Texts;
use crate::problem::Problem;
use crate::server::State;

/// More parts than this are not drawn.
const MOST: usize = 16;

/// What separates parts in an address.
const JOINT: &str = " + ";

/// A part, with what is known of it.
pub(super) struct Part {
    position: AnyPosition,
    /// What its database says, in short.
    value: Option<String>,
    /// The sum of the others, where the part can be taken away.
    without: Option<String>,
}

/// The parts of a position, or what stands beside it in a sum.
#[derive(Default)]
pub(super) struct Parts {
    all: Vec<Part>,
    /// The sum of the position and what stands beside it, where the game has sums.
    sum: Option<String>,
    /// What can be put on a part.
    tool: Option<&'static str>,
}

impl Parts {
    /// Looks up what stands beside a position, or else its own parts.
    ///
    /// # Errors
    /// [`Problem`] if what stands beside it is no position.
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
    /// [`Problem`] if one of them is no position.
    pub(super) fn looked_up(
        state: &State,
        games: Games<'_>,
        texts: &[String],
    ) -> Result<Self, Problem> {
        // With more, no part can be changed or taken away: an address would miss some.
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
            let session = state.shelves.session(&game.name())?;
            let answer = session.ask(*game, position, &Detail::Best).ok();
            let value = answer.and_then(|answer| {
                let short: Vec<String> =
                    answer.value.iter().flatten().filter_map(Field::short_text).collect();
                (!short.is_empty()).then(|| short.join(" "))
            });
            parts.all.push(Part { position: position.clone(), value, without });
        }
        Ok(parts)
    }

    /// The parts but that of a number, as an address has them.
    fn but(&self, number: Option<usize>) -> String {
        let others = self.all.iter().enumerate().filter(|(at, _)| Some(*at) != number);
        others.map(|(_, part)| &*part.position.text).collect::<Vec<_>>().join(JOINT)
    }

    /// The address of the page on which one more part is set up: a copy of the last one.
    fn one_more(&self, shown: &Shown) -> Option<String> {
        if !shown.is_sum() {
            let text = &shown.answer.position.text;
            self.sum.as_ref()?;
            return Some(set_up(&shown.place, text, text.clone(), self.tool?));
        }
        // More than can be changed part by part is left as it is.
        if shown.answer.parts.len() > MOST {
            return None;
        }
        let last = &self.all.last()?.position.text;
        Some(set_up(&shown.place, last, self.but(None), self.tool?))
    }
}

fn first_tool(game: &dyn AnyGame) -> Option<&'static str> {
    game.tools().iter().find(|tool| tool.on != ToolTarget::Board).map(|tool| tool.name)
}

/// The address of the page on which a part is set up.
fn set_up(place: &Place, text: &str, beside: String, tool: &str) -> String {
    let (beside, edit, lang) = (Some(beside), Some(tool.to_owned()), place.lang.clone());
    Place { beside, edit, lang, ..Place::of(&place.game, text) }.address("/position")
}

/// The parts, each with its value, and ways to look at it alone, to change it and to take it away.
pub(super) fn parts(texts: &Texts, shown: &Shown) -> Markup {
    let Parts { all, sum, tool } = &shown.parts;
    let is_beside = shown.place.beside.is_some();
    let is_hidden = shown.is_hidden();
    let lang = &shown.place.lang;
    let to = |text: &str| {
        Place { lang: lang.clone(), ..Place::of(&shown.place.game, text) }.address("/position")
    };
    html! {
        @if is_beside || !all.is_empty() {
            section.parts aria-label=(texts.parts) {
                h2 {
                    @if is_beside { (texts.beside) } @else { (texts.parts) }
                    @if let (Some(sum), true) = (sum, is_beside) {
                        " " a.button.sum href=(to(sum)) { (texts.look_at_sum) }
                    }
                }
                ol.parts {
                    @for (number, part) in all.iter().enumerate() {
                        @let text = &*part.position.text;
                        li {
                            img src=(picture(&shown.place.game, text)) alt="";
                            p {
                                a href=(to(text)) title=(texts.alone) { code { (text) } }
                                @if let Some(value) = part.value.as_ref().filter(|_| !is_hidden) {
                                    " " strong { (shown.say(texts, value)) }
                                }
                            }
                            @if !is_beside {
                                p.links {
                                    @if let (Some(tool), Some(_)) = (tool, &part.without) {
                                        @let beside = shown.parts.but(Some(number));
                                        a.change href=(set_up(&shown.place, text, beside, tool)) {
                                            (texts.set_up)
                                        }
                                    }
                                    @if let Some(without) = &part.without {
                                        a.take href=(to(without)) { (texts.take_away) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A link to the page on which one more part is set up beside this position.
pub(super) fn add(texts: &Texts, shown: &Shown) -> Markup {
    let address = shown.parts.one_more(shown).filter(|_| shown.place.beside.is_none());
    html! { @if let Some(address) = address { a.add href=(address) { (texts.one_more_part) } } }
}
