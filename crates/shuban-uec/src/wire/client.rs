//! The client's side of a match.

use super::cells::{cards_of, grid_of_cards, grid_of_meld, meld_of};
use super::follow::Following;
use super::{Grid, TableState, WireError};
use crate::game::{Cards, ContestRules, Meld, PlayerNumber, check};
use crate::players::Player;

/// What a client waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A number, for [`Client::number`].
    Number,
    /// A table, for [`Client::table`].
    Table,
    /// Nothing: the match is over.
    Nothing,
}

/// Where in the match a client is: what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClientStage {
    /// Its own number.
    MyNumber,
    /// The hand before a game.
    Hand,
    /// The hand and how the game stands.
    Turn,
    /// Whether its meld was accepted.
    Verdict,
    /// What lies on the table.
    Lying,
    /// Whether the game goes on.
    GoesOn,
    Over,
}

/// One player of a match over the wire, after its [profile](super::profile) was sent: give it
/// whatever [comes](Client::expects), and send what it answers. By what the server has told last
/// that is always legal, whatever the player thinks and however little what it was told agrees.
pub struct Client {
    mind: Box<dyn Player>,
    stage: ClientStage,
    me: PlayerNumber,
    following: Following,
    /// Whose turn it is.
    mover: PlayerNumber,
    games: u32,
}

impl Client {
    /// A player by these rules.
    pub fn new(rules: ContestRules, mind: Box<dyn Player>) -> Self {
        let following = Following::new(rules);
        Client { mind, stage: ClientStage::MyNumber, me: 0, following, mover: 0, games: 0 }
    }

    /// What it waits for.
    pub fn expects(&self) -> Expected {
        match self.stage {
            ClientStage::MyNumber | ClientStage::Verdict | ClientStage::GoesOn => Expected::Number,
            ClientStage::Hand | ClientStage::Turn | ClientStage::Lying => Expected::Table,
            ClientStage::Over => Expected::Nothing,
        }
    }

    /// How many games are over.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The player's number in the match, once the server has told it.
    pub fn me(&self) -> PlayerNumber {
        self.me
    }

    /// Takes a number from the server.
    ///
    /// # Errors
    /// [`WireError`] if it means nothing; the match cannot go on then.
    pub fn number(&mut self, number: i32) -> Result<(), WireError> {
        let bad = |what| Err(WireError::Number { what, value: number });
        self.stage = match (self.stage, number) {
            (ClientStage::MyNumber, 0..=4) => {
                self.me = number as PlayerNumber;
                ClientStage::Hand
            }
            (ClientStage::MyNumber, _) => return bad("the own number"),
            (ClientStage::Verdict, 8 | 9) => ClientStage::Lying,
            (ClientStage::Verdict, _) => return bad("whether a meld was accepted"),
            (ClientStage::GoesOn, 0) => ClientStage::Turn,
            (ClientStage::GoesOn, 1 | 2) => {
                self.games += 1;
                self.following.reset();
                if number == 1 { ClientStage::Hand } else { ClientStage::Over }
            }
            (ClientStage::GoesOn, _) => return bad("whether the game goes on"),
            (ClientStage::Hand | ClientStage::Turn | ClientStage::Lying | ClientStage::Over, _) => {
                return Err(WireError::Unexpected { found: "number", expected: self.due() });
            }
        };
        Ok(())
    }

    /// Takes a table from the server; the answer to send, if there is one.
    ///
    /// # Errors
    /// [`WireError`] if it means nothing; the match cannot go on then.
    pub fn table(&mut self, grid: &Grid) -> Result<Option<Grid>, WireError> {
        match self.stage {
            ClientStage::Hand => {
                let (hand, state) = (cards_of(grid)?, TableState::read(grid)?);
                if state.give > hand.len() {
                    let value = state.give as i32;
                    return Err(WireError::Number { what: "the number of cards to give", value });
                }
                self.stage = ClientStage::Turn;
                Ok((state.give > 0).then(|| grid_of_cards(self.gift(hand, state.give))))
            }
            ClientStage::Turn => {
                let (hand, state) = (cards_of(grid)?, TableState::read(grid)?);
                self.mover = state.turn;
                let (view, first) = self.following.turn(self.me, hand, &state);
                if first {
                    self.mind.begin(&view);
                }
                if !state.my_turn {
                    self.stage = ClientStage::Lying;
                    return Ok(None);
                }
                self.stage = ClientStage::Verdict;
                let action = self.mind.play(&view);
                let is_legal =
                    |meld: &Meld| check(self.following.rules(), hand, &view.table, meld).is_ok();
                Ok(Some(grid_of_meld(action.filter(is_legal).as_ref())))
            }
            ClientStage::Lying => {
                let lies = meld_of(grid)?;
                self.stage = ClientStage::GoesOn;
                self.following.ends(self.mover, lies, self.mind.as_mut());
                Ok(None)
            }
            ClientStage::MyNumber
            | ClientStage::Verdict
            | ClientStage::GoesOn
            | ClientStage::Over => {
                Err(WireError::Unexpected { found: "table", expected: self.due() })
            }
        }
    }

    /// So many cards to give away; the strongest, as the server would take them, if the player's
    /// choice is none.
    fn gift(&mut self, hand: Cards, count: usize) -> Cards {
        let gift = self.mind.give(hand, count);
        if gift.is_subset(hand) && gift.len() == count { gift } else { hand.strongest(count) }
    }

    fn due(&self) -> &'static str {
        match self.expects() {
            Expected::Number => "a number",
            Expected::Table => "a table",
            Expected::Nothing => "nothing",
        }
    }
}
