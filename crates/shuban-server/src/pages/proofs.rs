//! Page of all proof files.

use maud::{Markup, html};
use shuban_catalog::any_proof::ProofAbout;
use shuban_core::Phrase;
use shuban_core::text::{bytes_text, grouped};

use super::common::{Lang, encoded};
use super::layout::{Refusal, page};
use super::texts::Texts;
use crate::proofs::Listed;
use crate::request::RequestState;

/// Returns the claim of a proof in words.
pub(super) fn claim(texts: &Texts, phrases: &[Phrase], about: &ProofAbout) -> String {
    let what = if about.is_win() { texts.claim_wins } else { texts.claim_wins_or_draws };
    format!("{} {what}", texts.say(phrases, &about.side))
}

/// Returns the address of the first page of a proof.
fn address(texts: &Texts, file: &str) -> String {
    format!("/proof?file={}&lang={}", encoded(file), texts.code)
}

pub(super) async fn list(state: RequestState, Lang(texts): Lang) -> Result<Markup, Refusal> {
    let proofs = state
        .look_up(move |state| {
            let proofs = state.proofs().into_iter();
            let with_phrases = |listed: Listed| {
                let game = listed.about.as_ref().map_or("", |about| &about.game);
                let games = state.catalog.games_named(game);
                (games.map_or(&[][..], |games| games.japanese().phrases), listed)
            };
            Ok(proofs.map(with_phrases).collect::<Vec<_>>())
        })
        .await?;
    let content = html! {
        h1 { (texts.proofs) }
        p.note { (texts.proofs_how) }
        @if proofs.is_empty() {
            p.note { (texts.no_proofs) " " code { "shuban solve GAME --proof DATA/proofs/NAME.shuban" } }
        } @else {
            ul.proofs {
                @for (phrases, listed) in &proofs { li { (entry(texts, phrases, listed)) } }
             }
        }
    };
    Ok(page(texts, texts.proofs, "/proofs", &content))
}

fn entry(texts: &Texts, phrases: &[Phrase], Listed { file, about }: &Listed) -> Markup {
    html! {
        @match about {
            Ok(about) => {
                a href=(address(texts, file)) { (about.game) ": " (claim(texts, phrases, about)) }
                p.note {
                    (about.root) " · " (grouped(about.positions)) " " (texts.positions) " · "
                    (bytes_text(about.bytes)) " · " (file)
                }
                p.note { (texts.content_hash) " " code { (about.content_hash) } }
            }
            Err(reason) => {
                strong { (file) }
                p.note { (texts.say(phrases, reason)) }
            }
        }
    }
}
