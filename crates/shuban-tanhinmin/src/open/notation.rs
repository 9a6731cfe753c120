//! Positions as text: `1,1,3*|2,4|3*,4`, or in a trick `1,3*|2,4|3*,4 on 1x1 passed 2`.
//!
//! Hands in seat order from the player to lead, or in a trick from the one whose cards lie; these
//! are players 1, 2, … of the notation. Ranks are numbers, the eights are marked with `*`. `on 5x2`
//! says that two cards of rank 5 lie, `passed` who is out of the trick (nobody while eights lie,
//! whose player leads again), `revolution` that the order of ranks is turned round. An empty hand
//! has won.

use shuban_core::{NotationError, Winners};

use super::rules::OpenRules;
use super::table::{MAX_RANK, MAX_SET, OpenTable, OpenTrick};
use crate::leads::{MAX_CARDS, MAX_PLAYERS};
use crate::tanhinmin::Clearing;

/// Writes a position, with the seats counted from the first player.
pub(super) fn format_open(rules: &OpenRules, table: &OpenTable) -> String {
    let table = table.rotated(table.first(), rules.players());
    let name = |rank: u8| format!("{rank}{}", if rank == table.eights { "*" } else { "" });
    let hand = |seat: usize| {
        let cards = (1u8..)
            .zip(&table.ranks)
            .flat_map(|(rank, counts)| vec![name(rank); counts[seat].into()]);
        cards.collect::<Vec<_>>().join(",")
    };
    let mut text = (0..rules.players()).map(hand).collect::<Vec<_>>().join("|");
    if let Some(trick) = table.trick {
        text.push_str(&format!(" on {}x{}", name(trick.rank), trick.size));
        if !trick.passed.is_empty() {
            let passed: Vec<String> =
                trick.passed.iter().map(|seat| (seat + 1).to_string()).collect();
            text.push_str(&format!(" passed {}", passed.join(",")));
        }
    }
    if table.revolution {
        text.push_str(" revolution");
    }
    text
}

/// Reads a position; its first player has seat 0.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub(super) fn parse_open(rules: &OpenRules, text: &str) -> Result<OpenTable, NotationError> {
    let mut words = PositionWords { text, at: 0 };
    let mut table = OpenTable::EMPTY;
    let hands = words.next().unwrap_or((0, ""));
    read_hands(rules, text, hands, &mut table)?;
    while let Some((at, word)) = words.next() {
        let refuse = |reason: &str| NotationError::new(text, at, reason);
        match word {
            "on" if table.trick.is_none() => {
                let (at, set) = words
                    .next()
                    .ok_or_else(|| refuse("expected what lies, such as 5x2, after `on`"))?;
                table.trick = Some(read_trick(text, at, set, &mut table)?);
            }
            "passed" => {
                let list = words.next().ok_or_else(|| refuse("expected players after `passed`"))?;
                let passed = read_passed(rules, text, list, &table)?;
                match &mut table.trick {
                    Some(trick) if trick.passed.is_empty() => trick.passed = passed,
                    _ => return Err(refuse("`passed` comes once, after `on` and what lies")),
                }
            }
            "revolution" if !table.revolution => table.revolution = true,
            _ => return Err(refuse("expected `on`, `passed`, `revolution` or the end")),
        }
    }
    check(rules, text, &table)?;
    Ok(table)
}

/// Words between spaces, each with the character where it begins.
struct PositionWords<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for PositionWords<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let word = self.text[start..].split_whitespace().next()?;
        self.at = start + word.len();
        Some((self.text[..start].chars().count(), word))
    }
}

fn read_hands(
    rules: &OpenRules,
    text: &str,
    (at, hands): (usize, &str),
    table: &mut OpenTable,
) -> Result<(), NotationError> {
    let refuse = |at: usize, reason: String| NotationError::new(text, at, reason);
    let count = hands.split('|').count();
    if count != rules.players() {
        return Err(refuse(at, format!("{count} hands for {} players", rules.players())));
    }
    let mut at = at;
    let mut cards = 0;
    for (seat, hand) in hands.split('|').enumerate() {
        let mut place = at;
        for card in hand.split(',').filter(|_| !hand.is_empty()) {
            let rank = read_rank(text, place, card, table)?;
            let counts = &mut table.ranks[usize::from(rank) - 1];
            counts[seat] += 1;
            if counts.iter().sum::<u8>() > MAX_SET {
                return Err(refuse(place, format!("more than {MAX_SET} cards of rank {rank}")));
            }
            cards += 1;
            if cards > MAX_CARDS {
                return Err(refuse(place, format!("more than {MAX_CARDS} cards")));
            }
            place += card.chars().count() + 1;
        }
        at += hand.chars().count() + 1;
    }
    Ok(())
}

/// A rank, with `*` for the eights.
fn read_rank(
    text: &str,
    at: usize,
    card: &str,
    table: &mut OpenTable,
) -> Result<u8, NotationError> {
    let refuse = |reason: String| NotationError::new(text, at, reason);
    let (number, is_eight) = card.strip_suffix('*').map_or((card, false), |number| (number, true));
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let rank = number.parse().ok().filter(|rank| is_number && (1..=MAX_RANK as u8).contains(rank));
    let rank: u8 =
        rank.ok_or_else(|| refuse(format!("`{card}` is not a rank from 1 to {MAX_RANK}")))?;
    match (is_eight, table.eights) {
        (true, 0) if *table.rank(rank) == [0; MAX_PLAYERS] => table.eights = rank,
        (true, eights) if eights == rank => {}
        (false, eights) if eights != rank => {}
        _ => {
            return Err(refuse(
                "one rank is the eights; all of its cards, and no others, are marked".to_owned(),
            ));
        }
    }
    Ok(rank)
}

/// `5x2`: rank and number of the cards that lie.
fn read_trick(
    text: &str,
    at: usize,
    set: &str,
    table: &mut OpenTable,
) -> Result<OpenTrick, NotationError> {
    let refuse = |reason: &str| NotationError::new(text, at, reason);
    let (rank, size) =
        set.split_once('x').ok_or_else(|| refuse("expected what lies, such as 5x2"))?;
    let rank = read_rank(text, at, rank, table)?;
    let size = match size {
        "1" => 1,
        "2" => 2,
        "3" => 3,
        "4" => 4,
        _ => return Err(refuse("one to four cards lie")),
    };
    if table.rank(rank).iter().sum::<u8>() + size > MAX_SET {
        return Err(refuse("more than 4 cards of this rank"));
    }
    Ok(OpenTrick { rank, size, passed: Winners::NOBODY })
}

fn read_passed(
    rules: &OpenRules,
    text: &str,
    (at, list): (usize, &str),
    table: &OpenTable,
) -> Result<Winners, NotationError> {
    let refuse = |reason: String| NotationError::new(text, at, reason);
    let mut passed = Winners::NOBODY;
    for player in list.split(',') {
        let seat = player.parse().ok().filter(|player| (2..=rules.players()).contains(player));
        let seat: usize = seat.ok_or_else(|| {
            refuse(format!("`{player}` is not a player from 2 to {}", rules.players()))
        })?;
        passed = passed.union(Winners::only(seat - 1));
    }
    let all = passed.len() + 1 == rules.players() && rules.clearing == Clearing::Tanhinmin;
    if all && table.winner(rules.players()).is_none() {
        return Err(refuse("all others have passed: the trick is over".to_owned()));
    }
    Ok(passed)
}

/// What is left to be checked when all was read.
fn check(rules: &OpenRules, text: &str, table: &OpenTable) -> Result<(), NotationError> {
    let empty = (0..rules.players()).filter(|&seat| table.held(seat) == 0).count();
    if empty > 1 {
        return Err(NotationError::new(
            text,
            0,
            "more than one hand is empty; the first to be ends the game",
        ));
    }
    if let Some(trick) = table.trick
        && trick.rank == table.eights
        && !trick.passed.is_empty()
    {
        return Err(NotationError::new(text, 0, "nobody passes on eights: they clear the table"));
    }
    Ok(())
}
