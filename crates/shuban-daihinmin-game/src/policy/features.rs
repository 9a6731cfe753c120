//! Features of plays and passes: facts about play, hand and table, each one place of a vector.

use shuban_core::Seat;

use super::shape::{Reach, Shape};
use crate::players::power;
use crate::{Cards, ContestRules, ContestTable, Meld, MeldKind, PLAYERS, SeatView};

/// Groups of features of which each play or pass has exactly one, with their sizes.
pub(super) const GROUPS: [(&str, usize); PLAYS + PASSES] = [
    ("play: size and strength", 2 * 7 * 15),
    ("play: hand that is left", 2 * 2 * 8 * 4),
    ("play: groups broken up", 2 * 4 * 4),
    ("play: fewest cards of another", 5 * 4 * 5),
    ("play: joker", 4 * 2 * 4),
    ("play: eight", 3 * 4 * 4),
    ("play: lock", 4 * 3 * 2),
    ("play: revolution", 6),
    ("play: above the table", 2 * 7 * 4),
    ("play: cards of the next", 4 * 4 * 5),
    ("play: others to answer", 2 * 5 * 5 * 2),
    ("play: players in", 4 * 2 * 4),
    ("pass: hand", 4 * 8 * 4),
    ("pass: size and strength", 7 * 15),
    ("pass: others to answer", 5 * 2 * 2),
    ("pass: fewest cards, last player's cards", 5 * 5),
    ("pass: players in", 4 * 4),
];

/// The number of features of a play.
pub(super) const PLAYS: usize = 12;
/// The number of features of a pass.
pub(super) const PASSES: usize = 5;

/// The number of all features.
pub(super) const COUNT: usize = offset(GROUPS.len());

/// The number of [situations](Turn::situation).
pub(super) const SITUATIONS: usize = GROUPS[PLAYS].1 * 4 * 2;

/// The place of the first feature of a group.
const fn offset(group: usize) -> usize {
    let (mut sum, mut before) = (0, 0);
    while before < group {
        sum += GROUPS[before].1;
        before += 1;
    }
    sum
}

const OFFSETS: [usize; PLAYS + PASSES] = {
    let mut offsets = [0; PLAYS + PASSES];
    let mut group = 0;
    while group < offsets.len() {
        offsets[group] = offset(group);
        group += 1;
    }
    offsets
};

/// A turn of a seat as its policy sees it: what all of its plays have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'t> {
    rules: &'t ContestRules,
    table: &'t ContestTable,
    hand: Cards,
    unseen: Cards,
    /// The strongest sets that the others may hold.
    reach: Reach,
    shape: Shape,
    reversed: bool,
    /// Phase of the hand: 0 with three cards or fewer, then one more for each three cards, up to 3.
    phase: usize,
    /// The fewest cards of another player who is in, in five steps.
    fewest: usize,
    /// The cards of the next who may answer, in four steps; none counts as one.
    next: usize,
    /// The others who have not passed.
    to_answer: usize,
    /// The most cards of any of them.
    most: u8,
    /// The cards of the player of the top, in five steps.
    last: usize,
    /// True if the top is the seat's own.
    own_top: bool,
    /// The others who are in, less one.
    others: usize,
}

impl<'t> Turn<'t> {
    /// Looks at a turn. `unseen` are the cards of all others together.
    pub(super) fn new(rules: &'t ContestRules, view: &'t Acting<'t>) -> Self {
        let Acting { seat, hand, unseen, counts, table } = *view;
        let (mut fewest, mut most, mut most_in) = (u8::MAX, 0, 0);
        let (mut to_answer, mut others) = (0, 0);
        let mut next = 0;
        let mut other = table.next_seat(seat);
        while other != seat {
            if table.places[other].is_none() {
                others += 1;
                fewest = fewest.min(counts[other]);
                most_in = most_in.max(counts[other]);
                if !table.passed[other] {
                    to_answer += 1;
                    most = most.max(counts[other]);
                    if next == 0 {
                        next = counts[other];
                    }
                }
            }
            other = table.next_seat(other);
        }
        let reversed = table.reversed();
        let reach = Reach::of(unseen, most_in);
        Turn {
            rules,
            table,
            hand,
            unseen,
            reach,
            shape: Shape::of(hand, &reach, reversed),
            reversed,
            phase: phase(hand.len()),
            fewest: few(fewest),
            next: usize::from(next.clamp(1, 4)) - 1,
            to_answer,
            most,
            last: few(counts[table.last].max(1)),
            own_top: table.top.is_some() && table.last == seat,
            others: usize::from(others > 0) * (others.max(1) - 1),
        }
    }

    /// Returns the features of a play.
    pub(super) fn play(&self, meld: &Meld) -> [u16; PLAYS] {
        let follows = usize::from(self.table.top.is_some());
        let strength = usize::from(power(meld, self.reversed));
        let (size, kind) = sizes(meld);
        let rest = self.hand - meld.cards();
        let turns = self.rules.is_revolution(meld);
        let after = Shape::of(rest, &self.reach, self.reversed != turns);
        let (weak, strong) = (usize::from(after.weak.min(7)), usize::from(after.strong.min(3)));
        let few_weak = weak.min(3);
        let holds = usize::from(self.holds(meld));
        let broken = (usize::from(after.groups()) + 1)
            .saturating_sub(usize::from(self.shape.groups()))
            .min(3);
        let coarse = coarse(strength);
        let joker = match (meld.cards().has_joker(), self.hand.has_joker(), meld.kind()) {
            (false, false, _) => 0,
            (false, true, _) => 1,
            (true, _, MeldKind::Joker) => 2,
            (true, ..) => 3,
        };
        let eight = match self.rules.eight_cut && meld.has_eight() {
            false => 0,
            true if meld.len() == 1 => 1,
            true => 2,
        };
        let lock = match &self.table.top {
            Some(_) if self.table.locked => 1,
            Some(top) if top.suits() == meld.suits() && self.rules.suit_lock => 2 + holds,
            _ => 0,
        };
        let revolution = match turns {
            false => 0,
            true => {
                let unturned = Shape::of(rest, &self.reach, self.reversed);
                1 + (2 + usize::from(unturned.weak)).saturating_sub(weak).min(4)
            }
        };
        let above = match &self.table.top {
            None => 0,
            Some(top) => {
                strength.saturating_sub(usize::from(power(top, self.reversed))).clamp(1, 7) - 1
            }
        };
        let to_answer = self.to_answer.min(4);
        let places = [
            (follows * 7 + size) * 15 + strength,
            ((follows * 2 + holds) * 8 + weak) * 4 + strong,
            (follows * 4 + broken) * 4 + self.phase,
            (self.fewest * 4 + kind) * 5 + coarse,
            (joker * 2 + follows) * 4 + self.phase,
            (eight * 4 + few_weak) * 4 + self.phase,
            (lock * 3 + kind.min(2)) * 2 + usize::from(self.phase > 1),
            revolution,
            (usize::from(self.own_top) * 7 + above) * 4 + self.phase,
            (self.next * 4 + kind) * 5 + coarse,
            ((follows * 5 + to_answer) * 5 + coarse) * 2 + usize::from(kind > 0),
            (self.others * 2 + holds) * 4 + few_weak,
        ];
        std::array::from_fn(|group| (OFFSETS[group] + places[group]) as u16)
    }

    /// Returns the features of the pass.
    pub(super) fn pass(&self) -> [u16; PASSES] {
        let (size, strength) = match &self.table.top {
            None => (0, 0),
            Some(top) => (sizes(top).0, usize::from(power(top, self.reversed))),
        };
        let leads = usize::from(self.table.top.is_none());
        let places = [
            self.hand_kind(),
            size * 15 + strength,
            (self.to_answer.min(4) * 2 + usize::from(self.own_top)) * 2 + leads,
            self.fewest * 5 + self.last,
            self.others * 4 + self.phase,
        ];
        std::array::from_fn(|group| (OFFSETS[PLAYS + group] + places[group]) as u16)
    }

    /// Returns the number of the situation: the hand, the players in, and whether the seat leads.
    pub(super) fn situation(&self) -> u16 {
        ((self.hand_kind() * 4 + self.others) * 2 + usize::from(self.table.top.is_some())) as u16
    }

    /// Returns the number of the kind of hand: phase, groups that others can beat, and that they cannot.
    fn hand_kind(&self) -> usize {
        let (weak, strong) = (self.shape.weak.min(7), self.shape.strong.min(3));
        (self.phase * 8 + usize::from(weak)) * 4 + usize::from(strong)
    }

    /// Returns true if a play keeps the lead, as far as single cards and sets without a lock tell.
    fn holds(&self, meld: &Meld) -> bool {
        if self.rules.eight_cut && meld.has_eight() || self.to_answer == 0 {
            return true;
        }
        if meld.len() > usize::from(self.most) {
            return true;
        }
        let locks = self.table.locked
            || self.rules.suit_lock
                && self.table.top.is_some_and(|top| top.suits() == meld.suits());
        match meld.kind() {
            MeldKind::Joker => {
                !(self.rules.spade_three && self.unseen.contains(crate::Card::SPADE_THREE))
            }
            MeldKind::Single if self.unseen.has_joker() => false,
            MeldKind::Single if locks => {
                let suit = self.unseen.naturals() & of_suits(meld);
                !suit.meets(stronger(meld, self.reversed))
            }
            MeldKind::Single => !self.unseen.meets(stronger(meld, self.reversed)),
            MeldKind::Set => {
                self.reach.cannot_beat(meld.len().min(4), meld.lowest(), self.reversed)
            }
            MeldKind::Run => {
                let bits = (self.unseen.naturals() & stronger(meld, self.reversed)).bits();
                let bits =
                    if self.unseen.has_joker() { bits | bits >> 4 | bits << 4 } else { bits };
                (1..meld.len()).fold(bits, |runs, step| runs & bits >> (4 * step)) == 0
            }
        }
    }
}

/// The player to act, with what its policy looks at.
#[derive(Clone, Copy, Debug)]
pub struct Acting<'t> {
    /// The seat.
    pub seat: Seat,
    /// Its cards.
    pub hand: Cards,
    /// The cards of the others together.
    pub unseen: Cards,
    /// The number of cards of each seat.
    pub counts: [u8; PLAYERS],
    /// Public state.
    pub table: &'t ContestTable,
}

impl<'t> From<&'t SeatView> for Acting<'t> {
    fn from(view: &'t SeatView) -> Self {
        let SeatView { seat, hand, unseen, counts, ref table, .. } = *view;
        Acting { seat, hand, unseen, counts, table }
    }
}

/// The natural cards that are stronger than all of a meld.
fn stronger(meld: &Meld, reversed: bool) -> Cards {
    match reversed {
        true if meld.lowest() <= 1 => Cards::NONE,
        true => Cards::of_strengths(&(1..meld.lowest())),
        false if meld.highest() >= 13 => Cards::NONE,
        false => Cards::of_strengths(&(meld.highest() + 1..14)),
    }
}

/// The cards of the suits of a meld.
fn of_suits(meld: &Meld) -> Cards {
    meld.suits().iter().map(|suit| Cards::ALL.of_suit(suit)).collect()
}

/// The size of a meld in seven steps, and in four: single, pair, larger set, run.
fn sizes(meld: &Meld) -> (usize, usize) {
    let len = meld.len();
    match meld.kind() {
        MeldKind::Single | MeldKind::Joker => (0, 0),
        MeldKind::Set => (len.min(4) - 1, len.min(3) - 1),
        MeldKind::Run => (len.min(5) + 1, 3),
    }
}

/// The number of cards of a hand, in four steps.
fn phase(cards: usize) -> usize {
    (cards.max(1) - 1).min(11) / 3
}

/// One, two, three, four or five, more.
fn few(cards: u8) -> usize {
    match cards {
        0..=3 => usize::from(cards.max(1)) - 1,
        4 | 5 => 3,
        _ => 4,
    }
}

/// The strength in five steps.
fn coarse(strength: usize) -> usize {
    match strength {
        0..=4 => 0,
        5..=8 => 1,
        9..=11 => 2,
        12 | 13 => 3,
        _ => 4,
    }
}
