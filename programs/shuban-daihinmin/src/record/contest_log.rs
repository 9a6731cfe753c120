//! Records in the format that programs of the UEC contest exchange: hands in braces, a game between
//! `/*` and `*/`, as Blauweregen (Fuji-Gokoro) keeps them.
//!
//! ```text
//! match 7
//! player one two three four five
//! /*
//! game 0
//! score
//! class 0 1 2 3 4
//! seat 4 2 0 1 3
//! dealt { s7 d8 … } { … } …
//! changed { } { } { } { } { }
//! original { s7 d8 … } { … } …
//! play d-3[0] d-4[0] p[0] …
//! result 1 0 4 2 3
//! */
//! ```
//!
//! Players go by their numbers: `class` and `result` are their places after the last game and this
//! one, `seat` their seats, `dealt`, `changed` and `original` their cards: dealt, given away, and
//! held after the exchange. The number of a match is its seed, if there is one. Our records have no
//! times: they are written as 0, and not read.

use std::array;

use shuban_core::echo::echo;
use shuban_daihinmin_game::braced_words::{hand_text, play_text, read_hands, read_play};
use shuban_daihinmin_game::{Cards, ContestPosition, ContestRules, PLAYERS, PlayerNumber, joined};

use super::check::begins;
use super::{GameRecord, Gift, MatchRecord, MatchRecordError, plain_name};

/// Reason why a record has no form in this format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoContestLog {
    /// The format has the contest's rules.
    #[error("the rules are not those of the contest")]
    Rules,
    /// Names are words.
    #[error("the name `{0}` is not a word")]
    Name(String),
}

impl MatchRecord {
    /// Returns the record in the contest's format.
    ///
    /// # Errors
    /// [`NoContestLog`] if it has other rules than the contest, or names that are not words.
    pub fn contest_log(&self) -> Result<String, NoContestLog> {
        if self.rules != ContestRules::default() {
            return Err(NoContestLog::Rules);
        }
        let is_word = |name: &&String| name.is_empty() || name.contains(char::is_whitespace);
        if let Some(name) = self.names.iter().find(is_word) {
            return Err(NoContestLog::Name(name.clone()));
        }
        let mut text = format!("match {}\nplayer {}\n", self.seed, joined(" ", &self.names));
        let mut classes = array::from_fn(|player| player);
        for game in &self.games {
            if begins(self.rules.reset_every, game.number) {
                classes = array::from_fn(|player| player);
            }
            text += &game_text(game, &classes);
            classes = inverse(&game.ranking);
        }
        Ok(text)
    }

    /// Reads a record in the contest's format and replays it.
    ///
    /// # Errors
    /// [`MatchRecordError`] with the line, for a text that breaks the format or the contest's rules.
    pub fn from_contest_log(text: &str) -> Result<Self, MatchRecordError> {
        let mut reader = LogReader::default();
        for (line, text) in (1..).zip(text.lines()) {
            reader.line = line;
            reader.take(text).map_err(|reason| MatchRecordError { line, reason })?;
        }
        let line = reader.line;
        let reader = match (&reader.game, &reader.names) {
            (Some(_), _) => Err("the game does not end with `*/`"),
            (None, None) => Err("the names of the players are missing"),
            (None, Some(_)) => Ok(reader),
        };
        let reader =
            reader.map_err(|reason| MatchRecordError { line, reason: reason.to_owned() })?;
        let (seed, names, games) = (reader.seed, reader.names.unwrap_or_default(), reader.games);
        Ok(MatchRecord {
            rules: ContestRules::default(),
            seed,
            due: games.len() as u32,
            names,
            games,
        })
    }
}

/// Formats a game, with the classes before it.
fn game_text(game: &GameRecord, classes: &[usize; PLAYERS]) -> String {
    let row = |key: &str, words: [String; PLAYERS]| format!("{key} {} \n", words.join(" "));
    let numbers = |numbers: &[usize; PLAYERS]| numbers.map(|number| number.to_string());
    let mut changed = [Cards::NONE; PLAYERS];
    game.gifts.iter().for_each(|gift| changed[gift.from] |= gift.cards);
    let mut original = [Cards::NONE; PLAYERS];
    game.seats.iter().zip(game.hands()).for_each(|(&player, hand)| original[player] = hand);
    let plays = game.actions.iter().map(|action| play_text(action.as_ref()) + "[0]");
    [
        format!("/* \ngame {} \nscore \n", game.number.saturating_sub(1)),
        row("class", numbers(classes)),
        row("seat", numbers(&inverse(&game.seats))),
        row("dealt", game.dealt.map(hand_text)),
        row("changed", changed.map(hand_text)),
        row("original", original.map(hand_text)),
        format!("play {} \n", joined(" ", plays)),
        row("result", numbers(&inverse(&game.ranking))),
        "*/ \n".to_owned(),
    ]
    .concat()
}

/// Returns the place of each player in an order, or the player of each place.
fn inverse(order: &[usize; PLAYERS]) -> [usize; PLAYERS] {
    array::from_fn(|one| order.iter().position(|&other| other == one).unwrap_or(one))
}

/// Reader of the lines, with what it has read.
#[derive(Default)]
struct LogReader {
    line: usize,
    seed: u64,
    names: Option<[String; PLAYERS]>,
    games: Vec<GameRecord>,
    /// The game that has begun.
    game: Option<LoggedGame>,
}

/// A game that is read; parts are missing until their lines come.
#[derive(Default)]
struct LoggedGame {
    seats: Option<[PlayerNumber; PLAYERS]>,
    dealt: Option<[Cards; PLAYERS]>,
    changed: Option<[Cards; PLAYERS]>,
    /// The game, once its deal and exchange are checked, and the position after its plays.
    begun: Option<(GameRecord, ContestPosition)>,
    is_ranked: bool,
}

impl LogReader {
    /// Takes a line.
    fn take(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        let Some(key) = words.next() else { return Ok(()) };
        let words: Vec<&str> = words.collect();
        match (key, &mut self.game) {
            ("//", _) => {}
            ("/*", None) => self.game = Some(LoggedGame::default()),
            ("/*", Some(_)) => return Err("the game before does not end with `*/`".to_owned()),
            ("*/", Some(game)) => {
                let (record, _) = game.begun.take().ok_or("the cards of the game are missing")?;
                if !game.is_ranked {
                    return Err("the result of the game is missing".to_owned());
                }
                self.games.push(record);
                self.game = None;
            }
            // Our record has no place for the name that another program gives it.
            ("match", None) => {
                self.seed = words.first().and_then(|word| word.parse().ok()).unwrap_or(0);
            }
            ("player", None) if self.names.is_some() => {
                return Err("a second match: a record is of one".to_owned());
            }
            ("player", None) => {
                let names: [&str; PLAYERS] =
                    words.try_into().map_err(|_| "`player` should have five names".to_owned())?;
                self.names = Some(names.map(plain_name));
            }
            (key, Some(game)) => game.take(key, &words, &self.games)?,
            (key, None) => return Err(format!("`{}` outside of a game", echo(key, 0))),
        }
        Ok(())
    }
}

impl LoggedGame {
    /// Takes a line of the game, after these games.
    fn take(&mut self, key: &str, words: &[&str], before: &[GameRecord]) -> Result<(), String> {
        let rules = ContestRules::default();
        let order = || {
            let order = permutation(words);
            order.ok_or_else(|| format!("`{key}` should have five different numbers from 0 to 4"))
        };
        let hands = || {
            let hands = read_hands(words);
            hands.ok_or_else(|| format!("`{key}` should have five hands, as in `{{ s7 d8 jo }}`"))
        };
        match key {
            // Other programs count games, points and classes in ways of their own.
            "game" | "score" | "class" => {}
            "seat" => self.seats = Some(inverse(&order()?)),
            "dealt" => self.dealt = Some(hands()?),
            "changed" => self.changed = Some(hands()?),
            "original" => self.begin(&rules, &hands()?, before)?,
            "play" => {
                let (game, position) = self.begun.as_mut().ok_or("plays before the cards")?;
                for word in words {
                    let told = || echo(word, 0);
                    let action = read_play(word)
                        .ok_or_else(|| format!("`{}` is no play such as `ch-4` or `p`", told()))?;
                    let player = game.seats[position.table.turn];
                    let played = position.play(&rules, action);
                    played.map_err(|e| format!("player {player} plays {}: {e}", told()))?;
                    game.actions.push(action);
                }
            }
            "result" => {
                let (game, position) = self.begun.as_mut().ok_or("a result before the cards")?;
                game.ranking = inverse(&order()?);
                game.check_ranking(&rules, position)?;
                self.is_ranked = true;
            }
            _ => return Err(format!("`{}` is not of the format", echo(key, 0))),
        }
        Ok(())
    }

    /// Begins with these hands after the exchange.
    fn begin(
        &mut self,
        rules: &ContestRules,
        hands: &[Cards; PLAYERS],
        before: &[GameRecord],
    ) -> Result<(), String> {
        let missing = |what: &str| format!("`{what}` is missing before `original`");
        let seats = self.seats.ok_or_else(|| missing("seat"))?;
        let dealt = self.dealt.ok_or_else(|| missing("dealt"))?;
        let changed = self.changed.ok_or_else(|| missing("changed"))?;
        let number = before.len() as u32 + 1;
        let mut game = GameRecord { number, seats, dealt, ..GameRecord::default() };
        let last = before.last().filter(|_| !begins(rules.reset_every, number));
        match last {
            Some(last) => {
                let due = last.due_gifts(rules).into_iter();
                let gift = |(from, to, _)| Gift { from, to, cards: changed[from] };
                game.gifts = due.map(gift).collect();
                let gives = |player| game.gifts.iter().any(|gift| gift.from == player);
                if let Some(player) = (0..PLAYERS).find(|&it| !gives(it) && !changed[it].is_empty())
                {
                    return Err(format!("player {player} has no cards to give"));
                }
            }
            None if changed != [Cards::NONE; PLAYERS] => {
                return Err("an exchange where none is due".to_owned());
            }
            None => {}
        }
        game.check_deal(rules, before.last())?;
        let held = game.hands();
        let differs = |&(&player, held): &(&PlayerNumber, Cards)| hands[player] != held;
        if let Some((player, held)) = seats.iter().zip(held).find(differs) {
            return Err(format!("player {player} should have {}", hand_text(held)));
        }
        self.begun = Some((game, ContestPosition::new(rules, held)));
        Ok(())
    }
}

/// Reads the numbers of five players in some order.
fn permutation(words: &[&str]) -> Option<[usize; PLAYERS]> {
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let numbers: [usize; PLAYERS] = numbers?.try_into().ok()?;
    (0..PLAYERS).all(|number| numbers.contains(&number)).then_some(numbers)
}
