//! A plain implementation of the rules to compare with. It works in the obvious way, on tables of
//! cells like the contest's protocol, and shares only the types of its arguments with the fast one.

use std::collections::BTreeSet;

use shuban_daihinmin_game::{
    Cards, ContestRules, ContestTable, Meld, PLAYERS, Role, Suit, TableClearing,
};

/// Five rows (spade, heart, diamond, club, the fifth of a kind) of 15 columns by strength: 1 is a
/// card, 2 the joker.
type Cells = [[u8; 15]; 5];

/// Shape of the cards in the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LaidShape {
    Single,
    Set,
    Run,
    LoneJoker,
}

/// A meld as it lies there.
struct Laid {
    shape: LaidShape,
    count: usize,
    lowest: i32,
    highest: i32,
    rows: BTreeSet<usize>,
}

/// The legal melds of a hand by trying every subset of its cards with the joker in every cell: each
/// as its cards and its joker's role (`None` for a lone joker). Takes time by 2 to the number of
/// cards.
pub(crate) fn legal_melds(
    rules: &ContestRules,
    hand: Cards,
    table: &ContestTable,
) -> BTreeSet<(Cards, Option<Role>)> {
    let naturals: Vec<_> = hand.naturals().iter().collect();
    let mut found = BTreeSet::new();
    for subset in 0u32..1 << naturals.len() {
        let mut cells = Cells::default();
        let mut cards = Cards::NONE;
        let chosen = naturals.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        for (_, &card) in chosen {
            let row = card.suit().map_or(4, |suit| suit as usize);
            cells[row][usize::from(card.strength())] = 1;
            cards |= Cards::only(card);
        }
        if is_legal(rules, table, &cells) {
            found.insert((cards, None));
        }
        if !hand.has_joker() {
            continue;
        }
        for row in 0..5 {
            for column in 0..15 {
                if cells[row][column] != 0 {
                    continue;
                }
                cells[row][column] = 2;
                if is_legal(rules, table, &cells) {
                    let role =
                        if row == 4 { Role::Fifth } else { Role::As(column as u8, Suit::ALL[row]) };
                    let role = (subset != 0).then_some(role);
                    found.insert((cards | Cards::JOKER, role));
                }
                cells[row][column] = 0;
            }
        }
    }
    found
}

fn is_legal(rules: &ContestRules, table: &ContestTable, cells: &Cells) -> bool {
    let Some(laid) = shape(cells) else { return false };
    if laid.shape == LaidShape::Run && !rules.runs {
        return false;
    }
    let Some(top) = &table.top else { return true };
    let lies = shape(&cells_of(top)).unwrap_or_else(|| unreachable!("every meld has a shape"));
    if lies.shape == LaidShape::LoneJoker {
        return rules.spade_three && laid.shape == LaidShape::Single && cells[0][1] == 1;
    }
    if laid.count != lies.count {
        return false;
    }
    if laid.shape == LaidShape::LoneJoker {
        return lies.shape == LaidShape::Single;
    }
    if laid.shape != lies.shape {
        return false;
    }
    let stronger =
        if table.reversed() { laid.highest < lies.lowest } else { laid.lowest > lies.highest };
    stronger && (!table.locked || laid.rows == lies.rows)
}

/// The meld in the cells, if they form one.
fn shape(cells: &Cells) -> Option<Laid> {
    let filled: Vec<(usize, usize)> = (0..5)
        .flat_map(|row| (0..15).map(move |column| (row, column)))
        .filter(|&(row, column)| cells[row][column] != 0)
        .collect();
    let rows: BTreeSet<usize> = filled.iter().map(|&(row, _)| row).collect();
    let columns: BTreeSet<usize> = filled.iter().map(|&(_, column)| column).collect();
    let (&lowest, &highest) = (columns.first()?, columns.last()?);
    let count = filled.len();
    let fifth = rows.contains(&4);
    let shape = if count == 1 {
        match (cells[filled[0].0][filled[0].1], fifth) {
            (1, _) => LaidShape::Single,
            (_, false) => LaidShape::LoneJoker,
            (_, true) => return None,
        }
    } else if columns.len() == 1 && (!fifth || count == 5) {
        LaidShape::Set
    } else if rows.len() == 1 && !fifth && count >= 3 && highest - lowest + 1 == count {
        LaidShape::Run
    } else {
        return None;
    };
    Some(Laid { shape, count, lowest: lowest as i32, highest: highest as i32, rows })
}

fn cells_of(meld: &Meld) -> Cells {
    let mut cells = Cells::default();
    for card in meld.cards().naturals().iter() {
        cells[card.suit().map_or(4, |suit| suit as usize)][usize::from(card.strength())] = 1;
    }
    if meld.cards().has_joker() {
        match meld.role() {
            Some(Role::As(strength, suit)) => cells[suit as usize][usize::from(strength)] = 2,
            Some(Role::Fifth) => cells[4][usize::from(meld.lowest())] = 2,
            None => cells[0][14] = 2,
        }
    }
    cells
}

/// A game followed the plain way: each seat's number of cards, who has passed, who is out.
#[derive(Clone, Debug)]
pub(crate) struct PlainGame {
    rules: ContestRules,
    /// The number of cards of each seat.
    pub(crate) counts: [usize; PLAYERS],
    /// Seat to move.
    pub(crate) turn: usize,
    /// The seats from the first place down, as far as they are known, and from the last place up.
    pub(crate) places: (Vec<usize>, Vec<usize>),
    /// True if the game is over.
    pub(crate) over: bool,
    /// True if low cards are strong until the end of the game.
    pub(crate) revolution: bool,
    /// True if low cards are strong for another reason, until the table is cleared.
    pub(crate) back: bool,
    /// True if the suits are locked.
    pub(crate) locked: bool,
    /// Meld on the table.
    pub(crate) top: Option<Meld>,
    passed: [bool; PLAYERS],
    last: usize,
    step: usize,
    passes_in_a_row: u8,
}

impl PlainGame {
    /// A game before the first lead.
    pub(crate) fn new(rules: &ContestRules, counts: [usize; PLAYERS], leader: usize) -> Self {
        PlainGame {
            rules: *rules,
            counts,
            turn: leader,
            places: (Vec::new(), Vec::new()),
            over: false,
            revolution: false,
            back: false,
            locked: false,
            top: None,
            passed: [false; PLAYERS],
            last: leader,
            step: 1,
            passes_in_a_row: 0,
        }
    }

    fn is_out(&self, seat: usize) -> bool {
        self.counts[seat] == 0
    }

    /// Follows a legal action.
    pub(crate) fn follow(&mut self, action: Option<Meld>) {
        let mover = self.turn;
        let mut clear = false;
        let mut skip = 0;
        if let Some(meld) = action {
            let laid =
                shape(&cells_of(&meld)).unwrap_or_else(|| unreachable!("every meld has a shape"));
            let has = |column: i32| {
                laid.shape != LaidShape::LoneJoker && (laid.lowest..=laid.highest).contains(&column)
            };
            let before =
                self.top.map(|top| shape(&cells_of(&top)).unwrap_or_else(|| unreachable!()));
            let strongest = if self.revolution != self.back { 1 } else { 13 };
            let bad_finish = meld.cards().has_joker() || has(6) || has(strongest);
            self.counts[mover] -= meld.cards().len();
            if self.counts[mover] == 0 {
                if self.rules.forbidden_finish && bad_finish {
                    self.places.1.push(mover);
                } else {
                    self.places.0.push(mover);
                }
            }
            match &before {
                Some(before) if before.shape == LaidShape::LoneJoker => clear = true,
                Some(before) if self.rules.suit_lock && before.rows == laid.rows => {
                    self.locked = true;
                }
                _ => {}
            }
            if laid.shape == LaidShape::LoneJoker {
                self.locked = false;
            }
            let large = match laid.shape {
                LaidShape::Set => laid.count >= usize::from(self.rules.revolution_set),
                LaidShape::Run => laid.count >= usize::from(self.rules.revolution_run),
                _ => false,
            };
            if self.rules.revolution && large {
                self.revolution = !self.revolution;
            }
            if self.rules.eight_cut && has(6) {
                clear = true;
            }
            if self.rules.six_reverse && has(4) {
                self.step = PLAYERS - self.step;
            }
            if self.rules.five_skip && has(3) {
                skip = 1;
            }
            if self.rules.eleven_back && has(9) {
                self.back = !self.back;
            }
            self.top = Some(meld);
            self.last = mover;
            self.passes_in_a_row = 0;
        } else {
            self.passed[mover] = true;
            self.passes_in_a_row += 1;
        }
        let playing: Vec<usize> = (0..PLAYERS).filter(|&seat| !self.is_out(seat)).collect();
        if playing.len() == 1 {
            self.places.0.push(playing[0]);
        }
        if playing.len() == 1 || self.passes_in_a_row == self.rules.most_passes {
            self.over = true;
            return;
        }
        let all_passed = playing.iter().all(|&seat| match self.rules.clearing {
            TableClearing::AllPassed => self.passed[seat],
            TableClearing::OthersPassed => self.passed[seat] || seat == self.last,
        });
        if all_passed || clear {
            self.top = None;
            self.locked = false;
            self.back = false;
            self.passed = [false; PLAYERS];
            self.turn = self.last;
            while self.is_out(self.turn) {
                self.turn = (self.turn + self.step) % PLAYERS;
            }
            self.last = self.turn;
        } else {
            self.turn = (self.turn + self.step * (1 + skip)) % PLAYERS;
            while self.is_out(self.turn) || self.passed[self.turn] {
                self.turn = (self.turn + self.step) % PLAYERS;
            }
        }
    }
}
