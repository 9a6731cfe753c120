//! The games as people look at them.

use shuban_core::{Game, Play, Random};
use shuban_tanhinmin::twin::{PlainRules, plain_moves};
use shuban_tanhinmin::{
    Clearing, OpenDaihinmin, OpenTable, Passing, Table, Tanhinmin, draw_open, draw_open_svg, draw_svg,
    draw_table,
};

use super::solve::SearchSolver;
use crate::error::Error;
use crate::room::Playable;
use crate::solve::{PositionSolver, SolveSetting};

impl Playable for Tanhinmin {
    fn describe(&self) -> String {
        let Tanhinmin { rules } = self;
        let mut text = "single cards, open hands; the first empty hand wins".to_owned();
        if !rules.ties() {
            text += "; all strengths differ";
        }
        if rules.clearing() == Clearing::Uecda {
            text += "; the last player may go on alone";
        }
        if rules.passing() == Passing::Print {
            text += "; passes count where no card leaves a chance";
        }
        if rules.points()[1..].iter().any(|&points| points > 0) {
            text += "; later places count as well";
        }
        text
    }

    /// Ten cards, dealt round.
    fn start(&self) -> Table {
        dealt_round(self, 10, |card| card.to_string())
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, table: &Table, _colour: bool) -> String {
        draw_table(&self.rules, table).trim_end().to_owned()
    }

    fn draw_svg(&self, table: &Table) -> String {
        draw_svg(&self.rules, table)
    }

    /// The print's shortcut is no rule of play: values by it are in its tables alone.
    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        match self.rules.passing() {
            Passing::Print => Err(Error::NoSolver(Game::name(self))),
            _ => Ok(Box::new(SearchSolver::new(self, setting))),
        }
    }

    /// Where places behind the first count there is no plain implementation: the game goes on when somebody is out.
    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        if self.rules.points()[1..].iter().any(|&points| points > 0) {
            return Err(format!("nothing to compare {} with", Game::name(self)));
        }
        let rules = PlainRules {
            sets: false,
            last_may_go_on: self.rules.clearing() == Clearing::Uecda,
            forced: self.rules.passing() == Passing::Forced,
        };
        let ties = self.rules.ties();
        let hands = |random: &mut Random| random_hands(random, self.seats(), ties);
        compare(self, rules, pairs, seed, hands)
    }
}

impl Playable for OpenDaihinmin {
    fn describe(&self) -> String {
        let last = match self.rules.clearing() {
            Clearing::Tanhinmin => "",
            Clearing::Uecda => "; the last player may go on alone",
        };
        format!("sets, eights and revolutions, open hands without suits; the first empty hand wins{last}")
    }

    /// Ten cards of four ranks and the eights, dealt round.
    fn start(&self) -> OpenTable {
        dealt_round(self, 10, |card| ["1", "2", "3*", "4", "5"][(card - 1) % 5].to_owned())
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, table: &OpenTable, _colour: bool) -> String {
        draw_open(&self.rules, table).trim_end().to_owned()
    }

    fn draw_svg(&self, table: &OpenTable) -> String {
        draw_open_svg(&self.rules, table)
    }

    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        Ok(Box::new(SearchSolver::new(self, setting)))
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        let last_may_go_on = self.rules.clearing() == Clearing::Uecda;
        let rules = PlainRules { sets: true, last_may_go_on, forced: false };
        compare(self, rules, pairs, seed, |random| random_sets(random, self.seats()))
    }
}

/// Cards 1, 2, … of these names, one for each player in turn.
fn dealt_round<G: Game>(game: &G, cards: usize, name: impl Fn(usize) -> String) -> G::Position {
    let seats = game.seats();
    let hand = |seat: usize| (seat + 1..=cards).step_by(seats).map(&name).collect::<Vec<_>>().join(",");
    let text = (0..seats).map(hand).collect::<Vec<_>>().join("|");
    game.parse(&text).expect("a deal in which everybody has a card")
}

/// Compares all moves, and what comes of them, on positions of random games from random deals.
fn compare<G: Game<Chance = ()>>(
    game: &G,
    rules: PlainRules,
    pairs: u64,
    seed: u64,
    hands: impl Fn(&mut Random) -> String,
) -> Result<u64, String> {
    let mut random = Random::new(seed);
    let mut compared = 0;
    let mut position: Option<G::Position> = None;
    let mut plays: Vec<Play<G::Position, G::Move>> = Vec::new();
    for _ in 0..pairs {
        let now = match position.take() {
            Some(position) => position,
            None => game.parse(&hands(&mut random)).map_err(|error| error.to_string())?,
        };
        let text = game.format(&now);
        plays.clear();
        game.plays(&now, (), &mut plays);
        let fast: Vec<(String, String)> = (plays.iter())
            .map(|play| (game.format_move(&now, (), &play.action), game.format(&play.after)))
            .collect();
        let plain = plain_moves(rules, &text).ok_or_else(|| format!("`{text}` is not read plainly"))?;
        if fast != plain {
            return Err(format!("{text}: {fast:?}; plainly: {plain:?}"));
        }
        compared += fast.len() as u64;
        let next = plays.swap_remove(random.place(plays.len())).after;
        position = Some(next).filter(|next| game.outcome(next).is_none());
    }
    Ok(compared)
}

/// One to five cards for each player; of up to a dozen strengths where cards may tie.
fn random_hands(random: &mut Random, players: usize, ties: bool) -> String {
    let mut rest: Vec<u64> = (1..=30).collect();
    let mut hand = || {
        let mut card = || match ties {
            true => 1 + random.below(12),
            false => rest.swap_remove(random.place(rest.len())),
        };
        let first = card();
        let others = (0..4).map(|_| card()).take_while(|card| card % 4 > 0);
        others.chain([first]).map(|card| card.to_string()).collect::<Vec<_>>().join(",")
    };
    (0..players).map(|_| hand()).collect::<Vec<_>>().join("|")
}

/// Up to three cards for each player of four ranks, one of which is the eights, if any.
fn random_sets(random: &mut Random, players: usize) -> String {
    let eights = random.below(5);
    // No rank has more than four cards.
    let mut left = [4u8; 4];
    let mut card = |random: &mut Random| loop {
        let rank = random.below(4);
        if left[rank as usize] > 0 {
            left[rank as usize] -= 1;
            let star = if rank == eights { "*" } else { "" };
            return format!("{}{star}", rank + 1);
        }
    };
    let most = if players < 4 { 5 } else { 3 };
    let mut hand = |random: &mut Random| {
        let count = 1 + random.below(most);
        (0..count).map(|_| card(random)).collect::<Vec<_>>().join(",")
    };
    (0..players).map(|_| hand(random)).collect::<Vec<_>>().join("|")
}
