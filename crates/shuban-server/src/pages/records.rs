//! The most remarkable positions of a database.

use std::sync::{Arc, PoisonError};

use maud::{Markup, html};
use serde_json::Value as Json;
use shuban_catalog::chain::{Question, Reply};
use shuban_catalog::{AnyAnswer, Error, Printable, Session};
use shuban_core::Random;
use shuban_core::text::grouped;

use super::common::{Lang, encoded};
use super::database::DatabaseQuery;
use super::layout::{Refusal, page};
use super::line::Place;
use super::record_holders::{Holder, Records};
use super::texts::Texts;
use crate::api::domains::{count_of, position_of};
use crate::problem::Problem;
use crate::request::{Query, RequestState};

/// Number of positions examined in larger layers.
const SAMPLE: u64 = 3_000;

pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(DatabaseQuery { domain }): Query<DatabaseQuery>,
) -> Result<Markup, Refusal> {
    let address = format!("/records?domain={}", encoded(&domain));
    let name = domain.clone();
    let content = state.work(move |state| content(state, texts, &domain)).await?;
    Ok(page(texts, &name, &address, &content))
}

/// Finds the records of a layer, once for each file.
fn records(state: &RequestState, domain: &str) -> Result<Arc<Records>, Problem> {
    let layer = state.catalog.layer(domain)?;
    let info = layer.family.info(layer.layer, &state.data)?.json();
    let hash = info.get("content_hash").and_then(Json::as_str).unwrap_or_default().to_owned();
    let known = || state.records.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(records) = known().get(&hash) {
        return Ok(Arc::clone(records));
    }
    let session = state.sessions.layer(domain)?;
    let positions = count_of(&session)?;
    let mut records = Records::new(positions <= SAMPLE);
    for draw in 0..positions.min(SAMPLE) {
        state.budget.check()?;
        let number =
            if records.is_whole { draw } else { Random::of_part(1, draw).below(positions) };
        if let Some(answer) = asked(&session, layer.game, number)? {
            records.see(&answer);
        }
    }
    let records = Arc::new(records);
    known().insert(hash, Arc::clone(&records));
    Ok(records)
}

fn content(state: &RequestState, texts: &Texts, domain: &str) -> Result<Markup, Problem> {
    let records = records(state, domain)?;
    let is_whole = records.is_whole;
    Ok(html! {
        section.records aria-label=(texts.records) {
            h2 { (texts.records) }
            p.note {
                @if is_whole { (texts.records_of_all) } @else { (texts.records_of) " " }
                @if !is_whole { span.number { (grouped(SAMPLE)) } }
            }
            table {
                @for (name, holder) in &records.all {
                    @if let Some(Holder { game, position, said, .. }) = holder {
                        @let lang = Some(texts.code.to_owned());
                        @let place = Place { lang, ..Place::of(game, position) };
                        tr {
                            th scope="row" { (name(texts)) }
                            td.number { (said) }
                            td { a href=(place.address("/position")) { (position) } }
                        }
                    }
                }
            }
        }
    })
}

fn asked(
    session: &Session<'static>,
    game: &dyn shuban_catalog::AnyGame,
    number: u64,
) -> Result<Option<AnyAnswer>, Problem> {
    let Some(position) = position_of(session, number)? else { return Ok(None) };
    match session.reply(&Question::of_all(game, position))? {
        Reply::Known(answer) => Ok(Some(*answer)),
        Reply::Unknown(error @ Error::Elsewhere(_)) => Err(error.into()),
        // Positions that need a layer that is not built have no records.
        Reply::Unknown(_) => Ok(None),
    }
}
