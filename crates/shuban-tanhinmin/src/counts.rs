//! The number of deals of each kind in a layer, from its histogram.

use std::collections::BTreeMap;

use shuban_core::{Class, Datum, Field, Histogram};

use crate::leads::Numbering;

/// Counts of the deals of a layer, in which no hand is empty. Non-trivial are those whose leader
/// has two cards or more: a leader with one card leads it and has won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DealCounts {
    /// All deals.
    pub deals: u64,
    /// Deals that the leader wins against all others.
    pub wins: u64,
    /// Non-trivial deals.
    pub nontrivial: u64,
    /// Non-trivial deals that the leader wins.
    pub nontrivial_wins: u64,
    /// Non-trivial deals that are won by the strength of the lowest lead that wins; empty where
    /// sets are played.
    pub lowest_lead: BTreeMap<i64, u64>,
    /// Non-trivial deals by value, the leader being player 1.
    pub values: BTreeMap<String, u64>,
}

/// The place of a column of a histogram.
fn place(columns: &[impl AsRef<str>], name: &str) -> Option<usize> {
    columns.iter().position(|column| column.as_ref() == name)
}

impl DealCounts {
    /// The counts of a histogram of leads; `None` for any other histogram.
    pub fn of(columns: &[impl AsRef<str>], histogram: &Histogram) -> Option<Self> {
        let [leader, value, lead] = ["leader", "value", "lead"].map(|name| place(columns, name));
        let (leader, value, lead) = (leader?, value?, lead?);
        let lowest = place(columns, "lowest_lead");
        let mut counts = DealCounts::default();
        // Every deal has one weakest lead.
        for (class, count) in
            histogram.rows().filter(|(class, _)| class[lead] == Class::from("weakest"))
        {
            let Class::Text(set) = &class[value] else { return None };
            let is_won = set == "1";
            counts.deals += count;
            counts.wins += if is_won { count } else { 0 };
            if class[leader] == Class::from("more cards") {
                counts.nontrivial += count;
                counts.nontrivial_wins += if is_won { count } else { 0 };
                *counts.values.entry(set.clone()).or_default() += count;
                if let Some(Class::Number(strength)) = lowest.map(|lowest| &class[lowest]) {
                    // A file may hold any number.
                    u8::try_from(*strength).ok().filter(|&strength| strength > 0)?;
                    *counts.lowest_lead.entry(*strength).or_default() += count;
                }
            }
        }
        Some(counts)
    }

    /// Deals whose leader has one card.
    pub fn trivial(&self) -> u64 {
        self.deals - self.nontrivial
    }

    /// Non-trivial deals that are won by their lowest winning lead, from strength 1.
    pub fn by_lowest_lead(&self) -> Vec<u64> {
        let most = self.lowest_lead.keys().last().copied().unwrap_or_default();
        (1..=most).map(|lead| self.lowest_lead.get(&lead).copied().unwrap_or_default()).collect()
    }

    /// Facts for `info`. Of single cards, `patterns` and `wins` are counted as Nishino and Nishino
    /// do in their tables.
    pub fn facts(&self, single: Option<Patterns>) -> Vec<Field> {
        let patterns = single.unwrap_or(Patterns { all: self.deals, leader_empty: 0 });
        let values = self.values.iter().map(|(set, &count)| (set.clone(), count.into()));
        let mut facts = vec![
            Field::new("patterns", patterns.all),
            Field::new("wins", self.wins + patterns.leader_empty),
            Field::new("deals", self.deals),
            Field::new("deals_won", self.wins),
            Field::new("nontrivial", self.nontrivial),
            Field::new("wins_nontrivial", self.nontrivial_wins),
            Field::new("values", Datum::Object(values.collect())),
        ];
        if single.is_some() {
            facts.push(Field::new("lowest_lead", Datum::list(self.by_lowest_lead())));
        }
        facts
    }
}

/// The number of patterns as the paper counts them: with ties (its table 2) also those with empty
/// hands, of which an empty leader's counts as won; of different cards (its table 3) those without
/// an empty hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patterns {
    /// All patterns.
    pub all: u64,
    /// Patterns in which the leader has no card, if such are counted.
    pub leader_empty: u64,
}

impl Patterns {
    /// The patterns of n cards, which may tie or not.
    pub fn new(numbering: &Numbering, ties: bool, cards: usize) -> Self {
        const LEADER: usize = 1;
        if !ties {
            return Patterns {
                all: numbering.words(cards, numbering.everybody()),
                leader_empty: 0,
            };
        }
        let all = numbering.words(cards, 0);
        Patterns { all, leader_empty: all - numbering.words(cards, LEADER) }
    }
}

/// Counts of deals whose values as single cards are still right where sets are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// By the features of a deal that Tanhinmin does not have, and for all deals.
    pub rows: BTreeMap<String, ShapeCounts>,
}

/// Non-trivial deals of one shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapeCounts {
    /// All deals of the shape.
    pub deals: u64,
    /// Deals with the same value as with single cards.
    pub same_value: u64,
    /// Deals that the leader wins in both games, or in neither.
    pub same_verdict: u64,
    /// Deals that are won by the values of single cards.
    pub claimed: u64,
    /// Deals among these that are won.
    pub claimed_right: u64,
    /// Deals among them in which the lowest lead that wins with single cards does win.
    pub lead_right: u64,
    /// Deals that are won.
    pub won: u64,
}

/// The name of the row of all shapes.
const ALL_SHAPES: &str = "all";

impl Shapes {
    /// The counts of a histogram of leads of sets; `None` for any other histogram.
    pub fn of(columns: &[impl AsRef<str>], histogram: &Histogram) -> Option<Self> {
        let names = ["leader", "shape", "value", "single_card", "advice", "lead"];
        let places: Option<Vec<usize>> = names.iter().map(|name| place(columns, name)).collect();
        let [leader, shape, value, single, advice, lead] = places?[..] else { return None };
        let mut rows: BTreeMap<String, ShapeCounts> = BTreeMap::new();
        for (class, count) in histogram.rows() {
            let is_counted =
                class[lead] == Class::from("weakest") && class[leader] == Class::from("more cards");
            let Class::Text(shape) = &class[shape] else { return None };
            if !is_counted {
                continue;
            }
            let if_so = |so: bool| if so { count } else { 0 };
            let (is_won, is_claimed) =
                (class[value] == Class::from("1"), class[single] == Class::from("1"));
            for name in [shape.as_str(), ALL_SHAPES] {
                let row = rows.entry(name.to_owned()).or_default();
                row.deals += count;
                row.same_value += if_so(class[value] == class[single]);
                row.same_verdict += if_so(is_won == is_claimed);
                row.claimed += if_so(is_claimed);
                row.claimed_right += if_so(is_claimed && is_won);
                row.lead_right += if_so(class[advice] == Class::from("right"));
                row.won += if_so(is_won);
            }
        }
        Some(Shapes { rows })
    }

    /// The fact for `info`.
    pub fn fact(&self) -> Field {
        let row = |(shape, counts): (&String, &ShapeCounts)| {
            Datum::object([
                ("shape", shape.as_str().into()),
                ("deals", counts.deals.into()),
                ("same_value", counts.same_value.into()),
                ("same_verdict", counts.same_verdict.into()),
                ("claimed_wins", counts.claimed.into()),
                ("claimed_wins_right", counts.claimed_right.into()),
                ("winning_leads_right", counts.lead_right.into()),
                ("wins", counts.won.into()),
            ])
        };
        Field::new("single_cards", Datum::list(self.rows.iter().map(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINGLE: [&str; 4] = ["leader", "value", "lowest_lead", "lead"];
    const SETS: [&str; 6] = ["leader", "shape", "value", "single_card", "advice", "lead"];

    /// Classes of texts with their counts.
    fn texts<const N: usize>(rows: &[([&str; N], u64)]) -> Histogram {
        let mut histogram = Histogram::default();
        for (class, count) in rows {
            histogram.add(class.map(Class::from), *count);
        }
        histogram
    }

    #[test]
    fn deals_are_counted_once_by_their_weakest_leads() {
        let mut histogram = texts(&[(["one card", "1", "", "weakest"], 5)]);
        let won = |strength: i64, lead: &str| {
            let [leader, value, lead] = ["more cards", "1", lead].map(Class::from);
            [leader, value, Class::from(strength), lead]
        };
        histogram.add(won(1, "weakest"), 7);
        histogram.add(won(3, "weakest"), 11);
        histogram.add(won(3, "other"), 1_000);
        let lost = ["more cards", "23", "weakest"].map(Class::from);
        histogram.add([lost[0].clone(), lost[1].clone(), Class::Null, lost[2].clone()], 13);
        let counts = DealCounts::of(&SINGLE, &histogram).unwrap();
        let expected = DealCounts {
            deals: 36,
            wins: 23,
            nontrivial: 31,
            nontrivial_wins: 18,
            lowest_lead: BTreeMap::from([(1, 7), (3, 11)]),
            values: BTreeMap::from([("1".to_owned(), 18), ("23".to_owned(), 13)]),
        };
        assert_eq!(counts, expected);
        assert_eq!((counts.trivial(), counts.by_lowest_lead()), (5, vec![7, 0, 11]));
        // A file may hold strengths that no domain writes.
        for (strength, is_read) in [(0, false), (1, true), (255, true), (256, false), (-1, false)] {
            let mut histogram = Histogram::default();
            histogram.add(won(strength, "weakest"), 1);
            assert_eq!(DealCounts::of(&SINGLE, &histogram).is_some(), is_read, "{strength}");
        }
        let mut numbers = Histogram::default();
        numbers.add(
            [1, 1, 1]
                .map(Class::from)
                .into_iter()
                .chain([Class::from("weakest")])
                .collect::<Vec<_>>(),
            1,
        );
        assert_eq!(DealCounts::of(&SINGLE, &numbers), None);
        assert_eq!(DealCounts::of(&SINGLE[1..], &histogram), None);
    }

    #[test]
    fn shapes_are_counted_of_deals_with_more_cards() {
        let histogram = texts(&[
            (["more cards", "sets", "1", "1", "right", "weakest"], 2),
            (["more cards", "sets", "1", "1", "wrong", "weakest"], 3),
            (["more cards", "sets", "23", "1", "wrong", "weakest"], 5),
            (["more cards", "sets", "1", "23", "", "weakest"], 7),
            (["more cards", "eights", "23", "2", "", "weakest"], 11),
            (["more cards", "eights", "1", "1", "right", "other"], 100),
            (["one card", "eights", "1", "1", "right", "weakest"], 1_000),
        ]);
        let sets = ShapeCounts {
            deals: 17,
            same_value: 5,
            same_verdict: 5,
            claimed: 10,
            claimed_right: 5,
            lead_right: 2,
            won: 12,
        };
        let eights = ShapeCounts { deals: 11, same_verdict: 11, ..ShapeCounts::default() };
        let all = ShapeCounts { deals: 28, same_verdict: 16, ..sets };
        let rows = [("all", all), ("eights", eights), ("sets", sets)];
        let rows = rows.map(|(shape, counts)| (shape.to_owned(), counts));
        let found = Shapes::of(&SETS, &histogram);
        assert_eq!(found, Some(Shapes { rows: BTreeMap::from(rows) }));
        assert_eq!(Shapes::of(&SINGLE, &histogram), None);
    }
}
