//! Records of matches, read back as they are written.

use std::fmt::Write;

use proptest::prelude::*;
use shuban_core::present::Transcribed;
use shuban_core::present::transcript::{StatedResult, Transcript};
use shuban_core::{Game, Present, Random};
use shuban_daihinmin_game::braced_words::{hand_text, play_text};
use shuban_daihinmin_game::{
    Card, Cards, ContestPosition, ContestRules, Daihinmin, Meld, PLAYERS, joined,
};

fn game() -> Daihinmin {
    Daihinmin::new(ContestRules::default())
}

fn read(text: &str) -> Option<Vec<Transcript>> {
    game().transcripts(text).unwrap()
}

/// A game played at random, with its players in an order of their own.
struct Played {
    /// The players in the order of turns.
    seats: Vec<usize>,
    positions: Vec<ContestPosition>,
    actions: Vec<Option<Meld>>,
}

impl Played {
    fn at_random(seed: u64) -> Self {
        let game = game();
        let mut random = Random::new(seed);
        let mut seats: Vec<usize> = (0..PLAYERS).collect();
        seats.sort_by_key(|_| random.below(1 << 20));
        let pack = Cards::ALL.shuffled(&mut random);
        let hands = std::array::from_fn(|seat| {
            pack.iter().skip(seat).step_by(PLAYERS).copied().collect::<Cards>()
        });
        let mut positions = vec![ContestPosition::new(&game.rules, hands)];
        let mut actions = Vec::new();
        loop {
            let now = positions.last().unwrap().clone();
            let mut plays = Vec::new();
            game.plays(&now, (), &mut plays);
            if plays.is_empty() {
                return Played { seats, positions, actions };
            }
            // The last play is the pass: it is not wanted so often.
            let some = plays.len().max(2) - 1;
            let mut play = plays.swap_remove(random.below(some as u64 + 1) as usize % plays.len());
            if play.action.is_none() && !plays.is_empty() && random.below(2) == 0 {
                play = plays.swap_remove(random.below(plays.len() as u64) as usize);
            }
            actions.push(play.action);
            positions.push(play.after);
        }
    }

    fn hand_of(&self, player: usize) -> Cards {
        self.positions[0].hands[self.seat_of(player)]
    }

    fn seat_of(&self, player: usize) -> usize {
        self.seats.iter().position(|&at| at == player).unwrap()
    }

    /// Returns each player's place, from 0; players whom passes left in take those that are left.
    fn places(&self) -> Vec<usize> {
        let places = self.positions.last().unwrap().table.places;
        let mut free = (0..PLAYERS).filter(|&place| !places.contains(&Some(place as u8)));
        let by_seat: Vec<usize> = places
            .iter()
            .map(|place| place.map_or_else(|| free.next().unwrap(), usize::from))
            .collect();
        (0..PLAYERS).map(|player| by_seat[self.seat_of(player)]).collect()
    }

    fn braced(&self) -> String {
        let hand = |player: usize| hand_text(self.hand_of(player)) + " ";
        let hands: String = (0..PLAYERS).map(hand).collect();
        let seats = (0..PLAYERS).map(|player| self.seat_of(player));
        let plays: String =
            self.actions.iter().map(|action| play_text(action.as_ref()) + "[70] ").collect();
        format!(
            "/* \ngame 0 \nscore \nclass 0 1 2 3 4 \nseat {} \ndealt {hands}\nchanged {{ }} {{ }} {{ }} {{ }} \
             {{ }} \noriginal {hands}\nplay {plays}\nresult {} \n*/ \n",
            joined(" ", seats),
            joined(" ", self.places()),
        )
    }

    fn tricks(&self, number: usize) -> String {
        let mut text = format!("\ngame {number}\nseats {}\n", joined(" ", &self.seats));
        for player in 0..PLAYERS {
            writeln!(text, "hand {player} {}", self.hand_of(player)).unwrap();
        }
        for (position, action) in self.positions.iter().zip(&self.actions) {
            if position.table.is_clear() {
                write!(text, "\nlead {}", self.seats[position.table.turn]).unwrap();
            }
            let action = action.map_or(".".to_owned(), |meld| meld.to_string());
            write!(text, " {action}").unwrap();
        }
        let places = self.places();
        let ranking = (0..PLAYERS).map(|place| places.iter().position(|&at| at == place).unwrap());
        text + &format!("\nranking {}\n", joined(" ", ranking))
    }

    /// Checks that a record has this game, by playing it through.
    fn check(&self, read: &Transcript) {
        let game = game();
        assert_eq!(read.flaw, None);
        let mut now = game.parse(read.start.as_ref().unwrap()).unwrap();
        assert_eq!(now, self.positions[0]);
        assert_eq!(read.moves.len(), self.actions.len());
        for (made, after) in read.moves.iter().zip(&self.positions[1..]) {
            now = game.parse_move(&now, (), &made.text).unwrap().after;
            assert_eq!(now, *after, "{}", made.text);
        }
        let first = self.places().iter().position(|&place| place == 0).unwrap();
        assert_eq!(read.result, Some(StatedResult::Won(self.seat_of(first))));
    }
}

const HEAD: &str = "player one two three four five\n";
const OWN_HEAD: &str = "shuban daihinmin record 1\n";

fn own_head() -> String {
    format!("{OWN_HEAD}rules {}\nseed 1\ngames 2\nplayers one|two|three|four|five\n", game().rules)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn both_kinds_of_records_are_read_as_played(seed: u64) {
        let games = [Played::at_random(seed), Played::at_random(seed ^ 1)];
        let in_braces = HEAD.to_owned() + &games.each_ref().map(Played::braced).concat();
        let in_tricks = own_head() + &games[0].tricks(1) + &games[1].tricks(2);
        for text in [in_braces, in_tricks] {
            let read = read(&text).unwrap();
            prop_assert_eq!(read.len(), 2);
            for (read, played) in read.iter().zip(&games) {
                played.check(read);
                let names = ["one", "two", "three", "four", "five"];
                let seated: Vec<&str> = played.seats.iter().map(|&player| names[player]).collect();
                prop_assert_eq!(&read.players, &seated);
            }
        }
    }

    #[test]
    fn every_meld_is_read_in_braces(seed: u64) {
        let mut random = Random::new(seed);
        let pack = Cards::ALL.shuffled(&mut random);
        let hand: Cards = pack[..25].iter().copied().chain([Card::JOKER]).collect();
        let open = ContestPosition::new(&game().rules, [hand, Cards::NONE, Cards::NONE, Cards::NONE, Cards::NONE]);
        for meld in shuban_daihinmin_game::melds(&game().rules, hand, &open.table) {
            let text = format!(
                "/*\nseat 0 1 2 3 4\noriginal {{ }} {{ }} {{ }} {{ }} {{ }}\nplay {}\n*/", play_text(Some(&meld))
            );
            prop_assert_eq!(&read(&text).unwrap()[0].moves[0].text, &meld.to_string());
        }
    }

    #[test]
    fn a_damaged_record_is_read_or_refused(seed in 0u64..20, at in 0usize..4000, other in any::<char>()) {
        let played = Played::at_random(seed);
        for text in [HEAD.to_owned() + &played.braced(), own_head() + &played.tricks(1)] {
            let cut: String = text.chars().take(at).collect();
            let _ = read(&cut);
            let changed = text.chars().enumerate().map(|(i, c)| if i == at { other } else { c });
            let _ = read(&changed.collect::<String>());
            let lines: Vec<&str> = text.lines().collect();
            let without = lines.iter().enumerate().filter(|(i, _)| i % lines.len() != at % lines.len());
            let _ = read(&without.map(|(_, line)| format!("{line}\n")).collect::<String>());
        }
    }
}

#[test]
fn plays_and_hands_are_written_as_the_records_have_them() {
    for (meld, word) in [
        ("D3", "d-3"),
        ("H4,C4", "ch-4"),
        ("CJ,CQ,CK", "c-jqk"),
        ("H6,JK=H7,H8", "h-678(7)"),
        ("HA,JK=CA", "ch-a(c)"),
        ("JK=S-,S3,S4", "s--34(-)"),
        ("CA,C2,JK=C+", "c-a2+(+)"),
        ("S8,H8,D8,C8,JK", "cdhsx-8(cdhsx)"),
        ("JK", "jk"),
    ] {
        assert_eq!(play_text(Some(&meld.parse().unwrap())), word);
    }
    assert_eq!(play_text(None), "p");
    assert_eq!(hand_text("H4,C4,D2,JK".parse().unwrap()), "{ c4 h4 d2 jo }");
    assert_eq!(hand_text(Cards::NONE), "{ }");
}

#[test]
fn what_cannot_be_followed_is_told_with_its_line() {
    let flaw = |text: &str| read(text).unwrap()[0].flaw.clone();
    let braced = "/*\nseat 0 1 2 3 4\noriginal { s3 } { s4 } { s5 } { s6 } { s7 }\n";
    let said = flaw(&format!("{braced}play ch-4 zz\n*/"));
    assert_eq!(said, Some((4, "`zz` is no play such as `ch-4` or `p`".to_owned())));
    for twice in [
        "ss-3",
        "s-33",
        "cdhsxx-8(cdhsxx)",
        &format!("{}-{}", "s".repeat(4_000), "3".repeat(4_000)),
    ] {
        assert!(flaw(&format!("{braced}play {twice}\n*/")).is_some(), "{twice:.20}");
    }
    let said = flaw(&format!("{braced}play s-3\n"));
    assert_eq!(said, Some((4, "the game does not end with `*/`".to_owned())));
    let said = flaw("/*\nseat 0 1 2 3 4\noriginal { s3 } { s3 s3 }\n*/");
    assert_eq!(said.unwrap().0, 3);
    let said = flaw(&format!("{OWN_HEAD}rules {}\ngame 1\nseats 0 1 2 3 3", game().rules));
    assert_eq!(said, Some((4, "`seats 0 1 2 3 3` cannot be read".to_owned())));
    let rules = ContestRules { six_reverse: true, ..ContestRules::default() };
    let said = flaw(&format!("{OWN_HEAD}rules {rules}\ngame 1\nseats 0 1 2 3 4"));
    assert_eq!(said, Some((2, "the match has other rules than the game".to_owned())));
    for text in ["", "hello", "/*\nA comment.\n*/", "1 @0/ 2 A0\\", "(;GM[18];W[d1-d7/g7])"] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn a_move_says_why_it_is_none_and_takes_any_role_of_a_joker() {
    let game = game();
    let position = game.parse("JK,C8,S3,H4|D5|D6|D7|D9 turn=0").unwrap();
    let refused = |text: &str| game.parse_move(&position, (), text).unwrap_err().reason;
    assert_eq!(refused("S9"), "the player does not hold these cards");
    assert_eq!(refused("S3,H4"), "neither a single card nor a set nor a run");
    // An eight clears the table: which suit the joker was is the same.
    let after = |text: &str| game.parse_move(&position, (), text).unwrap().after;
    assert_eq!(after("C8,JK=D8"), after("C8,JK=H8"));
}
