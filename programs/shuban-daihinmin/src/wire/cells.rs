//! Cards in the cells of a table: 1 is a card, 2 the joker, or the card it stands for.

use shuban_daihinmin_game::{Cards, Meld, Role, Strength, Suit, Suits};

use super::{Grid, WireError};

/// The row of the joker in a hand, and of the fifth card of a kind.
const FIFTH: usize = 4;

/// The cell of the joker in a hand.
const JOKER: (usize, usize) = (FIFTH, 1);

/// The cell of a lone joker; any other cell in the rows of suits would mean the same.
const LONE_JOKER: (usize, usize) = (0, 14);

/// Returns a table with a hand, or with cards to give away.
pub fn grid_of_cards(cards: Cards) -> Grid {
    filled(cards, JOKER)
}

/// Returns a table with a meld; zeros for a pass.
pub fn grid_of_meld(meld: Option<&Meld>) -> Grid {
    let Some(meld) = meld else { return Grid::EMPTY };
    let joker = match meld.role() {
        Some(Role::As(strength, suit)) => (suit as usize, usize::from(strength)),
        Some(Role::Fifth) => (FIFTH, usize::from(meld.lowest())),
        None => LONE_JOKER,
    };
    filled(meld.cards(), joker)
}

/// Returns a table with these cards, the joker in this cell if it is one of them.
fn filled(cards: Cards, joker: (usize, usize)) -> Grid {
    let mut grid = Grid::EMPTY;
    for card in cards.iter() {
        match card.suit() {
            Some(suit) => grid.0[suit as usize][usize::from(card.strength())] = 1,
            None => grid.0[joker.0][joker.1] = 2,
        }
    }
    grid
}

/// Returns the hand on a table.
///
/// # Errors
/// [`WireError`] if a cell holds no card.
pub fn cards_of(grid: &Grid) -> Result<Cards, WireError> {
    match lying(grid)? {
        (cards, None) => Ok(cards),
        (cards, Some(JOKER)) => Ok(cards | Cards::JOKER),
        (_, Some((row, column))) => Err(bad_cell(row, column, 2)),
    }
}

/// Returns the cards on a table that a player gives away: the joker may be in any cell.
///
/// # Errors
/// [`WireError`] if a cell holds no card.
pub fn gift_of(grid: &Grid) -> Result<Cards, WireError> {
    let (cards, joker) = lying(grid)?;
    Ok(if joker.is_some() { cards | Cards::JOKER } else { cards })
}

/// Returns the meld on a table, if there are any cards.
///
/// # Errors
/// [`WireError`] if the cards are no meld.
pub fn meld_of(grid: &Grid) -> Result<Option<Meld>, WireError> {
    let (cards, joker) = lying(grid)?;
    let role = match joker {
        None if cards.is_empty() => return Ok(None),
        None => None,
        Some((FIFTH, _)) => Some(Role::Fifth),
        Some((row, column)) => Some(Role::As(column as Strength, Suit::ALL[row])),
    };
    let is_in_place = |meld: &Meld| match joker {
        Some((FIFTH, column)) => column == usize::from(meld.lowest()),
        _ => true,
    };
    let meld = Meld::lay(cards, role).filter(is_in_place);
    meld.map(Some).ok_or_else(|| {
        let joker = role.map(|role| format!(",{role}")).unwrap_or_default();
        let what = "neither a single card nor a set nor a run as they lie there";
        WireError(format!("{cards}{joker} are {what}"))
    })
}

/// Returns the cards in the first five rows, and the cell of the joker.
fn lying(grid: &Grid) -> Result<(Cards, Option<(usize, usize)>), WireError> {
    let mut cards = Cards::NONE;
    let mut joker = None;
    for (row, cells) in grid.0[..=FIFTH].iter().enumerate() {
        for (column, &value) in cells.iter().enumerate() {
            match value {
                0 => {}
                1 if row < FIFTH && (1..=13).contains(&column) => {
                    cards |= Cards::of(column as Strength, Suits::only(Suit::ALL[row]));
                }
                2 if joker.is_none() => joker = Some((row, column)),
                2 => return Err(WireError(format!("a second joker at [{row}][{column}]"))),
                _ => return Err(bad_cell(row, column, value)),
            }
        }
    }
    Ok((cards, joker))
}

fn bad_cell(row: usize, column: usize, value: i32) -> WireError {
    WireError(format!("cell [{row}][{column}] holds {value}, which is no card there"))
}
