//! Advice of players of one game, as JSON and on a page.

use axum::http::StatusCode;
use miniatures::reachable::NoughtsAndCrosses;
use shuban_core::adviser::{Advice, Adviser};
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Field, Fields, Game};
use shuban_server::Limits;

use crate::common::Service;

/// Takes the last legal move, and rates each by its place; fails when three are left.
pub(crate) struct Last;

impl Adviser for Last {
    type Game = NoughtsAndCrosses;

    fn game(&self) -> &NoughtsAndCrosses {
        &NoughtsAndCrosses
    }

    fn name(&self) -> String {
        "last".to_owned()
    }

    fn about(&self) -> String {
        "takes the last move".to_owned()
    }

    fn about_ja(&self) -> Option<String> {
        Some("最後の手を選ぶ".to_owned())
    }

    fn advise(
        &self,
        position: &<NoughtsAndCrosses as Game>::Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<NoughtsAndCrosses>, SearchFailure> {
        assert!(setting.time.is_some(), "a server has limits");
        let mut plays = Vec::new();
        self.game().plays(position, (), &mut plays);
        if plays.len() == 3 {
            return Err(SearchFailure::Limit("three is too much".into()));
        }
        let weighed = plays
            .into_iter()
            .rev()
            .zip(10u64..)
            .map(|(play, place)| (play.action, Fields::new().with(Field::new("votes", place))));
        let weighed: Vec<_> = weighed.collect();
        let facts = Fields::new().with(Field::new("deals", weighed.len()));
        Ok(Advice {
            choice: weighed.first().map(|&(action, _)| action),
            weighed,
            facts,
            is_proven: false,
        })
    }
}

#[test]
fn a_player_says_what_it_would_do_and_what_it_weighed() {
    let service = Service::with(&[]);
    let told = service.get("/api/v1/advice?game=noughts-and-crosses").json();
    let player = &told["players"][0];
    assert_eq!((&player["name"], &player["move"]), (&"last".into(), &"c1".into()), "{told}");
    assert_eq!((&player["deals"], &player["weighed"][0]["votes"]), (&9.into(), &10.into()));
    assert_eq!(player["weighed"].as_array().unwrap().len(), 9);
    // A player without time says so.
    let late = service.get("/api/v1/advice?game=noughts-and-crosses&position=xox/oxo/...");
    assert_eq!(late.json()["players"][0]["reason"], "three is too much", "{late:?}");
    let over = service.get("/api/v1/advice?game=noughts-and-crosses&position=xxx/oo./...").json();
    assert!(over["players"].as_array().unwrap().is_empty(), "{over}");
    let none = service.get("/api/v1/advice?game=tiny-tanhinmin");
    assert_eq!(
        (none.status, none.json()["kind"].as_str()),
        (StatusCode::BAD_REQUEST, Some("no-adviser"))
    );
}

#[test]
fn the_page_of_advice_is_one_click_from_the_position() {
    let service = Service::with(&[]);
    let page = |path: &str| String::from_utf8(service.get(path).body).unwrap();
    let position = page("/position?game=noughts-and-crosses&line=b2&lang=en");
    assert!(position.contains("/advice?game=noughts-and-crosses&amp;line=b2"), "{position}");
    assert!(!page("/position?game=tiny-tanhinmin").contains("/advice?"));
    let advice = page("/advice?game=noughts-and-crosses&line=b2&lang=en");
    assert!(advice.contains("takes the last move") && advice.contains("It plays"), "{advice}");
    assert!(advice.contains("line=b2;c3"), "a move leads on: {advice}");
    assert!(page("/advice?game=noughts-and-crosses&lang=ja").contains("最後の手を選ぶ"));
    // While a reader plays, no values are revealed.
    let played = page("/position?game=noughts-and-crosses&play=0&level=random");
    assert!(!played.contains("/advice?") && !played.contains("/tree?"), "{played}");
}

#[test]
fn advice_takes_one_of_the_places_for_long_work() {
    let service = Service::limited(&[], Limits { heavy: 0, waiting: 0, ..Limits::default() });
    for path in ["/api/v1/advice", "/advice"] {
        let answered = service.get(&format!("{path}?game=noughts-and-crosses"));
        assert_eq!(answered.status, StatusCode::SERVICE_UNAVAILABLE, "{answered:?}");
    }
}
