//! Verdicts on moves.

use std::convert::Infallible;

use miniatures::reachable::NoughtsAndCrosses;
use shuban_catalog::{Act, Catalog};
use shuban_core::solver::{PositionSolver, SearchSetting, Solve};
use shuban_core::{Answer, Datum, Field, Fields, Present, Registry, Silent};
use shuban_play::{Judge, Level, Line, Player, Resources, Turn, Verdict, accounts};

use crate::common::{NOUGHTS, RACE, built, catalog, line, play_out, played, player, resources};

#[test]
fn a_perfect_line_costs_nothing() {
    for game in [NOUGHTS, RACE] {
        let data = built(game);
        let judge = Judge::new(&resources(&data), game).unwrap();
        for seed in 0..4 {
            let mut line = line(game);
            let players: Vec<Player<'_>> =
                (0..2).map(|_| player(&data, Level::Perfect, game)).collect();
            play_out(&mut line, &players, seed);
            let accounts = accounts(&judge.line(&line, &Silent).unwrap(), 2);
            for account in accounts {
                assert!(account.decisions > 0, "{game}");
                assert_eq!((account.loss, account.errors, account.unknown), (0.0, 0, 0), "{game}");
                assert_eq!(account.worst, []);
            }
        }
    }
}

#[test]
fn an_error_costs_what_the_best_move_is_worth_more() {
    let data = built(RACE);
    let judge = Judge::new(&resources(&data), RACE).unwrap();
    let race = catalog().game(RACE).unwrap();
    // Home, or one step short of it.
    let mut line = shuban_play::Line::new(race, "2x1|3x1").unwrap();
    line.play(Some("2"), "2/1").unwrap();
    let judged = judge.line(&line, &Silent).unwrap();
    let session =
        shuban_catalog::Session::new(catalog(), catalog().target(RACE).unwrap(), data.path());
    let answer = session.probe("2x1|3x1", Some("2")).unwrap();
    let plays = &answer.events.iter().find(|event| event.chance.as_deref() == Some("2")).unwrap();
    let value = |place: usize| match plays.plays[place].value.as_ref().unwrap().get("value") {
        Some(Datum::Number(value)) => *value,
        other => panic!("{other:?}"),
    };
    assert_eq!(plays.plays[1].action, "2/1");
    let expected = Verdict::Error { loss: Some(value(0) - value(1)), better: "2/0".to_owned() };
    assert_eq!(judged[0].verdict, expected);
    let account = &accounts(&judged, 2)[0];
    assert_eq!((account.decisions, account.errors, account.unknown), (1, 1, 0));
    assert!(account.loss > 0.3 && account.worst == judged, "{account:?}");
}

#[test]
fn values_without_numbers_are_best_or_not() {
    let data = built(NOUGHTS);
    let judge = Judge::new(&resources(&data), NOUGHTS).unwrap();
    // The answer on the edge loses, and so do all moves after it; all losing moves are equal.
    let line = played(NOUGHTS, "a3 b3 b2 a1 c1");
    let judged = judge.line(&line, &Silent).unwrap();
    assert_eq!(judged[0].verdict, Verdict::Best);
    let Verdict::Error { loss: None, better } = &judged[1].verdict else {
        panic!("{:?}", judged[1]);
    };
    assert_eq!(better, "b2");
    assert_eq!(judged[3].verdict, Verdict::Best);
    let accounts = accounts(&judged, 2);
    assert_eq!((accounts[1].decisions, accounts[1].errors, accounts[1].loss), (2, 1, 0.0));
}

#[test]
fn what_no_database_holds_is_unknown_and_a_forced_move_no_decision() {
    let data = tempfile::tempdir().unwrap();
    let judge = Judge::new(&resources(&data), NOUGHTS).unwrap();
    let line = played(NOUGHTS, "a1 b1 c1 a2 c2 b2 a3 c3 b3");
    let judged = judge.line(&line, &Silent).unwrap();
    assert_eq!(judged[8].verdict, Verdict::OnlyMove);
    assert!(matches!(&judged[0].verdict, Verdict::Unknown { reason } if reason.contains("built")));
    let accounts = accounts(&judged, 2);
    assert_eq!((accounts[0].decisions, accounts[0].unknown), (0, 4));
}

#[test]
fn moves_of_different_values_may_be_as_good_as_each_other() {
    let mut next = 0..;
    let worth = |_: &_, _| Ok::<_, Infallible>(next.next().filter(|&number: &u32| number != 4));
    let start = NoughtsAndCrosses.start();
    // Of three values in a row none is better than the others.
    let Ok(answer) = Answer::new(&NoughtsAndCrosses, &start, None, worth, |_, value, _| value / 3);
    let plays = &answer.events[0].plays;
    let values: Vec<Option<u32>> = plays.iter().map(|play| play.value).collect();
    assert_eq!(values[..8], [6, 7, 8, 3, 5, 0, 1, 2].map(Some));
    let ranks: Vec<usize> = plays.iter().map(|play| play.rank).collect();
    assert_eq!((values[8], ranks), (None, vec![0, 0, 0, 1, 1, 2, 2, 2, 3]));
}

/// Knows the values of all plays but those on the edges of the board.
struct Partial;

impl PositionSolver for Partial {
    type Game = NoughtsAndCrosses;

    fn game(&self) -> &NoughtsAndCrosses {
        &NoughtsAndCrosses
    }

    fn begin<'a>(&'a self, _setting: SearchSetting<'a>) -> Solve<'a, NoughtsAndCrosses> {
        Box::new(|position| {
            let mut values = ["loss", "", "draw", "", "loss", "", "draw", "", "loss"].into_iter();
            let worth = |_: &_, _| {
                let value = values.next().filter(|value| !value.is_empty());
                Ok(value.map(|value| Fields::new().with(Field::new("value", value))))
            };
            let is_draw = |value: &Fields| value.get("value") == Some(&Datum::from("draw"));
            let merit = |_: &_, value: &Fields, _| is_draw(value);
            Answer::new(&NoughtsAndCrosses, position, None, worth, merit)
        })
    }
}

#[test]
fn the_best_of_the_known_values_is_not_yet_the_best() {
    let mut catalog = Catalog::new();
    Registry::game(&mut catalog, NoughtsAndCrosses);
    catalog.solver(Partial);
    let data = tempfile::tempdir().unwrap();
    let judge = Judge::new(&Resources::new(&catalog, data.path()), NOUGHTS).unwrap().going_on();
    let game = catalog.game(NOUGHTS).unwrap();
    let line = Line::new(game, &game.start().text).unwrap();
    let turn = Turn::new(game, line.now(), None, 0, &Silent);
    let [known, other] = [2, 1].map(|play| judge.verdict(&turn, Act { event: 0, play }).unwrap());
    let Verdict::Unknown { reason } = known else { panic!("{known:?}") };
    assert!(reason.contains("another move"), "{reason}");
    assert!(matches!(&other, Verdict::Unknown { reason } if reason.contains("this move")));
    let Verdict::Error { loss: None, better } =
        judge.verdict(&turn, Act { event: 0, play: 0 }).unwrap()
    else {
        panic!("a draw is better than a loss");
    };
    assert_eq!(better, turn.plays().unwrap()[2].action);
}
