//! Words, their numbers, and their counts.

use shuban_tanhinmin::{CardRules, Clearing, Letter, Numbering, StrongEnd, Word};

fn rules(players: usize) -> CardRules {
    CardRules::tanhinmin(players).unwrap()
}

fn numbering(rules: CardRules, cards: usize) -> Numbering {
    Numbering::new(rules.alphabet(cards))
}

#[test]
fn letters_are_single_cards_and_shared_groups() {
    let three = rules(3).alphabet(4);
    let per_weight = |cards| three.up_to(cards) - three.up_to(cards - 1);
    // C(w + 2, 2) splits, less the three of one player alone where there are several cards.
    assert_eq!([1, 2, 3, 4].map(per_weight), [3, 3, 7, 12]);
    for (number, group) in three.groups.iter().enumerate() {
        assert_eq!(three.letter(&group.counts), Some(number as Letter));
    }
    assert_eq!(three.letter(&[2, 0, 0, 0, 0]), None);
    assert_eq!(three.letter(&[0, 0, 0, 1, 0]), None);
    let apart = rules(3).with_clearing(Clearing::Uecda).alphabet(2);
    assert_eq!(apart.up_to(2), 3 + 6);
    assert!(apart.letter(&[2, 0, 0, 0, 0]).is_some());
}

#[test]
fn runs_are_one_group_and_shared_groups_never_merge() {
    let three = rules(3).alphabet(6);
    let mut word = Word::default();
    let groups = [[2, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 1, 0, 0]];
    for group in &groups {
        three.push_group(&mut word, group).unwrap();
    }
    assert_eq!(three.groups_of(&word), groups);
    let shared = three.letter(&[1, 1, 0, 0, 0]).unwrap();
    assert_eq!(word.letters(), [0, 0, shared, shared, 2]);
    assert_eq!(three.without(shared, 0).letters(), [1]);
    let more = three.letter(&[2, 1, 0, 0, 0]).unwrap();
    assert_eq!(three.without(more, 1).letters(), [0, 0]);
    assert!(three.without(0, 0).letters().is_empty());
}

#[test]
fn patterns_are_as_many_as_printed() {
    let three = numbering(rules(3), 10);
    assert_eq!(three.words(10, 0), 1_428_867, "empty hands included");
    assert_eq!(three.words(10, 0b111), 1_365_702, "no hand empty");
    // All but the leader's cards: the patterns of two players.
    assert_eq!(numbering(rules(2), 10).words(10, 0), 21_056);
    assert_eq!(1_365_702 + 21_056 + 42_109, 1_428_867);
    let four = numbering(rules(4).distinct(), 10);
    assert_eq!(four.words(10, 0b1111), 818_520, "4! S(10, 4)");
}

#[test]
fn leads_of_twelve_cards_are_as_many_as_documented() {
    assert_eq!(numbering(rules(3), 12).leads(12), 81_893_174);
}

#[test]
fn every_lead_has_its_number() {
    for players in 2..=5 {
        for cards in 1..=players + 2 {
            for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
                for rules in [rules(players), rules(players).distinct()] {
                    let numbering = numbering(rules.with_clearing(clearing), cards);
                    all_in_order(&numbering, cards);
                }
            }
        }
    }
}

fn all_in_order(numbering: &Numbering, cards: usize) {
    let total = numbering.leads(cards);
    let mut last: Option<(StrongEnd, usize)> = None;
    for lead in 0..total {
        let (word, which) = numbering.unrank(cards, lead).unwrap();
        let ranked = numbering.rank(cards, &word).unwrap();
        assert_eq!(ranked.first_lead + which as u64, lead);
        assert!(which < ranked.leads);
        // A deal's leads follow one another, and so do deals.
        match last {
            Some((before, other)) if before.deal == ranked.deal => assert_eq!(which, other + 1),
            Some((before, other)) => {
                assert_eq!((before.deal + 1, before.leads, 0), (ranked.deal, other + 1, which));
            }
            None => assert_eq!((ranked.deal, which), (0, 0)),
        }
        last = Some((ranked, which));
    }
    assert_eq!(numbering.unrank(cards, total), None);
    let deals = last.map_or(0, |(ranked, _)| ranked.deal + 1);
    assert_eq!(deals, numbering.words(cards, numbering.everybody()));
}

#[test]
fn words_that_are_no_deals_have_no_number() {
    let three = numbering(rules(3), 4);
    let word = |letters: &[Letter]| {
        let mut word = Word::default();
        letters.iter().for_each(|&letter| word.push(letter).unwrap());
        word
    };
    assert!(three.rank(3, &word(&[0, 1, 2])).is_some());
    assert_eq!(three.rank(4, &word(&[0, 1, 2])), None, "a card is missing");
    assert_eq!(three.rank(3, &word(&[0, 1, 1])), None, "a hand is empty");
    assert_eq!(three.rank(5, &word(&[0, 1, 2, 0, 0])), None, "too many cards");
    assert_eq!(three.rank(3, &word(&[0, 1, 2, 0])), None);
}
