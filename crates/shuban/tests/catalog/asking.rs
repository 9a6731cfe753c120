//! Questions and moves through the untyped interfaces.

use std::path::Path;

use crate::common::{build, catalog, session};
use serde_json::Value as Json;
use shuban_catalog::{AnyGame, Error, Printable};
use shuban_core::{Medium, Random};

/// Limit on the moves of a random game, above the length of any that ends.
const MOST_MOVES: usize = 20_000;

/// Plays a game at random, by moves read from the answer of the rules; returns their number.
fn played(game: &dyn AnyGame, random: &mut Random) -> usize {
    let name = game.name();
    let mut choose = |count: usize| random.below(count as u64) as usize;
    let mut written = game.start();
    for moves in 0..MOST_MOVES {
        let answer = game.by_rules(&written).unwrap();
        assert_eq!((&answer.game, &answer.position.text), (&name, &written.text));
        assert_eq!(answer.over.is_some(), answer.events.is_empty(), "{name} {}", written.text);
        if answer.over.is_some() {
            return moves;
        }
        let event = &answer.events[choose(answer.events.len())];
        let play = &event.plays[choose(event.plays.len())];
        let next = game.play(&written, event.chance.as_deref(), &play.action).unwrap();
        let place = format!("{name} {}: {}", written.text, play.action);
        assert_eq!(next.text, play.after.text, "{place}");
        // The text stands for the position except the seat: the legal moves are the same.
        if moves % 16 == 0 {
            let read = game.read(&play.after.text).unwrap();
            let [read, next] = [&read, &next].map(|written| {
                let mut told = game.by_rules(written).unwrap().json();
                [told["rolls"].take(), told["moves"].take()]
            });
            assert_eq!(read, next, "{place}");
        }
        assert!(game.play(&written, event.chance.as_deref(), "no move").is_err(), "{place}");
        written = next;
    }
    panic!("{name} does not end");
}

#[test]
fn every_game_is_played_to_its_end_by_the_moves_of_its_answers() {
    let mut random = Random::new(12);
    let mut games = 0;
    for game in catalog().games() {
        assert!(played(game, &mut random) > 0);
        games += 1;
    }
    assert!(games > 20);
}

#[test]
fn a_position_is_no_position_of_a_game_with_others() {
    let [trax, gammon] = ["trax/3", "half-gammon"].map(|name| catalog().game(name).unwrap());
    for (game, start) in [(trax, gammon.start()), (gammon, trax.start())] {
        let medium = Medium::Terminal { colour: false };
        assert_eq!(
            Error::from(game.draw(&start, medium).err().unwrap()).kind(),
            "foreign-position"
        );
        assert_eq!(Error::from(game.by_rules(&start).err().unwrap()).kind(), "foreign-position");
    }
}

/// Compares answers of one thread with those of several.
fn hold(data: &Path, target: &str, questions: &[(String, Option<&str>)]) {
    let answers = |threads: usize| -> Vec<Vec<Json>> {
        // No file is open yet: the threads open the files, too.
        let session = session(data, target);
        let ask = |(position, roll): &(String, Option<&str>)| {
            let answer = session.probe(position, *roll);
            answer.map_or_else(|error| error.to_string().into(), |answer| answer.json())
        };
        std::thread::scope(|scope| {
            let one = || questions.iter().map(ask).collect::<Vec<_>>();
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    };
    let [alone] = &answers(1)[..] else { panic!("one thread") };
    assert!(
        alone.iter().filter(|answer| answer.is_object()).count() * 2 > alone.len(),
        "{alone:?}"
    );
    for together in answers(8) {
        assert_eq!(&together, alone, "{target}");
    }
}

#[test]
fn a_session_gives_many_threads_the_answers_that_it_gives_one() {
    let data = tempfile::tempdir().unwrap();
    for layer in ["half-gammon/contact-2-1", "amazons/5", "trax/3"] {
        build(data.path(), layer);
    }
    let points = 1..=12;
    let races = points.clone().flat_map(|a| points.clone().map(move |b| format!("{a}|{b}")));
    let shots = points.clone().map(|a| format!("{a},12|{a}"));
    let questions: Vec<_> =
        races.chain(shots).chain(["x".to_owned()]).map(|text| (text, Some("2-1"))).collect();
    hold(data.path(), "half-gammon", &questions);
    let regions = ["X..", "X.O", "XO/..", "X./.. white", "X.../#..O", "X.X/.O.", "X/./."];
    hold(data.path(), "amazons", &regions.map(|text| (text.to_owned(), None)));
    let boards = ["start", "@0/", "@0+", "@0/ A0\\", "@0/ A0+", "@0/ B1/", "@0+ A0+ A0+", "x"];
    hold(data.path(), "trax/3", &boards.map(|text| (text.to_owned(), None)));
}
