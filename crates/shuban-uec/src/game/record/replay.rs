//! Records played again.

use super::{GameRecord, MatchRecord};
use crate::game::cards::Cards;
use crate::game::round::Round;
use crate::game::rules::{ContestRules, PLAYERS};

impl GameRecord {
    /// The hands by seat, after the exchange.
    pub fn hands(&self) -> [Cards; PLAYERS] {
        let mut hands = self.dealt;
        for gift in &self.gifts {
            hands[gift.from] -= gift.cards;
            hands[gift.to] |= gift.cards;
        }
        self.seats.map(|player| hands[player])
    }

    /// Whether seats, hands and gifts can be those of a game after that one (`None` where classes
    /// are forgotten, or it is the first).
    pub(super) fn check_deal(
        &self,
        rules: &ContestRules,
        before: Option<&GameRecord>,
    ) -> Result<(), String> {
        let begins = |every: u32| every > 0 && self.number % every == 1 % every;
        if let Some(before) = before
            && self.seats != before.seats
            && !begins(rules.reseat_every)
        {
            return Err("the seats are drawn anew where they should not be".to_owned());
        }
        if self.dealt.iter().fold(Cards::NONE, |all, &hand| all | hand) != Cards::ALL
            || self.dealt.iter().map(|hand| hand.len()).sum::<usize>() != Cards::ALL.len()
        {
            return Err("the hands are not the pack of 53".to_owned());
        }
        let classes = before.map(|before| before.ranking).filter(|_| !begins(rules.reset_every));
        let lens = self.seats.map(|player| self.dealt[player].len());
        // The first three from somewhere on get one card more; from the first player where there is
        // one.
        let starts = (0..PLAYERS).filter(|&start| {
            (0..PLAYERS).all(|i| lens[(start + i) % PLAYERS] == if i < 3 { 11 } else { 10 })
        });
        let right = |start| classes.is_none_or(|ranking| self.seats[start] == ranking[0]);
        if !starts.into_iter().any(right) {
            return Err("the hands are not dealt in order, the first player first".to_owned());
        }
        self.check_gifts(rules, classes)
    }

    fn check_gifts(
        &self,
        rules: &ContestRules,
        classes: Option<[usize; PLAYERS]>,
    ) -> Result<(), String> {
        let mut due = Vec::new();
        if let Some(ranking) = classes {
            let pairs = || {
                let counts = rules.exchange.iter().map(|&count| usize::from(count));
                counts.enumerate().filter(|&(_, count)| count > 0)
            };
            due.extend(
                pairs().map(|(class, count)| (ranking[PLAYERS - 1 - class], ranking[class], count)),
            );
            due.extend(
                pairs().map(|(class, count)| (ranking[class], ranking[PLAYERS - 1 - class], count)),
            );
        }
        if due.len() != self.gifts.len() {
            return Err(format!("{} gifts, {} are due", self.gifts.len(), due.len()));
        }
        let mut hands = self.dealt;
        for (i, (gift, &(from, to, count))) in self.gifts.iter().zip(&due).enumerate() {
            let count = count.min(hands[from].len());
            let fits = (gift.from, gift.to, gift.cards.len()) == (from, to, count);
            if !fits || !gift.cards.is_subset(hands[from]) {
                return Err(format!(
                    "the gift {i} should be {count} cards of player {from} for {to}"
                ));
            }
            if i < due.len() / 2 && gift.cards != hands[from].strongest(count) {
                return Err(format!("player {from} gives other cards than the strongest"));
            }
            hands[from] -= gift.cards;
            hands[to] |= gift.cards;
        }
        Ok(())
    }

    /// Whether the ranking can be that of a round that is over.
    pub(super) fn check_ranking(&self, rules: &ContestRules, round: &Round) -> Result<(), String> {
        if !round.is_over(rules) {
            return Err("the game is not over".to_owned());
        }
        for (seat, place) in round.table.places.iter().enumerate() {
            if let Some(place) = *place
                && self.ranking[usize::from(place)] != self.seats[seat]
            {
                return Err(format!("player {} came to place {}", self.seats[seat], place + 1));
            }
        }
        Ok(())
    }
}

impl MatchRecord {
    /// Whether the games follow each other, every one is by the rules, and none is missing. Reading
    /// a text asks the same.
    ///
    /// # Errors
    /// What is wrong, with the number of the game where it is one.
    pub fn validate(&self) -> Result<(), String> {
        let mut before: Option<&GameRecord> = None;
        for (number, game) in (1..).zip(&self.games) {
            let judged = if game.number == number {
                Ok(())
            } else {
                Err(format!("has number {}", game.number))
            };
            judged
                .and_then(|()| game.validate(&self.rules, before))
                .map_err(|e| format!("game {number}: {e}"))?;
            before = Some(game);
        }
        self.check_number()
    }

    /// Whether there are as many games as there should be.
    pub(super) fn check_number(&self) -> Result<(), String> {
        match self.games.len() as u64 {
            games if games == u64::from(self.due) => Ok(()),
            games => Err(format!("the record ends after {games} of {} games", self.due)),
        }
    }
}

impl GameRecord {
    fn validate(&self, rules: &ContestRules, before: Option<&GameRecord>) -> Result<(), String> {
        for order in [self.seats, self.ranking] {
            if !is_order(&order) {
                return Err(format!("{order:?} are not the five players"));
            }
        }
        if self.gifts.iter().any(|gift| gift.from.max(gift.to) >= PLAYERS) {
            return Err("a gift of nobody".to_owned());
        }
        self.check_deal(rules, before)?;
        let mut round = Round::new(rules, self.hands());
        for action in &self.actions {
            round.play(rules, *action).map_err(|reason| format!("{action:?}: {reason}"))?;
        }
        self.check_ranking(rules, &round)
    }
}

/// Whether all five players stand there, each once.
pub(super) fn is_order(players: &[usize]) -> bool {
    players.len() == PLAYERS && (0..PLAYERS).all(|player| players.contains(&player))
}
