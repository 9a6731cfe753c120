//! Playing against a level, and reviewing the costs of moves.

use axum::response::Redirect;
use maud::{Markup, html};
use shuban_play::{Account, Basis, Dice, Judge, Judged, Level, Line, Verdict, accounts};

use super::common::Lang;
use super::layout::{Refusal, page};
use super::line::{Place, Replayed};
use super::shown::Shown;
use super::texts::Texts;
use crate::api::choose::{choose, level_of};
use crate::api::domains::fresh_seed;
use crate::problem::Problem;
use crate::request::{Query, RequestState};

/// Returns the name of a level on the pages.
fn label(texts: &Texts, level: Level) -> &'static str {
    match level {
        Level::Perfect => texts.level_perfect,
        Level::Strong => texts.level_strong,
        Level::Casual => texts.level_casual,
        Level::Random => texts.level_random,
    }
}

/// Converts the line of a page for players.
fn line<'c>(place: &Place, replayed: &Replayed<'c>) -> Result<Line<'c>, Problem> {
    let mut line = Line::new(replayed.game, &replayed.start)?;
    for step in &place.steps()[..place.made()] {
        let chance = step.chance.clone().or_else(|| line.told_chance().map(str::to_owned));
        line.play(chance.as_deref(), &step.action)?;
    }
    Ok(line)
}

/// Gives a game a seed: its dice and choices are the same whenever moves are taken back and made
/// again.
fn seeded(place: Place) -> Place {
    let seed = place.seed.or_else(|| place.play.map(|_| fresh_seed() & u64::from(u32::MAX)));
    Place { seed, ..place }
}

/// Rolls: redirects to the page of the position with the roll.
pub(super) async fn roll(
    state: RequestState,
    Query(place): Query<Place>,
) -> Result<Redirect, Refusal> {
    let address = state
        .look_up(move |state| {
            let Replayed { game, position, .. } = place.replay(state)?;
            let place = seeded(place);
            let dice = Dice::new(place.seed.unwrap_or_else(fresh_seed));
            let roll = dice.roll(&game.turn(&position)?, place.made());
            Ok(place.rolled(roll.as_deref()).address("/position"))
        })
        .await?;
    Ok(Redirect::to(&address))
}

/// Begins a game: where chance decides who moves first, redirects to the page with the opening
/// roll. Texts of positions name sides by whose turn it is, so that the first side is the one that
/// begins: the reader has chosen that by taking a side.
pub(super) async fn begin(
    state: RequestState,
    Query(place): Query<Place>,
) -> Result<Redirect, Refusal> {
    let address = state
        .look_up(move |state| {
            let Replayed { game, position, .. } = place.replay(state)?;
            let place = seeded(place);
            let dice = Dice::new(place.seed.unwrap_or_else(fresh_seed));
            let opening = dice.opening(game, &position)?;
            let Some(opening) = opening.filter(|_| place.made() == 0) else {
                return Ok(place.address("/position"));
            };
            let place = Place { position: Some(opening.text), line: None, ..place };
            Ok(place.rolled(opening.chance.as_deref()).address("/position"))
        })
        .await?;
    Ok(Redirect::to(&address))
}

/// Lets the others play until it is the reader's turn: redirects to the page of the position then.
/// Moves that were taken back are made again.
pub(super) async fn answer(
    state: RequestState,
    Query(mut place): Query<Place>,
) -> Result<Redirect, Refusal> {
    let address = state
        .work(move |state| {
            let level = level_of(place.level.as_deref())?;
            place = seeded(place);
            let seed = place.seed.unwrap_or_else(fresh_seed);
            let games = state.catalog.games_named(&place.game)?;
            let mut line = line(&place, &place.replay(state)?)?;
            // Once around the table at most: several seats may play in turn.
            for _ in 0..line.game().seat_names().len() {
                if line.over().is_some() || Some(line.now().seat) == place.play {
                    break;
                }
                let told = place.roll.take().or_else(|| line.told_chance().map(str::to_owned));
                if let Some(next) = place.steps().get(place.made()) {
                    line.play(next.chance.as_deref().or(told.as_deref()), &next.action)?;
                    place = place.after(place.made() + 1);
                    continue;
                }
                let roll = told.or_else(|| Dice::new(seed).roll(line.now(), place.made()));
                let choice = choose(state, games, &line, roll.as_deref(), level, seed)?;
                line.make(&choice)?;
                place = place.with(roll.as_deref(), &choice.action);
                place.basis = Some(choice.basis.name().to_owned());
            }
            Ok(place.address("/position"))
        })
        .await?;
    Ok(Redirect::to(&address))
}

/// Renders the state of the game on the page of a position.
pub(super) fn state_of_play(texts: &Texts, shown: &Shown) -> Markup {
    let (place, answer) = (&shown.place, &shown.answer);
    let Some(seat) = place.play else { return html! {} };
    let level = Level::by_name(place.level.as_deref().unwrap_or_default());
    let is_over = answer.over.is_some();
    let is_yours = answer.seat == seat;
    let hint = Place { hint: Some("1".to_owned()), ..place.clone() };
    let hide = Place { hint: None, ..place.clone() };
    let stop = Place { play: None, level: None, hint: None, seed: None, ..place.clone() };
    let basis = place.basis.as_deref();
    let basis = Basis::ALL.into_iter().find(|one| Some(one.name()) == basis);
    html! {
        section.playing aria-live="polite" {
            p {
                (texts.you_are) " "
                strong {
                    (shown.say(texts, shown.seats.get(seat).map_or("?", String::as_str)))
                } " "
                (label(texts, level.unwrap_or(Level::Perfect))) " · "
                @if !is_over && is_yours { strong { (texts.your_turn) } }
                @if !is_over && !is_yours {
                    (texts.its_turn) " "
                    a.button data-follow href=(place.address("/answer")) { (texts.let_it_play) }
                }
            }
            @if let Some(basis) = basis {
                p.note { (texts.its_move) " " (texts.say(&[], basis.text())) }
            }
            p.links {
                @if !is_over && is_yours && place.hint.is_none() {
                    a href=(hint.address("/position")) { (texts.hint) }
                }
                @if place.hint.is_some() { a href=(hide.address("/position")) { (texts.hide) } }
                @if place.made() > 0 {
                    a href=(place.address("/review")) { (texts.review) }
                }
                a href=(stop.address("/position")) { (texts.stop_playing) }
            }
        }
    }
}

/// Renders links to start a game from here.
pub(super) fn beginnings(texts: &Texts, shown: &Shown) -> Markup {
    let begin = |seat: usize, level: Level| {
        let (play, level) = (Some(seat), Some(level.name().to_owned()));
        let page = if shown.answer.has_chance { "/begin" } else { "/position" };
        let (edit, search, seed) = (None, None, None);
        Place { play, level, edit, search, seed, ..shown.place.clone() }.address(page)
    };
    html! {
        dl.begin {
            dt { (texts.play_against) }
            dd {
                @for (seat, name) in shown.seats.iter().enumerate() {
                    span {
                        (texts.you_are) " " strong { (shown.say(texts, name)) } ": "
                        @for level in Level::ALL {
                            a href=(begin(seat, level)) { (label(texts, level)) } " "
                        }
                    }
                }
            }
        }
    }
}

/// Renders the page with the cost of each move of a line.
pub(super) async fn review(
    state: RequestState,
    Lang(texts): Lang,
    Query(mut place): Query<Place>,
) -> Result<Markup, Refusal> {
    place.lang = Some(texts.code.to_owned());
    let address = place.address_in_any_language("/review");
    let content = state
        .work(move |state| {
            let replayed = place.replay(state)?;
            let line = line(&place, &replayed)?;
            let judge = Judge::new(&state.resources_of_reviews(), &replayed.game.name())?;
            let judge = judge.without_rounded().going_on();
            let judged = judge.line(&line, &state.budget)?;
            let seats = replayed.game.seat_names().into_iter();
            let phrases = replayed.game.japanese().phrases;
            let seats: Vec<String> = seats.map(|seat| texts.say(phrases, &seat)).collect();
            Ok(content(texts, &place, &seats, &judged))
        })
        .await?;
    Ok(page(texts, texts.review_title, &address, &content))
}

fn content(texts: &Texts, place: &Place, seats: &[String], judged: &[Judged]) -> Markup {
    let accounts = accounts(judged, seats.len());
    let name = |seat: usize| seats.get(seat).map_or("?", String::as_str);
    html! {
        h1 { (texts.review_title) }
        table.accounts {
            thead { tr {
                th {}
                th.number scope="col" { (texts.decisions) }
                th.number scope="col" { (texts.errors) }
                th.number scope="col" { (texts.total_loss) }
            } }
            tbody {
                @for Account { seat, decisions, errors, loss, worst, .. } in &accounts {
                    @let is_told = worst.iter().any(|judged| {
                        matches!(judged.verdict, Verdict::Error { loss: Some(_), .. })
                    });
                    tr {
                        th scope="row" { (name(*seat)) }
                        td.number { (decisions) }
                        td.number { (errors) }
                        td.number { @if is_told { (format!("{loss:.4}")) } @else { "–" } }
                    }
                }
            }
        }
        @for account in accounts.iter().filter(|account| account.estimated > 0) {
            p.note {
                (name(account.seat)) ": " (account.estimated) " " (texts.estimated_moves) " "
                (format!("{:.3}", account.estimated_loss))
            }
        }
        @if accounts.iter().all(|account| {
            account.errors == 0 && account.unknown == 0 && account.estimated == 0
        }) {
            p.note { (texts.no_loss) }
        }
        div.scroll tabindex="0" role="region" aria-label=(texts.line) {
            table.review {
                @for Judged { ply, seat, roll, action, verdict, .. } in judged {
                    @let there = Place { play: None, seed: None, ..place.after(*ply) };
                    tr.error[matches!(verdict, Verdict::Error { .. })] {
                        td.number { (ply + 1) }
                        td { (name(*seat)) }
                        td { (roll.as_deref().unwrap_or_default()) }
                        td {
                            a href=(there.rolled(roll.as_deref()).address("/position")) { (action) }
                        }
                        (judgement(texts, verdict))
                    }
                }
            }
        }
    }
}

fn judgement(texts: &Texts, verdict: &Verdict) -> Markup {
    html! {
        @match verdict {
            Verdict::OnlyMove | Verdict::Best => { td.number { "–" } td {} }
            Verdict::Error { loss, better } => {
                td.number { @if let Some(loss) = loss { (format!("{loss:.4}")) } }
                td { (texts.best_was) " " (better) }
            }
            Verdict::Estimated { loss, better: Some(better) } => {
                td.number { "≈ " (format!("{loss:.3}")) }
                td { (texts.best_may_be) " " (better) }
            }
            Verdict::Estimated { .. } => { td.number { "≈ 0" } td {} }
            Verdict::Unknown { .. } => { td.number { "?" } td { (texts.not_judged) } }
        }
    }
}
