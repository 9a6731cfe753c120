//! Amazons on a strip one square wide: values are pairs, half of the regions are stored with the
//! colours exchanged, and a region that an arrow cuts in two is in no table.

use std::sync::OnceLock;

use shuban_core::combinatorics::{binomial, rank_subset, unrank_subset};
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Class, Codec, Column, Dictionary, Domain, Game, Histogram, Index, IndexError, Layer,
    LayerId, NotationError, Part, PartId, Payoffs, Play, Present, Record, Seat, Tabulate,
    Unanswered,
};

const BLACK: Seat = 0;
const WHITE: Seat = 1;

/// Contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Square {
    /// An empty square.
    Empty,
    /// An amazon of a seat.
    Amazon(Seat),
    /// An arrow.
    Burnt,
}

/// A strip of squares, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    squares: Vec<Square>,
    turn: Seat,
}

impl Strip {
    /// The squares between burnt ends.
    fn trimmed(&self) -> &[Square] {
        let alive = |square: &Square| *square != Square::Burnt;
        let first = self.squares.iter().position(alive).unwrap_or(0);
        let end = self.squares.iter().rposition(alive).map_or(0, |last| last + 1);
        &self.squares[first..end]
    }

    fn count(&self, seat: Seat) -> usize {
        self.squares.iter().filter(|square| **square == Square::Amazon(seat)).count()
    }

    /// The squares that a queen's move from `from` reaches.
    fn reach(&self, from: usize) -> impl Iterator<Item = usize> {
        let is_empty = |square: &usize| self.squares[*square] == Square::Empty;
        let up = (from + 1..self.squares.len()).take_while(is_empty);
        up.chain((0..from).rev().take_while(is_empty))
    }

    fn with_turn(&self, turn: Seat) -> Strip {
        Strip { squares: self.squares.clone(), turn }
    }

    fn colours_exchanged(&self) -> Strip {
        let exchanged = |square: &Square| match *square {
            Square::Amazon(seat) => Square::Amazon(1 - seat),
            same => same,
        };
        Strip { squares: self.squares.iter().map(exchanged).collect(), turn: self.turn }
    }
}

/// The rules.
pub struct StripAmazons;

/// Squares by number from the left: from, to, arrow.
type Turn = (usize, usize, usize);

impl Game for StripAmazons {
    type Position = Strip;
    type Chance = ();
    type Move = Turn;

    fn name(&self) -> String {
        "strip-amazons".into()
    }

    fn to_move(&self, strip: &Strip) -> Seat {
        strip.turn
    }

    /// A player who cannot move loses. (The domain's value of a region counts on, with passes.)
    fn outcome(&self, strip: &Strip) -> Option<Payoffs> {
        let mut plays = Vec::new();
        self.plays(strip, (), &mut plays);
        let lost = || Payoffs::new(if strip.turn == BLACK { &[-1, 1] } else { &[1, -1] });
        plays.is_empty().then(lost)
    }

    fn chances(&self, _: &Strip) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, strip: &Strip, (): (), plays: &mut Vec<Play<Strip, Turn>>) {
        let own = |from: &usize| strip.squares[*from] == Square::Amazon(strip.turn);
        for from in (0..strip.squares.len()).filter(own) {
            for to in strip.reach(from) {
                let mut moved = strip.with_turn(1 - strip.turn);
                moved.squares.swap(from, to);
                for arrow in moved.reach(to) {
                    let mut after = moved.clone();
                    after.squares[arrow] = Square::Burnt;
                    plays.push(Play { action: (from, to, arrow), after });
                }
            }
        }
    }

    fn canonical(&self, strip: &Strip) -> Strip {
        let squares = strip.trimmed().to_vec();
        let mirrored = squares.iter().rev().copied().collect();
        Strip { squares: squares.min(mirrored), turn: strip.turn }
    }

    fn parse(&self, text: &str) -> Result<Strip, NotationError> {
        let refuse = |at, reason: &str| Err(NotationError::new(text, at, reason));
        let end = text.chars().count();
        let mut squares = Vec::new();
        let mut rest = text.chars().enumerate();
        for (at, character) in &mut rest {
            squares.push(match character {
                '.' => Square::Empty,
                'X' => Square::Amazon(BLACK),
                'O' => Square::Amazon(WHITE),
                '#' => Square::Burnt,
                ' ' => break,
                _ => return refuse(at, "expected a square (. X O #) or a space"),
            });
        }
        let turn = match rest.next() {
            Some((_, 'X')) => BLACK,
            Some((_, 'O')) => WHITE,
            _ => return refuse(end, "expected who is to move, X or O, after a space"),
        };
        match rest.next() {
            Some((at, _)) => refuse(at, "the text goes on after the side to move"),
            None => Ok(Strip { squares, turn }),
        }
    }

    fn format(&self, strip: &Strip) -> String {
        let letter = |square: &Square| match *square {
            Square::Empty => '.',
            Square::Amazon(BLACK) => 'X',
            Square::Amazon(_) => 'O',
            Square::Burnt => '#',
        };
        let squares: String = strip.squares.iter().map(letter).collect();
        format!("{squares} {}", letter(&Square::Amazon(strip.turn)))
    }

    fn format_move(&self, _: &Strip, (): (), &(from, to, arrow): &Turn) -> String {
        format!("{}-{}/{}", from + 1, to + 1, arrow + 1)
    }
}

impl Present for StripAmazons {
    fn about(&self) -> String {
        "Amazons on a strip one square wide".to_owned()
    }

    fn start(&self) -> Strip {
        let empty = [Square::Empty; 4];
        let squares = [&[Square::Amazon(BLACK)], &empty[..], &[Square::Amazon(WHITE)]].concat();
        Strip { squares, turn: BLACK }
    }
}

/// Number of moves that Black can make more than White if Black moves first, and if White does;
/// `None` where the named first player has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    a: Option<i8>,
    b: Option<i8>,
}

impl Pair {
    fn colours_exchanged(self) -> Pair {
        Pair { a: self.b.map(|b| -b), b: self.a.map(|a| -a) }
    }

    /// The difference if `first` is to move and passes where it has no move.
    fn score(self, first: Seat) -> i8 {
        let (own, other) = if first == BLACK { (self.a, self.b) } else { (self.b, self.a) };
        own.or(other).unwrap_or(0)
    }
}

/// Code of a missing number; others are -7 to 7.
const NONE: i8 = -8;

impl Record for Pair {
    fn columns() -> &'static [Column] {
        &[
            Column { name: "black first", bits: 4, codec: Codec::Signed },
            Column { name: "white first", bits: 4, codec: Codec::Signed },
        ]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        let bits = |value: Option<i8>| u64::from(value.unwrap_or(NONE) as u8 & 0xF);
        (raw[0], raw[1]) = (bits(self.a), bits(self.b));
    }

    fn from_columns(raw: &[u64]) -> Self {
        let value = |raw: u64| Some((raw as i8) << 4 >> 4).filter(|value| *value != NONE);
        Pair { a: value(raw[0]), b: value(raw[1]) }
    }
}

/// Regions of one size: first the set of Black's squares, then that of White's among the others.
pub struct Placements {
    squares: usize,
    black: usize,
    white: usize,
}

impl Placements {
    fn whites(&self) -> u64 {
        binomial(self.squares - self.black, self.white)
    }
}

impl Index for Placements {
    type Position = Strip;

    fn len(&self) -> u64 {
        binomial(self.squares, self.black) * self.whites()
    }

    fn rank(&self, strip: &Strip) -> Option<u64> {
        let (mut blacks, mut whites, mut others) = (0, 0, 0);
        let region = strip.trimmed();
        for (i, square) in region.iter().enumerate() {
            match *square {
                Square::Burnt => return None,
                Square::Amazon(BLACK) => blacks |= 1 << i,
                Square::Amazon(_) => whites |= 1 << others,
                Square::Empty => (),
            }
            others += usize::from(*square != Square::Amazon(BLACK));
        }
        let counts = (region.len(), strip.count(BLACK), strip.count(WHITE));
        let is_here = counts == (self.squares, self.black, self.white) && strip.turn == BLACK;
        is_here.then(|| rank_subset(blacks) * self.whites() + rank_subset(whites))
    }

    fn unrank(&self, rank: u64) -> Option<Strip> {
        if rank >= self.len() {
            return None;
        }
        let blacks = unrank_subset(rank / self.whites(), self.black, self.squares);
        let mut whites = unrank_subset(rank % self.whites(), self.white, self.squares - self.black);
        let mut squares = vec![Square::Empty; self.squares];
        for (i, square) in squares.iter_mut().enumerate() {
            if blacks >> i & 1 == 1 {
                *square = Square::Amazon(BLACK);
            } else {
                if whites & 1 == 1 {
                    *square = Square::Amazon(WHITE);
                }
                whites >>= 1;
            }
        }
        Some(Strip { squares, turn: BLACK })
    }
}

/// All regions of 1 to `most` squares without a gap, Black having at least as many amazons as
/// White; as positions they have Black to move, though their value covers both.
pub struct Regions {
    game: StripAmazons,
    layers: Vec<Layer>,
    /// Number of positions above which a layer is computed in shards.
    pub checkpoint: u64,
    /// The numbers of black and of white amazons, by layer and part.
    amazons: Vec<Vec<(usize, usize)>>,
}

impl Regions {
    /// Layers of 1 to `most` squares.
    pub fn new(most: usize) -> Self {
        let mut regions = Regions {
            game: StripAmazons,
            layers: Vec::new(),
            checkpoint: u64::MAX,
            amazons: Vec::new(),
        };
        for squares in 1..=most {
            let amazons: Vec<(usize, usize)> = (0..=squares)
                .flat_map(|black| (0..=black.min(squares - black)).map(move |white| (black, white)))
                .collect();
            let part = |&(black, white): &(usize, usize)| Part {
                name: format!("{black} v {white}"),
                positions: Some(Placements { squares, black, white }.len()),
            };
            regions.layers.push(Layer {
                name: format!("strip-amazons/{squares}"),
                parts: amazons.iter().map(part).collect(),
                needs: (0..squares - 1).map(LayerId).collect(),
                cyclic: false,
            });
            regions.amazons.push(amazons);
        }
        regions
    }

    /// The difference with best play from here: from the tables for uncut regions, else by plain
    /// minimax on all that is left, **one** alternation of moves over all pieces, since differences
    /// of pieces do not add.
    fn difference(&self, strip: &Strip, ask: &mut dyn Ask<Strip, Pair>) -> Result<i8, Unanswered> {
        let region = strip.trimmed();
        if region.is_empty() {
            return Ok(0);
        }
        if !region.contains(&Square::Burnt) {
            let asked = strip.with_turn(BLACK);
            let value = if asked.count(BLACK) >= asked.count(WHITE) {
                ask.ask(&asked)?
            } else {
                ask.ask(&asked.colours_exchanged())?.colours_exchanged()
            };
            return Ok(value.score(strip.turn));
        }
        let first = self.first(strip, ask)?;
        let second = self.first(&strip.with_turn(1 - strip.turn), ask)?;
        Ok(first.or(second).unwrap_or(0))
    }

    /// The difference if the side to move moves now, `None` if it cannot.
    fn first(
        &self,
        strip: &Strip,
        ask: &mut dyn Ask<Strip, Pair>,
    ) -> Result<Option<i8>, Unanswered> {
        let mut plays = Vec::new();
        self.game.plays(strip, (), &mut plays);
        let mut differences = Vec::new();
        for play in plays {
            differences.push(self.difference(&play.after, ask)?);
        }
        let differences = differences.into_iter();
        Ok(if strip.turn == BLACK {
            differences.max().map(|most| most + 1)
        } else {
            differences.min().map(|least| least - 1)
        })
    }

    fn placements(&self, part: PartId) -> Placements {
        let (black, white) = self.amazons[part.layer.0][part.part];
        Placements { squares: part.layer.0 + 1, black, white }
    }
}

impl Domain for Regions {
    type Game = StripAmazons;
    type Value = Pair;
    type Record = Pair;

    fn name(&self) -> String {
        "strip-amazons".into()
    }

    fn game(&self) -> &StripAmazons {
        &self.game
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Strip>>, IndexError> {
        Ok(Box::new(self.placements(part)))
    }

    fn locate(&self, strip: &Strip) -> Option<PartId> {
        let layer = strip.trimmed().len().checked_sub(1)?;
        if strip.turn != BLACK || strip.trimmed().contains(&Square::Burnt) {
            return None;
        }
        let amazons = (strip.count(BLACK), strip.count(WHITE));
        let part = self.amazons.get(layer)?.iter().position(|&counts| counts == amazons)?;
        Some(PartId { layer: LayerId(layer), part })
    }

    fn backup(&self, strip: &Strip, ask: &mut dyn Ask<Strip, Pair>) -> Result<Pair, Unanswered> {
        let a = self.first(&strip.with_turn(BLACK), ask)?;
        let b = self.first(&strip.with_turn(WHITE), ask)?;
        Ok(Pair { a, b })
    }

    fn encode(&self, value: &Pair, _: &Dictionary<Pair>) -> Pair {
        *value
    }

    fn decode(&self, record: Pair, _: &Dictionary<Pair>) -> Option<Pair> {
        Some(record)
    }
}

/// The tables of all smaller regions, by layer and part.
pub struct Smaller(Vec<Vec<Vec<Pair>>>);

/// Regions that have Black's amazons on the same squares are a unit.
impl Tabulate for Regions {
    type Plan = Smaller;
    type Scratch = ();

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        let placements = self.placements(part);
        Ok(Units::evenly(placements.len(), placements.whites()))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<Pair, Pair>,
        workers: &dyn Workers,
    ) -> Result<Smaller, Unanswered> {
        let parts = |layer: LayerId| {
            (0..self.amazons[layer.0].len()).map(move |part| PartId { layer, part })
        };
        let needs = &self.layers[layer.0].needs;
        let all: Vec<PartId> = needs.iter().flat_map(|&need| parts(need)).collect();
        let read: Vec<OnceLock<Vec<Pair>>> = all.iter().map(|_| OnceLock::new()).collect();
        workers.each(all.len(), &|number| {
            let (part, mut table) = (all[number], Vec::new());
            let ranks = 0..self.placements(part).len();
            finished.records(part, ranks, &mut |records| table.extend_from_slice(records))?;
            read[number].set(table).map_err(|_| Unanswered::default())
        })?;
        let mut read = read.into_iter().filter_map(OnceLock::into_inner);
        Ok(Smaller(
            needs.iter().map(|&need| parts(need).filter_map(|_| read.next()).collect()).collect(),
        ))
    }

    fn scratch(&self, _: &Smaller) {}

    fn run(
        &self,
        plan: &Smaller,
        unit: &Unit,
        (): &mut (),
        records: &mut [Pair],
    ) -> Result<(), Unstorable> {
        let look_up = |strip: &Strip| {
            let part = self.locate(strip).ok_or_else(Unanswered::default)?;
            let rank = self.placements(part).rank(strip).ok_or_else(Unanswered::default)?;
            let table = &plan.0[part.layer.0][part.part];
            table.get(rank as usize).copied().ok_or_else(Unanswered::default)
        };
        let placements = self.placements(unit.part);
        for (rank, record) in unit.ranks.clone().zip(records) {
            let pair = placements.unrank(rank).ok_or_else(Unanswered::default);
            let pair = pair.and_then(|strip| self.backup(&strip, &mut { look_up }));
            *record = pair.map_err(|error| Unstorable { rank, reason: error.to_string() })?;
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, _: usize) -> u64 {
        let needs = &self.layers[layer.0].needs;
        let parts = needs.iter().flat_map(|need| &self.layers[need.0].parts);
        parts.filter_map(|part| part.positions).sum::<u64>() * size_of::<Pair>() as u64
    }

    fn checkpoint_positions(&self) -> u64 {
        self.checkpoint
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["black", "white", "a", "b"]
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[Pair],
        _: &Dictionary<Pair>,
        histogram: &mut Histogram,
    ) {
        let Placements { black, white, .. } = self.placements(unit.part);
        for pair in records {
            let value = |value: Option<i8>| Class::from(value.map(i64::from));
            let [black, white] = [black, white].map(|amazons| Class::from(amazons as i64));
            histogram.add([black, white, value(pair.a), value(pair.b)], 1);
        }
    }
}

#[cfg(test)]
mod tests;
