//! A tiny Tanhinmin: three open hands, a trick is led and beaten by stronger cards, the first empty
//! hand is first. Values are sets of possible winners; a table holds as many values for a deal as
//! it has distinct leads.

use std::collections::{BTreeMap, BTreeSet};

use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, Game, Hidden, Index, IndexError, Layer, LayerId,
    NotationError, Part, PartId, Payoffs, Play, Present, Record, Seat, Section, Unanswered,
    shuffle,
};

const SEATS: usize = 3;

/// A moment of a trick, or before a lead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Strengths of each hand, ascending.
    hands: [Vec<u8>; SEATS],
    /// The card to be beaten; `None` before a lead.
    card: Option<u8>,
    turn: Seat,
    /// The player who is out of the trick. When a second one passes, the trick is over.
    passed: Option<Seat>,
}

impl Table {
    /// A deal before a lead of seat 0.
    fn deal(hands: [Vec<u8>; SEATS]) -> Self {
        Table { hands, card: None, turn: 0, passed: None }
    }

    fn winner(&self) -> Option<Seat> {
        self.hands.iter().position(Vec::is_empty)
    }

    fn cards(&self) -> usize {
        self.hands.iter().map(Vec::len).sum()
    }

    /// Returns true if it looks like just after a lead: no player has passed yet.
    fn is_led(&self) -> bool {
        self.card.is_some() && self.passed.is_none() && self.winner().is_none()
    }

    /// The next player in this trick.
    fn next(&self) -> Seat {
        let next = (self.turn + 1) % SEATS;
        if self.passed == Some(next) { (next + 1) % SEATS } else { next }
    }
}

/// Action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays a card.
    Card(u8),
    /// Leaves the trick.
    Pass,
}

/// The rules.
pub struct Tanhinmin;

impl Game for Tanhinmin {
    type Position = Table;
    type Chance = ();
    type Move = Action;

    fn name(&self) -> String {
        "tiny-tanhinmin".into()
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn to_move(&self, table: &Table) -> Seat {
        table.turn
    }

    fn outcome(&self, table: &Table) -> Option<Payoffs> {
        let winner = table.winner()?;
        Some(Payoffs::new(&[0, 1, 2].map(|seat| i16::from(seat == winner))))
    }

    fn chances(&self, _: &Table) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, table: &Table, (): (), plays: &mut Vec<Play<Table, Action>>) {
        if table.winner().is_some() {
            return;
        }
        let hand = &table.hands[table.turn];
        for (i, &card) in hand.iter().enumerate() {
            if table.card.is_some_and(|lying| card <= lying) || hand[..i].contains(&card) {
                continue;
            }
            let mut after = Table { card: Some(card), turn: table.next(), ..table.clone() };
            after.hands[table.turn].remove(i);
            plays.push(Play { action: Action::Card(card), after });
        }
        if table.card.is_some() {
            let (card, passed) = match table.passed {
                Some(_) => (None, None),
                None => (table.card, Some(table.turn)),
            };
            let after = Table { card, passed, turn: table.next(), ..table.clone() };
            plays.push(Play { action: Action::Pass, after });
        }
    }

    /// Only the order of strengths matters, and only the seats' order from the player to move: the
    /// player who leads or just led sits at 0.
    fn canonical(&self, table: &Table) -> Table {
        let all: BTreeSet<u8> = table.hands.iter().flatten().copied().chain(table.card).collect();
        let closed = |card: &u8| all.range(..=card).count() as u8;
        let shift = (table.turn + if table.card.is_some() { SEATS - 1 } else { 0 }) % SEATS;
        let seat = |seat: Seat| (seat + SEATS - shift) % SEATS;
        Table {
            hands: [0, 1, 2].map(|i| table.hands[(i + shift) % SEATS].iter().map(closed).collect()),
            card: table.card.as_ref().map(closed),
            turn: seat(table.turn),
            passed: table.passed.map(seat),
        }
    }

    /// Hands, the player to move (a, b, c), the lying card and who has passed: `1,3|2|2,4 b>2-c`.
    fn parse(&self, text: &str) -> Result<Table, NotationError> {
        let refuse = |at, reason: &str| NotationError::new(text, at, reason);
        let end = text.chars().count();
        let (dealt, state) =
            text.split_once(' ').ok_or_else(|| refuse(end, "expected a space after the hands"))?;
        let mut table = Table::deal([Vec::new(), Vec::new(), Vec::new()]);
        let mut at = 0;
        for (seat, hand) in dealt.split('|').enumerate() {
            let cards = hand.split(',').filter(|_| !hand.is_empty()).map(str::parse);
            let cards: Result<Vec<u8>, _> = cards.collect();
            let to =
                table.hands.get_mut(seat).ok_or_else(|| refuse(at, "there are three hands"))?;
            *to = cards.map_err(|_| refuse(at, "a hand is strengths below 256, with commas"))?;
            to.sort_unstable();
            at += hand.chars().count() + 1;
        }
        if table.hands.iter().filter(|hand| hand.is_empty()).count() > 1 {
            return Err(refuse(0, "the first empty hand ends the game"));
        }
        let (state, passed) =
            state.split_once('-').map_or((state, None), |(state, who)| (state, Some(who)));
        let (turn, card) =
            state.split_once('>').map_or((state, None), |(turn, card)| (turn, Some(card)));
        let seat = |name: &str| ["a", "b", "c"].iter().position(|seat| *seat == name);
        table.turn = seat(turn).ok_or_else(|| refuse(at, "expected who is to move: a, b or c"))?;
        if let Some(card) = card {
            let card = card.parse().map_err(|_| refuse(at, "after > comes the card that lies"));
            table.card = Some(card?);
        }
        if let Some(who) = passed {
            let seat = seat(who).filter(|&seat| seat != table.turn && table.card.is_some());
            table.passed =
                Some(seat.ok_or_else(|| refuse(at, "after - comes who has passed in this trick"))?);
        }
        Ok(table)
    }

    fn format(&self, table: &Table) -> String {
        let name = |seat: Seat| char::from(b'a' + seat as u8);
        let hand = |hand: &Vec<u8>| hand.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let hands = table.hands.each_ref().map(hand).join("|");
        let mut text = format!("{hands} {}", name(table.turn));
        text.extend(table.card.map(|card| format!(">{card}")));
        text.extend(table.passed.map(|seat| format!("-{}", name(seat))));
        text
    }

    fn format_move(&self, _: &Table, (): (), action: &Action) -> String {
        match action {
            Action::Card(card) => card.to_string(),
            Action::Pass => "pass".into(),
        }
    }
}

impl Present for Tanhinmin {
    fn about(&self) -> String {
        "three open hands; the first to be empty wins".to_owned()
    }

    fn start(&self) -> Table {
        Table::deal([vec![1, 4], vec![2, 3], vec![1, 5]])
    }
}

/// A seat's view where the hands are hidden: its own, and for the others their numbers of cards
/// and, since all know the pack and see the plays, their cards together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    own: Vec<u8>,
    counts: [usize; SEATS],
    /// Unseen cards, ascending.
    unseen: Vec<u8>,
    card: Option<u8>,
    turn: Seat,
    passed: Option<Seat>,
}

impl Hidden for Tanhinmin {
    type View = Seen;

    fn view(&self, table: &Table, seat: Seat) -> Seen {
        let others = table.hands.iter().enumerate().filter(|(other, _)| *other != seat);
        let mut unseen: Vec<u8> = others.flat_map(|(_, hand)| hand).copied().collect();
        unseen.sort_unstable();
        let Table { card, turn, passed, .. } = *table;
        let own = table.hands[seat].clone();
        Seen { own, counts: table.hands.each_ref().map(Vec::len), unseen, card, turn, passed }
    }

    fn deal(&self, seen: &Seen, seat: Seat, random: &mut dyn FnMut(u64) -> u64) -> Option<Table> {
        let held = seen.counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count))?;
        if seen.counts.get(seat) != Some(&seen.own.len())
            || held != seen.own.len() + seen.unseen.len()
        {
            return None;
        }
        let mut unseen = seen.unseen.clone();
        shuffle(&mut unseen, random);
        let mut hands = [const { Vec::new() }; SEATS];
        for (other, hand) in hands.iter_mut().enumerate() {
            *hand = if other == seat {
                seen.own.clone()
            } else {
                unseen.split_off(unseen.len() - seen.counts[other])
            };
            hand.sort_unstable();
        }
        Some(Table { hands, card: seen.card, turn: seen.turn, passed: seen.passed })
    }
}

/// A set of seats that may win, bit i for the one i places after the player to move. So it is the
/// same wherever that player sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Winners(u8);

impl Winners {
    const ALL: u8 = 0b111;

    fn only(seat: Seat, turn: Seat) -> Self {
        Winners(1 << ((seat + SEATS - turn) % SEATS))
    }

    /// The same set for another player to move.
    fn seen_from(self, turn: Seat, other: Seat) -> Self {
        let shift = (other + SEATS - turn) % SEATS;
        Winners((self.0 >> shift | self.0 << (SEATS - shift)) & Winners::ALL)
    }

    /// Preference of the player to move: alone best, then with ever more others, then not at all.
    fn tier(self) -> u32 {
        if self.0 & 1 == 1 { self.0.count_ones() } else { SEATS as u32 + 1 }
    }

    /// The singleton rule: the union of all sets of the best tier.
    fn best_of(options: &[Winners]) -> Self {
        let best = options.iter().map(|set| set.tier()).min();
        let union =
            options.iter().filter(|set| Some(set.tier()) == best).fold(0, |all, set| all | set.0);
        Winners(union)
    }
}

impl Record for Winners {
    fn columns() -> &'static [Column] {
        &[Column { name: "winners", bits: 3, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        Winners(raw[0] as u8)
    }
}

/// Numbers of cards of each strength in each hand, the weakest first.
type Deal = Vec<[u8; SEATS]>;

/// Deals of n cards, in ascending order, with each distinct lead of seat 0, which has a second card
/// (a player who leads the last one has won).
pub struct Leads {
    deals: Vec<Deal>,
    /// The rank of each deal's first lead, and the length at the end.
    offsets: Vec<u64>,
}

impl Leads {
    /// Creates all leads of these deals.
    pub fn new(deals: Vec<Deal>) -> Self {
        let mut offsets = vec![0];
        for deal in &deals {
            offsets.push(offsets[offsets.len() - 1] + leads(deal).count() as u64);
        }
        Leads { deals, offsets }
    }

    fn enumerate(cards: usize) -> Self {
        fn extend(deal: &mut Deal, left: usize, deals: &mut Vec<Deal>) {
            if left == 0 && is_dealt(deal) {
                deals.push(deal.clone());
            }
            for a in 0..=left {
                for b in 0..=left - a {
                    for c in usize::from(a + b == 0)..=left - a - b {
                        deal.push([a as u8, b as u8, c as u8]);
                        extend(deal, left - a - b - c, deals);
                        deal.pop();
                    }
                }
            }
        }
        let mut deals = Vec::new();
        // Without cards left there is no group to add: the loops above end there.
        extend(&mut Vec::new(), cards, &mut deals);
        Leads::new(deals)
    }

    fn open(cards: usize, sections: &[Section]) -> Result<Self, IndexError> {
        let stored = sections.iter().find(|section| section.name == "deals");
        let stored = stored.ok_or_else(|| IndexError::Missing("deals".into()))?;
        let mut deals: Vec<Deal> = Vec::new();
        for (i, entry) in stored.entries.iter().enumerate() {
            let (groups, rest) = entry.as_chunks::<SEATS>();
            let deal = groups.to_vec();
            let held: usize = entry.iter().map(|&count| usize::from(count)).sum();
            let is_ascending = deals.last().is_none_or(|last| *last < deal);
            if !rest.is_empty() || held != cards || !is_dealt(&deal) || !is_ascending {
                let reason = format!("entry {i} is not the next deal of {cards} cards");
                return Err(IndexError::Malformed { section: "deals".into(), reason });
            }
            deals.push(deal);
        }
        Ok(Leads::new(deals))
    }
}

/// Returns true if no strength is missing, no hand is empty, and seat 0 has a second card.
fn is_dealt(deal: &Deal) -> bool {
    let held = [0, 1, 2].map(|seat| deal.iter().map(|group| u32::from(group[seat])).sum::<u32>());
    held[0] >= 2 && held[1] >= 1 && held[2] >= 1 && deal.iter().all(|group| *group != [0; SEATS])
}

/// The distinct strengths that seat 0 can lead, from 0.
fn leads(deal: &Deal) -> impl Iterator<Item = usize> {
    deal.iter().enumerate().filter(|(_, group)| group[0] > 0).map(|(strength, _)| strength)
}

impl Index for Leads {
    type Position = Table;

    fn len(&self) -> u64 {
        self.offsets[self.deals.len()]
    }

    fn rank(&self, table: &Table) -> Option<u64> {
        let table = Tanhinmin.canonical(table);
        let lead = table.card.filter(|_| table.is_led())?;
        let mut deal = vec![[0; SEATS]; table.cards() + 1];
        deal[usize::from(lead) - 1][0] += 1;
        for (seat, hand) in table.hands.iter().enumerate() {
            hand.iter().for_each(|&card| deal[usize::from(card) - 1][seat] += 1);
        }
        deal.retain(|group| *group != [0; SEATS]);
        let number = self.deals.binary_search(&deal).ok()?;
        let lead = leads(&deal).position(|strength| strength == usize::from(lead) - 1)?;
        Some(self.offsets[number] + lead as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Table> {
        let number = self.offsets.partition_point(|&offset| offset <= rank) - 1;
        let deal = self.deals.get(number)?;
        let lead = leads(deal).nth((rank - self.offsets[number]) as usize)?;
        let mut hands = [0, 1, 2].map(|seat| {
            let held =
                (1..).zip(deal).flat_map(|(card, group)| vec![card; usize::from(group[seat])]);
            held.collect::<Vec<u8>>()
        });
        let led = hands[0].iter().position(|&card| usize::from(card) == lead + 1)?;
        let card = hands[0].remove(led);
        Some(Table { hands, card: Some(card), turn: 1, passed: None })
    }

    fn sections(&self) -> Vec<Section> {
        let entries = self.deals.iter().map(|deal| deal.concat()).collect();
        vec![Section { name: "deals".into(), entries }]
    }
}

/// Positions just after a lead, a layer for each number of cards before it.
pub struct Deals {
    game: Tanhinmin,
    layers: Vec<Layer>,
}

/// Fewest cards: two in the leader's hand, one in each other.
const FEWEST: usize = 4;

impl Deals {
    /// Creates all layers.
    pub fn new(most: usize) -> Self {
        let layer = |cards: usize| Layer {
            name: format!("tiny-tanhinmin/{cards}"),
            parts: vec![Part { name: "leads".into(), positions: None }],
            needs: (0..cards - FEWEST).map(LayerId).collect(),
            cyclic: false,
        };
        Deals { game: Tanhinmin, layers: (FEWEST..=most).map(layer).collect() }
    }

    /// The set for the player to move, from the sets of all plays; positions in no table are played
    /// on.
    fn played_on(
        &self,
        table: &Table,
        ask: &mut dyn Ask<Table, Winners>,
    ) -> Result<Winners, Unanswered> {
        let mut plays = Vec::new();
        self.game.plays(table, (), &mut plays);
        let mut options = Vec::new();
        for Play { after, .. } in plays {
            options.push(match after.winner() {
                Some(winner) => Winners::only(winner, table.turn),
                None if after.is_led() => ask.ask(&after)?.seen_from(after.turn, table.turn),
                None => self.played_on(&after, ask)?.seen_from(after.turn, table.turn),
            });
        }
        Ok(Winners::best_of(&options))
    }
}

impl Domain for Deals {
    type Game = Tanhinmin;
    type Value = Winners;
    type Record = Winners;

    fn name(&self) -> String {
        "tiny-tanhinmin".into()
    }

    fn game(&self) -> &Tanhinmin {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("voluntary pass".into(), "allowed".into())])
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Table>>, IndexError> {
        Ok(Box::new(Leads::enumerate(part.layer.0 + FEWEST)))
    }

    fn open_index(
        &self,
        part: PartId,
        sections: &[Section],
    ) -> Result<Box<dyn Index<Position = Table>>, IndexError> {
        Ok(Box::new(Leads::open(part.layer.0 + FEWEST, sections)?))
    }

    fn locate(&self, table: &Table) -> Option<PartId> {
        let layer = LayerId((table.cards() + 1).checked_sub(FEWEST)?);
        (table.is_led() && layer.0 < self.layers.len()).then_some(PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        table: &Table,
        ask: &mut dyn Ask<Table, Winners>,
    ) -> Result<Winners, Unanswered> {
        self.played_on(table, ask)
    }

    fn encode(&self, value: &Winners, _: &Dictionary<Winners>) -> Winners {
        *value
    }

    fn decode(&self, record: Winners, _: &Dictionary<Winners>) -> Option<Winners> {
        (1..=Winners::ALL).contains(&record.0).then_some(record)
    }
}

#[cfg(test)]
mod tests;
