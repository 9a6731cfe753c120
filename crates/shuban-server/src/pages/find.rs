//! Positions as text: the form in which they are pasted, and what is said of one that is not read.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::names::Games;
use shuban_catalog::{AnyRules, Catalog};

use super::common::Lang;
use super::layout::{Refusal, page, told};
use super::line::Place;
use super::texts::Texts;
use crate::problem::Problem;
use crate::request::{Query, RequestState};

/// A text, and the game that it belongs to; empty if any may read it.
#[derive(Debug, Deserialize)]
pub(super) struct FindQuery {
    #[serde(default)]
    position: String,
    #[serde(default)]
    game: String,
}

/// Finds the game that reads a text: redirects to the page of the position.
pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(FindQuery { position, game }): Query<FindQuery>,
) -> Result<Response, Refusal> {
    let (catalog, text) = (state.catalog, position.clone());
    let found = state
        .look_up(move |state| {
            state.short("position", &text)?;
            if game.is_empty() {
                let mut places = listed(catalog).filter_map(|games| read(games, &text));
                let mut whole = listed(catalog).filter(|games| games.read(&text).is_ok());
                let whole = whole.next().map(|first| largest(first, whole));
                return Ok(whole
                    .map(|games| Place::of(&games.name(), &text))
                    .or_else(|| places.next()));
            }
            let place = catalog.games_named(&game).ok().and_then(|games| read(games, &text));
            Ok(Some(place.unwrap_or_else(|| Place::of(&game, &text))))
        })
        .await?;
    let Some(place) = found else {
        let content = html! {
            h1 { (texts.paste) }
            p role="status" { (texts.unread) }
            (form(texts, catalog, &position, ""))
            (examples(texts, listed(catalog)))
        };
        let page = page(texts, texts.paste, "/find", &content);
        return Ok((StatusCode::BAD_REQUEST, page).into_response());
    };
    let place = Place { lang: Some(texts.code.to_owned()), ..place };
    Ok(Redirect::to(&place.address("/position")).into_response())
}

/// Returns the game of the largest board, where the first one is a size of it such as `go/3`.
fn largest<'c>(first: Games<'c>, others: impl Iterator<Item = Games<'c>>) -> Games<'c> {
    let size = |games: &Games<'_>| {
        let name = games.name();
        let (stem, size) = name.split_once('/')?;
        Some((stem.to_owned(), size.parse::<u32>().ok()?))
    };
    let Some((stem, _)) = size(&first) else { return first };
    let sizes = others.filter(|games| size(games).is_some_and(|(other, _)| other == stem));
    std::iter::once(first).chain(sizes).max_by_key(|games| size(games)).unwrap_or(first)
}

/// Reads a text as a position of a game.
fn read(games: Games<'_>, text: &str) -> Option<Place> {
    games.read_state(text).is_ok().then(|| Place::of(&games.name(), text))
}

/// Iterates over the games that lists for people name: a group stands for its members.
fn listed(catalog: &'static Catalog) -> impl Iterator<Item = Games<'static>> {
    let groups = catalog.groups().iter().map(|group| group.name.clone());
    let names = catalog.games().map(AnyRules::name).chain(groups);
    let names = names.filter(|name| !catalog.is_in_group(name));
    names.filter_map(|name| catalog.games_named(&name).ok())
}

/// Renders the field for a position, with the choice of a game.
pub(super) fn form(texts: &Texts, catalog: &'static Catalog, text: &str, chosen: &str) -> Markup {
    html! {
        form.find.paste method="get" action="/find" {
            input type="hidden" name="lang" value=(texts.code);
            input name="position" value=(text) aria-label=(texts.paste) placeholder=(texts.paste)
                spellcheck="false" autocomplete="off" autocapitalize="off" required;
            select name="game" aria-label=(texts.games) {
                option value="" { (texts.any_game) }
                @for games in listed(catalog) {
                    @let name = games.name();
                    option value=(name) selected[name == chosen] { (name) }
                }
            }
            button { (texts.look_up) }
        }
    }
}

/// Renders a position of each game, as an example of its notation.
fn examples(texts: &Texts, games: impl Iterator<Item = Games<'static>>) -> Markup {
    html! {
        p { (texts.example) }
        ul.examples {
            @for games in games {
                @let (name, start) = (games.name(), games.start());
                @let lang = Some(texts.code.to_owned());
                li {
                    (name) ": "
                    a href=(Place { lang, ..Place::of(&name, &start) }.address("/position")) {
                        code { (start) }
                    }
                }
            }
        }
    }
}

/// Renders what is wrong with the address of a position, with the form, and an example.
///
/// # Errors
/// The problem itself, if it is not in what the reader wrote.
pub(super) fn mistaken(
    texts: &Texts,
    catalog: &'static Catalog,
    place: &Place,
    problem: Problem,
) -> Result<Response, Problem> {
    let (Ok(games), true) = (catalog.games_named(&place.game), problem.status == 400) else {
        return Err(problem);
    };
    let content = html! {
        (told(texts, &problem))
        (form(texts, catalog, place.position.as_deref().unwrap_or_default(), &games.name()))
        (examples(texts, std::iter::once(games)))
    };
    let page = page(texts, problem.title, "/", &content);
    Ok((StatusCode::BAD_REQUEST, page).into_response())
}
