//! The server's side of a match.

use std::collections::VecDeque;

use super::cells::{gift_of, grid_of_cards, grid_of_meld, meld_of};
use super::{Grid, TableState, WireError};
use crate::game::{Awaited, BadGift, Cards, Contest, GameRecord, Illegal, PLAYERS, PlayerNumber};

/// Something to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// 480 bytes.
    Table(Box<Grid>),
    /// Four bytes.
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
}

/// What the server does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerStep {
    /// Sends a message to a player.
    Send {
        /// To whom.
        player: PlayerNumber,
        /// What.
        message: Message,
    },
    /// Waits for a table from a player, and hands it to [`Server::receive`].
    Receive {
        /// From whom.
        player: PlayerNumber,
    },
    /// Nothing more: all have been told that the match is over.
    Finished,
}

/// Why an answer was not taken as it came. It counted as a pass, or was replaced by the strongest
/// cards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// Nothing came in time.
    #[error("no answer")]
    Missing,
    /// It means nothing.
    #[error(transparent)]
    Malformed(#[from] WireError),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The gift is none.
    #[error(transparent)]
    Gift(#[from] BadGift),
}

const ACCEPTED: i32 = 9;
const NOT_ACCEPTED: i32 = 8;

/// What players are told after each turn.
const GO_ON: i32 = 0;
const GAME_OVER: i32 = 1;
const MATCH_OVER: i32 = 2;

/// A match as the server plays it with five clients that have their numbers: [`step`](Server::step)
/// until [`ServerStep::Finished`].
#[derive(Clone, Debug)]
pub struct Server {
    contest: Contest,
    queue: VecDeque<(PlayerNumber, Message)>,
    /// What lies on the table, as it was sent.
    lying: Grid,
    /// The game that has been begun.
    begun: u32,
    /// Whether the players have been told whose turn it is.
    told: bool,
    records: Vec<GameRecord>,
}

impl Server {
    /// A match about to begin.
    pub fn new(contest: Contest) -> Self {
        Server {
            contest,
            queue: VecDeque::new(),
            lying: Grid::EMPTY,
            begun: 0,
            told: false,
            records: Vec::new(),
        }
    }

    /// The match.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The records of the games that have ended since this was last asked.
    pub fn take_records(&mut self) -> Vec<GameRecord> {
        std::mem::take(&mut self.records)
    }

    /// What to do next; asked again instead of receiving, the same.
    pub fn step(&mut self) -> ServerStep {
        if let Some((player, message)) = self.queue.pop_front() {
            return ServerStep::Send { player, message };
        }
        if self.contest.awaits() == Awaited::NextGame {
            self.contest.next_game();
        }
        match self.contest.awaits() {
            Awaited::Nothing | Awaited::NextGame => ServerStep::Finished,
            _ if self.begun < self.contest.number() => {
                self.begun = self.contest.number();
                self.lying = Grid::EMPTY;
                self.tell_hands_before();
                self.step()
            }
            Awaited::Gift { player, .. } => ServerStep::Receive { player },
            Awaited::Action { player } if self.told => ServerStep::Receive { player },
            Awaited::Action { .. } => {
                self.told = true;
                self.tell_turn();
                self.step()
            }
        }
    }

    /// Takes the answer of whoever was waited for; `None` if nothing came, or not the right number
    /// of bytes.
    ///
    /// # Errors
    /// [`Rejected`] if it counts as something else than was sent, for a remark. The match goes on.
    pub fn receive(&mut self, grid: Option<&Grid>) -> Result<(), Rejected> {
        match self.contest.awaits() {
            Awaited::Gift { .. } => {
                let gift = match grid {
                    None => Err(Rejected::Missing),
                    Some(grid) => gift_of(grid).map_err(Rejected::from),
                };
                let judged = self.contest.give(gift.as_ref().ok().copied());
                gift.and_then(|_| judged.map_err(Rejected::from))
            }
            Awaited::Action { player } => self.take_turn(player, grid),
            Awaited::NextGame | Awaited::Nothing => Ok(()),
        }
    }

    fn take_turn(&mut self, player: PlayerNumber, grid: Option<&Grid>) -> Result<(), Rejected> {
        self.told = false;
        let empty = self.contest.round().table().top.is_none();
        let meld = match grid {
            None => Err(Rejected::Missing),
            Some(grid) => meld_of(grid).map_err(Rejected::from),
        };
        // What cannot be read is a pass, too.
        let action = meld.as_ref().ok().copied().flatten();
        let judged = self.contest.play(action).map_err(Rejected::from);
        let result = meld.and(judged);
        // Nobody is asked to lead a pass, so the contest's server accepts it then only.
        let accepted = result.is_ok() && (action.is_some() || empty);
        self.queue
            .push_back((player, Message::Number(if accepted { ACCEPTED } else { NOT_ACCEPTED })));
        if let (Ok(()), Some(meld)) = (&result, &action) {
            self.lying = grid_of_meld(Some(meld));
        }
        self.tell_table(player);
        let over = match self.contest.awaits() {
            Awaited::NextGame => GAME_OVER,
            Awaited::Nothing => MATCH_OVER,
            Awaited::Gift { .. } | Awaited::Action { .. } => GO_ON,
        };
        (0..PLAYERS).for_each(|player| self.queue.push_back((player, Message::Number(over))));
        if self.contest.round().table().top.is_none() {
            self.lying = Grid::EMPTY;
        }
        if over != GO_ON {
            self.records.push(self.contest.record().clone());
        }
        result
    }

    /// Before a game: the hands as the rules show them. Who gives by the rules sees what was dealt,
    /// the others what they have then.
    fn tell_hands_before(&mut self) {
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
            // In the exchange everybody counts as having the cards that were dealt.
            let counts = self.contest.record().dealt.map(|hand| hand.len() as u8);
            let state = TableState {
                exchange: true,
                give: give.into(),
                empty: false,
                counts,
                ..self.state()
            };
            self.tell(player, hand, &state);
        }
    }

    fn tell_turn(&mut self) {
        let state = self.state();
        for player in 0..PLAYERS {
            let my_turn = player == state.turn;
            self.tell(player, self.contest.hand(player), &TableState { my_turn, ..state });
        }
    }

    fn tell_table(&mut self, mover: PlayerNumber) {
        let state = TableState { turn: mover, empty: self.lying == Grid::EMPTY, ..self.state() };
        let mut grid = self.lying.clone();
        state.write(&mut grid);
        for player in 0..PLAYERS {
            self.queue.push_back((player, Message::Table(Box::new(grid.clone()))));
        }
    }

    fn tell(&mut self, player: PlayerNumber, hand: Cards, state: &TableState) {
        let mut grid = grid_of_cards(hand);
        state.write(&mut grid);
        self.queue.push_back((player, Message::Table(Box::new(grid))));
    }

    /// How the game stands, nobody's turn yet.
    fn state(&self) -> TableState {
        let table = self.contest.round().table();
        let seats = self.contest.seats();
        TableState {
            exchange: false,
            give: 0,
            my_turn: false,
            turn: seats[table.turn],
            empty: table.top.is_none(),
            back: table.back,
            revolution: table.revolution,
            locked: table.locked,
            counts: std::array::from_fn(|player| self.contest.hand(player).len() as u8),
            classes: self.contest.classes().unwrap_or_default(),
            seats,
        }
    }
}
