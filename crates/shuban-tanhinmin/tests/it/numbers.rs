//! Positions as rows of numbers, read back.

use std::collections::HashMap;

use shuban_core::{Domain, Game, LayerId, PartId, Present};
use shuban_tanhinmin::{CardRules, CardTable, LeadDomain, OpenDaihinmin};

/// The number of each name of a position.
fn row(game: &OpenDaihinmin, table: &CardTable) -> HashMap<String, i16> {
    let as_numbers = game.capabilities().numbers.unwrap();
    let mut numbers = Vec::new();
    as_numbers.numbers(table, &mut numbers);
    let names = as_numbers.names(table);
    assert_eq!(names.len(), numbers.len());
    names.into_iter().zip(numbers).collect()
}

/// Writes a row in the notation.
fn text(game: &OpenDaihinmin, row: &HashMap<String, i16>) -> String {
    let of = |name: &str| row.get(name).copied().unwrap_or_default();
    let numbered = |name: &str, number: usize| row.get(&format!("{name}_{number}")).copied();
    let cards: Vec<(i16, i16)> =
        (1..).map_while(|card| numbered("rank", card).zip(numbered("holder", card))).collect();
    let name = |rank: i16| format!("{rank}{}", if rank == of("eights") { "*" } else { "" });
    let hands = (1..=game.seats()).map(|player| {
        let mut own: Vec<i16> = cards
            .iter()
            .filter(|(_, holder)| *holder == player as i16)
            .map(|(rank, _)| *rank)
            .collect();
        own.sort_unstable();
        assert_eq!(numbered("hand", player), Some(own.len() as i16));
        match own.is_empty() && !row.contains_key("led_cards") {
            true => "#1".to_owned(),
            false => own.into_iter().map(name).collect::<Vec<_>>().join(","),
        }
    });
    let hands = hands.collect::<Vec<_>>().join("|");
    let lying: Vec<i16> =
        cards.iter().filter(|(_, holder)| *holder == 0).map(|(rank, _)| *rank).collect();
    assert!(lying.iter().all(|rank| *rank == of("led")));
    let size = match row.get("led_cards") {
        Some(&size) => format!("x{size}"),
        None => String::new(),
    };
    assert_eq!(lying.len(), row.get("led_cards").map_or(1, |&size| size as usize));
    let revolution = if of("revolution") == 1 { " revolution" } else { "" };
    format!("{hands} on {}{size}{revolution}", name(of("led")))
}

#[test]
fn rows_of_layers_tell_their_positions() {
    let tanhinmin = |players| CardRules::tanhinmin(players).unwrap();
    for (rules, cards) in [
        (tanhinmin(2), 7),
        (tanhinmin(3), 6),
        (tanhinmin(3).distinct(), 6),
        (tanhinmin(5), 6),
        (CardRules::daihinmin(3).unwrap(), 6),
        (CardRules::daihinmin(2).unwrap(), 7),
    ] {
        let leads = LeadDomain::new(rules).unwrap();
        let game = leads.game();
        for layer in (0..=cards - rules.players()).map(LayerId) {
            let index = leads.index(PartId { layer, part: 0 }).unwrap();
            let names = game.capabilities().numbers.unwrap().names(&index.unrank(0).unwrap());
            for rank in 0..index.len() {
                let table = index.unrank(rank).unwrap();
                let row = row(game, &table);
                assert!(
                    row.len() == names.len() && names.iter().all(|name| row.contains_key(name))
                );
                assert_eq!(text(game, &row), game.format(&table));
            }
        }
    }
}

#[test]
fn cards_stand_from_the_strongest() {
    let cards = |game: &OpenDaihinmin, text: &str| -> Vec<(i16, i16)> {
        let row = row(game, &game.parse(text).unwrap());
        let number = |name: &str, card: usize| row.get(&format!("{name}_{card}")).copied();
        (1..).map_while(|card| number("rank", card).zip(number("holder", card))).collect()
    };
    let game = OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap());
    let found = cards(&game, "1,3|2,5|3,4 on 3");
    assert_eq!(found, [(5, 2), (4, 3), (3, 0), (3, 1), (3, 3), (2, 2), (1, 1)]);
    let game = OpenDaihinmin::new(CardRules::daihinmin(3).unwrap());
    let found = cards(&game, "3|1,2*|4 on 2*x1 revolution");
    assert_eq!(found, [(1, 2), (2, 0), (2, 2), (3, 1), (4, 3)]);
}
