//! Text as records.

use std::iter::{Enumerate, Peekable};
use std::str::{FromStr, Lines};

use super::error::{MatchRecordError, RecordFault};
use super::replay::is_order;
use super::write::{HEADER, PASS, cleared};
use super::{GameRecord, Gift, MatchRecord};
use crate::game::meld::Meld;
use crate::game::round::Round;
use crate::game::rules::PlayerNumber;
use crate::game::rules::{ContestRules, PLAYERS};

impl FromStr for MatchRecord {
    type Err = MatchRecordError;

    /// Reads a record and plays it again. Lines that are empty or begin with `#` say nothing.
    fn from_str(text: &str) -> Result<Self, MatchRecordError> {
        let mut lines = RecordReader { lines: text.lines().enumerate().peekable(), line: 0 };
        let header = lines.next("the header")?;
        if header != HEADER {
            return Err(lines.expected(HEADER, header));
        }
        let rules = lines.field("rules")?;
        let rules = ContestRules::from_str(rules).map_err(|error| lines.fault(error.into()))?;
        let seed = lines.field("seed")?;
        let seed = seed.parse().map_err(|_| lines.expected("a number", seed))?;
        let due = lines.field("games")?;
        let due = due.parse().map_err(|_| lines.expected("a number", due))?;
        let names = lines.field("players")?;
        let names: Vec<String> = names.split('|').map(str::to_owned).collect();
        let names = <[String; PLAYERS]>::try_from(names)
            .map_err(|names| lines.expected("five names", &names.join("|")))?;
        let mut record = MatchRecord { rules, seed, due, names, games: Vec::new() };
        while lines.more() {
            let game = game(&mut lines, &rules, record.games.last())?;
            record.games.push(game);
        }
        record.check_number().map_err(|reason| lines.contradiction(reason))?;
        Ok(record)
    }
}

fn game(
    lines: &mut RecordReader<'_>,
    rules: &ContestRules,
    before: Option<&GameRecord>,
) -> Result<GameRecord, MatchRecordError> {
    let number = lines.field("game")?;
    let due = before.map_or(1, |before| before.number + 1);
    if number.parse() != Ok(due) {
        return Err(lines.contradiction(format!("game {number} where game {due} should be")));
    }
    let mut game = GameRecord { number: due, ..GameRecord::default() };
    let seats = lines.field("seats")?;
    game.seats = lines.order(seats)?;
    for player in 0..PLAYERS {
        let hand = lines.field("hand")?;
        let cards = hand.strip_prefix(&format!("{player} "));
        let cards = cards.ok_or_else(|| lines.expected("the hand of the next player", hand))?;
        game.dealt[player] =
            cards.parse().map_err(|error| lines.fault(RecordFault::Notation(error)))?;
    }
    while let Some(gift) = lines.field_if("gift") {
        let gift = self::gift(lines, gift)?;
        game.gifts.push(gift);
    }
    game.check_deal(rules, before).map_err(|reason| lines.contradiction(reason))?;
    let mut round = Round::new(rules, game.hands());
    while let Some(trick) = lines.field_if("lead") {
        self::trick(lines, rules, trick, &mut game, &mut round)?;
    }
    let ranking = lines.field("ranking")?;
    game.ranking = lines.order(ranking)?;
    game.check_ranking(rules, &round).map_err(|reason| lines.contradiction(reason))?;
    Ok(game)
}

fn gift(lines: &RecordReader<'_>, text: &str) -> Result<Gift, MatchRecordError> {
    let bad = || lines.expected("a gift as in `4>0 JK,S2`", text);
    let (players, cards) = text.split_once(' ').ok_or_else(bad)?;
    let (from, to) = players.split_once('>').ok_or_else(bad)?;
    let player = |text: &str| text.parse::<PlayerNumber>().ok().filter(|&player| player < PLAYERS);
    let (from, to) = (player(from).ok_or_else(bad)?, player(to).ok_or_else(bad)?);
    let cards = cards.parse().map_err(|error| lines.fault(RecordFault::Notation(error)))?;
    Ok(Gift { from, to, cards })
}

/// A line of actions, the leader first, up to when the table is cleared.
fn trick(
    lines: &RecordReader<'_>,
    rules: &ContestRules,
    text: &str,
    game: &mut GameRecord,
    round: &mut Round,
) -> Result<(), MatchRecordError> {
    let mut words = text.split(' ');
    let leader = game.seats[round.table.turn];
    if words.next() != Some(&leader.to_string()) {
        return Err(lines.contradiction(format!("`{text}` where player {leader} leads")));
    }
    let mut open = false;
    for word in words {
        let player = game.seats[round.table.turn];
        if open && cleared(round) {
            return Err(lines.contradiction(format!("`{word}` after the table was cleared")));
        }
        let action = match word {
            PASS => None,
            meld => Some(
                meld.parse::<Meld>().map_err(|error| lines.fault(RecordFault::Notation(error)))?,
            ),
        };
        round.play(rules, action).map_err(|reason| {
            lines.fault(RecordFault::Illegal { player, meld: word.to_owned(), reason })
        })?;
        game.actions.push(action);
        open = true;
    }
    if cleared(round) && open || round.is_over(rules) {
        Ok(())
    } else {
        Err(lines.contradiction("the line ends before the table was cleared".to_owned()))
    }
}

/// The lines that say something, one after the other.
struct RecordReader<'t> {
    lines: Peekable<Enumerate<Lines<'t>>>,
    /// The line read last, from 1.
    line: usize,
}

impl<'t> RecordReader<'t> {
    /// Whether there is another line.
    fn more(&mut self) -> bool {
        while self
            .lines
            .next_if(|(_, line)| line.trim().is_empty() || line.starts_with('#'))
            .is_some()
        {}
        self.lines.peek().is_some()
    }

    fn next(&mut self, expected: &'static str) -> Result<&'t str, MatchRecordError> {
        self.more();
        let (index, line) = self.lines.next().ok_or(MatchRecordError {
            line: self.line + 1,
            fault: RecordFault::Ended { expected },
        })?;
        self.line = index + 1;
        Ok(line.trim_end())
    }

    /// What stands behind this word in the next line, if it begins with it.
    fn field_if(&mut self, name: &str) -> Option<&'t str> {
        self.more();
        let (index, line) = *self.lines.peek()?;
        let text = line.trim_end().strip_prefix(name)?.strip_prefix(' ')?;
        self.lines.next();
        self.line = index + 1;
        Some(text)
    }

    fn field(&mut self, name: &'static str) -> Result<&'t str, MatchRecordError> {
        match self.field_if(name) {
            Some(text) => Ok(text),
            None => {
                let line = self.next(name)?;
                Err(self.expected(name, line))
            }
        }
    }

    /// The five players in some order.
    fn order(&self, text: &str) -> Result<[PlayerNumber; PLAYERS], MatchRecordError> {
        let players: Option<Vec<PlayerNumber>> =
            text.split(' ').map(|word| word.parse().ok()).collect();
        let players = players.filter(|players| is_order(players));
        players
            .and_then(|players| players.try_into().ok())
            .ok_or_else(|| self.expected("the five players in some order", text))
    }

    fn fault(&self, fault: RecordFault) -> MatchRecordError {
        MatchRecordError { line: self.line, fault }
    }

    fn expected(&self, expected: &'static str, found: &str) -> MatchRecordError {
        let found = found.chars().take(60).collect();
        self.fault(RecordFault::Expected { expected, found })
    }

    fn contradiction(&self, text: String) -> MatchRecordError {
        self.fault(RecordFault::Contradiction(text))
    }
}
