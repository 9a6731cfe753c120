//! Values of all moments of tricks with so many cards left, level by level.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use shuban_core::{Unanswered, Workers};

use super::super::pattern::{Alphabet, Letter};
use super::super::rules::CardRules;
use super::codes::Codes;
use super::trick::{BATCH, Batch, State, Turn, unwind};
use super::walk::Walk;
use super::words::Words;

/// What all levels are computed with.
pub(super) struct Context<'a> {
    pub(super) rules: &'a CardRules,
    pub(super) alphabet: &'a Alphabet,
    pub(super) words: &'a Words,
    pub(super) codes: &'a Codes,
}

/// The values with so many cards left in all hands.
pub(super) struct Level {
    cards: usize,
    /// By cards of the strong end: where its values begin in each table; and their number.
    starts: Vec<usize>,
    /// By state: for each strong end above the lying card, in the order of its cards and its rank,
    /// a set for each weak end.
    tables: Vec<(State, Vec<u8>)>,
    /// By player who is to lead: a set for each word; nothing for players who are not asked for.
    leads: Vec<Vec<u8>>,
}

/// What of a level is asked for.
#[derive(Clone, Default)]
pub(super) struct Asked {
    pub(super) states: BTreeSet<State>,
    pub(super) leaders: BTreeSet<usize>,
}

impl Level {
    /// The values of a state.
    pub(super) fn table(&self, state: State) -> &[u8] {
        let found = self.tables.iter().find(|(other, _)| *other == state);
        found.map_or(&[], |(_, table)| table)
    }

    /// The values of all words if a player is to lead.
    pub(super) fn leads(&self, player: usize) -> &[u8] {
        &self.leads[player]
    }

    /// Where the values of strong ends of so many cards begin.
    pub(super) fn start(&self, end_cards: usize) -> usize {
        self.starts[end_cards]
    }

    /// Computes a level from the one before.
    pub(super) fn new(
        context: &Context<'_>,
        cards: usize,
        asked: &Asked,
        before: Option<&Level>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let leads = context.leads(cards, &asked.leaders, before, workers)?;
        let words = context.words;
        let mut starts = vec![0];
        for end in 0..=cards {
            starts.push(starts[end] + words.count(end) * words.count(cards - end));
        }
        let mut level = Level { cards, starts, tables: Vec::new(), leads };
        let mut tables: Vec<(State, Vec<u8>)> =
            asked.states.iter().map(|&state| (state, vec![0; level.starts[cards + 1]])).collect();
        level.fill(context, before, &mut tables, workers)?;
        level.tables = tables;
        Ok(level)
    }

    /// Fills the tables of all states, piece by piece.
    fn fill(
        &self,
        context: &Context<'_>,
        before: Option<&Level>,
        tables: &mut [(State, Vec<u8>)],
        workers: &dyn Workers,
    ) -> Result<(), Unanswered> {
        let chains = Chain::all(context, tables.iter().map(|(state, _)| *state), before);
        let pieces = self.pieces(context);
        let mut rests: Vec<&mut [u8]> =
            tables.iter_mut().map(|(_, table)| &mut table[..]).collect();
        let mut outputs = Vec::new();
        for piece in &pieces {
            let mut of_piece = Vec::new();
            for rest in &mut rests {
                let (output, behind) = std::mem::take(rest).split_at_mut(piece.len);
                of_piece.push(output);
                *rest = behind;
            }
            outputs.push(Mutex::new(of_piece));
        }
        workers.each(pieces.len(), &|number| {
            let mut outputs = outputs[number].lock().unwrap_or_else(PoisonError::into_inner);
            let mut work = Fill {
                context,
                level: self,
                before,
                chains: &chains,
                end: pieces[number].end,
                outputs: &mut outputs,
                written: 0,
                walk: Walk::new(context.alphabet, context.words, self.cards),
                batch: Batch::new(),
                sets: vec![0; BATCH],
            };
            work.ends(pieces[number].letters.clone());
            Ok(())
        })
    }

    /// All strong ends, cut where their strongest letter changes.
    fn pieces(&self, context: &Context<'_>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for end in 0..=self.cards {
            let weak = context.words.count(self.cards - end);
            if end == 0 {
                pieces.push(Piece { end, letters: 0..0, len: weak });
            }
            for letter in 0..context.alphabet.up_to(end) as Letter {
                let rest = end - usize::from(context.alphabet.group(letter).cards);
                let len = context.words.count(rest) * weak;
                pieces.push(Piece { end, letters: letter..letter + 1, len });
            }
        }
        pieces
    }
}

/// Some strong ends of as many cards: those with some strongest letters.
struct Piece {
    end: usize,
    letters: Range<Letter>,
    /// How many values they have in each table.
    len: usize,
}

/// The turns of a trick with the tables that they lead to, and where the values of their states go.
struct Chain<'a> {
    last: usize,
    turns: Vec<(usize, &'a [u8])>,
    /// By turn: the number of the table that holds its state.
    outputs: Vec<Option<usize>>,
}

impl<'a> Chain<'a> {
    /// Chains that come by all these states, each once.
    fn all(
        context: &Context<'_>,
        states: impl Iterator<Item = State>,
        before: Option<&'a Level>,
    ) -> Vec<Self> {
        let states: Vec<State> = states.collect();
        let mut open: Vec<State> = states.clone();
        // Of several states on one way the first: those with most players.
        open.sort_by_key(|state| (state.still.count_ones(), *state));
        let mut chains = Vec::new();
        while let Some(longest) = open.pop() {
            let turns: Vec<Turn> = longest.turns(context.rules);
            let place = |turn: &Turn| states.iter().position(|state| *state == turn.state);
            let outputs: Vec<Option<usize>> = (turns.iter())
                .map(|turn| {
                    place(turn).filter(|_| turn.state == longest || open.contains(&turn.state))
                })
                .collect();
            open.retain(|state| !turns.iter().any(|turn| turn.state == *state));
            let table =
                |turn: &Turn| before.map_or(&[][..], |before| before.table(turn.after_card));
            let turns = turns.iter().map(|turn| (turn.mover, table(turn))).collect();
            chains.push(Chain { last: longest.last, turns, outputs });
        }
        chains
    }
}

/// The computation of a piece.
struct Fill<'a, 'o> {
    context: &'a Context<'a>,
    level: &'a Level,
    before: Option<&'a Level>,
    chains: &'a [Chain<'a>],
    end: usize,
    outputs: &'a mut [&'o mut [u8]],
    written: usize,
    walk: Walk<'a>,
    batch: Batch,
    sets: Vec<u8>,
}

impl Fill<'_, '_> {
    /// Goes on from the present strong end with these letters, until it has as many cards as the
    /// piece's.
    fn ends(&mut self, letters: Range<Letter>) {
        let cards = self.level.cards - self.walk.left();
        if cards == self.end {
            self.values();
            return;
        }
        let start = self.before.map_or(0, |before| before.start(cards));
        let next = self.walk.next(cards, start);
        for letter in letters {
            self.walk.push(next, letter);
            let left = self.end + self.walk.left() - self.level.cards;
            self.ends(0..self.context.alphabet.up_to(left) as Letter);
            self.walk.pop();
        }
    }

    /// The values of all weak ends below the present strong one.
    fn values(&mut self) {
        let weak = self.walk.left();
        let count = self.context.words.count(weak);
        for first in (0..count).step_by(BATCH) {
            let len = BATCH.min(count - first);
            let rank = self.walk.rank() + first;
            for chain in self.chains {
                let sets = &mut self.sets[..len];
                sets.copy_from_slice(&self.level.leads(chain.last)[rank..rank + len]);
                let (outputs, at) = (&mut *self.outputs, self.written + first);
                let each = |turn: usize, sets: &mut [u8]| {
                    if let Some(table) = chain.outputs[turn] {
                        outputs[table][at..at + len].copy_from_slice(sets);
                    }
                };
                unwind(
                    self.context.codes,
                    &self.walk,
                    &chain.turns,
                    rank,
                    sets,
                    &mut self.batch,
                    each,
                );
            }
        }
        // Whose last card lies has won.
        for chain in self.chains.iter().filter(|chain| !self.walk.has(chain.last)) {
            for table in chain.outputs.iter().flatten() {
                for &word in self.context.words.absent(weak, chain.last) {
                    self.outputs[*table][self.written + word as usize] = 1 << chain.last;
                }
            }
        }
        self.written += count;
    }
}

impl Context<'_> {
    /// The values of all words of so many cards for each of these players to lead, from the level
    /// before.
    pub(super) fn leads(
        &self,
        cards: usize,
        leaders: &BTreeSet<usize>,
        before: Option<&Level>,
        workers: &dyn Workers,
    ) -> Result<Vec<Vec<u8>>, Unanswered> {
        let mut leads = vec![Vec::new(); self.rules.players()];
        for &leader in leaders {
            leads[leader] = vec![0; self.words.count(cards)];
        }
        let Some(before) = before else { return Ok(leads) };
        for &leader in leaders {
            let table = before.table(State::led(leader, self.rules.players()));
            let letters = self.alphabet.up_to(cards) as Letter;
            let mut rest = &mut leads[leader][..];
            let mut pieces = Vec::new();
            for letter in 0..letters {
                let len = self.words.count(cards - usize::from(self.alphabet.group(letter).cards));
                let (piece, behind) = rest.split_at_mut(len);
                pieces.push(Mutex::new(piece));
                rest = behind;
            }
            workers.each(pieces.len(), &|letter| {
                let mut sets = pieces[letter].lock().unwrap_or_else(PoisonError::into_inner);
                let walk = Walk::new(self.alphabet, self.words, cards);
                let first = self.words.before(cards, letter as Letter);
                let mut work = Leads {
                    context: self,
                    before,
                    leader,
                    table,
                    walk,
                    first,
                    acc: vec![0; sets.len()],
                };
                work.letter(work.walk.next(0, before.start(0)), letter as Letter);
                Codes::decode(&work.acc, &mut sets);
                Ok(())
            })?;
        }
        Ok(leads)
    }
}

/// The computation of what a player can lead from all words with some strongest letter.
struct Leads<'a> {
    context: &'a Context<'a>,
    before: &'a Level,
    leader: usize,
    table: &'a [u8],
    walk: Walk<'a>,
    /// The rank of the first word.
    first: usize,
    acc: Vec<u32>,
}

impl Leads<'_> {
    /// Unites all leads of a letter, and of those below it.
    fn letter(&mut self, next: super::walk::Next, letter: Letter) {
        let above = self.walk.lowest();
        self.walk.push(next, letter);
        let group = self.context.alphabet.group(letter);
        if group.has(self.leader) && self.walk.is_new(letter, above, self.leader) {
            let count = self.context.words.count(self.walk.left());
            let rank = self.walk.rank();
            if let Some(play) = self.walk.plays(self.leader).last() {
                let from = play.wrapping_add(rank);
                let acc = &mut self.acc[rank - self.first..][..count];
                self.context.codes.join(self.leader, acc, &self.table[from..from + count]);
            }
        }
        let left = self.walk.left();
        if left > 0 {
            let cards = self.before.cards + 1 - left;
            let next = self.walk.next(cards, self.before.start(cards));
            for letter in 0..self.context.alphabet.up_to(left) as Letter {
                self.letter(next, letter);
            }
        }
        self.walk.pop();
    }
}
