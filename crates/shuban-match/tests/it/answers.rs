//! Answers about positions of matches.

use shuban_core::{Datum, Silent};
use shuban_gammon::Variant;
use shuban_gammon::money::{POINT, between};
use shuban_match::match_play::{
    CubeOwner, MatchAnswer, MatchFailure, MatchQuestion, MoneyRules, answer, outward_percent,
};

fn answered(question: MatchQuestion<'_>) -> Result<MatchAnswer, MatchFailure> {
    let variant = Variant::by_name("hypergammon").unwrap();
    answer(&variant, &question, &Silent)
}

const LISTS: MatchQuestion<'_> = MatchQuestion {
    position: "2,5|1",
    roll: None,
    length: Some(5),
    score: Some([3, 2]),
    cube: None,
    owner: None,
    is_crawford: false,
    equities: None,
    money: None,
};

fn member(answer: &MatchAnswer, of: &str, name: &str) -> Datum {
    let Some(Datum::Object(members)) = answer.facts.get(of) else { panic!("no {of}") };
    members.iter().find(|(member, _)| member == name).unwrap().1.clone()
}

#[test]
fn an_xgid_fills_in_what_the_question_leaves_open() {
    // O has one checker left and 2 points, X two and 3, of 5; X owns a cube of 2.
    let xgid = "XGID=--A--A------------------a-:1:1:1:00:3:2:0:5:10";
    let open = MatchQuestion { position: xgid, length: None, score: None, ..LISTS };
    let answer = answered(open).unwrap();
    let told = MatchQuestion { cube: Some(2), owner: Some(CubeOwner::Mover), ..LISTS };
    let mut expected = answered(told).unwrap();
    expected.position.clone_from(&answer.position);
    assert_eq!(answer, expected);
    // As O is about to roll, the score and the owner are the other way round.
    let turned = xgid.replace(":1:1:1:00", ":1:1:-1:00");
    let answer = answered(MatchQuestion { position: &turned, ..open }).unwrap();
    assert_eq!(member(&answer, "match", "owner"), "opponent".into());
    assert_eq!(member(&answer, "match", "score"), Datum::list([2u64, 3]));
    // Values of the question take precedence.
    let other = MatchQuestion { score: Some([1, 0]), cube: Some(1), ..open };
    let answer = answered(other).unwrap();
    assert_eq!(member(&answer, "match", "score"), Datum::list([1u64, 0]));
    assert_eq!(member(&answer, "match", "cube"), 1u64.into());
    assert_eq!(member(&answer, "match", "owner"), Datum::Null);
}

#[test]
fn what_contradicts_itself_is_refused() {
    let reason = |question| answered(question).unwrap_err().to_string();
    for (question, expected) in [
        (MatchQuestion { score: Some([5, 2]), ..LISTS }, "5 points have won a match to 5"),
        (MatchQuestion { cube: Some(3), ..LISTS }, "a cube of 3"),
        (MatchQuestion { length: Some(0), score: Some([0, 0]), ..LISTS }, "a match to 0 points"),
        (MatchQuestion { cube: Some(2), ..LISTS }, "a cube of 2 in the middle"),
        (MatchQuestion { owner: Some(CubeOwner::Mover), ..LISTS }, "nobody owns it"),
        (MatchQuestion { is_crawford: true, ..LISTS }, "Crawford"),
        (MatchQuestion { length: None, ..LISTS }, "the length of the match"),
        (MatchQuestion { score: None, ..LISTS }, "the score of the match"),
        (MatchQuestion { length: Some(40), ..LISTS }, "no match equity for 37 points against 38"),
        (MatchQuestion { equities: Some("<met/>"), ..LISTS }, "line 1: `<pre-crawford-table>`"),
        (
            MatchQuestion {
                score: Some([4, 2]),
                is_crawford: true,
                cube: Some(2),
                owner: Some(CubeOwner::Mover),
                ..LISTS
            },
            "a cube of 2 in the Crawford game",
        ),
        (
            MatchQuestion {
                position: "XGID=--A--A------------------a-:0:0:1:B:0:0:0:0:10",
                ..LISTS
            },
            "a beaver or a resignation is offered",
        ),
        (MatchQuestion { position: "2,5|", ..LISTS }, "the game is over"),
    ] {
        let reason = reason(question);
        assert!(reason.contains(expected), "{expected}: {reason}");
    }
    let whole = "22,23,24|22,23,24";
    let too_much = answered(MatchQuestion { position: whole, ..LISTS });
    assert!(matches!(too_much, Err(MatchFailure::TooMuch(why)) if why.contains("1000000")));
}

#[test]
fn an_offered_double_is_answered() {
    let stakes = [
        (MatchQuestion { length: None, score: None, ..LISTS }, "3:2:0:5:10"),
        (
            MatchQuestion {
                length: None,
                score: None,
                money: Some(MoneyRules::default()),
                ..LISTS
            },
            "0:0:0:0:10",
        ),
    ];
    let mut replies = Vec::new();
    for (question, rest) in stakes {
        // O bears off its last checker next: X does so before in 19 of 36 rolls, or in 29.
        for board in ["--A--A------------------a-", "-A--A-------------------a-"] {
            let ask = |dice: &str| {
                let position = format!("XGID={board}:0:0:1:{dice}:{rest}");
                answered(MatchQuestion { position: &position, ..question }).unwrap()
            };
            let (before, offered) = (ask("00"), ask("D"));
            let number = |name: &str| match member(&offered, name, "value") {
                Datum::Number(number) => number,
                other => panic!("{name}: {other:?}"),
            };
            let is_pass = number("double_take") > number("double_pass");
            let reply = if is_pass { "pass" } else { "take" };
            assert_eq!(offered.facts.get("reply"), Some(&reply.into()));
            let rest = |answer: &MatchAnswer| {
                answer
                    .facts
                    .iter()
                    .filter(|field| field.name != "reply")
                    .cloned()
                    .collect::<Vec<_>>()
            };
            assert_eq!(rest(&offered), rest(&before));
            replies.push(reply);
        }
    }
    assert!(replies.contains(&"take") && replies.contains(&"pass"), "{replies:?}");
}

#[test]
fn an_underdogs_double_is_beavered() {
    // O is off next roll; X bears both checkers off in 6 of 36 rolls.
    let position = "XGID=-----AA-----------------a-:0:0:1:D:0:0:2:0:10";
    let ask = |has_beavers| {
        let money = Some(MoneyRules { has_beavers, ..MoneyRules::default() });
        let question = MatchQuestion { length: None, score: None, money, ..LISTS };
        answered(MatchQuestion { position, ..question }).unwrap()
    };
    let [without, with] = [false, true].map(ask);
    assert_eq!(without.facts.get("reply"), Some(&"take".into()));
    assert_eq!(without.facts.get("double_beaver"), None);
    assert_eq!(with.facts.get("reply"), Some(&"beaver".into()));
    assert_eq!(member(&with, "money", "beavers"), true.into());
    // Nothing else comes of it: the cube is dead after it.
    let number = |answer: &MatchAnswer, name| match member(answer, name, "value") {
        Datum::Number(number) => number,
        other => panic!("{name}: {other:?}"),
    };
    let [take, beaver] = ["double_take", "double_beaver"].map(|name| number(&with, name));
    assert!(take < 0.0 && (beaver - 2.0 * take).abs() < 1e-6, "{take} {beaver}");
}

#[test]
fn printed_bounds_hold_what_they_are_rounded_from() {
    assert_eq!(outward_percent(between(0, POINT)), [[0, 0], [100, 0]]);
    // A unit is 0.00000074505… %.
    assert_eq!(outward_percent(between(1, 2)), [[0, 0], [0, 2]]);
    assert_eq!(outward_percent(between(POINT / 2 - 1, POINT / 2 + 1)), [[49, 999_999], [50, 1]]);
}
