use std::collections::HashMap;

use shuban_core::Game;

use super::*;

fn round(text: &str) -> Round {
    Daihinmin::new(ContestRules::default()).parse(text).unwrap()
}

/// Whether a seat can force to come in before the other, by plain search with all actions, every
/// pass too.
fn plainly_wins(
    rules: &ContestRules,
    round: &Round,
    hero: Seat,
    known: &mut HashMap<Round, bool>,
) -> bool {
    if round.is_over(rules) {
        // Three are out, and the next place is the fourth.
        return round.table.places[hero] == Some(3);
    }
    if let Some(&known) = known.get(round) {
        return known;
    }
    let is_hero = round.table.turn == hero;
    let mut plays = Vec::new();
    Daihinmin::new(*rules).plays(round, (), &mut plays);
    let wins = plays.iter().any(|play| plainly_wins(rules, &play.after, hero, known) == is_hero)
        == is_hero;
    known.insert(round.clone(), wins);
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
        let mut pack: Vec<_> = Cards::ALL.iter().collect();
        random.shuffle(&mut pack);
        let (own, others) = (1 + random.below(4) as usize, 1 + random.below(4) as usize);
        let hand = |range: std::ops::Range<usize>| {
            pack[range].iter().copied().collect::<Cards>().to_string()
        };
        let text =
            format!("{}||{}|| turn=0 places=1:1,3:2,4:3", hand(0..own), hand(own..own + others));
        let round = round(&text);
        let mut known = HashMap::new();
        let expected = plainly_wins(&rules, &round, 0, &mut known);
        match duel(&rules, &round, 100_000) {
            Duel::Won(action) => {
                let mut after = round.clone();
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
    let round = round("S3,H4,D5,C6,S7,H9,DT||S4,H5,D6,C7,S9,HT,DJ|| turn=0 places=1:1,3:2,4:3");
    assert_eq!(duel(&ContestRules::default(), &round, 3), Duel::Open);
}

#[test]
fn what_a_seat_did_speaks_for_its_hand() {
    let rules = ContestRules::default();
    let mut base = Base::new(rules);
    let mut seen = SeenTurns::default();
    let begun = round("S3|S4,S9|S5,H5|S6|S7 turn=0");
    seen.begin(&begun.view(0));
    let mut after = begun.clone();
    let three: Meld = "S3".parse().unwrap();
    seen.see(&begun.table, 0, Some(&three));
    after.play(&rules, Some(three)).unwrap();
    // Seat 1 passes upon a three, so that it hardly holds a four and a nine.
    seen.see(&after.table, 1, None);
    let hands = |of_one: &str| {
        let mut hands = [Cards::NONE; PLAYERS];
        hands[1] = of_one.parse().unwrap();
        hands
    };
    assert_eq!(seen.disagreements(&mut base, 0, &hands("S4,S9")), 1);
    assert_eq!(seen.disagreements(&mut base, 0, &hands("H3,D3")), 0);
    assert_eq!(seen.disagreements(&mut base, 1, &hands("S4,S9")), 0, "one's own turns say nothing");
}

#[test]
fn it_plays_a_win_that_only_a_search_finds() {
    let rules = ContestRules::default();
    let playouts = Playouts::default();
    let mut player = EndgamePlus::new(rules, playouts, Random::new(1));
    let mut found = 0;
    let mut random = Random::new(8);
    for _ in 0..200 {
        let mut pack: Vec<_> = Cards::ALL.iter().collect();
        random.shuffle(&mut pack);
        let hand = |range: std::ops::Range<usize>| {
            pack[range].iter().copied().collect::<Cards>().to_string()
        };
        let text = format!("{}||{}|| turn=0 places=1:1,3:2,4:3", hand(0..4), hand(4..7));
        let round = round(&text);
        let view = round.view(0);
        let Duel::Won(_) = duel(&rules, &round, 100_000) else { continue };
        let mut known = HashMap::new();
        let mut wins = |action: Option<Meld>| {
            let mut after = round.clone();
            after.play(&rules, action).unwrap();
            plainly_wins(&rules, &after, 0, &mut known)
        };
        assert!(wins(player.play(&view)), "{text}");
        found += u32::from(!wins(Base::new(rules).play(&view)));
    }
    assert!(found > 5, "{found}: rules alone find all of them");
}
