//! A match as in the contest: seats, classes, exchange, game after game.

use shuban_core::{Random, Seat};
use shuban_daihinmin_game::{
    Cards, ContestPosition, ContestRules, Illegal, Meld, PLAYERS, PlayerNumber, SeatView, Standing,
};

use crate::record::{GameRecord, Gift, MatchRecord};

/// Input that a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Cards that a player gives away, the first before the second: [`Contest::give`].
    Gift {
        /// The giver.
        player: PlayerNumber,
        /// The number of cards.
        count: usize,
    },
    /// The meld or the pass of a player: [`Contest::play`].
    Action {
        /// The player.
        player: PlayerNumber,
    },
    /// The start of the next game, since the last one is over: [`Contest::next_game`].
    NextGame,
    /// Nothing: all games are over.
    Nothing,
}

/// A match of some games, played by answering its [`awaits`](Contest::awaits). All chance events
/// (seats, deals, places when a game is stuck) depend on the seed alone.
///
/// ```
/// use shuban_daihinmin::contest::{Awaited, Contest};
/// use shuban_daihinmin_game::ContestRules;
///
/// // Players who only pass: chance gives the places.
/// let mut contest = Contest::new(ContestRules::default(), 2, 1);
/// let mut passes = 0;
/// loop {
///     match contest.awaits() {
///         Awaited::Gift { player, count } => {
///             contest.give(contest.hand(player).strongest(count)).unwrap();
///         }
///         Awaited::Action { .. } => {
///             contest.play(None).unwrap();
///             passes += 1;
///         }
///         Awaited::NextGame => contest.next_game(),
///         Awaited::Nothing => break,
///     }
/// }
/// assert_eq!((passes, contest.records().len()), (40, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    rules: ContestRules,
    seed: u64,
    random: Random,
    games: u32,
    /// Players by class, the first first, unless classes were reset.
    ranking: Option<[PlayerNumber; PLAYERS]>,
    stage: ContestStage,
    position: ContestPosition,
    /// The game in play.
    record: GameRecord,
    /// The games that are over.
    records: Vec<GameRecord>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContestStage {
    /// The player of this class gives next.
    Gift(usize),
    Action,
    Over,
}

impl Contest {
    /// Creates a match of this many games (at least one), the first one dealt.
    pub fn new(rules: ContestRules, games: u32, seed: u64) -> Self {
        let mut contest = Contest {
            rules,
            seed,
            random: Random::new(seed),
            games: games.max(1),
            ranking: None,
            stage: ContestStage::Over,
            position: ContestPosition::new(&rules, [Cards::NONE; PLAYERS]),
            record: GameRecord { seats: [0, 1, 2, 3, 4], ..GameRecord::default() },
            records: Vec::new(),
        };
        contest.deal();
        contest
    }

    /// Returns the input that it waits for.
    pub fn awaits(&self) -> Awaited {
        match self.stage {
            ContestStage::Gift(class) => Awaited::Gift {
                player: self.ranking.map_or(0, |ranking| ranking[class]),
                count: usize::from(self.rules.exchange[class]),
            },
            ContestStage::Action => {
                Awaited::Action { player: self.record.seats[self.position.table.turn] }
            }
            ContestStage::Over if self.record.number < self.games => Awaited::NextGame,
            ContestStage::Over => Awaited::Nothing,
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &ContestRules {
        &self.rules
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, player: PlayerNumber) -> Seat {
        self.record.seats.iter().position(|&other| other == player).unwrap_or(0)
    }

    /// Returns the class of each player, 0 for last game's first; `None` where classes were reset.
    pub fn classes(&self) -> Option<[u8; PLAYERS]> {
        let ranking = self.ranking?;
        let mut classes = [0; PLAYERS];
        ranking.iter().enumerate().for_each(|(class, &player)| classes[player] = class as u8);
        Some(classes)
    }

    /// Returns the game in play. During the exchange the last and the last but one have already
    /// given their cards.
    pub fn position(&self) -> &ContestPosition {
        &self.position
    }

    /// Returns the cards of a player.
    pub fn hand(&self, player: PlayerNumber) -> Cards {
        self.position.hands[self.seat_of(player)]
    }

    /// Returns the knowledge of a player.
    pub fn view(&self, player: PlayerNumber) -> SeatView {
        SeatView { standing: self.standing(player), ..self.position.view(self.seat_of(player)) }
    }

    /// Returns what a player knows of the match around the game. It is what the contest's server
    /// tells clients: those who give last never see their hands without what they were given.
    pub fn standing(&self, player: PlayerNumber) -> Standing {
        let games_left = self.rules.games_left(self.record.number);
        let players = self.record.seats;
        let Some(ranking) = self.ranking else {
            return Standing { games_left, players, ..Standing::default() };
        };
        let mut classes = [0; PLAYERS];
        (0u8..).zip(ranking).for_each(|(class, player)| classes[self.seat_of(player)] = class);
        let gifts = &self.record.gifts;
        let cards = |gift: Option<&Gift>| gift.map_or(Cards::NONE, |gift| gift.cards);
        let given = cards(gifts.iter().find(|gift| gift.from == player));
        // The second half of the gifts are answers.
        let answers = &gifts[gifts.len() / 2..];
        let received = cards(answers.iter().find(|gift| gift.to == player));
        // A client sees nothing of a card that came back.
        let (given, received) = (given - received, received - given);
        Standing { classes: Some(classes), given, received, games_left, players }
    }

    /// Returns the record of the game in play, or of the last one if it is over.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the records of the games that are over.
    pub fn records(&self) -> &[GameRecord] {
        &self.records
    }

    /// Returns the record of the match so far, with these players.
    pub fn match_record(&self, names: [String; PLAYERS]) -> MatchRecord {
        let Contest { rules, seed, games: due, .. } = *self;
        MatchRecord { rules, seed, due, names, games: self.records.clone() }
    }

    /// Takes the cards that the player whose turn it is in the exchange gives away. Cards that he
    /// may not give are replaced by his strongest ones, as the contest does.
    ///
    /// # Errors
    /// [`Illegal`] if they were replaced. At any other time it does nothing.
    pub fn give(&mut self, cards: Cards) -> Result<(), Illegal> {
        let (ContestStage::Gift(class), Some(ranking)) = (self.stage, self.ranking) else {
            return Ok(());
        };
        let (giver, taker) = (ranking[class], ranking[PLAYERS - 1 - class]);
        let due = usize::from(self.rules.exchange[class]);
        let hand = self.hand(giver);
        let judged = match cards.len() {
            _ if !cards.is_subset(hand) => Err(Illegal::NotHeld),
            given if given != due => Err(Illegal::Count { given, due }),
            _ => Ok(()),
        };
        self.hand_over(giver, taker, if judged.is_ok() { cards } else { hand.strongest(due) });
        self.next_gift(class + 1);
        judged
    }

    /// Plays for the player whose turn it is. An illegal meld counts as a pass.
    ///
    /// # Errors
    /// [`Illegal`] if the meld was; [`Illegal::Over`] if it is not the time for a meld.
    pub fn play(&mut self, action: Option<Meld>) -> Result<(), Illegal> {
        if self.stage != ContestStage::Action {
            return Err(Illegal::Over);
        }
        let judged = self.position.play(&self.rules, action);
        if judged.is_err() {
            self.position.play(&self.rules, None)?;
        }
        self.record.actions.push(action.filter(|_| judged.is_ok()));
        if self.position.is_over(&self.rules) {
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
        let GameRecord { number: before, mut seats, .. } = self.record;
        let begins = |every: u32| every > 0 && before.is_multiple_of(every);
        if begins(self.rules.reseat_every) {
            self.random.shuffle(&mut seats);
        }
        // Lists of a game are as long as those of the last.
        let GameRecord { mut gifts, mut actions, .. } = std::mem::take(&mut self.record);
        gifts.clear();
        actions.clear();
        self.record =
            GameRecord { number: before + 1, seats, gifts, actions, ..GameRecord::default() };
        if begins(self.rules.reset_every) {
            self.ranking = None;
        }
        let first = match self.ranking {
            Some(ranking) => self.seat_of(ranking[0]),
            None => self.random.place(PLAYERS),
        };
        let mut hands = [Cards::NONE; PLAYERS];
        for (i, card) in Cards::ALL.shuffled(&mut self.random).into_iter().enumerate() {
            hands[(first + i) % PLAYERS] |= Cards::only(card);
        }
        self.position = ContestPosition::new(&self.rules, hands);
        seats.iter().zip(hands).for_each(|(&player, hand)| self.record.dealt[player] = hand);
        if let Some(ranking) = self.ranking {
            for (class, count) in self.rules.exchange.into_iter().enumerate() {
                let (giver, taker) = (ranking[PLAYERS - 1 - class], ranking[class]);
                self.hand_over(giver, taker, self.hand(giver).strongest(usize::from(count)));
            }
        }
        self.next_gift(0);
    }

    /// Continues with the next gift of this class or a later one, or with play.
    fn next_gift(&mut self, from: usize) {
        let gives = |&class: &usize| self.ranking.is_some() && self.rules.exchange[class] > 0;
        self.stage = match (from..self.rules.exchange.len()).find(gives) {
            Some(class) => ContestStage::Gift(class),
            None => {
                self.position = ContestPosition::new(&self.rules, self.position.hands);
                ContestStage::Action
            }
        };
    }

    fn hand_over(&mut self, from: PlayerNumber, to: PlayerNumber, cards: Cards) {
        if !cards.is_empty() {
            let (giver, taker) = (self.seat_of(from), self.seat_of(to));
            self.position.hands[giver] -= cards;
            self.position.hands[taker] |= cards;
            self.record.gifts.push(Gift { from, to, cards });
        }
    }

    /// Places all players; those still in by chance.
    fn finish(&mut self) {
        let mut places = self.position.table.places;
        while let Some(place) = (0..PLAYERS as u8).find(|&place| !places.contains(&Some(place))) {
            let left: Vec<PlayerNumber> =
                (0..PLAYERS).filter(|&player| places[self.seat_of(player)].is_none()).collect();
            let chosen = left[self.random.place(left.len())];
            places[self.seat_of(chosen)] = Some(place);
        }
        for (&player, place) in self.record.seats.iter().zip(places) {
            self.record.ranking[usize::from(place.unwrap_or_default())] = player;
        }
        self.records.push(self.record.clone());
        self.ranking = Some(self.record.ranking);
        self.stage = ContestStage::Over;
    }
}
