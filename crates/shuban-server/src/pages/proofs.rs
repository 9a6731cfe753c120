//! The page of all proof files.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};
use shuban_catalog::ProofAbout;
use shuban_core::{bytes_text, grouped};

use super::layout::{Refusal, page};
use super::texts::{Language, Texts};
use super::{Lang, encoded};
use crate::api::blocking;
use crate::proofs::Listed;
use crate::server;

/// What a proof claims, in words.
pub(super) fn claim(texts: &Texts, about: &ProofAbout) -> String {
    let what = if about.is_win() { texts.claim_wins } else { texts.claim_wins_or_draws };
    let joint = if texts.language == Language::English { " " } else { "" };
    format!("{}{joint}{what}", about.side)
}

/// The address of the page where a proof begins.
fn address(texts: &Texts, file: &str) -> String {
    format!("/proof?file={}&lang={}", encoded(file), texts.code)
}

pub(super) async fn list(
    State(state): State<Arc<server::State>>,
    Lang(texts): Lang,
) -> Result<Markup, Refusal> {
    let proofs = blocking(move || Ok(state.proofs())).await?;
    let content = html! {
        h1 { (texts.proofs) }
        p.note { (texts.proofs_how) }
        @if proofs.is_empty() {
            p.note { (texts.no_proofs) " " code { "shuban solve GAME --proof DATA/proofs/NAME.shuban" } }
        } @else {
            div.scroll tabindex="0" role="region" aria-label=(texts.proofs) {
                table.proofs {
                    thead { tr {
                        th scope="col" { (texts.claim) }
                        th scope="col" { (texts.position) }
                        th.number scope="col" { (texts.positions) }
                        th.number scope="col" { (texts.size) }
                        th scope="col" { (texts.content_hash) }
                    } }
                    tbody { @for listed in &proofs { (row(texts, listed)) } }
                }
            }
        }
    };
    Ok(page(texts, texts.proofs, "/proofs", &content))
}

fn row(texts: &Texts, Listed { file, about }: &Listed) -> Markup {
    html! {
        tr {
            @match about {
                Ok(about) => {
                    th scope="row" {
                        a href=(address(texts, file)) { (about.game) ": " (claim(texts, about)) }
                    }
                    td { (about.root) }
                    td.number { (grouped(about.positions)) }
                    td.number { (bytes_text(about.bytes)) }
                    td { code { (about.content_hash) } }
                }
                Err(reason) => {
                    th scope="row" { (file) }
                    td colspan="4" { (reason) }
                }
            }
        }
    }
}
