//! Page of a position of a proof: the strategy's move there, or its replies.

use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::any_proof::{AnyProofMove, AnyProofStep, ProofAbout};
use shuban_catalog::proof::ProofStatus;
use shuban_core::text::grouped;
use shuban_core::{Medium, Phrase};

use super::board::{Hand, inlined, walk};
use super::common::{Lang, encoded};
use super::layout::{Refusal, page};
use super::line::Place;
use super::proofs::claim;
use super::texts::Texts;
use crate::line::moves_of;
use crate::proofs::Walked;
use crate::request::{Query, RequestState};

/// The position of a proof, by file and line.
#[derive(Debug, Deserialize)]
pub(super) struct ProofPlace {
    file: String,
    line: Option<String>,
    at: Option<usize>,
}

/// Content of the page.
struct Shown {
    file: String,
    /// The line, which begins at the proof's position.
    place: Place,
    about: ProofAbout,
    step: AnyProofStep,
    /// True if the proof is of the start of a game.
    is_start: bool,
    /// True if the line has left the strategy.
    has_left: bool,
    drawing: String,
    /// Japanese translations of the game's texts.
    phrases: &'static [Phrase],
}

impl Shown {
    /// Returns the address of the page of another place of the line.
    fn address(&self, place: &Place) -> String {
        let mut address = format!("/proof?file={}", encoded(&self.file));
        let mut add = |name: &str, value: Option<&str>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                address.push_str(&format!("&{name}={}", encoded(value)));
            }
        };
        add("line", place.line.as_deref());
        let at = place.at.filter(|&at| at < place.steps().len());
        add("at", at.map(|at| at.to_string()).as_deref());
        add("lang", place.lang.as_deref());
        address
    }
}

pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(place): Query<ProofPlace>,
) -> Result<Markup, Refusal> {
    let lang = Some(texts.code.to_owned());
    let ProofPlace { file, line, at } = place;
    let text = line.as_deref().unwrap_or_default();
    state.short("line", text)?;
    let mut moves = moves_of(text)?;
    let place = Place { line, at, lang, ..Place::default() };
    moves.truncate(place.made());
    let shown = state
        .walk(file, moves, move |file, walked| {
            let Walked { proof, position, step, has_left } = walked;
            let file = file.to_owned();
            let (about, game) = (proof.about(), proof.game());
            let place = Place { game: about.game.clone(), ..place };
            let is_start = about.root == game.start().text;
            let drawing = game.draw(&position, Medium::Svg)?;
            let phrases = game.japanese().phrases;
            Ok(Shown { file, place, about, step, is_start, has_left, drawing, phrases })
        })
        .await?;
    let title = format!("{}: {}", shown.about.game, claim(texts, shown.phrases, &shown.about));
    let address = shown.address(&Place { lang: None, ..shown.place.clone() });
    Ok(page(texts, &title, &address, &content(texts, &shown)))
}

fn content(texts: &Texts, shown: &Shown) -> Markup {
    let Shown { about, step, drawing, .. } = shown;
    html! {
        div.position data-position=(step.position.text) {
            section.board aria-label=(texts.board) {
                h1 { (about.game) ": " (claim(texts, shown.phrases, about)) }
                (inlined(drawing, &Hand::Rests))
                (walk(texts, &shown.place, |place| shown.address(place), |_| true, &html! {}))
            }
            div.known {
                section.value aria-label=(texts.claim) {
                    p.turn {
                        @if !matches!(step.status, ProofStatus::Over(_)) {
                            strong { (texts.say(shown.phrases, &step.side)) } " " (texts.to_move)
                        }
                    }
                    p.status { (sentence(texts, step.status)) }
                    @if shown.has_left { p.status { (texts.proof_left) } }
                    dl.facts {
                        dt { (texts.claim) }
                        dd { (claim(texts, shown.phrases, about)) }
                        dt { (texts.from_position) }
                        dd { @if shown.is_start { (texts.start) } @else { (about.root) } }
                        dt { (texts.strategy) }
                        dd { (grouped(about.positions)) " " (texts.positions) }
                    }
                }
                (moves(texts, shown))
                p.note { (texts.proof_checked) " " code { "shuban-check" } }
                (links(texts, shown))
            }
        }
    }
}

/// Returns a sentence for the status of the position.
fn sentence(texts: &Texts, status: ProofStatus) -> &'static str {
    match status {
        ProofStatus::Listed => texts.proof_plays,
        ProofStatus::Replies => texts.proof_answers,
        ProofStatus::Decided(true) => texts.proof_decided,
        ProofStatus::Over(true) => texts.proof_over,
        ProofStatus::Decided(false) | ProofStatus::Over(false) => texts.proof_fails,
        ProofStatus::Missing => texts.proof_missing,
        ProofStatus::Unsearched => texts.proof_unsearched,
    }
}

/// Returns a word or two for the status of the position after a move.
fn word(texts: &Texts, status: ProofStatus) -> &'static str {
    match status {
        ProofStatus::Listed => texts.in_the_proof,
        ProofStatus::Replies => texts.goes_on,
        ProofStatus::Decided(true) => texts.by_plain_search,
        ProofStatus::Over(true) => texts.over,
        ProofStatus::Decided(false) | ProofStatus::Over(false) => texts.against_claim,
        ProofStatus::Missing => texts.not_in_the_proof,
        ProofStatus::Unsearched => texts.not_searched,
    }
}

/// Renders the move of the strategy, or all moves with their replies.
fn moves(texts: &Texts, shown: &Shown) -> Markup {
    let step = &shown.step;
    let has_answers = step.moves.iter().any(|one| one.answer.is_some());
    html! {
        @if !step.moves.is_empty() {
            section.plays aria-label=(texts.moves) {
                h2 { (texts.moves) }
                div.scroll tabindex="0" role="region" aria-label=(texts.moves) {
                    table.moves {
                        thead { tr {
                            th scope="col" { (texts.play) }
                            th scope="col" { (texts.status) }
                            @if has_answers { th scope="col" { (texts.answer) } }
                        } }
                        tbody {
                            @for one in &step.moves { (row(texts, shown, one, has_answers)) }
                        }
                    }
                }
            }
        }
    }
}

fn row(texts: &Texts, shown: &Shown, one: &AnyProofMove, has_answers: bool) -> Markup {
    let after = shown.place.with(None, &one.action);
    let parts = (!one.touched.is_empty()).then(|| one.touched.join(" "));
    let is_chosen = shown.step.status == ProofStatus::Listed;
    let is_hole = one.status == ProofStatus::Missing && !shown.has_left;
    let fails = is_hole || one.status.holds() == Some(false);
    html! {
        tr.best[is_chosen] {
            td { a href=(shown.address(&after)) data-parts=[parts] { (one.action) } }
            td.differs[fails] { (word(texts, one.status)) }
            @if has_answers {
                td {
                    @if let Some(answer) = &one.answer {
                        a href=(shown.address(&after.with(None, answer))) { (answer) }
                    }
                }
            }
        }
    }
}

fn links(texts: &Texts, shown: &Shown) -> Markup {
    let lang = texts.code;
    let (game, position) = (encoded(&shown.about.game), encoded(&shown.step.position.text));
    let made = shown.place.steps().into_iter().take(shown.place.made());
    let line = made.fold(Place::default(), |line, step| line.with(None, &step.action));
    let line = encoded(line.line.as_deref().unwrap_or_default());
    html! {
        p.links {
            a href={ "/proofs?lang=" (lang) } { (texts.proofs) }
            a href={ "/position?game=" (game) "&position=" (position) "&lang=" (lang) } {
                (texts.explore)
            }
            a href={ "/api/v1/proofs/" (encoded(&shown.file)) "?line=" (line) } {
                (texts.as_json)
            }
        }
    }
}
