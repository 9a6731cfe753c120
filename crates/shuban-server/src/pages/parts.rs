//! The independent parts of a position, and sums that are put together part by part.
//!
//! A part is set up on a page of its own; the address keeps what stands beside it (`beside`), so
//! that the sum can be looked at again.

use maud::{Markup, html};
use shuban_catalog::{AnyGame, AnyPosition, Detail, Games};
use shuban_core::{Field, ToolTarget};

use super::encoded;
use super::line::Place;
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
    text: String,
    /// What its database says, in short.
    value: Option<String>,
    /// The parts but this one.
    others: String,
    /// The sum of them, unless there are none.
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
        let beside: Vec<String> = match &place.beside {
            Some(beside) => {
                state.short("sum", beside)?;
                beside.split('+').map(|text| text.trim().to_owned()).collect()
            }
            None => own.to_vec(),
        };
        if place.beside.is_some() && beside.len() > MOST {
            let detail = format!("a sum is put together of at most {} parts", MOST + 1);
            return Err(Problem::bad_request(detail));
        }
        let mut parts = Parts::looked_up(state, games, &beside)?;
        let others = if place.beside.is_some() { &beside[..] } else { &[] };
        let read: Vec<AnyPosition> =
            others.iter().map(|text| game.read(text)).collect::<Result<_, _>>()?;
        let all: Vec<&AnyPosition> = std::iter::once(position).chain(&read).collect();
        parts.sum = game.sum(&all)?;
        if place.beside.is_some() && parts.sum.is_none() {
            let detail = format!("sums of {} are not solved", game.name());
            return Err(Problem::bad_request(detail));
        }
        parts.tool = first_tool(game);
        Ok(parts)
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
        let mut parts = Parts::default();
        let mut read = Vec::new();
        for text in texts.iter().take(MOST) {
            let (game, position) = games.read(text)?;
            parts.tool = first_tool(game);
            read.push((game, position));
        }
        for (number, (game, position)) in read.iter().enumerate() {
            let but_this = |at: &usize| *at != number;
            let others: Vec<usize> = (0..read.len()).filter(but_this).collect();
            let beside: Vec<&AnyPosition> = others.iter().map(|&at| &read[at].1).collect();
            let without = if beside.is_empty() || !is_whole { None } else { game.sum(&beside)? };
            let session = state.shelves.session(&game.name())?;
            let answer = session.ask(*game, position, &Detail::Best).ok();
            let value = answer.and_then(|answer| {
                let short: Vec<String> =
                    answer.value.iter().flatten().filter_map(Field::short_text).collect();
                (!short.is_empty()).then(|| short.join(" "))
            });
            let texts: Vec<&str> = beside.iter().map(|position| &*position.text).collect();
            parts.all.push(Part {
                text: position.text.clone(),
                value,
                others: texts.join(JOINT),
                without,
            });
        }
        Ok(parts)
    }

    /// The address of the page on which one more part is set up: a copy of the last one.
    fn one_more(&self, shown: &Shown) -> Option<String> {
        let is_sum = shown.is_sum();
        let last = if is_sum { &self.all.last()?.text } else { &shown.answer.position.text };
        // More than can be changed part by part is left as it is.
        let is_whole = shown.answer.parts.len() <= MOST;
        let all: Vec<&str> = match is_sum {
            true if !is_whole => return None,
            true => self.all.iter().map(|part| &*part.text).collect(),
            false => vec![last],
        };
        let beside = (is_sum || self.sum.is_some()).then(|| all.join(JOINT));
        Some(set_up(&shown.place, last, Some(beside?), self.tool?))
    }
}

fn first_tool(game: &dyn AnyGame) -> Option<&'static str> {
    game.tools().iter().find(|tool| tool.on == ToolTarget::Part).map(|tool| tool.name)
}

/// The address of the page on which a part is set up.
fn set_up(place: &Place, text: &str, beside: Option<String>, tool: &str) -> String {
    let (edit, lang) = (Some(tool.to_owned()), place.lang.clone());
    Place { beside, edit, lang, ..Place::of(&place.game, text) }.address("/position")
}

fn picture(game: &str, text: &str) -> String {
    format!("/api/v1/draw?game={}&position={}", encoded(game), encoded(text))
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
                    @for part in all {
                        li {
                            img src=(picture(&shown.place.game, &part.text)) alt="";
                            p {
                                a href=(to(&part.text)) title=(texts.alone) { code { (part.text) } }
                                @if let Some(value) = part.value.as_ref().filter(|_| !is_hidden) {
                                    " " strong { (shown.say(texts, value)) }
                                }
                            }
                            @if !is_beside {
                                p.links {
                                    @if let (Some(tool), Some(_)) = (tool, &part.without) {
                                        @let beside = Some(part.others.clone());
                                        a.change href=(set_up(&shown.place, &part.text, beside, tool)) {
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
