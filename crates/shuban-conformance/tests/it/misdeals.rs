//! Lawful deals pass; each misdeal is caught.

use std::sync::atomic::{AtomicU64, Ordering};

use shuban_conformance::hidden;
use shuban_core::{Game, Hidden, NotationError, Payoffs, Play, Seat};

/// The fault of views or deals of [`DrawnCards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Misdeal {
    Nothing,
    OtherView,
    OtherTurn,
    OtherMoves,
    Over,
    Unfair,
    Unreached,
    Refused,
    FromElsewhere,
    EmptyRange,
}

/// Two seats hold a card each out of four; seat 0, with an even card, may show it or not, with an
/// odd one it passes. The last two numbers: the player to move, and the number of cards shown.
struct DrawnCards {
    misdeal: Misdeal,
    calls: AtomicU64,
}

impl DrawnCards {
    fn new(misdeal: Misdeal) -> Self {
        DrawnCards { misdeal, calls: 0.into() }
    }
}

type Cards = (u8, u8, Seat);

impl Game for DrawnCards {
    type Position = Cards;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "drawn".into()
    }

    fn to_move(&self, cards: &Cards) -> Seat {
        cards.2
    }

    fn outcome(&self, cards: &Cards) -> Option<Payoffs> {
        let over = self.misdeal == Misdeal::Over && cards.1 == 3;
        over.then(|| Payoffs::new(&[0, 0]))
    }

    fn chances(&self, _: &Cards) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, cards: &Cards, (): (), plays: &mut Vec<Play<Cards, u8>>) {
        let most = if self.misdeal == Misdeal::OtherMoves { cards.1 } else { cards.0 };
        plays.push(Play { action: most % 2, after: (cards.0, cards.1, 1) });
    }

    fn parse(&self, text: &str) -> Result<Cards, NotationError> {
        Err(NotationError::new(text, 0, "not read here"))
    }

    fn format(&self, cards: &Cards) -> String {
        format!("{cards:?}")
    }

    fn format_move(&self, _: &Cards, (): (), action: &u8) -> String {
        action.to_string()
    }
}

impl Hidden for DrawnCards {
    /// The seat's own card, and the player to move.
    type View = (u8, Seat);

    fn view(&self, &(a, b, turn): &Cards, seat: Seat) -> (u8, Seat) {
        (if seat == 0 { a } else { b }, if self.misdeal == Misdeal::OtherTurn { 0 } else { turn })
    }

    fn deal(
        &self,
        &(own, turn): &(u8, Seat),
        seat: Seat,
        random: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Cards> {
        let unseen: Vec<u8> = (0..4).filter(|&card| card != own).collect();
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        let drawn = match self.misdeal {
            Misdeal::Unfair => random(4).min(2),
            Misdeal::Unreached => random(2),
            Misdeal::FromElsewhere => calls % 3,
            Misdeal::EmptyRange => random(0),
            _ => random(3),
        };
        let other = unseen[drawn as usize];
        let (own, turn) = match self.misdeal {
            Misdeal::OtherView => (other, turn),
            Misdeal::OtherTurn => (own, 1),
            Misdeal::Refused if own == 3 => return None,
            _ => (own, turn),
        };
        Some(if seat == 0 { (own, other, turn) } else { (other, own, turn) })
    }
}

fn all_cards() -> Vec<Cards> {
    let pairs = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a != b).map(|(a, b)| (a, b, 0)).collect()
}

#[test]
fn lawful_deals_pass() {
    hidden(&DrawnCards::new(Misdeal::Nothing), &all_cards(), |_| 1).unwrap();
}

#[test]
fn every_misdeal_is_caught_and_named() {
    let misdeals = [
        (Misdeal::OtherView, "its view is"),
        (Misdeal::OtherTurn, "the seat to move is 0, but 1"),
        (Misdeal::OtherMoves, "what it may do is"),
        (Misdeal::Over, "whether it is over is false, but true"),
        (Misdeal::Unfair, "is dealt with probability 0."),
        (Misdeal::Unreached, "yet is never dealt"),
        (Misdeal::Refused, "nothing is dealt"),
        (Misdeal::FromElsewhere, "the same random numbers deal"),
        (Misdeal::EmptyRange, "below 0"),
    ];
    for (misdeal, reason) in misdeals {
        let found = hidden(&DrawnCards::new(misdeal), &all_cards(), |_| 1);
        let found = found.expect_err(&format!("{misdeal:?} is not caught")).to_string();
        assert!(found.contains(reason), "{misdeal:?} is reported as: {found}");
    }
    let found =
        hidden(&DrawnCards::new(Misdeal::Nothing), &all_cards(), |cards| u64::from(cards.0) + 1);
    assert!(found.unwrap_err().to_string().contains("is dealt with probability"));
}
