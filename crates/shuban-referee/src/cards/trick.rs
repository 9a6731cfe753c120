//! Play of a trick, on lists of cards.

use std::collections::BTreeMap;

use crate::cards::letters::{Group, word};
use crate::cards::numbering::Numbering;
use crate::cards::rules::Rules;
use crate::cards::winners::{Winners, from_seat_0, united};
use crate::error::Stop;

/// Size of a set that reverses the order of strengths.
const REVOLUTION: usize = 4;

/// Hands on a table, by seat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Table {
    /// Ascending strengths.
    hands: Vec<Vec<usize>>,
    eights: Option<usize>,
    is_reversed: bool,
    /// The set that was played last: its strength, its size, and who played it.
    on: Option<(usize, usize, usize)>,
    passed: Vec<bool>,
}

/// Values of the deals that are led from: the sets of players who may win, counted from the leader.
pub(crate) type DealValue<'a> = &'a dyn Fn(&[Group]) -> Result<Winners, Stop>;

impl Table {
    /// Returns the hands of a word, the leader at seat 0; letters are strengths from 0.
    pub(crate) fn dealt(rules: &Rules, word: &[Group]) -> Self {
        let mut hands = vec![Vec::new(); rules.players];
        for (strength, group) in word.iter().enumerate() {
            for (hand, &count) in hands.iter_mut().zip(&group.counts) {
                hand.extend(std::iter::repeat_n(strength, count.into()));
            }
        }
        let eights = word.iter().position(|group| group.is_eights);
        Table { hands, eights, is_reversed: false, on: None, passed: vec![false; rules.players] }
    }

    /// Returns the distinct leads of seat 0, as strength and size, from the weakest.
    ///
    /// Single cards next to each other that nobody else's stand between are one lead where they
    /// make no difference: the weakest.
    pub(crate) fn leads(&self, rules: &Rules) -> Vec<(usize, usize)> {
        let is_alone = |strength: usize| {
            let holds = |hand: &Vec<usize>| hand.contains(&strength);
            holds(&self.hands[0]) && !self.hands[1..].iter().any(holds)
        };
        let mut leads = Vec::new();
        for (strength, size) in self.sets(rules, 0) {
            let is_run = rules.merges()
                && is_alone(strength)
                && strength.checked_sub(1).is_some_and(is_alone);
            if !is_run {
                leads.push((strength, size));
            }
        }
        leads
    }

    /// Returns the sets that a player holds, ascending.
    fn sets(&self, rules: &Rules, player: usize) -> Vec<(usize, usize)> {
        let mut strengths = self.hands[player].clone();
        strengths.dedup();
        let held = |strength| self.hands[player].iter().filter(|&&card| card == strength).count();
        let sizes = |strength| 1..=if rules.sets { held(strength) } else { 1 };
        let all = |strength| sizes(strength).map(move |size| (strength, size));
        strengths.into_iter().flat_map(all).collect()
    }

    /// Returns the players who may win after a player plays a set.
    pub(crate) fn after(
        &self,
        rules: &Rules,
        player: usize,
        (strength, size): (usize, usize),
        tricks: &mut Tricks<'_>,
    ) -> Result<Winners, Stop> {
        let mut after = self.clone();
        for _ in 0..size {
            let place = after.hands[player].iter().position(|&card| card == strength);
            place.map(|place| after.hands[player].remove(place));
        }
        if after.hands[player].is_empty() {
            return Ok(1 << player);
        }
        after.is_reversed ^= size == REVOLUTION;
        if self.eights == Some(strength) {
            return after.led_by(rules, player, tricks);
        }
        after.on = Some((strength, size, player));
        tricks.value(rules, &after)
    }

    /// Returns the players who may win if a player leads now.
    fn led_by(
        &self,
        rules: &Rules,
        leader: usize,
        tricks: &mut Tricks<'_>,
    ) -> Result<Winners, Stop> {
        let players = rules.players;
        let mut groups = Vec::new();
        let most = self.hands.iter().flatten().max().copied().unwrap_or(0);
        for strength in 0..=most {
            let held = |player: usize| {
                let hand = &self.hands[(leader + player) % players];
                hand.iter().filter(|&&card| card == strength).count() as u8
            };
            let counts: Vec<u8> = (0..players).map(held).collect();
            if counts.iter().any(|&count| count > 0) {
                groups.push(Group { counts, is_eights: self.eights == Some(strength) });
            }
        }
        if self.is_reversed {
            groups.reverse();
        }
        Ok(from_seat_0((tricks.deals)(&word(rules, &groups))?, leader, players))
    }

    /// Returns the players who may win, with a set on the table.
    fn value(&self, rules: &Rules, tricks: &mut Tricks<'_>) -> Result<Winners, Stop> {
        let players = rules.players;
        let Some((strength, size, last)) = self.on else { return Ok(0) };
        let seats = (1..players).map(|player| (last + player) % players);
        let mut waiting = seats.chain(rules.last_may_go_on.then_some(last));
        let Some(mover) = waiting.find(|&seat| !self.passed[seat]) else {
            return self.led_by(rules, last, tricks);
        };
        let is_stronger = |&(other, others): &(usize, usize)| {
            let beats = if self.is_reversed { other < strength } else { other > strength };
            others == size && beats
        };
        let mut sets = Vec::new();
        for set in self.sets(rules, mover).into_iter().filter(is_stronger) {
            sets.push(self.after(rules, mover, set, tricks)?);
        }
        let has_a_chance = sets.iter().any(|set| set >> mover & 1 == 1);
        if !(rules.print && has_a_chance) {
            let mut passed = self.clone();
            passed.passed[mover] = true;
            sets.push(tricks.value(rules, &passed)?);
        }
        Ok(united(mover, &sets))
    }
}

/// Values of positions in the middle of tricks.
pub(crate) struct Tricks<'a> {
    deals: DealValue<'a>,
    known: BTreeMap<Table, Winners>,
}

impl<'a> Tricks<'a> {
    pub(crate) fn new(deals: DealValue<'a>) -> Self {
        Tricks { deals, known: BTreeMap::new() }
    }

    fn value(&mut self, rules: &Rules, table: &Table) -> Result<Winners, Stop> {
        if let Some(known) = self.known.get(table) {
            return Ok(*known);
        }
        let value = table.value(rules, self)?;
        self.known.insert(table.clone(), value);
        Ok(value)
    }
}

/// Returns the players who may win after a lead, by its number of cards and rank; `None` if there is
/// no such lead.
pub(crate) fn ruled(
    rules: &Rules,
    numbering: &Numbering,
    (cards, rank): (usize, u64),
    deals: DealValue<'_>,
) -> Result<Option<Winners>, Stop> {
    let Some((word, number)) = numbering.lead(cards, rank) else { return Ok(None) };
    let dealt = Table::dealt(rules, &word);
    let leads = dealt.leads(rules);
    let Some(&lead) = leads.get(number as usize) else { return Ok(None) };
    Ok(Some(dealt.after(rules, 0, lead, &mut Tricks::new(deals))?))
}
