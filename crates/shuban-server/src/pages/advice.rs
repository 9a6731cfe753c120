//! Page of the advice of players of one game alone.

use maud::{Markup, html};
use shuban_catalog::{AdvisedMoves, AnyAdvice};

use super::common::Lang;
use super::field_values::name;
use super::layout::{Refusal, page};
use super::line::Place;
use super::texts::{Language, Texts};
use super::words::Said;
use crate::api::advice::advice;
use crate::request::{Query, RequestState};

pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(mut place): Query<Place>,
) -> Result<Markup, Refusal> {
    place.lang = Some(texts.code.to_owned());
    let address = place.address_in_any_language("/advice");
    let content = state
        .work(move |state| {
            let replayed = place.replay(state)?;
            place.game = replayed.game.name();
            let advice = advice(state, replayed.game, &replayed.position)?;
            let said = |text: &str| texts.say(replayed.game.japanese().phrases, text);
            Ok(content(texts, &said, &place, &advice))
        })
        .await?;
    Ok(page(texts, texts.advice_title, &address, &content))
}

fn content(texts: &Texts, said: Said<'_>, place: &Place, advice: &AnyAdvice) -> Markup {
    html! {
        h1 { (texts.advice_title) " · " (advice.game) }
        p { code { (advice.position) } }
        p.links { a href=(place.address("/position")) { (texts.position) } }
        @if advice.players.is_empty() {
            p { strong { (texts.over) } }
        } @else {
            p.turn { strong { (said(&advice.seat_name)) } " " (texts.to_move) }
        }
        @for player in &advice.players { (one(texts, said, place, player)) }
    }
}

/// Renders one player: its move, and the moves that it considered.
fn one(texts: &Texts, said: Said<'_>, place: &Place, player: &AdvisedMoves) -> Markup {
    let about = match (&player.about_ja, texts.language) {
        (Some(about), Language::Japanese) => about,
        _ => &player.about,
    };
    let link = |action: &str| {
        let there = place.with(None, action).address("/position");
        html! { a href=(there) { (said(action)) } }
    };
    let columns = player.weighed.first().map(|(_, found)| found);
    let columns = || columns.into_iter().flatten().filter(|field| field.is_in_lists());
    html! {
        section.advice aria-label=(player.name) {
            h2 { (player.name) }
            p.about { (about) }
            p {
                @match &player.choice {
                    Some(choice) => { (texts.advised) " " strong { (link(choice)) } }
                    None => { (texts.no_advice) }
                }
            }
            dl.facts {
                @for field in &player.facts {
                    @if let Some(text) = field.long_text() {
                        dt { (said(&name(field))) }
                        dd { (said(&text)) }
                    }
                }
            }
            @if !player.weighed.is_empty() {
                div.scroll tabindex="0" role="region" aria-label={ (player.name) ": " (texts.moves) } {
                    table.moves {
                        thead { tr {
                            th scope="col" { (texts.play) }
                            @for field in columns() { th.number scope="col" { (said(&name(field))) } }
                        } }
                        tbody {
                            @for (action, found) in &player.weighed {
                                tr.best[player.choice.as_ref() == Some(action)] {
                                    td { (link(action)) }
                                    @for field in found.iter().filter(|field| field.is_in_lists()) {
                                        td.number { (field.short_text().unwrap_or_default()) }
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
