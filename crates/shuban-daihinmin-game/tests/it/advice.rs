//! Advice of the players.

use shuban_core::adviser::Adviser;
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::{SearchSetting, SumGame};
use shuban_core::{
    Explain, Field, Game, IntervalDomain, Loopy, Medium, PositionSolver, Present, Provable, Random,
    Registry, Silent, Sweep, Tabulate,
};
use shuban_daihinmin_game::register;
use shuban_daihinmin_game::{ContestPosition, ContestRules, Daihinmin};

use crate::common::random_hands;

/// Answer of every player for some positions, as text.
struct Asked {
    texts: Vec<&'static str>,
    answers: Vec<Answered>,
}

#[derive(Debug)]
struct Answered {
    player: String,
    text: &'static str,
    choice: Option<String>,
    weighed: Vec<(String, String)>,
    facts: Vec<(&'static str, String)>,
}

impl Registry for Asked {
    fn game(&mut self, game: impl Present + 'static) {
        assert_eq!(game.name(), "daihinmin");
    }

    fn adviser(&mut self, adviser: impl Adviser + 'static) {
        let game = adviser.game();
        for &text in &self.texts {
            let position = game.parse(text).unwrap();
            let (shelf, progress) = (&EmptyShelf, &Silent);
            let (memory, threads) = (1 << 20, 1);
            let setting =
                SearchSetting { shelf, memory, threads, nodes: None, time: None, progress };
            let advice = adviser.advise(&position, &setting).unwrap();
            let (chance, _) = game.chances(&position)[0];
            let written = |action: &_| game.format_move(&position, chance, action);
            let weighed = advice.weighed.iter().map(|(action, found)| {
                (written(action), found.iter().filter_map(Field::short_text).collect())
            });
            self.answers.push(Answered {
                player: adviser.name(),
                text,
                choice: advice.choice.as_ref().map(written),
                weighed: weighed.collect(),
                facts: (advice.facts.iter())
                    .filter_map(|field| Some((field.name, field.long_text()?)))
                    .collect(),
            });
        }
    }

    fn group(&mut self, _: shuban_core::Group) {}
    fn tabulated(&mut self, _: impl Tabulate + Explain + 'static) {}
    fn iterated(&mut self, _: impl Sweep + Explain + 'static) {}
    fn iterated_by_backup(&mut self, _: impl IntervalDomain + Explain + 'static) {}
    fn retrograde(&mut self, _: impl Explain + 'static) {}
    fn loopy(&mut self, _: impl Loopy + Explain + 'static) {}
    fn multiplayer(&mut self, _: impl Present<Chance = ()> + 'static) {}
    fn expectimax(&mut self, _: impl IntervalDomain + Explain + 'static) {}
    fn solver(&mut self, _: impl PositionSolver + 'static) {}
    fn provable(&mut self, _: impl Provable + Present + 'static) {}
    fn sums(&mut self, _: impl SumGame + 'static) {}
}

/// Nine cards, three players: no win is certain.
const LEAD: &str = "S4,SK,SA|HA,H4|S5,S6,H7|| turn=0 places=3:1,4:2";
/// The same, and a card lies.
const ANSWER: &str = "S4,SK,SA|HA,H4|S5,S6,H7|| turn=0 last=1 top=D9 places=3:1,4:2";
/// The pair of nines cannot be answered, the three goes out.
const CERTAIN: &str = "S3,S9,H9|SA,S4|S5,S6|S7| turn=0 places=4:1";
/// More cards than the databases have.
const MANY: &str = "S3,S4,S5,S6|H3,H4,H5,H6|D3,D4,D5,D6|C3,C4|C7,C8 turn=0";

fn asked() -> Vec<Answered> {
    let mut asked = Asked { texts: vec![LEAD, ANSWER, CERTAIN, MANY], answers: Vec::new() };
    register(&mut asked);
    asked.answers
}

#[test]
fn the_player_with_databases_shows_its_votes() {
    let all = asked();
    let of = |player: &str, text: &str| {
        all.iter().find(|one| one.player == player && one.text == text).unwrap()
    };
    let fact = |answered: &Answered, name: &str| {
        answered.facts.iter().find(|(other, _)| *other == name).unwrap().1.clone()
    };
    let lead = of("endgame", LEAD);
    // Five cards, of which one other has two: 10 deals.
    assert_eq!(fact(lead, "deals"), "10");
    assert_eq!(lead.weighed.len(), 3);
    let votes = |text: &str| text.split(' ').next().unwrap().parse::<u32>().unwrap();
    let most = votes(&lead.weighed[0].1);
    assert!(lead.weighed.iter().all(|(_, text)| votes(text) <= most), "{lead:?}");
    assert_eq!(lead.choice.as_ref(), Some(&lead.weighed[0].0), "{lead:?}");
    assert!(fact(lead, "reason").contains("wins the most deals"), "{lead:?}");
    // Where a card lies only what beats it is weighed.
    let answer = of("endgame", ANSWER);
    let weighed: Vec<&str> = answer.weighed.iter().map(|(action, _)| action.as_str()).collect();
    assert!(weighed.len() == 2 && !weighed.contains(&"S4"), "{answer:?}");
    let certain = of("endgame", CERTAIN);
    assert_eq!(certain.choice.as_deref(), Some("S9,H9"));
    assert!(fact(certain, "reason").contains("whatever the others hold"));
    let many = of("endgame", MANY);
    assert_eq!(many.choice, of("base", MANY).choice);
    assert!(fact(many, "reason").starts_with("16 cards and 5 players"), "{many:?}");
    assert!(many.weighed.is_empty());
}

#[test]
fn the_champion_shows_what_it_tried() {
    let all = asked();
    let of =
        |text: &str| all.iter().find(|one| one.player == "champion" && one.text == text).unwrap();
    let lead = of(LEAD);
    assert_eq!(lead.choice.as_ref(), Some(&lead.weighed[0].0), "{lead:?}");
    assert!(lead.weighed.len() >= 2, "{lead:?}");
    for (_, text) in &lead.weighed {
        // Three are left for the first three places.
        let points: f64 = text.split(' ').next().unwrap().parse().unwrap();
        assert!((1.0..=5.0).contains(&points) && text.contains("points"), "{lead:?}");
    }
    let certain = of(CERTAIN);
    assert_eq!(certain.choice.as_deref(), Some("S9,H9"));
    assert!(certain.weighed.is_empty(), "{certain:?}");
}

#[test]
fn every_player_has_an_opinion_and_keeps_it() {
    let (one, other) = (asked(), asked());
    for (one, other) in one.iter().zip(&other) {
        assert!(one.choice.is_some(), "{one:?}");
        assert_eq!(one.choice, other.choice, "{one:?}");
    }
    let names: Vec<&str> = one.iter().step_by(4).map(|one| one.player.as_str()).collect();
    assert_eq!(names, ["champion", "endgame", "endgame+", "base"]);
}

#[test]
fn hands_are_drawn_and_touched() {
    let game = Daihinmin::new(ContestRules::default());
    let random = &mut Random::new(4);
    let deals =
        [9, 20, 53].map(|cards| ContestPosition::new(&game.rules, random_hands(random, cards)));
    let positions = shuban_conformance::reachable(&game, &deals, 100);
    shuban_conformance::board(&game, &positions).unwrap();
    let ends = [
        "S3|||| turn=0 places=1:1,2:2,3:3,4:4,0:5",
        "S3,D3||HT|C4| turn=0 places=1:1,4:2",
        "S3,HT|JK|DA,C2|C4|C5 turn=3 last=2 top=S9 passed=0,1",
    ];
    let ends = ends.map(|text| game.parse(text).unwrap());
    shuban_conformance::board(&game, &ends).unwrap();
    let start = game.start();
    assert_eq!(start.hands.iter().map(|hand| hand.len()).sum::<usize>(), 53);
    assert!(!start.hands[start.table.turn].has_joker(), "its first moves are all touched");
    let position = game.parse("S3,HT|JK|DA,C2|C4|C5 turn=3 last=2 top=S9 revolution").unwrap();
    let text = game.draw(&position, None, Medium::Terminal { colour: false });
    for word in ["♠3", "♥T", "JK", "♦A", "♠9", "player 4 to answer S9 of player 3; revolution"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
}
