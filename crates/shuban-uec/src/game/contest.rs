//! A match as the contest plays it: seats, classes, exchange, game after game.

use shuban_core::Seat;

use super::cards::{Card, Cards};
use super::legal::Illegal;
use super::meld::Meld;
use super::record::{GameRecord, Gift};
use super::round::{Round, SeatView};
use super::rules::{ContestRules, PLAYERS, PlayerNumber};
use shuban_core::Random;

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// So many cards that a player gives away, the first before the second: [`Contest::give`].
    Gift {
        /// Whose.
        player: PlayerNumber,
        /// How many.
        count: usize,
    },
    /// The meld or the pass of a player: [`Contest::play`].
    Action {
        /// Whose.
        player: PlayerNumber,
    },
    /// That the next game begins, the last one being over: [`Contest::next_game`].
    NextGame,
    /// Nothing: all games are over.
    Nothing,
}

/// A match of some games, played out by answering what it [awaits](Contest::awaits). Everything
/// that chance does (seats, deals, places of those who are in when a game is stuck) depends on the
/// seed alone.
///
/// ```
/// use shuban_uec::game::{Awaited, Contest, ContestRules};
///
/// // Players who give what they must and pass for ever: chance gives the places.
/// let mut contest = Contest::new(ContestRules::default(), 2, 1);
/// let mut passes = 0;
/// loop {
///     match contest.awaits() {
///         Awaited::Gift { .. } => assert!(contest.give(None).is_err()),
///         Awaited::Action { .. } => {
///             contest.play(None).unwrap();
///             passes += 1;
///         }
///         Awaited::NextGame => contest.next_game(),
///         Awaited::Nothing => break,
///     }
/// }
/// assert_eq!((passes, contest.games_played()), (40, 2));
/// assert_eq!(contest.points().iter().sum::<u64>(), 30);
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    rules: ContestRules,
    random: Random,
    games: u32,
    /// The game that is played, from 1.
    number: u32,
    /// The players in the order of turns.
    seats: [PlayerNumber; PLAYERS],
    /// The players by class, the first first, unless classes are forgotten.
    ranking: Option<[PlayerNumber; PLAYERS]>,
    stage: ContestStage,
    round: Round,
    record: GameRecord,
    /// How often each player came to each place.
    places: [[u32; PLAYERS]; PLAYERS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContestStage {
    /// The player of this class gives next.
    Gift(usize),
    Action,
    Over,
}

/// Why a gift is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGift {
    /// No cards came.
    #[error("no cards were chosen")]
    Missing,
    /// Too many or too few.
    #[error("{given} cards instead of {due}")]
    Count {
        /// How many came.
        given: usize,
        /// How many were asked for.
        due: usize,
    },
    /// The cards are elsewhere.
    #[error("the player does not hold these cards")]
    NotHeld,
}

impl Contest {
    /// A match of so many games (at least one), the first one dealt.
    pub fn new(rules: ContestRules, games: u32, seed: u64) -> Self {
        let mut contest = Contest {
            rules,
            random: Random::new(seed),
            games: games.max(1),
            number: 0,
            seats: [0, 1, 2, 3, 4],
            ranking: None,
            stage: ContestStage::Over,
            round: Round::new(&rules, [Cards::NONE; PLAYERS]),
            record: GameRecord::default(),
            places: [[0; PLAYERS]; PLAYERS],
        };
        contest.deal();
        contest
    }

    /// What it waits for.
    pub fn awaits(&self) -> Awaited {
        match self.stage {
            ContestStage::Gift(class) => Awaited::Gift {
                player: self.ranking.map_or(0, |ranking| ranking[class]),
                count: usize::from(self.rules.exchange[class]),
            },
            ContestStage::Action => Awaited::Action { player: self.seats[self.round.table.turn] },
            ContestStage::Over if self.number < self.games => Awaited::NextGame,
            ContestStage::Over => Awaited::Nothing,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &ContestRules {
        &self.rules
    }

    /// The game that is played, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many games are over.
    pub fn games_played(&self) -> u32 {
        if self.stage == ContestStage::Over { self.number } else { self.number - 1 }
    }

    /// The players in the order of turns.
    pub fn seats(&self) -> [PlayerNumber; PLAYERS] {
        self.seats
    }

    /// Where a player sits.
    pub fn seat_of(&self, player: PlayerNumber) -> Seat {
        self.seats.iter().position(|&other| other == player).unwrap_or(0)
    }

    /// The class of each player, 0 for last game's first; `None` where classes are forgotten.
    pub fn classes(&self) -> Option<[u8; PLAYERS]> {
        let ranking = self.ranking?;
        let mut classes = [0; PLAYERS];
        ranking.iter().enumerate().for_each(|(class, &player)| classes[player] = class as u8);
        Some(classes)
    }

    /// The game that is played. During the exchange the last and the last but one have given their
    /// cards already.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// The cards of a player.
    pub fn hand(&self, player: PlayerNumber) -> Cards {
        self.round.hands[self.seat_of(player)]
    }

    /// What a player knows.
    pub fn view(&self, player: PlayerNumber) -> SeatView {
        self.round.view(self.seat_of(player))
    }

    /// The record of the game that is played, as far as it has come.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// The points of each player from the games that are over.
    pub fn points(&self) -> [u64; PLAYERS] {
        let worth = self.rules.points.map(u64::from);
        self.places.map(|places| {
            places.iter().zip(worth).map(|(&often, points)| u64::from(often) * points).sum()
        })
    }

    /// How often each player came to each place, from the first, in the games that are over.
    pub fn places(&self) -> [[u32; PLAYERS]; PLAYERS] {
        self.places
    }

    /// Takes the cards that the player whose turn it is in the exchange gives away. What cannot be
    /// taken is replaced by the strongest ones, as the contest does.
    ///
    /// # Errors
    /// [`BadGift`] if it was replaced. Asked at another time it does nothing.
    pub fn give(&mut self, cards: Option<Cards>) -> Result<(), BadGift> {
        let (ContestStage::Gift(class), Some(ranking)) = (self.stage, self.ranking) else {
            return Ok(());
        };
        let (giver, taker) = (ranking[class], ranking[PLAYERS - 1 - class]);
        let due = usize::from(self.rules.exchange[class]);
        let hand = self.hand(giver);
        let judged = match cards {
            None => Err(BadGift::Missing),
            Some(cards) if !cards.is_subset(hand) => Err(BadGift::NotHeld),
            Some(cards) if cards.len() != due => Err(BadGift::Count { given: cards.len(), due }),
            Some(cards) => Ok(cards),
        };
        self.hand_over(giver, taker, judged.unwrap_or(hand.strongest(due)));
        self.next_gift(class + 1);
        judged.map(|_| ())
    }

    /// Plays for the player whose turn it is. What is illegal counts as a pass.
    ///
    /// # Errors
    /// [`Illegal`] if the meld was. Asked at another time it does nothing but say that the game is
    /// over.
    pub fn play(&mut self, action: Option<Meld>) -> Result<(), Illegal> {
        if self.stage != ContestStage::Action {
            return Err(Illegal::Over);
        }
        let judged = self.round.play(&self.rules, action);
        let played = if judged.is_ok() { action } else { None };
        if judged.is_err() {
            self.round.play(&self.rules, None)?;
        }
        self.record.actions.push(played);
        if self.round.is_over(&self.rules) {
            self.finish();
        }
        judged
    }

    /// Begins the next game, if the last one is over and there is another.
    pub fn next_game(&mut self) {
        if self.awaits() == Awaited::NextGame {
            self.deal();
        }
    }

    fn deal(&mut self) {
        self.number += 1;
        let begins = |every: u32| every > 0 && (self.number - 1).is_multiple_of(every);
        let (reset, reseat) = (begins(self.rules.reset_every), begins(self.rules.reseat_every));
        if reseat {
            self.random.shuffle(&mut self.seats);
        }
        if reset {
            self.ranking = None;
        }
        let first = match self.ranking {
            Some(ranking) => self.seat_of(ranking[0]),
            None => self.random.below(PLAYERS as u64) as Seat,
        };
        let mut pack: Vec<Card> = Cards::ALL.iter().collect();
        self.random.shuffle(&mut pack);
        let mut hands = [Cards::NONE; PLAYERS];
        for (i, &card) in pack.iter().enumerate() {
            hands[(first + i) % PLAYERS] |= Cards::only(card);
        }
        self.round = Round::new(&self.rules, hands);
        self.record =
            GameRecord { number: self.number, seats: self.seats, ..GameRecord::default() };
        for (seat, &player) in self.seats.iter().enumerate() {
            self.record.dealt[player] = hands[seat];
        }
        if let Some(ranking) = self.ranking {
            for (class, count) in self.rules.exchange.into_iter().enumerate() {
                let (giver, taker) = (ranking[PLAYERS - 1 - class], ranking[class]);
                self.hand_over(giver, taker, self.hand(giver).strongest(usize::from(count)));
            }
        }
        self.next_gift(0);
    }

    /// Goes on to the gift of a class, the next one that gives anything, or to play.
    fn next_gift(&mut self, from: usize) {
        let gives = |&class: &usize| self.ranking.is_some() && self.rules.exchange[class] > 0;
        self.stage = match (from..self.rules.exchange.len()).find(gives) {
            Some(class) => ContestStage::Gift(class),
            None => {
                self.round = Round::new(&self.rules, self.round.hands);
                ContestStage::Action
            }
        };
    }

    fn hand_over(&mut self, from: PlayerNumber, to: PlayerNumber, cards: Cards) {
        if !cards.is_empty() {
            let (giver, taker) = (self.seat_of(from), self.seat_of(to));
            self.round.hands[giver] -= cards;
            self.round.hands[taker] |= cards;
            self.record.gifts.push(Gift { from, to, cards });
        }
    }

    /// Places everybody, by chance who is still in.
    fn finish(&mut self) {
        let mut places = self.round.table.places;
        while let Some(place) = (0..PLAYERS as u8).find(|&place| !places.contains(&Some(place))) {
            let left: Vec<PlayerNumber> =
                (0..PLAYERS).filter(|&player| places[self.seat_of(player)].is_none()).collect();
            let chosen = left[self.random.place(left.len())];
            places[self.seat_of(chosen)] = Some(place);
        }
        let mut ranking = [0; PLAYERS];
        for (seat, place) in places.iter().enumerate() {
            let place = usize::from(place.unwrap_or_default());
            ranking[place] = self.seats[seat];
            self.places[self.seats[seat]][place] += 1;
        }
        self.record.ranking = ranking;
        self.ranking = Some(ranking);
        self.stage = ContestStage::Over;
    }
}

#[cfg(test)]
mod tests;
