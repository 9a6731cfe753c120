//! Properties of any messages and texts: a client answers legally or refuses, a match ends, and a record
//! or cards that are read are written so that they read as the same. Fuzz targets use it, too.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use shuban_daihinmin::contest::Contest;
use shuban_daihinmin::players::Setup;
use shuban_daihinmin::record::MatchRecord;
use shuban_daihinmin::wire::{
    COLUMNS, Expected, Grid, ROWS, Server, ServerStep, TableState, cards_of, gift_of,
    grid_of_cards, grid_of_meld, meld_of, read_profile,
};
use shuban_daihinmin_game::{Cards, ContestRules, Meld};

use super::heard::Heard;

/// Numbers in cells and as messages: cards, seats, verdicts, and what none of these is.
const NUMBERS: [i32; 16] = [1, 0, 2, 3, 4, 5, 8, 9, 10, 11, 12, 53, 54, -1, i32::MAX, i32::MIN];

static SETUP: LazyLock<Setup> = LazyLock::new(|| Setup::new(ContestRules::default(), 1));

/// A source of messages by the bytes of a script.
struct Messages<'a>(&'a [u8]);

impl Messages<'_> {
    fn byte(&mut self) -> Option<usize> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first.into())
    }

    fn number(&mut self) -> Option<i32> {
        Some(NUMBERS[self.byte()? % NUMBERS.len()])
    }

    /// Returns a table of a state that a game may have, with some other cells.
    fn table(&mut self) -> Option<Grid> {
        let mut grid = Grid::EMPTY;
        let state = TableState {
            counts: [11, 11, 11, 10, 10],
            seats: [0, 1, 2, 3, 4],
            ..TableState::default()
        };
        state.write(&mut grid);
        for _ in 0..self.byte()? % 24 {
            let cell = self.byte()? % (ROWS * COLUMNS);
            grid.0[cell / COLUMNS][cell % COLUMNS] = self.number()?;
        }
        Some(grid)
    }
}

/// Messages to a client, of a kind that the first byte selects, under rules that the second does.
pub(crate) fn as_messages(script: &[u8]) {
    let &[kind, rules, ref script @ ..] = script else { return };
    let setup = Setup { rules: some_rules(rules), ..SETUP.clone() };
    let mut heard = Heard::new(setup, kind.into());
    let mut messages = Messages(script);
    loop {
        let is_taken = match heard.client.expects() {
            Expected::Nothing => return,
            Expected::Number => {
                let Some(number) = messages.number() else { return };
                heard.number(number).is_ok()
            }
            Expected::Table => {
                let Some(grid) = messages.table() else { return };
                look(&grid);
                heard.table(&grid).is_ok()
            }
        };
        if !is_taken {
            return;
        }
    }
}

/// Answers of all clients to a server, which plays a match to its end.
pub(crate) fn as_answers(script: &[u8]) {
    let &[rules, ref script @ ..] = script else { return };
    let mut server = Server::new(Contest::new(some_rules(rules), 1, 1));
    let mut messages = Messages(script);
    loop {
        match server.step() {
            ServerStep::Send { .. } => {}
            ServerStep::Receive { .. } => drop(server.receive(messages.table().as_ref())),
            ServerStep::Finished => break,
        }
    }
    let record = server.contest().match_record(["a", "b", "c", "d", "e"].map(str::to_owned));
    assert_eq!(record.to_string().parse(), Ok(record));
}

/// Reads a table in all ways.
fn look(grid: &Grid) {
    if let Ok(Some(meld)) = meld_of(grid) {
        // The cards lie where they lay, except a lone joker.
        let again = grid_of_meld(Some(&meld));
        assert!(meld == Meld::LONE_JOKER || again.0[..5] == grid.0[..5], "{meld}");
    }
    if let Ok(hand) = cards_of(grid) {
        assert_eq!(cards_of(&grid_of_cards(hand)), Ok(hand));
    }
    let _ = (gift_of(grid), TableState::read(grid), read_profile(grid));
}

/// Returns the rules of the contest with those switched that the bits of a byte name.
fn some_rules(bits: u8) -> ContestRules {
    let bit = |number: u8| bits >> number & 1 == 1;
    let rules = ContestRules::default();
    ContestRules {
        runs: rules.runs ^ bit(0),
        revolution: rules.revolution ^ bit(1),
        eight_cut: rules.eight_cut ^ bit(2),
        suit_lock: rules.suit_lock ^ bit(3),
        spade_three: rules.spade_three ^ bit(4),
        five_skip: rules.five_skip ^ bit(5),
        eleven_back: rules.eleven_back ^ bit(6),
        forbidden_finish: rules.forbidden_finish ^ bit(7),
        ..rules
    }
}

/// A text as the record of a match, and as cards, a meld and rules.
pub(crate) fn as_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    reads_again::<MatchRecord>(&text);
    if let Ok(record) = MatchRecord::from_contest_log(&text) {
        let written = record.contest_log().unwrap();
        assert_eq!(MatchRecord::from_contest_log(&written), Ok(record));
    }
    for line in text.lines().take(8) {
        reads_again::<Cards>(line);
        reads_again::<Meld>(line);
        reads_again::<ContestRules>(line);
    }
}

fn reads_again<T>(text: &str)
where
    T: FromStr<Err: Display> + Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(read) => {
            let written = read.to_string();
            let again = written.parse::<T>();
            let again = again.unwrap_or_else(|error| panic!("{error}: {text} as {written}"));
            assert_eq!(again, read, "{text} as {written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
