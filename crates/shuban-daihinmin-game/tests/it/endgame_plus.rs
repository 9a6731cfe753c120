//! The player that plays deals out: its search for the last two, and what it infers from play.

use std::collections::HashMap;

use shuban_core::{Game, Random, Seat};
use shuban_daihinmin_game::players::plus::{Duel, SeenTurns, duel};
use shuban_daihinmin_game::players::{Base, ContestPlayer, EndgamePlus, Playouts};
use shuban_daihinmin_game::{Card, Cards, ContestPosition, ContestRules, Daihinmin, Meld, PLAYERS};

fn position(text: &str) -> ContestPosition {
    Daihinmin::new(ContestRules::default()).parse(text).unwrap()
}

/// Random hands of the first two seats that play, the other three being out.
fn last_two(random: &mut Random, own: usize, others: usize) -> String {
    let pack = Cards::ALL.shuffled(random);
    let hand = |cards: &[Card]| cards.iter().copied().collect::<Cards>().to_string();
    let (own, others) = (hand(&pack[..own]), hand(&pack[own..own + others]));
    format!("{own}||{others}|| turn=0 places=1:1,3:2,4:3")
}

/// Returns true if a seat can force to come in before the other, by plain search with all actions,
/// every pass too.
fn plainly_wins(
    rules: &ContestRules,
    position: &ContestPosition,
    hero: Seat,
    known: &mut HashMap<ContestPosition, bool>,
) -> bool {
    if position.is_over(rules) {
        // Three are out, and the next place is the fourth.
        return position.table.places[hero] == Some(3);
    }
    if let Some(&known) = known.get(position) {
        return known;
    }
    let is_hero = position.table.turn == hero;
    let mut plays = Vec::new();
    Daihinmin::new(*rules).plays(position, (), &mut plays);
    let wins = plays.iter().any(|play| plainly_wins(rules, &play.after, hero, known) == is_hero)
        == is_hero;
    known.insert(position.clone(), wins);
    wins
}

#[test]
fn the_last_two_are_solved_as_by_plain_search() {
    let mut random = Random::new(4);
    let mut won = 0;
    for number in 0..300 {
        // Where few passes end the game they decide more often.
        let most_passes = [20, 6, 5, 4, 3][number % 5];
        let forbidden_finish = number % 2 == 1;
        let rules = ContestRules { most_passes, forbidden_finish, ..ContestRules::default() };
        let (own, others) = (1 + random.place(4), 1 + random.place(4));
        let text = last_two(&mut random, own, others);
        let position = position(&text);
        let mut known = HashMap::new();
        let expected = plainly_wins(&rules, &position, 0, &mut known);
        match duel(&rules, &position, 100_000) {
            Duel::Won(action) => {
                let mut after = position.clone();
                after.play(&rules, action).unwrap();
                assert!(expected && plainly_wins(&rules, &after, 0, &mut known), "{text}, {rules}");
                won += 1;
            }
            other => assert_eq!((other, expected), (Duel::NotWon, false), "{text}, {rules}"),
        }
    }
    assert!((100..300).contains(&won), "{won}");
}

#[test]
fn a_search_is_given_up_in_time() {
    let position =
        position("S3,H4,D5,C6,S7,H9,DT||S4,H5,D6,C7,S9,HT,DJ|| turn=0 places=1:1,3:2,4:3");
    assert_eq!(duel(&ContestRules::default(), &position, 3), Duel::Open);
}

#[test]
fn what_a_seat_did_speaks_for_its_hand() {
    let rules = ContestRules::default();
    let base = Base { rules };
    let mut seen = SeenTurns::default();
    let begun = position("S3|S4,S9|S5,H5|S6|S7 turn=0");
    seen.begin(&begun.view(0));
    let mut after = begun.clone();
    let three: Meld = "S3".parse().unwrap();
    seen.see(&begun.table, 0, Some(&three));
    after.play(&rules, Some(three)).unwrap();
    // Seat 1 passes on a three, so it hardly holds a four and a nine.
    seen.see(&after.table, 1, None);
    let hands = |of_one: &str| {
        let mut hands = [Cards::NONE; PLAYERS];
        hands[1] = of_one.parse().unwrap();
        hands
    };
    assert_eq!(seen.disagreements(base, 0, &hands("S4,S9")), 1);
    assert_eq!(seen.disagreements(base, 0, &hands("H3,D3")), 0);
    assert_eq!(seen.disagreements(base, 1, &hands("S4,S9")), 0, "one's own turns say nothing");
}

#[test]
fn it_plays_a_win_that_only_a_search_finds() {
    let rules = ContestRules::default();
    let playouts = Playouts::default();
    let mut player = EndgamePlus::new(rules, playouts, Random::new(1));
    let mut found = 0;
    let mut random = Random::new(8);
    for _ in 0..200 {
        let text = last_two(&mut random, 4, 3);
        let position = position(&text);
        let view = position.view(0);
        let Duel::Won(_) = duel(&rules, &position, 100_000) else { continue };
        let mut known = HashMap::new();
        let mut wins = |action: Option<Meld>| {
            let mut after = position.clone();
            after.play(&rules, action).unwrap();
            plainly_wins(&rules, &after, 0, &mut known)
        };
        assert!(wins(player.play(&view)), "{text}");
        found += u32::from(!wins(Base { rules }.play(&view)));
    }
    assert!(found > 5, "{found}: rules alone find all of them");
}
