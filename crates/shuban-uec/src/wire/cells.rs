//! Cards in the cells of a table: 1 is a card, 2 the joker, or what it stands for.

use super::{COLUMNS, Grid, WireError};
use crate::game::{Cards, Meld, Role, Strength, Suit, Suits};

/// The row of the joker in a hand, and of the fifth card of a kind.
const FIFTH: usize = 4;

/// Where the joker of a hand lies.
const JOKER: (usize, usize) = (FIFTH, 1);

/// Where a lone joker is laid; anywhere else in the suits would mean the same.
const LONE_JOKER: (usize, usize) = (0, 14);

/// A table with a hand, or with cards to give away.
pub fn grid_of_cards(cards: Cards) -> Grid {
    let mut grid = Grid::EMPTY;
    put(&mut grid, cards);
    if cards.has_joker() {
        grid.set(JOKER.0, JOKER.1, 2);
    }
    grid
}

/// A table with a meld; zeros for a pass.
pub fn grid_of_meld(meld: Option<&Meld>) -> Grid {
    let mut grid = Grid::EMPTY;
    let Some(meld) = meld else { return grid };
    put(&mut grid, meld.cards());
    if meld.cards().has_joker() {
        let (row, column) = match meld.role() {
            Some(Role::As(strength, suit)) => (suit as usize, usize::from(strength)),
            Some(Role::Fifth) => (FIFTH, usize::from(meld.lowest())),
            None => LONE_JOKER,
        };
        grid.set(row, column, 2);
    }
    grid
}

fn put(grid: &mut Grid, cards: Cards) {
    for card in cards.iter() {
        if let Some(suit) = card.suit() {
            grid.set(suit as usize, usize::from(card.strength()), 1);
        }
    }
}

/// The hand on a table.
///
/// # Errors
/// [`WireError::Cell`] or [`WireError::SecondJoker`].
pub fn cards_of(grid: &Grid) -> Result<Cards, WireError> {
    let (cards, joker) = lying(grid)?;
    match joker {
        None => Ok(cards),
        Some(JOKER) => Ok(cards | Cards::JOKER),
        Some((row, column)) => Err(WireError::Cell { row, column, value: 2 }),
    }
}

/// The cards on a table that somebody gives away: the joker may lie anywhere.
///
/// # Errors
/// [`WireError::Cell`] or [`WireError::SecondJoker`].
pub fn gift_of(grid: &Grid) -> Result<Cards, WireError> {
    let (cards, joker) = lying(grid)?;
    Ok(if joker.is_some() { cards | Cards::JOKER } else { cards })
}

/// The meld on a table, if there are any cards.
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
    match Meld::lay(cards, role).filter(is_in_place) {
        Some(meld) => Ok(Some(meld)),
        None => {
            let joker = role.map(|role| format!(",{role}")).unwrap_or_default();
            Err(WireError::NoMeld { cards: format!("{cards}{joker}") })
        }
    }
}

/// The cards in the first five rows, and the cell of the joker.
fn lying(grid: &Grid) -> Result<(Cards, Option<(usize, usize)>), WireError> {
    let mut cards = Cards::NONE;
    let mut joker = None;
    for row in 0..=FIFTH {
        for column in 0..COLUMNS {
            match grid.get(row, column) {
                0 => {}
                1 if row < FIFTH && (1..=13).contains(&column) => {
                    cards |= Cards::of(column as Strength, Suits::only(Suit::ALL[row]));
                }
                2 if joker.is_none() => joker = Some((row, column)),
                2 => return Err(WireError::SecondJoker { row, column }),
                value => return Err(WireError::Cell { row, column, value }),
            }
        }
    }
    Ok((cards, joker))
}
