//! The client's side of a match.

use shuban_daihinmin_game::players::ContestPlayer;
use shuban_daihinmin_game::{ContestRules, Meld, PlayerNumber, check};

use super::cells::{cards_of, grid_of_cards, grid_of_meld, meld_of};
use super::follow::Following;
use super::{Grid, TableState, WireError};

/// Message that a client waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A number, for [`Client::number`].
    Number,
    /// A table, for [`Client::table`].
    Table,
    /// Nothing: the match is over.
    Nothing,
}

/// Next message in the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClientStage {
    /// Its own number.
    MyNumber,
    /// The hand before a game.
    Hand,
    /// The hand and the state of the game.
    Turn,
    /// The verdict on its meld.
    Verdict,
    /// The cards on the table.
    Lying,
    /// The message that the game goes on, or is over.
    GoesOn,
    Over,
}

/// One player of a match over the wire, after its [profile](super::profile) was sent: pass it every
/// message that it [expects](Client::expects), and send its answers. An answer is always legal by
/// the last messages, whatever the player chooses and even if the messages contradict each other.
pub struct Client {
    player: Box<dyn ContestPlayer>,
    stage: ClientStage,
    /// The player's number in the match, once the server has sent it.
    pub me: PlayerNumber,
    /// The number of games that are over.
    pub games: u32,
    following: Following,
}

impl Client {
    /// Creates a player by these rules.
    pub fn new(rules: ContestRules, player: Box<dyn ContestPlayer>) -> Self {
        let following = Following::new(rules);
        Client { player, stage: ClientStage::MyNumber, me: 0, games: 0, following }
    }

    /// Creates a player by these rules that has its number already.
    pub(crate) fn numbered(
        rules: ContestRules,
        player: Box<dyn ContestPlayer>,
        me: PlayerNumber,
    ) -> Self {
        Client { stage: ClientStage::Hand, me, ..Client::new(rules, player) }
    }

    /// Returns the message that it waits for.
    pub fn expects(&self) -> Expected {
        match self.stage {
            ClientStage::MyNumber | ClientStage::Verdict | ClientStage::GoesOn => Expected::Number,
            ClientStage::Hand | ClientStage::Turn | ClientStage::Lying => Expected::Table,
            ClientStage::Over => Expected::Nothing,
        }
    }

    /// Takes a number from the server.
    ///
    /// # Errors
    /// [`WireError`] if it is invalid; the match cannot go on then.
    pub fn number(&mut self, number: i32) -> Result<(), WireError> {
        self.stage = match (self.stage, number) {
            (ClientStage::MyNumber, 0..=4) => {
                self.me = number as PlayerNumber;
                ClientStage::Hand
            }
            (ClientStage::Verdict, 8 | 9) => ClientStage::Lying,
            (ClientStage::GoesOn, 0) => ClientStage::Turn,
            (ClientStage::GoesOn, 1 | 2) => {
                self.games += 1;
                self.following.reset();
                if number == 1 { ClientStage::Hand } else { ClientStage::Over }
            }
            (ClientStage::MyNumber, _) => return Err(WireError::number("the own number", number)),
            (ClientStage::Verdict, _) => {
                return Err(WireError::number("whether a meld was accepted", number));
            }
            (ClientStage::GoesOn, _) => {
                return Err(WireError::number("whether the game goes on", number));
            }
            _ => return Err(self.unexpected("number")),
        };
        Ok(())
    }

    /// Takes a table from the server; returns the answer to send, if there is one.
    ///
    /// # Errors
    /// [`WireError`] if it is invalid; the match cannot go on then.
    pub fn table(&mut self, grid: &Grid) -> Result<Option<Grid>, WireError> {
        match self.stage {
            ClientStage::Hand => {
                let (hand, state) = (cards_of(grid)?, TableState::read(grid)?);
                let count = state.give;
                if count > hand.len() {
                    return Err(WireError::number("the number of cards to give", count as i32));
                }
                self.following.dealt(hand, &state);
                self.stage = ClientStage::Turn;
                if count == 0 {
                    return Ok(None);
                }
                let (seat, standing) = (state.seat_of(self.me), self.following.standing(hand));
                self.player.before_gift(seat, &standing);
                let gift = self.player.give(hand, count);
                let is_legal = gift.is_subset(hand) && gift.len() == count;
                Ok(Some(grid_of_cards(if is_legal { gift } else { hand.strongest(count) })))
            }
            ClientStage::Turn => {
                let (hand, state) = (cards_of(grid)?, TableState::read(grid)?);
                let (view, first) = self.following.turn(self.me, hand, &state);
                if first {
                    self.player.begin(&view);
                }
                if !state.my_turn {
                    self.stage = ClientStage::Lying;
                    return Ok(None);
                }
                self.stage = ClientStage::Verdict;
                let rules = &self.following.rules;
                let is_legal = |meld: &Meld| check(rules, hand, &view.table, meld).is_ok();
                let action = self.player.play(&view).filter(is_legal);
                Ok(Some(grid_of_meld(action.as_ref())))
            }
            ClientStage::Lying => {
                let lies = meld_of(grid)?;
                self.stage = ClientStage::GoesOn;
                self.following.ends(lies, self.player.as_mut());
                Ok(None)
            }
            _ => Err(self.unexpected("table")),
        }
    }

    fn unexpected(&self, found: &str) -> WireError {
        let due = match self.expects() {
            Expected::Number => "a number",
            Expected::Table => "a table",
            Expected::Nothing => "nothing",
        };
        WireError(format!("a {found} where {due} is due"))
    }
}
