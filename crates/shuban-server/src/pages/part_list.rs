//! The list of a position's parts on its page.

use maud::{Markup, html};

use super::common::picture;
use super::line::Place;
use super::parts::{MOST, Parts};
use super::shown::Shown;
use super::texts::Texts;

/// Returns the address of the page for editing one more part: a copy of the last one.
fn one_more(parts: &Parts, shown: &Shown) -> Option<String> {
    if !shown.is_sum() {
        let text = &shown.answer.position.text;
        parts.sum.as_ref()?;
        return Some(set_up(&shown.place, text, text.clone(), parts.tool?));
    }
    // A sum with too many parts to edit is left unchanged.
    if shown.answer.parts.len() > MOST {
        return None;
    }
    let last = &parts.all.last()?.position.text;
    Some(set_up(&shown.place, last, parts.but(None), parts.tool?))
}

/// Returns the address of the page for editing a part.
fn set_up(place: &Place, text: &str, beside: String, tool: &str) -> String {
    let (beside, edit, lang) = (Some(beside), Some(tool.to_owned()), place.lang.clone());
    Place { beside, edit, lang, ..Place::of(&place.game, text) }.address("/position")
}

/// Renders the parts, each with its value, and links to view, change and remove it.
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

/// Renders a link to the page for editing one more part beside this position.
pub(super) fn add(texts: &Texts, shown: &Shown) -> Markup {
    let address = one_more(&shown.parts, shown).filter(|_| shown.place.beside.is_none());
    html! { @if let Some(address) = address { a.add href=(address) { (texts.one_more_part) } } }
}
