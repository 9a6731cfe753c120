//! Records from text.

use std::fmt::Display;
use std::str::FromStr;
use std::vec::IntoIter;

use shuban_core::echo::{echo, safe_line};
use shuban_daihinmin_game::{ContestPosition, ContestRules, Meld, PLAYERS, PlayerNumber};

use super::{GameRecord, Gift, HEADER, MatchRecord, MatchRecordError, PASS, plain_name};

impl FromStr for MatchRecord {
    type Err = MatchRecordError;

    /// Reads a record and replays it. Empty lines and lines that begin with `#` are ignored.
    fn from_str(text: &str) -> Result<Self, MatchRecordError> {
        let lines = (1..).zip(text.lines().map(str::trim_end));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut lines = RecordReader { lines: lines.collect::<Vec<_>>().into_iter(), line: 0 };
        let header = lines.next("the header")?;
        if header != HEADER {
            return Err(lines.expected(HEADER, header));
        }
        let rules: ContestRules = lines.field("rules")?.parse().map_err(|e| lines.error(&e))?;
        let seed = lines.field("seed")?;
        let seed = seed.parse().map_err(|_| lines.expected("a number", seed))?;
        let due = lines.field("games")?;
        let due = due.parse().map_err(|_| lines.expected("a number", due))?;
        let players = lines.field("players")?;
        let names: Vec<String> = players.split('|').map(plain_name).collect();
        let names = names.try_into().map_err(|_| lines.expected("five names", players))?;
        let mut record = MatchRecord { rules, seed, due, names, games: Vec::new() };
        while lines.lines.len() > 0 {
            let game = game(&mut lines, &rules, record.games.last())?;
            record.games.push(game);
        }
        match record.games.len() as u64 {
            games if games == u64::from(due) => Ok(record),
            games => Err(lines.error(&format!("the record ends after {games} of {due} games"))),
        }
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
        return Err(lines.error(&format!("game {number} where game {due} should be")));
    }
    let mut game = GameRecord { number: due, ..GameRecord::default() };
    game.seats = lines.order("seats")?;
    for player in 0..PLAYERS {
        let hand = lines.field("hand")?;
        let cards = hand.strip_prefix(&format!("{player} "));
        let cards = cards.ok_or_else(|| lines.expected("the hand of the next player", hand))?;
        game.dealt[player] = cards.parse().map_err(|e| lines.error(&e))?;
    }
    while let Some(text) = lines.field_if("gift") {
        let (from, to, cards) =
            gift(text).ok_or_else(|| lines.expected("a gift as in `4>0 JK,S2`", text))?;
        let cards = cards.parse().map_err(|e| lines.error(&e))?;
        game.gifts.push(Gift { from, to, cards });
    }
    game.check_deal(rules, before).map_err(|e| lines.error(&e))?;
    let mut position = ContestPosition::new(rules, game.hands());
    while let Some(text) = lines.field_if("lead") {
        trick(rules, text, &mut game, &mut position).map_err(|e| lines.error(&e))?;
    }
    game.ranking = lines.order("ranking")?;
    game.check_ranking(rules, &position).map_err(|e| lines.error(&e))?;
    Ok(game)
}

/// Returns the two players of a gift, and the text of its cards.
fn gift(text: &str) -> Option<(PlayerNumber, PlayerNumber, &str)> {
    let (players, cards) = text.split_once(' ')?;
    let (from, to) = players.split_once('>')?;
    let player = |text: &str| text.parse().ok().filter(|&player| player < PLAYERS);
    Some((player(from)?, player(to)?, cards))
}

/// Plays a line of actions, the leader first, until the table is cleared.
fn trick(
    rules: &ContestRules,
    text: &str,
    game: &mut GameRecord,
    position: &mut ContestPosition,
) -> Result<(), String> {
    let mut words = text.split(' ');
    let leader = game.seats[position.table.turn];
    if words.next() != Some(&leader.to_string()) {
        return Err(format!("`{text}` where player {leader} leads"));
    }
    let mut open = false;
    for word in words {
        let player = game.seats[position.table.turn];
        if open && position.table.is_clear() {
            return Err(format!("`{word}` after the table was cleared"));
        }
        let action = match word {
            PASS => None,
            meld => Some(meld.parse::<Meld>().map_err(|e| e.to_string())?),
        };
        position.play(rules, action).map_err(|e| format!("player {player} plays {word}: {e}"))?;
        game.actions.push(action);
        open = true;
    }
    if position.table.is_clear() && open || position.is_over(rules) {
        Ok(())
    } else {
        Err("the line ends before the table was cleared".to_owned())
    }
}

/// Reader of the lines that are not ignored.
struct RecordReader<'t> {
    /// Lines, each with its number, from 1.
    lines: IntoIter<(usize, &'t str)>,
    /// Number of the line read last.
    line: usize,
}

impl<'t> RecordReader<'t> {
    fn next(&mut self, expected: &str) -> Result<&'t str, MatchRecordError> {
        let Some((line, text)) = self.lines.next() else {
            self.line += 1;
            return Err(self.error(&format!("the text ends where {expected} should be")));
        };
        self.line = line;
        Ok(text)
    }

    /// Returns the rest of the next line, if it begins with this word.
    fn field_if(&mut self, name: &str) -> Option<&'t str> {
        let (line, text) = *self.lines.as_slice().first()?;
        let rest = text.strip_prefix(name)?.strip_prefix(' ')?;
        self.lines.next();
        self.line = line;
        Some(rest)
    }

    fn field(&mut self, name: &str) -> Result<&'t str, MatchRecordError> {
        if let Some(rest) = self.field_if(name) {
            return Ok(rest);
        }
        let line = self.next(name)?;
        Err(self.expected(name, line))
    }

    /// Reads a line with the five players in some order.
    fn order(&mut self, name: &str) -> Result<[PlayerNumber; PLAYERS], MatchRecordError> {
        let text = self.field(name)?;
        let players: Option<Vec<usize>> = text.split(' ').map(|word| word.parse().ok()).collect();
        let players = players.and_then(|players| <[usize; PLAYERS]>::try_from(players).ok());
        let players = players.filter(|order| (0..PLAYERS).all(|player| order.contains(&player)));
        players.ok_or_else(|| self.expected("the five players in some order", text))
    }

    fn expected(&self, expected: &str, found: &str) -> MatchRecordError {
        self.error(&format!("`{}` where {expected} should be", echo(found, 0)))
    }

    /// Creates an error in the line read last.
    fn error(&self, reason: &dyn Display) -> MatchRecordError {
        let reason = safe_line(&reason.to_string()).into_owned();
        MatchRecordError { line: self.line, reason }
    }
}
