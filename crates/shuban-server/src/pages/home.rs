//! The first page: all games, each with its board.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};

use super::common::{Lang, encoded};
use super::database::built_layers;
use super::layout::{Refusal, page};
use super::texts::{Language, Texts};
use crate::builds::{Build, Stage};
use crate::request::blocking;
use crate::state;

/// A game as the first page shows it, with those whose names begin in the same way.
struct Shown {
    name: String,
    about: String,
    /// Text of an example position, if the program has one.
    example: Option<String>,
    others: Vec<String>,
}

pub(super) async fn get(
    State(state): State<Arc<state::State>>,
    Lang(texts): Lang,
) -> Result<Markup, Refusal> {
    let builds = state.builds.all();
    let (games, built, has_proofs) =
        blocking(move || Ok((games(&state, texts), built_layers(&state)?, state.has_proofs())))
            .await?;
    let content = html! {
        h1.tagline { (texts.tagline) }
        @if builds.iter().any(|build| build.stage != Stage::Built) { (progress(texts, &builds)) }
        @if has_proofs {
            p.links { a.proofs href={ "/proofs?lang=" (texts.code) } { (texts.proofs_to_walk) } }
        }
        ul.games {
            @for game in &games { li { (card(texts, game)) } }
        }
        @if built.is_empty() && builds.is_empty() {
            p.note { (texts.none_built) " " code { "shuban quickstart" } " · "
                code { "shuban serve --build-default" } }
        }
    };
    Ok(page(texts, texts.tagline, "/", &content))
}

/// Returns the games to show: a group stands for its members, and the first game for all whose
/// names begin in the same way.
fn games(state: &state::State, texts: &Texts) -> Vec<Shown> {
    let catalog = state.catalog;
    let mut shown: Vec<Shown> = Vec::new();
    for game in catalog.games() {
        let name = game.name();
        let group = catalog.groups().iter().find(|group| group.members.contains(&name));
        if group.is_none() && catalog.is_in_group(&name) {
            continue;
        }
        let name = group.map_or(name, |group| group.name.clone());
        let first = |name: &str| name.split('/').next().map(str::to_owned);
        if let Some(kin) = shown.iter_mut().find(|shown| first(&shown.name) == first(&name)) {
            if kin.name != name {
                kin.others.push(name);
            }
            continue;
        }
        let Ok(games) = catalog.games_named(&name) else { continue };
        let english = || group.map_or_else(|| game.about(), |group| group.about.clone());
        let about = match texts.language {
            Language::Japanese => games.japanese().about.unwrap_or_else(english),
            Language::English => english(),
        };
        let example = catalog.examples().iter().find(|example| example.game == name);
        let example = example.map(|example| example.position.clone());
        shown.push(Shown { name, about, example, others: Vec::new() });
    }
    shown
}

fn card(texts: &Texts, Shown { name, about, example, others }: &Shown) -> Markup {
    let at = example.as_ref().map_or(String::new(), |at| format!("&position={}", encoded(at)));
    let query = format!("?game={}{at}", encoded(name));
    html! {
        div.card {
            img src={ "/api/v1/draw" (query) } alt="" loading="lazy" width="320" height="144";
            a href={ "/position" (query) "&lang=" (texts.code) } { (name) }
            span.about { (about) }
            @if !others.is_empty() {
                span.others {
                    @for other in others {
                        a href={ "/position?game=" (encoded(other)) "&lang=" (texts.code) } {
                            (other)
                        }
                    }
                }
            }
        }
    }
}

/// Renders the progress of the databases that are being built.
fn progress(texts: &Texts, builds: &[Build]) -> Markup {
    let is_going =
        builds.iter().any(|build| matches!(build.stage, Stage::Waiting | Stage::Building));
    let done = builds.iter().filter(|build| build.stage == Stage::Built).count();
    html! {
        section.builds data-live[is_going] aria-label=(texts.builds) {
            h2 { (texts.builds) " " span.number { (done) "/" (builds.len()) } }
            progress max=(builds.len()) value=(done) aria-label=(texts.builds) {}
            ul {
                @for build in builds.iter().filter(|build| build.stage != Stage::Built) {
                    li {
                        code { (build.domain) } " "
                        @match build.stage {
                            Stage::Waiting => (texts.waiting),
                            Stage::Building => { (texts.building) " " (build.phase) }
                            Stage::Built => (texts.built),
                            Stage::Failed => {
                                (texts.failed) ": " (build.remark.as_deref().unwrap_or_default())
                            }
                        }
                    }
                }
            }
        }
    }
}
