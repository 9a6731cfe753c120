//! Clobber on a strip: values are canonical forms of combinatorial games, interned in a dictionary
//! that grows from layer to layer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use shuban_core::combinatorics::{binomial, rank_subset, unrank_subset};
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Class, Codec, Column, Dictionary, Domain, Game, Histogram, Index, IndexError, Layer,
    LayerId, NotationError, Part, PartId, Payoffs, Play, Present, Record, Seat, Tabulate,
    Unanswered,
};

const LEFT: Seat = 0;
const SQUARES: usize = 6;

/// The stones of Left (seat 0) and Right on a strip, bit i for square i, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    stones: [u8; 2],
    turn: Seat,
}

impl Strip {
    fn with_turn(self, turn: Seat) -> Self {
        Strip { turn, ..self }
    }
}

/// The rules.
pub struct Clobber;

impl Game for Clobber {
    type Position = Strip;
    type Chance = ();
    /// Squares from and to.
    type Move = (usize, usize);

    fn name(&self) -> String {
        "strip-clobber".into()
    }

    fn to_move(&self, strip: &Strip) -> Seat {
        strip.turn
    }

    fn outcome(&self, strip: &Strip) -> Option<Payoffs> {
        let [left, right] = strip.stones;
        let is_stuck = left << 1 & right == 0 && left >> 1 & right == 0;
        is_stuck.then(|| Payoffs::new(if strip.turn == LEFT { &[-1, 1] } else { &[1, -1] }))
    }

    fn chances(&self, _: &Strip) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    /// A stone takes a neighbour of the other colour and stands where that stood.
    fn plays(&self, strip: &Strip, (): (), plays: &mut Vec<Play<Strip, (usize, usize)>>) {
        let (own, other) = (strip.turn, 1 - strip.turn);
        for from in (0..SQUARES).filter(|from| strip.stones[own] >> from & 1 == 1) {
            for to in [from.wrapping_sub(1), from + 1] {
                if to < SQUARES && strip.stones[other] >> to & 1 == 1 {
                    let mut after = strip.with_turn(other);
                    after.stones[own] ^= 1 << from | 1 << to;
                    after.stones[other] ^= 1 << to;
                    plays.push(Play { action: (from, to), after });
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Strip, NotationError> {
        let refuse = |at, reason: &str| Err(NotationError::new(text, at, reason));
        let mut strip = Strip { stones: [0, 0], turn: LEFT };
        for (at, character) in text.chars().enumerate() {
            match (at, character) {
                (0..SQUARES, 'X') => strip.stones[0] |= 1 << at,
                (0..SQUARES, 'O') => strip.stones[1] |= 1 << at,
                (0..SQUARES, '.') | (SQUARES, ' ') => (),
                (7, 'X' | 'O') => strip.turn = usize::from(character == 'O'),
                _ => return refuse(at, "expected six of X, O and ., a space, and X or O to move"),
            }
        }
        match text.chars().count() {
            8 => Ok(strip),
            count => refuse(count, "expected six squares, a space, and who is to move"),
        }
    }

    fn format(&self, strip: &Strip) -> String {
        let [left, right] = strip.stones;
        let square = |i: usize| match (left >> i & 1, right >> i & 1) {
            (0, 0) => '.',
            (1, _) => 'X',
            _ => 'O',
        };
        let squares: String = (0..SQUARES).map(square).collect();
        format!("{squares} {}", ['X', 'O'][strip.turn])
    }

    fn format_move(&self, _: &Strip, (): (), (from, to): &(usize, usize)) -> String {
        format!("{}-{}", from + 1, to + 1)
    }
}

impl Present for Clobber {
    fn about(&self) -> String {
        format!("Clobber on a strip of {SQUARES} squares")
    }

    fn start(&self) -> Strip {
        Strip { stones: [0b010101, 0b101010], turn: LEFT }
    }
}

/// A game in canonical form: its options in ascending order, none dominated, none reversible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    left: Vec<Form>,
    right: Vec<Form>,
}

impl Form {
    const ZERO: Form = Form { left: Vec::new(), right: Vec::new() };
    /// Greatest nesting of a strip's forms; a limit keeps hostile bytes from exhausting the stack.
    const DEEPEST: usize = 32;

    /// Returns true if `self` ≤ `other` for Left: no option is a counterexample.
    fn is_at_most(&self, other: &Form) -> bool {
        !self.left.iter().any(|option| other.is_at_most(option))
            && !other.right.iter().any(|option| option.is_at_most(self))
    }

    /// The canonical form of the game with these options, which are in canonical form.
    fn canonical(mut left: Vec<Form>, mut right: Vec<Form>) -> Form {
        loop {
            for options in [&mut left, &mut right] {
                options.sort();
                options.dedup();
            }
            let whole = Form { left: left.clone(), right: right.clone() };
            // An option whose answer is as good as the game itself is bypassed.
            let reversed = |option: &Form| {
                option.right.iter().find(|answer| answer.is_at_most(&whole)).cloned()
            };
            if let Some((i, answer)) =
                left.iter().enumerate().find_map(|(i, o)| Some((i, reversed(o)?)))
            {
                left.remove(i);
                left.extend(answer.left);
                continue;
            }
            let reversed =
                |option: &Form| option.left.iter().find(|answer| whole.is_at_most(answer)).cloned();
            if let Some((i, answer)) =
                right.iter().enumerate().find_map(|(i, o)| Some((i, reversed(o)?)))
            {
                right.remove(i);
                right.extend(answer.right);
                continue;
            }
            left.retain(|a| !whole.left.iter().any(|b| a != b && a.is_at_most(b)));
            right.retain(|a| !whole.right.iter().any(|b| a != b && b.is_at_most(a)));
            return Form { left, right };
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.left.len() as u8, self.right.len() as u8]);
        self.left.iter().chain(&self.right).for_each(|option| option.write(bytes));
    }

    fn read(bytes: &mut &[u8], depth: usize) -> Option<Form> {
        let (&[left, right], rest) =
            bytes.split_first_chunk::<2>().filter(|_| depth < Form::DEEPEST)?;
        *bytes = rest;
        let mut options =
            |count: u8| (0..count).map(|_| Form::read(bytes, depth + 1)).collect::<Option<_>>();
        Some(Form { left: options(left)?, right: options(right)? })
    }

    fn is_canonical(&self) -> bool {
        self.left.iter().chain(&self.right).all(Form::is_canonical)
            && Form::canonical(self.left.clone(), self.right.clone()) == *self
    }
}

/// The id of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(u32);

impl Record for Id {
    fn columns() -> &'static [Column] {
        &[Column { name: "value", bits: 16, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        Id(raw[0] as u32)
    }
}

/// Strips with n stones: the set of their squares, then, a bit each, their colours.
pub struct Placements {
    stones: usize,
}

impl Index for Placements {
    type Position = Strip;

    fn len(&self) -> u64 {
        binomial(SQUARES, self.stones) << self.stones
    }

    fn rank(&self, strip: &Strip) -> Option<u64> {
        let [left, right] = strip.stones;
        let taken = left | right;
        let is_here = taken.count_ones() as usize == self.stones
            && left & right == 0
            && taken >> SQUARES == 0;
        let squares = (0..SQUARES).filter(|i| taken >> i & 1 == 1);
        let colours =
            squares.enumerate().fold(0, |all, (n, i)| all | u64::from(right >> i & 1) << n);
        (is_here && strip.turn == LEFT).then(|| rank_subset(taken.into()) << self.stones | colours)
    }

    fn unrank(&self, rank: u64) -> Option<Strip> {
        if rank >= self.len() {
            return None;
        }
        let taken = unrank_subset(rank >> self.stones, self.stones, SQUARES) as u8;
        let squares = (0..SQUARES).filter(|i| taken >> i & 1 == 1);
        let right = squares.enumerate().fold(0, |all, (n, i)| all | ((rank >> n & 1) as u8) << i);
        Some(Strip { stones: [taken & !right, right], turn: LEFT })
    }
}

/// All strips, a layer for each number of stones; as positions they have Left to move, though a
/// value covers both.
pub struct Strips {
    game: Clobber,
    layers: Vec<Layer>,
    /// Number of positions above which a layer is computed in shards.
    pub checkpoint: u64,
}

impl Default for Strips {
    fn default() -> Self {
        let layer = |stones: usize| Layer {
            name: format!("strip-clobber/{stones}"),
            parts: vec![Part {
                name: "strips".into(),
                positions: Some(Placements { stones }.len()),
            }],
            needs: stones.checked_sub(1).map(LayerId).into_iter().collect(),
            cyclic: false,
        };
        Strips { game: Clobber, layers: (0..=SQUARES).map(layer).collect(), checkpoint: u64::MAX }
    }
}

impl Strips {
    fn options(
        &self,
        strip: Strip,
        ask: &mut dyn Ask<Strip, Form>,
    ) -> Result<Vec<Form>, Unanswered> {
        let mut plays = Vec::new();
        self.game.plays(&strip, (), &mut plays);
        plays.iter().map(|play| ask.ask(&play.after.with_turn(LEFT))).collect()
    }
}

impl Domain for Strips {
    type Game = Clobber;
    type Value = Form;
    type Record = Id;

    fn name(&self) -> String {
        "strip-clobber".into()
    }

    fn game(&self) -> &Clobber {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("squares".into(), SQUARES.to_string())])
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Strip>>, IndexError> {
        Ok(Box::new(Placements { stones: part.layer.0 }))
    }

    fn locate(&self, strip: &Strip) -> Option<PartId> {
        let stones = (strip.stones[0] | strip.stones[1]).count_ones() as usize;
        (strip.turn == LEFT).then_some(PartId { layer: LayerId(stones), part: 0 })
    }

    fn backup(&self, strip: &Strip, ask: &mut dyn Ask<Strip, Form>) -> Result<Form, Unanswered> {
        let left = self.options(strip.with_turn(LEFT), ask)?;
        let right = self.options(strip.with_turn(1 - LEFT), ask)?;
        Ok(Form::canonical(left, right))
    }

    fn dictionary(&self, earlier: &Dictionary<Form>, new: &BTreeSet<Form>) -> Dictionary<Form> {
        earlier.extended(new)
    }

    fn interns(&self) -> bool {
        true
    }

    fn encode(&self, value: &Form, dictionary: &Dictionary<Form>) -> Id {
        Id(dictionary.id(value).expect("the dictionary of a layer has all its values"))
    }

    fn decode(&self, record: Id, dictionary: &Dictionary<Form>) -> Option<Form> {
        dictionary.value(record.0).cloned()
    }

    fn value_to_bytes(&self, value: &Form) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        bytes
    }

    fn value_from_bytes(&self, mut bytes: &[u8]) -> Option<Form> {
        Form::read(&mut bytes, 0).filter(|form| bytes.is_empty() && form.is_canonical())
    }
}

/// The forms of the layer before, by rank, and a table of all forms that threads have met.
pub struct Forms {
    placements: Placements,
    before: Vec<Form>,
    /// Ids of the plan's own, in whatever order threads ask for them.
    ids: Mutex<Vec<Form>>,
}

impl Forms {
    fn id(&self, form: &Form) -> u32 {
        let mut ids = self.ids.lock().unwrap();
        let id = ids.iter().position(|known| known == form).unwrap_or(ids.len());
        if id == ids.len() {
            ids.push(form.clone());
        }
        id as u32
    }
}

/// All colourings of one set of squares are a unit.
impl Tabulate for Strips {
    type Plan = Forms;
    type Scratch = Vec<Play<Strip, (usize, usize)>>;

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        let stones = part.layer.0;
        Ok(Units::evenly(Placements { stones }.len(), 1 << stones))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<Id, Form>,
        _: &dyn Workers,
    ) -> Result<Forms, Unanswered> {
        let mut before = Vec::new();
        if let Some(stones) = layer.0.checked_sub(1) {
            let layer = LayerId(stones);
            let dictionary = finished.dictionary(layer)?;
            finished.records(
                PartId { layer, part: 0 },
                0..Placements { stones }.len(),
                &mut |records| {
                    before.extend(records.iter().map(|id| dictionary.value(id.0).cloned()));
                },
            )?;
        }
        let before = before.into_iter().collect::<Option<_>>().ok_or_else(Unanswered::default)?;
        Ok(Forms { placements: Placements { stones: layer.0 }, before, ids: Mutex::default() })
    }

    fn scratch(&self, _: &Forms) -> Self::Scratch {
        Vec::new()
    }

    fn run(
        &self,
        plan: &Forms,
        unit: &Unit,
        plays: &mut Self::Scratch,
        records: &mut [Id],
    ) -> Result<(), Unstorable> {
        let unstorable = |rank| Unstorable { rank, reason: "not a strip".into() };
        for (rank, record) in unit.ranks.clone().zip(records) {
            let strip = plan.placements.unrank(rank).ok_or_else(|| unstorable(rank))?;
            let mut options = |turn| {
                plays.clear();
                self.game.plays(&strip.with_turn(turn), (), plays);
                let before = Placements { stones: plan.placements.stones.saturating_sub(1) };
                let rank = |play: &Play<Strip, _>| before.rank(&play.after.with_turn(LEFT));
                plays.iter().map(|play| Some(plan.before[rank(play)? as usize].clone())).collect()
            };
            let [left, right]: [Option<Vec<Form>>; 2] = [options(LEFT), options(1 - LEFT)];
            let (left, right) = left.zip(right).ok_or_else(|| unstorable(rank))?;
            *record = Id(plan.id(&Form::canonical(left, right)));
        }
        Ok(())
    }

    fn value(&self, plan: &Forms, record: Id) -> Option<Form> {
        plan.ids.lock().unwrap().get(record.0 as usize).cloned()
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        1 << 16
    }

    fn checkpoint_positions(&self) -> u64 {
        self.checkpoint
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["outcome"]
    }

    fn count(
        &self,
        _: &Unit,
        records: &[Id],
        dictionary: &Dictionary<Form>,
        histogram: &mut Histogram,
    ) {
        for form in records.iter().filter_map(|record| dictionary.value(record.0)) {
            let class = match (Form::ZERO.is_at_most(form), form.is_at_most(&Form::ZERO)) {
                (true, true) => "P",
                (true, false) => "L",
                (false, true) => "R",
                (false, false) => "N",
            };
            histogram.add([Class::from(class)], 1);
        }
    }
}

#[cfg(test)]
mod tests;
