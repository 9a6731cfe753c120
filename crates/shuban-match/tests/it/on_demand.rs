//! Single games solved on demand, against databases and the rules.

use shuban_catalog::Catalog;
use shuban_catalog::chain::{Asked, Chain, Question, Reply};
use shuban_catalog::{AnyAnswer, Error, Search, Session};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Datum, Fields, Game, Silent};
use shuban_gammon::Gammon;
use shuban_match::match_play::{MoneySituation, most_reachable, solve_for_money};
use shuban_solve::BuildOptions;

use crate::variant;

fn setting(nodes: u64) -> SearchSetting<'static> {
    let (memory, nodes) = (256 << 20, Some(nodes));
    SearchSetting { shelf: &EmptyShelf, memory, threads: 1, nodes, time: None, progress: &Silent }
}

fn solve(catalog: &Catalog, game: &str, text: &str, nodes: u64) -> Result<AnyAnswer, Error> {
    let game = catalog.game(game)?;
    let question = Question::of_all(game, game.read(text)?);
    match Chain::of(Search::new(catalog, setting(nodes))).ask(&question)? {
        Asked::Known(answer, _) => Ok(*answer),
        Asked::Unknown(reasons) => Err(reasons.first),
    }
}

fn bounds(value: &Fields) -> [f64; 2] {
    ["lower", "upper"].map(|name| match value.get(name) {
        Some(Datum::Number(bound)) => *bound,
        other => panic!("{name}: {other:?}"),
    })
}

fn overlap(one: &Fields, other: &Fields) -> bool {
    let ([lower, upper], [least, most]) = (bounds(one), bounds(other));
    lower <= most && least <= upper && upper - lower < 1e-4
}

#[test]
fn values_and_plays_are_those_of_databases() {
    let data = tempfile::tempdir().unwrap();
    let catalog = shuban_games::catalog();
    for (game, layer, every) in [
        ("backgammon", "backgammon/contact-1-1", 40),
        ("half-gammon", "half-gammon/contact-2-1", 150),
    ] {
        let layer = catalog.layer(layer).unwrap();
        layer.build(&BuildOptions::new(data.path()), &Silent).unwrap();
        let session = Session::new(&catalog, catalog.target(layer.name()).unwrap(), data.path());
        let (open, id) = session.layer().unwrap();
        let (mut compared, mut number) = (0, 0);
        while let Some(position) = open.position(id, number).unwrap() {
            number += every;
            let question = Question::of_all(catalog.game(game).unwrap(), position);
            let Reply::Known(stored) = session.reply(&question).unwrap() else { continue };
            let solved = solve(&catalog, game, &question.position.text, 100_000).unwrap();
            assert_eq!(solved.source.as_deref(), Some("search"));
            let both = solved.value.as_ref().zip(stored.value.as_ref());
            assert!(
                both.is_none_or(|(one, other)| overlap(one, other)),
                "{}",
                stored.position.text
            );
            for (one, other) in solved.events.iter().zip(&stored.events) {
                let [one, other] = [one, other].map(|event| event.value.as_ref().unwrap());
                assert!(overlap(one, other), "{}", stored.position.text);
            }
            compared += 1;
        }
        assert!(compared >= 10, "{compared}");
    }
}

#[test]
fn too_many_positions_are_refused_at_once() {
    let catalog = shuban_games::catalog();
    let start = catalog.game("backgammon").unwrap().start();
    let error = solve(&catalog, "backgammon", &start.text, 1_000_000).err().unwrap();
    assert!(error.is_beyond_search(), "{error}");
    assert!(error.to_string().contains("more than"), "{error}");
}

#[test]
fn races_tell_the_cube_too() {
    let catalog = shuban_games::catalog();
    let money = |nodes| {
        let solved = solve(&catalog, "backgammon", "1,2,3,4|1,2,3", nodes).unwrap();
        solved.facts.get("money").cloned()
    };
    assert_eq!(money(20_000), None);
    let Some(Datum::Object(members)) = money(100_000) else { panic!("no money") };
    assert!(members.contains(&("cube".to_owned(), "double, pass".into())), "{members:?}");
}

/// The bound is one, and no less than what is found.
#[test]
fn no_more_positions_are_reached_than_the_bound_says() {
    let (backgammon, half) = (variant("backgammon"), variant("half-gammon"));
    for (variant, text) in [
        (&backgammon, "1,2,3|1,2,3"),
        (&backgammon, "6,6,5|6,1"),
        (&backgammon, "8,13|2,9"),
        (&backgammon, "24|24"),
        (&half, "9|3,5"),
        (&half, "bar|1,2"),
    ] {
        let position = Gammon::new(variant.clone()).parse(text).unwrap();
        let solved = solve_for_money(variant, &position, &MoneySituation::new(0), &Silent).unwrap();
        let bound = most_reachable(variant, &position);
        assert!(solved.positions() as u64 <= bound, "{text}: {} {bound}", solved.positions());
        assert!(bound <= 40 * solved.positions() as u64, "{text}: {} {bound}", solved.positions());
    }
}
