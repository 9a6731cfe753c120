//! The server's side of a match.

use std::collections::VecDeque;

use shuban_daihinmin_game::{Cards, Illegal, PLAYERS, PlayerNumber};

use super::cells::{gift_of, grid_of_cards, grid_of_meld, meld_of};
use super::{Grid, TableState, WireError};
use crate::contest::{Awaited, Contest};

/// A message to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A table of 480 bytes.
    Table(Box<Grid>),
    /// A number of four bytes.
    Number(i32),
}

impl Message {
    /// Appends the message as it is sent.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Message::Table(grid) => bytes.extend(grid.to_bytes()),
            Message::Number(number) => bytes.extend(number.to_be_bytes()),
        }
    }

    /// Returns true if its receiver must answer with a table: it gives cards, or it is its turn.
    pub fn asks(&self) -> bool {
        matches!(self, Message::Table(grid) if TableState::asks(grid))
    }
}

/// Next step of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerStep {
    /// Sends a message to a player.
    Send {
        /// The receiver.
        player: PlayerNumber,
        /// The message.
        message: Message,
    },
    /// Waits for a table from a player, and hands it to [`Server::receive`].
    Receive {
        /// The sender.
        player: PlayerNumber,
    },
    /// Ends: all players have been sent the end of the match.
    Finished,
}

/// Reason for rejecting an answer. It counted as a pass, or was replaced by the strongest cards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// No answer came in time.
    #[error("no answer")]
    Missing,
    /// It is invalid.
    #[error(transparent)]
    Malformed(#[from] WireError),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

const ACCEPTED: i32 = 9;
const NOT_ACCEPTED: i32 = 8;

/// Number that players are sent after each turn.
const GO_ON: i32 = 0;
const GAME_OVER: i32 = 1;
const MATCH_OVER: i32 = 2;

/// A match as the server plays it with five clients that have their numbers: [`step`](Server::step)
/// until [`ServerStep::Finished`].
#[derive(Clone, Debug)]
pub struct Server {
    contest: Contest,
    queue: VecDeque<(PlayerNumber, Message)>,
    /// Cards on the table, as they were sent.
    lying: Grid,
    /// The number of the game that has begun.
    begun: u32,
    /// True if the players have been sent whose turn it is.
    turn_sent: bool,
    /// True if players are told at the end that another game follows.
    more_games: bool,
}

impl Server {
    /// Creates a match about to begin.
    pub fn new(contest: Contest) -> Self {
        let (queue, lying) = (VecDeque::new(), Grid::EMPTY);
        Server { contest, queue, lying, begun: 0, turn_sent: false, more_games: false }
    }

    /// Sets whether players are told at the end that another game follows, which then is the first
    /// one of another match with them.
    #[must_use]
    pub(crate) fn with_more_games(self, more_games: bool) -> Self {
        Server { more_games, ..self }
    }

    /// Returns the match.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Returns the match.
    pub(crate) fn into_contest(self) -> Contest {
        self.contest
    }

    /// Returns the next step: the same until a due answer is [received](Server::receive).
    pub fn step(&mut self) -> ServerStep {
        if let Some((player, message)) = self.queue.pop_front() {
            return ServerStep::Send { player, message };
        }
        if self.contest.awaits() == Awaited::NextGame {
            self.contest.next_game();
        }
        match self.contest.awaits() {
            Awaited::Nothing | Awaited::NextGame => ServerStep::Finished,
            _ if self.begun < self.contest.record().number => {
                self.begun = self.contest.record().number;
                self.lying = Grid::EMPTY;
                self.send_hands();
                self.step()
            }
            Awaited::Gift { player, .. } => ServerStep::Receive { player },
            Awaited::Action { player } if self.turn_sent => ServerStep::Receive { player },
            Awaited::Action { .. } => {
                self.turn_sent = true;
                self.send_turn();
                self.step()
            }
        }
    }

    /// Takes the answer that was due; `None` if nothing came, or not the right number of bytes.
    ///
    /// # Errors
    /// [`Rejected`] if it was not accepted, for a remark. The match goes on.
    pub fn receive(&mut self, grid: Option<&Grid>) -> Result<(), Rejected> {
        match self.contest.awaits() {
            Awaited::Gift { .. } => {
                let gift = read(grid, gift_of);
                let judged = self.contest.give(gift.as_ref().copied().unwrap_or_default());
                gift.and_then(|_| Ok(judged?))
            }
            Awaited::Action { player } => self.take_turn(player, grid),
            Awaited::NextGame | Awaited::Nothing => Ok(()),
        }
    }

    fn take_turn(&mut self, player: PlayerNumber, grid: Option<&Grid>) -> Result<(), Rejected> {
        self.turn_sent = false;
        let empty = self.contest.position().table.top.is_none();
        let meld = read(grid, meld_of);
        // An answer that cannot be read is a pass, too.
        let action = meld.as_ref().copied().unwrap_or_default();
        let judged = self.contest.play(action).map_err(Rejected::from);
        let result = meld.and(judged);
        // The contest's server accepts a pass only when it is led.
        let accepted = result.is_ok() && (action.is_some() || empty);
        self.queue
            .push_back((player, Message::Number(if accepted { ACCEPTED } else { NOT_ACCEPTED })));
        if let (Ok(()), Some(meld)) = (&result, &action) {
            self.lying = grid_of_meld(Some(meld));
        }
        self.send_table(player);
        let over = match self.contest.awaits() {
            Awaited::NextGame => GAME_OVER,
            Awaited::Nothing if self.more_games => GAME_OVER,
            Awaited::Nothing => MATCH_OVER,
            Awaited::Gift { .. } | Awaited::Action { .. } => GO_ON,
        };
        (0..PLAYERS).for_each(|player| self.queue.push_back((player, Message::Number(over))));
        if self.contest.position().table.top.is_none() {
            self.lying = Grid::EMPTY;
        }
        result
    }

    /// Sends the hands before a game. The players who must give their strongest cards see their
    /// dealt hands, the others the hands after that.
    fn send_hands(&mut self) {
        for player in 0..PLAYERS {
            let class = self.contest.classes().map(|classes| usize::from(classes[player]));
            let exchange = &self.contest.rules().exchange;
            let give = class.and_then(|class| exchange.get(class)).copied().unwrap_or(0);
            let sees_dealt = class.is_some_and(|class| class >= PLAYERS - exchange.len());
            let hand = if sees_dealt {
                self.contest.record().dealt[player]
            } else {
                self.contest.hand(player)
            };
            // The counts are those of the deal until the exchange is over.
            let counts = self.contest.record().dealt.map(|hand| hand.len() as u8);
            let state = TableState { exchange: true, give: give.into(), counts, ..self.state() };
            self.send(player, hand, &TableState { empty: false, ..state });
        }
    }

    fn send_turn(&mut self) {
        let state = self.state();
        for player in 0..PLAYERS {
            let my_turn = player == state.turn;
            self.send(player, self.contest.hand(player), &TableState { my_turn, ..state });
        }
    }

    fn send_table(&mut self, mover: PlayerNumber) {
        let state = TableState { turn: mover, empty: self.lying == Grid::EMPTY, ..self.state() };
        let mut grid = self.lying.clone();
        state.write(&mut grid);
        for player in 0..PLAYERS {
            self.queue.push_back((player, Message::Table(Box::new(grid.clone()))));
        }
    }

    fn send(&mut self, player: PlayerNumber, hand: Cards, state: &TableState) {
        let mut grid = grid_of_cards(hand);
        state.write(&mut grid);
        self.queue.push_back((player, Message::Table(Box::new(grid))));
    }

    /// Returns the state of the game, for no receiver yet.
    fn state(&self) -> TableState {
        let table = &self.contest.position().table;
        let seats = self.contest.record().seats;
        TableState {
            turn: seats[table.turn],
            empty: table.top.is_none(),
            back: table.back,
            revolution: table.revolution,
            locked: table.locked,
            counts: std::array::from_fn(|player| self.contest.hand(player).len() as u8),
            classes: self.contest.classes().unwrap_or_default(),
            seats,
            ..TableState::default()
        }
    }
}

/// Decodes a player's answer.
fn read<T>(grid: Option<&Grid>, of: impl Fn(&Grid) -> Result<T, WireError>) -> Result<T, Rejected> {
    Ok(of(grid.ok_or(Rejected::Missing)?)?)
}
