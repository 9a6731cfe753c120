//! A move step by step, and a line of best moves to the end.

use axum::response::Redirect;
use maud::{Markup, PreEscaped, html};
use shuban_catalog::Act;
use shuban_catalog::chain::{Oracle, Question, Reply};

use super::common::Lang;
use super::layout::{Refusal, page};
use super::line::Place;
use crate::line::LONGEST;
use crate::problem::Problem;
use crate::request::{Query, RequestState};

/// Renders the page of the last move that is made, drawn step by step.
pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(mut place): Query<Place>,
) -> Result<Markup, Refusal> {
    place.lang = Some(texts.code.to_owned());
    let address = place.address_in_any_language("/steps");
    let (action, drawings, back) = state
        .look_up(move |state| {
            let replayed = place.replay(state)?;
            let steps = replayed.steps()?;
            let (action, drawings) =
                steps.ok_or_else(|| Problem::bad_request("no move is made"))?;
            Ok((action.to_owned(), drawings, place.address("/position")))
        })
        .await?;
    let content = html! {
        h1 { (texts.step_by_step) " · " (action) }
        p.links { a href=(back) { (texts.position) } }
        ol.steps {
            @for drawing in &drawings { li { div.drawing { (PreEscaped(drawing)) } } }
        }
    };
    Ok(page(texts, texts.step_by_step, &address, &content))
}

/// Plays on by best moves as far as they are known, where chance plays no part: redirects to the
/// page of the same position in that line.
pub(super) async fn best(
    state: RequestState,
    Query(place): Query<Place>,
) -> Result<Redirect, Refusal> {
    let address = state
        .work(move |state| {
            let replayed = place.replay(state)?;
            let (game, mut position) = (replayed.game, replayed.position);
            let session = state.sessions.session(&game.name())?;
            let mut line = place.clone();
            for _ in place.made()..LONGEST {
                state.budget.check()?;
                let question = Question::of_all(game, position);
                let Reply::Known(answer) = Oracle::ask(&mut &*session, &question)? else { break };
                let best = answer.events.first().filter(|_| !answer.has_chance);
                let best = best.and_then(|event| event.plays.first());
                let Some(best) = best.filter(|best| best.value.is_some()) else { break };
                position = game.after(&question.position, Act { event: 0, play: best.number })?;
                line = line.with(None, &best.action);
            }
            Ok(line.after(place.made()).address("/position"))
        })
        .await?;
    Ok(Redirect::to(&address))
}
