//! Positions as rows of numbers: the cards of a deal from the strongest, and who holds each.

use shuban_core::present::AsNumbers;

use crate::game::OpenDaihinmin;
use crate::table::CardTable;

impl AsNumbers<Self> for OpenDaihinmin {
    /// Players are counted from the one who leads, or whose cards lie, as in stored values.
    ///
    /// The number of cards in each hand, `hand_1` first. The rank that lies, `led`, or 0; with sets the number
    /// of its cards, `led_cards`, the rank of the `eights`, or 0, and 1 for a `revolution`. Of each card, from
    /// the strongest: its rank, `rank_1`, and the player who holds it, `holder_1`, or 0 if it lies. Cards of
    /// one rank stand in the order of their holders.
    ///
    /// Players who have passed are left out: a layer has positions right after a lead.
    fn names(&self, like: &CardTable) -> Vec<String> {
        let hands = (1..=self.rules.players()).map(|player| format!("hand_{player}"));
        let table: &[&str] = match self.rules.has_sets() {
            true => &["led", "led_cards", "eights", "revolution"],
            false => &["led"],
        };
        let table = table.iter().map(|&name| name.to_owned());
        let lying = like.trick().map_or(0, |trick| usize::from(trick.size));
        let cards = (1..=like.cards() + lying)
            .flat_map(|card| ["rank", "holder"].map(|name| format!("{name}_{card}")));
        hands.chain(table).chain(cards).collect()
    }

    fn numbers(&self, table: &CardTable, numbers: &mut Vec<i16>) {
        let players = self.rules.players();
        let hands = (0..players).map(|player| table.hand((table.first() + player) % players));
        let (led, size) = table.trick().map_or((0, 0), |trick| (trick.rank, trick.size));
        numbers.extend(hands.clone().map(|hand| hand.len() as i16));
        numbers.push(led.into());
        if self.rules.has_sets() {
            numbers.extend([i16::from(size), table.eights.into(), table.revolution.into()]);
        }
        let lying = (0..size).map(|_| (led, 0));
        let held =
            (1..).zip(hands).flat_map(|(player, hand)| hand.iter().map(move |&it| (it, player)));
        let mut cards: Vec<(u8, i16)> = lying.chain(held).collect();
        // Stable, so that holders stay in their order.
        match table.revolution {
            true => cards.sort_by_key(|&(rank, _)| rank),
            false => cards.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank)),
        }
        numbers.extend(cards.into_iter().flat_map(|(rank, holder)| [i16::from(rank), holder]));
    }
}
