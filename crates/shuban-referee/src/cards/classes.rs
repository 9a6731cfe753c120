//! The classes by which files count deals.

use crate::cards::letters::Group;
use crate::cards::rules::Rules;
use crate::cards::single_cards::PlayedSingly;
use crate::cards::trick::Table;
use crate::cards::winners::{Winners, united};
use crate::classes::Entry;

/// Columns where cards are played one by one.
pub(crate) const BY_LOWEST_LEAD: [&str; 4] = ["leader", "value", "lowest_lead", "lead"];

/// Columns where sets are played.
pub(crate) const BESIDE_SINGLE_CARDS: [&str; 6] =
    ["leader", "shape", "value", "single_card", "advice", "lead"];

/// The set of the leader alone.
const LEADER: Winners = 1;

/// Returns the class of a deal, by the winners after each lead, without `lead`.
pub(crate) fn by_lowest_lead(rules: &Rules, word: &[Group], led: &[Winners]) -> Vec<Entry> {
    let leads = Table::dealt(rules, word).leads(rules);
    let lowest = led.iter().position(|&set| set == LEADER);
    let lowest = lowest.and_then(|lead| leads.get(lead));
    // Where cards may tie, alike single cards in a row are one strength.
    let goes_on = |at: &usize| {
        let is_alone = word[*at].owners().is_power_of_two();
        rules.ties && rules.merges() && is_alone && word[*at] == word[at - 1]
    };
    let number = |place: usize| 1 + (1..=place).filter(|at| !goes_on(at)).count();
    let lowest = lowest.map_or(Entry::Nothing, |&(place, _)| Entry::count(number(place)));
    vec![leader(word), players(united(0, led)), lowest]
}

/// Returns the class of a deal with sets, beside the same cards played one by one, without `lead`.
pub(crate) fn beside_single_cards(
    rules: &Rules,
    word: &[Group],
    led: &[Winners],
    singly: &PlayedSingly,
) -> Vec<Entry> {
    let has_sets = word.iter().any(|group| group.counts.iter().any(|&count| count > 1));
    let has_eights = word.iter().any(|group| group.is_eights);
    let shape = match (has_sets, has_eights) {
        (false, false) => "single cards",
        (true, false) => "sets",
        (false, true) => "eights",
        (true, true) => "sets and eights",
    };
    let leads = Table::dealt(rules, word).leads(rules);
    let lowest = singly.led.iter().position(|&set| set == LEADER);
    let advice = lowest.map_or(Entry::Nothing, |lowest| {
        let same = |lead: &(usize, usize)| Some(lead) == singly.leads.get(lowest);
        let lead = leads.iter().position(same);
        let is_right = lead.is_some_and(|lead| led.get(lead) == Some(&LEADER));
        Entry::text(if is_right { "right" } else { "wrong" })
    });
    let [value, single] = [led, &singly.led].map(|led| players(united(0, led)));
    vec![leader(word), Entry::text(shape), value, single, advice]
}

fn leader(word: &[Group]) -> Entry {
    let cards: usize = word.iter().map(|group| usize::from(group.counts[0])).sum();
    Entry::text(if cards > 1 { "more cards" } else { "one card" })
}

/// Returns a set of players as their numbers, counted from the leader, 1.
fn players(set: Winners) -> Entry {
    let members = (0..Winners::BITS).filter(|player| set >> player & 1 == 1);
    Entry::Text(members.map(|player| (player + 1).to_string()).collect())
}
