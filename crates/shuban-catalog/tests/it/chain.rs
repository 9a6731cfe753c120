//! Oracles that are asked in turn.

use std::cell::RefCell;

use shuban_catalog::chain::{Asked, Chain, Oracle, Question, Reply, Rules};
use shuban_catalog::{Act, AnyAnswer, AnyGame, Catalog, Error};
use shuban_games::catalog;

/// An oracle that writes its name down when it is asked.
struct Stub<'t> {
    name: &'static str,
    told: &'t RefCell<Vec<&'static str>>,
    replies: fn(&'static str, &Question<'_>) -> Result<Reply, Error>,
}

impl Oracle for Stub<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        self.told.borrow_mut().push(self.name);
        (self.replies)(self.name, question)
    }
}

fn unknown(name: &'static str, _: &Question<'_>) -> Result<Reply, Error> {
    Ok(Reply::Unknown(Error::Elsewhere(name.to_owned())))
}

fn known(name: &'static str, question: &Question<'_>) -> Result<Reply, Error> {
    let answer = question.game.by_rules(&question.position)?;
    Ok(Reply::Known(Box::new(AnyAnswer { source: Some(name.to_owned()), ..answer })))
}

fn fails(_: &'static str, _: &Question<'_>) -> Result<Reply, Error> {
    Err(Error::Interrupted)
}

type Replies = fn(&'static str, &Question<'_>) -> Result<Reply, Error>;

/// Asks three oracles about the start of a game; returns the outcome and the oracles asked.
fn ask(replies: [Replies; 3], roll: Option<&str>) -> (Result<Asked, Error>, Vec<&'static str>) {
    let catalog: Catalog = catalog();
    let game = catalog.game("half-gammon").unwrap();
    let question = Question::new(game, game.start(), roll).unwrap();
    let told = RefCell::default();
    let [first, second, third] = ["first", "second", "third"].map(|name| {
        let place = ["first", "second", "third"].iter().position(|other| *other == name).unwrap();
        Stub { name, told: &told, replies: replies[place] }
    });
    let asked = Chain::of(first).then(second).then_if(Some(third)).ask(&question);
    (asked, told.into_inner())
}

#[test]
fn the_first_oracle_that_knows_answers_and_no_other_is_asked() {
    let (asked, told) = ask([unknown, known, fails], None);
    assert_eq!(asked.unwrap().known().unwrap().source.as_deref(), Some("second"));
    assert_eq!(told, ["first", "second"]);
}

#[test]
fn an_oracle_that_should_answer_and_cannot_ends_the_chain() {
    let (asked, told) = ask([unknown, fails, known], None);
    assert!(matches!(asked, Err(Error::Interrupted)));
    assert_eq!(told, ["first", "second"]);
}

#[test]
fn all_reasons_are_kept_and_the_first_is_the_error() {
    let (asked, told) = ask([unknown, unknown, unknown], None);
    assert_eq!(told, ["first", "second", "third"]);
    let Ok(Asked::Unknown(reasons)) = asked else { panic!("it is not known") };
    let others: Vec<String> = reasons.others.iter().map(Error::to_string).collect();
    assert_eq!(
        (reasons.first.to_string().as_str(), &others[..]),
        ("first", &["second".into(), "third".into()][..])
    );
    let (asked, _) = ask([unknown, unknown, unknown], None);
    assert_eq!(asked.unwrap().known().err().unwrap().to_string(), "first");
}

#[test]
fn an_answer_tells_the_roll_that_was_asked_for_whoever_gives_it() {
    let (asked, _) = ask([unknown, unknown, known], Some("1-3"));
    assert_eq!(asked.unwrap().known().unwrap().roll.as_deref(), Some("3-1"));
    let (asked, _) = ask([known, unknown, known], None);
    assert_eq!(asked.unwrap().known().unwrap().roll, None);
    let catalog = catalog();
    let game = catalog.game("half-gammon").unwrap();
    let question = Question::new(game, game.start(), Some("2-1")).unwrap();
    assert_eq!(Rules.answer(&question).unwrap().roll.as_deref(), Some("2-1"));
}

/// Returns the kind of an error.
fn kind<T>(result: Result<T, impl Into<Error>>) -> &'static str {
    result.err().map_or("no error", |error| error.into().kind())
}

#[test]
fn moves_that_do_not_exist_are_refused() {
    let catalog = catalog();
    let game: &dyn AnyGame = catalog.game("half-gammon").unwrap();
    let (start, over) = (game.start(), game.read("|11").unwrap());
    let events = game.turn(&start).unwrap().chances.len();
    assert_eq!(kind(game.plays(&start, events)), "no-play");
    assert_eq!(kind(game.plays(&over, 0)), "no-play");
    let plays = game.plays(&start, 0).unwrap().len();
    for act in [Act { event: 0, play: plays }, Act { event: events, play: 0 }] {
        assert_eq!(kind(game.after(&start, act)), "no-play");
    }
    assert_eq!(kind(game.after(&over, Act { event: 0, play: 0 })), "no-play");
    for (roll, text, expected) in [
        (Some("2-1"), "zzz", "bad-move"),
        (Some("9-1"), "8/7", "bad-roll"),
        (None, "8/7", "bad-roll"),
    ] {
        assert_eq!(kind(game.act(&start, roll, text)), expected, "{roll:?} {text}");
    }
    let other = catalog.game("trax/4").unwrap().start();
    assert_eq!(kind(game.plays(&other, 0)), "foreign-position");
    assert_eq!(kind(game.after(&other, Act { event: 0, play: 0 })), "foreign-position");
    assert_eq!(kind(game.act(&other, None, "a")), "foreign-position");
}
