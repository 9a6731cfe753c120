//! Values of all moments of tricks with n cards left, level by level.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

use super::codes::Codes;
use super::trick::{BATCH, LeadScratch, TrickState, TrickTurn, unwind};
use super::walk::Walk;
use super::words::Words;
use crate::leads::Letter;
use crate::rules::CardRules;

/// Tables that all levels are computed with.
pub(super) struct Context {
    pub(super) rules: CardRules,
    pub(super) words: Words,
    pub(super) codes: Codes,
}

/// The values with n cards left in all hands.
pub(super) struct Level {
    cards: usize,
    /// By cards of the strong end: where its values begin in each table; and their number.
    starts: Vec<usize>,
    /// By state: for each strong end above the lying card, in the order of its cards and its rank,
    /// a set for each weak end.
    tables: Vec<(TrickState, Vec<u8>)>,
}

/// The part of a level that is asked for.
#[derive(Clone, Default)]
pub(super) struct Asked {
    pub(super) states: BTreeSet<TrickState>,
    pub(super) leaders: BTreeSet<usize>,
}

impl Level {
    /// The values of a state.
    pub(super) fn table(&self, state: TrickState) -> &[u8] {
        let found = self.tables.iter().find(|(other, _)| *other == state);
        found.map_or(&[], |(_, table)| table)
    }

    /// The place where the values of strong ends of n cards begin.
    pub(super) fn start(&self, end_cards: usize) -> usize {
        self.starts[end_cards]
    }

    /// Computes a level from the one before.
    pub(super) fn new(
        context: &Context,
        cards: usize,
        asked: &Asked,
        before: Option<&Level>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let leads = context.leads(cards, &asked.leaders, before, workers)?;
        let (words, alphabet) = (&context.words, context.words.alphabet());
        let mut starts = vec![0];
        // All strong ends, cut where their strongest letter changes: their cards, that letter, and
        // how many values they have in each table.
        let (mut ends, mut lens) = (Vec::new(), Vec::new());
        for end in 0..=cards {
            let weak = words.count(cards - end);
            if end == 0 {
                ends.push((end, 0..0));
                lens.push(weak);
            }
            for letter in 0..alphabet.up_to(end) as Letter {
                ends.push((end, letter..letter + 1));
                lens.push(words.count(end - usize::from(alphabet.group(letter).cards)) * weak);
            }
            starts.push(lens.iter().sum());
        }
        let chains = Chain::all(context, &asked.states, before);
        let mut tables: Vec<(TrickState, Vec<u8>)> =
            asked.states.iter().map(|&state| (state, vec![0; starts[cards + 1]])).collect();
        let whole = tables.iter_mut().map(|(_, table)| &mut table[..]).collect();
        in_pieces(workers, &lens, whole, &|number, outputs| {
            let (end, letters) = ends[number].clone();
            let mut fill = Fill {
                context,
                leads: &leads,
                before,
                chains: &chains,
                end,
                outputs,
                written: 0,
                walk: Walk::new(words, cards),
                scratch: LeadScratch::new(),
            };
            fill.ends(cards, letters);
        })?;
        Ok(Level { cards, starts, tables })
    }
}

/// Computes the pieces of these lengths that outputs are cut into.
fn in_pieces(
    workers: &dyn Workers,
    lens: &[usize],
    mut outputs: Vec<&mut [u8]>,
    compute: &(dyn Fn(usize, &mut [&mut [u8]]) + Sync),
) -> Result<(), Unanswered> {
    let mut piece = |len: &usize| -> Vec<&mut [u8]> {
        let pieces = outputs.iter_mut().map(|rest| rest.split_off_mut(..*len));
        pieces.map(|piece| piece.expect("an output is as long as its pieces together")).collect()
    };
    let pieces: Vec<_> = lens.iter().map(|len| Mutex::new(piece(len))).collect();
    workers.each(pieces.len(), &|number| {
        compute(number, &mut pieces[number].lock().unwrap_or_else(PoisonError::into_inner));
        Ok(())
    })
}

/// The turns of a trick with the tables that they lead to, and the places of their states' values.
struct Chain<'a> {
    last: usize,
    turns: Vec<(usize, &'a [u8])>,
    /// By turn: the number of the table that holds its state.
    outputs: Vec<Option<usize>>,
}

impl<'a> Chain<'a> {
    /// Chains that pass through all these states, each once.
    fn all(
        context: &Context,
        states: &BTreeSet<TrickState>,
        before: Option<&'a Level>,
    ) -> Vec<Self> {
        // Of several states on one way the first: those with most players.
        let mut open: Vec<TrickState> = states.iter().copied().collect();
        open.sort_by_key(|state| (state.still.count_ones(), *state));
        let mut chains = Vec::new();
        while let Some(longest) = open.pop() {
            let turns: Vec<TrickTurn> = longest.turns(&context.rules);
            let output = |turn: &TrickTurn| {
                let place = states.iter().position(|state| *state == turn.state);
                place.filter(|_| turn.state == longest || open.contains(&turn.state))
            };
            let outputs = turns.iter().map(output).collect();
            open.retain(|state| !turns.iter().any(|turn| turn.state == *state));
            let table =
                |turn: &TrickTurn| before.map_or(&[][..], |before| before.table(turn.after_card));
            let turns = turns.iter().map(|turn| (turn.mover, table(turn))).collect();
            chains.push(Chain { last: longest.last, turns, outputs });
        }
        chains
    }
}

/// The computation of the values of some strong ends.
struct Fill<'a, 'o> {
    context: &'a Context,
    /// Values of all words, by player who is to lead.
    leads: &'a [Vec<u8>],
    before: Option<&'a Level>,
    chains: &'a [Chain<'a>],
    /// The number of cards of the strong ends.
    end: usize,
    outputs: &'a mut [&'o mut [u8]],
    written: usize,
    walk: Walk<'a>,
    scratch: LeadScratch,
}

impl Fill<'_, '_> {
    /// Goes on from the present strong end of words of `all` cards with these letters, until it has
    /// as many cards as it should.
    fn ends(&mut self, all: usize, letters: Range<Letter>) {
        let cards = all - self.walk.left;
        if cards == self.end {
            self.values();
            return;
        }
        let base = self.walk.base(cards, self.before.map_or(0, |before| before.start(cards)));
        for letter in letters {
            self.walk.push(base, letter);
            let left = self.end + self.walk.left - all;
            self.ends(all, 0..self.context.words.alphabet().up_to(left) as Letter);
            self.walk.pop();
        }
    }

    /// The values of all weak ends below the present strong one.
    fn values(&mut self) {
        let words = &self.context.words;
        let count = words.count(self.walk.left);
        for first in (0..count).step_by(BATCH) {
            let len = BATCH.min(count - first);
            let rank = self.walk.rank + first;
            for chain in self.chains {
                let trick = (&chain.turns[..], &self.leads[chain.last][..]);
                let (outputs, at) = (&mut *self.outputs, self.written + first);
                let each = |turn: usize, sets: &[u8]| {
                    if let Some(table) = chain.outputs[turn] {
                        outputs[table][at..at + len].copy_from_slice(sets);
                    }
                };
                let scratch = &mut self.scratch;
                unwind(&self.context.codes, &self.walk, trick, rank, len, scratch, each);
            }
        }
        // A player whose last card lies has won.
        for chain in self.chains.iter().filter(|chain| !self.walk.has(chain.last)) {
            for table in chain.outputs.iter().flatten() {
                for &word in words.absent(self.walk.left, chain.last) {
                    self.outputs[*table][self.written + word as usize] = 1 << chain.last;
                }
            }
        }
        self.written += count;
    }
}

impl Context {
    /// By player who is to lead, the values of all words of n cards, from the level before; empty
    /// for players who are not among `leaders`.
    pub(super) fn leads(
        &self,
        cards: usize,
        leaders: &BTreeSet<usize>,
        before: Option<&Level>,
        workers: &dyn Workers,
    ) -> Result<Vec<Vec<u8>>, Unanswered> {
        let (words, alphabet) = (&self.words, self.words.alphabet());
        let mut leads = vec![Vec::new(); self.rules.players()];
        let weight = |letter: Letter| usize::from(alphabet.group(letter).cards);
        let letters = 0..alphabet.up_to(cards) as Letter;
        let lens: Vec<usize> = letters.map(|letter| words.count(cards - weight(letter))).collect();
        for &leader in leaders {
            leads[leader] = vec![0; words.count(cards)];
            let Some(before) = before else { continue };
            let table = before.table(TrickState::led(leader, self.rules.players()));
            in_pieces(workers, &lens, vec![&mut leads[leader]], &|letter, outputs| {
                let first = words.before(cards, letter as Letter);
                let walk = Walk::new(words, cards);
                let acc = vec![0; lens[letter]];
                let mut union =
                    LeadUnion { context: self, before, leader, table, walk, first, acc };
                union.letter(union.walk.base(0, before.start(0)), letter as Letter);
                outputs.iter_mut().for_each(|sets| Codes::decode(&union.acc, sets));
            })?;
        }
        Ok(leads)
    }
}

/// The computation of a player's leads from all words with some strongest letter.
struct LeadUnion<'a> {
    context: &'a Context,
    before: &'a Level,
    leader: usize,
    table: &'a [u8],
    walk: Walk<'a>,
    /// The rank of the first word.
    first: usize,
    acc: Vec<u32>,
}

impl LeadUnion<'_> {
    /// Unites all leads of a letter, and of those below it.
    fn letter(&mut self, base: usize, letter: Letter) {
        let above = self.walk.lowest();
        self.walk.push(base, letter);
        let alphabet = self.context.words.alphabet();
        let left = self.walk.left;
        if alphabet.group(letter).has(self.leader) && self.walk.is_new(letter, above, self.leader) {
            let count = self.context.words.count(left);
            let rank = self.walk.rank;
            if let Some(play) = self.walk.plays[self.leader].last() {
                let from = play.wrapping_add(rank);
                let acc = &mut self.acc[rank - self.first..][..count];
                self.context.codes.join(self.leader, acc, &self.table[from..from + count]);
            }
        }
        if left > 0 {
            let cards = self.before.cards + 1 - left;
            let base = self.walk.base(cards, self.before.start(cards));
            for letter in 0..alphabet.up_to(left) as Letter {
                self.letter(base, letter);
            }
        }
        self.walk.pop();
    }
}
