//! Sets of cards.

use proptest::prelude::*;
use shuban_daihinmin_game::{Card, Cards, Suit, Suits};

#[test]
fn the_pack_has_53_cards() {
    assert_eq!(Cards::ALL.len(), 53);
    assert_eq!(Cards::ALL.iter().count(), 53);
    assert_eq!(Cards::ALL.naturals().len(), 52);
    assert!(Suit::ALL.iter().all(|&suit| Cards::ALL.of_suit(suit).len() == 13));
    assert_eq!((Card::JOKER.strength(), Card::JOKER.suit()), (14, None));
    assert_eq!(Card::SPADE_THREE.strength(), 1);
    assert_eq!(Card::DIAMOND_THREE.suit(), Some(Suit::Diamond));
    assert_eq!(Cards::ALL.suits_at(0), Suits::NONE);
    assert_eq!(Cards::ALL.suits_at(14), Suits::NONE);
}

#[test]
fn suits_that_are_not_in_a_set_are_the_others() {
    assert_eq!(Suits::only(Suit::Heart).others().iter().collect::<Vec<_>>(), {
        [Suit::Spade, Suit::Diamond, Suit::Club]
    });
    assert_eq!((Suits::NONE.others(), Suits::ALL.others()), (Suits::ALL, Suits::NONE));
    for suit in Suit::ALL {
        assert_eq!(Suits::only(suit).others().with(suit), Suits::ALL);
    }
}

#[test]
fn cards_in_messages_of_errors_are_those_that_people_write() {
    assert_eq!(format!("{:?}", Card::SPADE_THREE), "S3");
    let hand: Cards = "JK,C2,S3".parse().unwrap();
    assert_eq!(format!("{hand:?} {:?}", Cards::NONE), "S3,C2,JK ");
}

#[test]
fn an_exchange_takes_the_strongest_in_the_order_of_the_rules() {
    let hand = |text: &str| text.parse::<Cards>().unwrap();
    assert_eq!(hand("S3,JK,C2,S2").strongest(2), hand("JK,S2"));
    assert_eq!(hand("S3,C2,D2,HA").strongest(1), hand("D2"));
    assert_eq!(hand("CA,SA,S3").strongest(2), hand("SA,CA"));
    assert_eq!(hand("S3").strongest(2), hand("S3"));
}

proptest! {
    #[test]
    fn a_set_is_its_cards(bits in 0..1u64 << 53) {
        let chosen = |place: usize| bits >> place & 1 == 1;
        let all = Cards::ALL.iter().enumerate();
        let set: Cards = all.filter(|&(place, _)| chosen(place)).map(|(_, card)| card).collect();
        prop_assert_eq!(set.iter().collect::<Cards>(), set);
        prop_assert_eq!(set.iter().count(), set.len());
        prop_assert_eq!(set.first(), set.iter().next());
        prop_assert!(set.iter().is_sorted());
        prop_assert_eq!((set | set, set | Cards::ALL), (set, Cards::ALL));
        for card in Cards::ALL.iter() {
            let held = set.contains(card);
            prop_assert_eq!(set.iter().any(|other| other == card), held);
            if let Some(suit) = card.suit() {
                prop_assert_eq!(set.suits_at(card.strength()).contains(suit), held);
                prop_assert_eq!(set.of_suit(suit).contains(card), held);
            }
        }
    }
}
