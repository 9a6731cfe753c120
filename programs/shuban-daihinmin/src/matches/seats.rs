//! Seats at a table of the server: clients over a connection, and players in this process.

use shuban_core::Progress;
use shuban_daihinmin_game::players::ContestPlayer;
use shuban_daihinmin_game::{ContestRules, PLAYERS, PlayerNumber};

use super::error::Error;
use super::guest::Guest;
use crate::contest::Contest;
use crate::players::{PlayerKind, Setup};
use crate::record::GameRecord;
use crate::wire::{Client, Grid, Message, Rejected, Server, ServerStep, WireError};

/// A player as the server sees it.
pub(super) enum Seated<'a> {
    /// A client over a connection.
    Guest(&'a mut Guest),
    /// A player in this process.
    Local(Box<Local>),
}

/// A player in this process that speaks the protocol without a connection.
pub(super) struct Local {
    client: Client,
    answer: Option<Grid>,
}

impl Local {
    /// Seats a player that has this number.
    pub(super) fn new(
        rules: ContestRules,
        player: Box<dyn ContestPlayer>,
        number: PlayerNumber,
    ) -> Self {
        Local { client: Client::numbered(rules, player, number), answer: None }
    }

    fn take(&mut self, message: &Message) -> Result<(), WireError> {
        match message {
            Message::Number(number) => self.client.number(*number)?,
            Message::Table(grid) => {
                if let Some(answer) = self.client.table(grid)? {
                    self.answer = Some(answer);
                }
            }
        }
        Ok(())
    }
}

impl Seated<'_> {
    /// Sends a message, at the latest with the next [`flush`](Seated::flush).
    fn send(&mut self, message: &Message) -> Result<(), WireError> {
        match self {
            Seated::Guest(guest) => guest.send(message),
            Seated::Local(local) => local.take(message)?,
        }
        Ok(())
    }

    fn flush(&mut self) {
        if let Seated::Guest(guest) = self {
            guest.flush();
        }
    }

    /// Waits for an answer; `None` if it does not come in time.
    fn answer(&mut self, progress: &dyn Progress) -> Result<Option<Grid>, Error> {
        match self {
            Seated::Guest(guest) => guest.answer(progress).map_err(|_| Error::Interrupted),
            Seated::Local(local) => Ok(local.answer.take()),
        }
    }

    /// Counts an answer that was not accepted; returns its name and a reason to tell.
    fn reject(&mut self, why: &Rejected) -> Option<(String, String)> {
        match self {
            Seated::Guest(guest) => guest.reject(why).map(|reason| (guest.name.clone(), reason)),
            Seated::Local(_) => None,
        }
    }
}

/// A table of players in this process and clients.
pub(crate) struct MixedTable {
    /// The player in this process of each number; `None` for a client.
    pub(crate) kinds: [Option<PlayerKind>; PLAYERS],
    /// The number of games.
    pub(crate) games: u32,
    /// The seed of the random numbers.
    pub(crate) seed: u64,
    /// True if clients are told at the end that another game follows.
    pub(crate) more_games: bool,
}

impl MixedTable {
    /// Plays with these clients, who have the numbers that are left, in order. `is_over` is called
    /// after each game.
    ///
    /// # Errors
    /// [`Error::Players`] unless there is a client for each number that is left;
    /// [`Error::Interrupted`]; [`Error::Wire`] if a player in this process is told what breaks the
    /// protocol, which does not happen. Nothing that a client does is an error.
    pub(crate) fn play(
        self,
        setup: &Setup,
        guests: &mut [Guest],
        progress: &dyn Progress,
        mut is_over: impl FnMut(),
    ) -> Result<Contest, Error> {
        let MixedTable { kinds, games, seed, more_games } = self;
        let setup = Setup { seed, ..setup.clone() };
        let found = kinds.iter().flatten().count() + guests.len();
        if found != PLAYERS {
            return Err(Error::Players { found });
        }
        let contest = Contest::new(setup.rules, games, seed);
        let mut server = Server::new(contest).with_more_games(more_games);
        let mut guests = guests.iter_mut();
        let seats = kinds.into_iter().enumerate().map(|(number, kind)| match kind {
            Some(kind) => {
                let player = kind.player(&setup, number);
                Some(Seated::Local(Box::new(Local::new(setup.rules, player, number))))
            }
            None => guests.next().map(Seated::Guest),
        });
        let mut seats: Vec<Seated<'_>> = seats.flatten().collect();
        play_seated(&mut server, &mut seats, progress, |_| {
            is_over();
            Ok(())
        })?;
        Ok(server.into_contest())
    }
}

/// Plays the match of a server to its end. Each game is passed on as soon as it is over.
pub(super) fn play_seated(
    server: &mut Server,
    seats: &mut [Seated<'_>],
    progress: &dyn Progress,
    mut is_over: impl FnMut(&GameRecord) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut passed_on = 0;
    loop {
        match server.step() {
            ServerStep::Send { player, message } => seats[player].send(&message)?,
            ServerStep::Receive { player } => {
                seats.iter_mut().for_each(Seated::flush);
                let answer = seats[player].answer(progress)?;
                let number = server.contest().record().number;
                if let Err(why) = server.receive(answer.as_ref())
                    && let Some((name, reason)) = seats[player].reject(&why)
                {
                    progress.note(&format!("game {number}: player {player} ({name}): {reason}"));
                }
                for game in &server.contest().records()[passed_on..] {
                    is_over(game)?;
                    passed_on += 1;
                }
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
            }
            ServerStep::Finished => return Ok(()),
        }
    }
}
