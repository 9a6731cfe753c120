//! The first page: what this is, results, and all games, each with its board.

use maud::{Markup, html};
use shuban_core::introduction::{Bilingual, Kin};

use super::common::{Lang, encoded};
use super::database::built_layers;
use super::find::form;
use super::layout::{Refusal, page};
use super::texts::{Language, Texts};
use crate::builds::{Build, Stage};
use crate::request::RequestState;

/// Games as the first page shows them: those that are introduced together, or else those whose
/// names begin in the same way.
struct Shown {
    name: String,
    about: String,
    /// The game and the text of an example position, if there is one.
    example: (String, Option<String>),
    /// Games, each with its name for people.
    members: Vec<(String, String)>,
}

pub(super) async fn get(state: RequestState, Lang(texts): Lang) -> Result<Markup, Refusal> {
    let (builds, catalog) = (state.builds.all(), state.catalog);
    let (games, built, has_proofs) = state
        .look_up(move |state| Ok((games(state, texts), built_layers(state)?, state.has_proofs())))
        .await?;
    let content = html! {
        h1.tagline { (texts.tagline) }
        p.introduction { (texts.introduction) }
        (form(texts, catalog, "", ""))
        @if builds.iter().any(|build| build.stage != Stage::Built) { (self::builds(texts, &builds)) }
        (stories(texts, catalog.kin()))
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

/// Renders results that are worth a headline.
fn stories(texts: &Texts, kin: &[Kin]) -> Markup {
    html! {
        div.stories {
            @for story in kin.iter().filter_map(|kin| kin.story.as_ref()) {
                section.story {
                    h2 {
                        a href={ "/position?game=" (encoded(story.game)) "&lang=" (texts.code) } {
                            (texts.of(story.title))
                        }
                    }
                    p { (texts.of(story.text)) }
                }
            }
        }
    }
}

/// Returns the games to show: those that are introduced together, a group for its members, and the
/// first of other games for all whose names begin in the same way.
fn games(state: &RequestState, texts: &Texts) -> Vec<Shown> {
    let catalog = state.catalog;
    let introduced = |Kin { name, about, example: [game, text], members, .. }: &Kin| {
        let said = |(game, name): &(String, Bilingual)| (game.clone(), texts.of(*name).to_owned());
        let is_there = |(game, _): &&(String, Bilingual)| catalog.games_named(game).is_ok();
        let text = (!text.is_empty()).then(|| (*text).to_owned());
        Shown {
            name: texts.of(*name).to_owned(),
            about: texts.of(*about).to_owned(),
            example: ((*game).to_owned(), text),
            members: members.iter().filter(is_there).map(said).collect(),
        }
    };
    let mut shown: Vec<Shown> = catalog.kin().iter().map(introduced).collect();
    for game in catalog.games() {
        let name = game.name();
        let group = catalog.groups().iter().find(|group| group.members.contains(&name));
        let is_introduced = catalog.kin().iter().any(|kin| kin.has(&name));
        if is_introduced || group.is_none() && catalog.is_in_group(&name) {
            continue;
        }
        let name = group.map_or(name, |group| group.name.clone());
        let first = |name: &str| name.split('/').next().map(str::to_owned);
        if let Some(kin) = shown.iter_mut().find(|shown| first(&shown.name) == first(&name)) {
            if kin.name != name {
                kin.members.push((name.clone(), name));
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
        let example = (name.clone(), example.map(|example| example.position.clone()));
        shown.push(Shown { name, about, example, members: Vec::new() });
    }
    shown
}

fn card(texts: &Texts, Shown { name, about, example: (game, text), members }: &Shown) -> Markup {
    let at = text.as_ref().map_or(String::new(), |at| format!("&position={}", encoded(at)));
    let query = format!("?game={}{at}", encoded(game));
    html! {
        div.card {
            img src={ "/api/v1/draw" (query) } alt="" loading="lazy" width="320" height="144";
            a href={ "/position" (query) "&lang=" (texts.code) } { (name) }
            span.about { (about) }
            @if !members.is_empty() {
                span.others {
                    @for (game, name) in members {
                        a href={ "/position?game=" (encoded(game)) "&lang=" (texts.code) } {
                            (name)
                        }
                    }
                }
            }
        }
    }
}

/// Renders the progress of the databases that are being built.
pub(super) fn builds(texts: &Texts, builds: &[Build]) -> Markup {
    let is_going = builds.iter().any(Build::is_going);
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
                            Stage::Building => { (texts.building) " " (phase(build)) }
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

/// Formats what is being done in a build, with how much of it is done.
fn phase(build: &Build) -> String {
    let Build { phase, done, total, .. } = build;
    match total {
        0 => phase.clone(),
        total => format!("{phase} {:.0} %", 100.0 * *done as f64 / *total as f64),
    }
}
