//! Checks of a game in a record, apart from the plays.

use shuban_daihinmin_game::{Cards, ContestPosition, ContestRules, PLAYERS, PlayerNumber};

use super::GameRecord;

impl GameRecord {
    /// Checks that seats, hands and gifts agree with the rules and with the game before, if this is
    /// not the first game.
    pub(super) fn check_deal(
        &self,
        rules: &ContestRules,
        before: Option<&GameRecord>,
    ) -> Result<(), String> {
        let begins = |every: u32| begins(every, self.number);
        if before.is_some_and(|before| self.seats != before.seats) && !begins(rules.reseat_every) {
            return Err("the seats are drawn again where they should not be".to_owned());
        }
        let all: Cards = self.dealt.into_iter().collect();
        let count: usize = self.dealt.iter().map(|hand| hand.len()).sum();
        if all != Cards::ALL || count != Cards::ALL.len() {
            return Err("the hands are not the pack of 53".to_owned());
        }
        let classes = before.map(|before| before.ranking).filter(|_| !begins(rules.reset_every));
        // The deal begins with the first player of the last game, or with any player; the first
        // three get eleven cards, the others ten.
        let counts = self.seats.map(|player| self.dealt[player].len());
        let begins_at = |start: usize| {
            (0..PLAYERS).all(|i| counts[(start + i) % PLAYERS] == if i < 3 { 11 } else { 10 })
                && classes.is_none_or(|ranking| self.seats[start] == ranking[0])
        };
        if !(0..PLAYERS).any(begins_at) {
            return Err("the hands are not dealt in order, the first player first".to_owned());
        }
        self.check_gifts(rules, classes)
    }

    fn check_gifts(
        &self,
        rules: &ContestRules,
        classes: Option<[usize; PLAYERS]>,
    ) -> Result<(), String> {
        let due = classes.map_or(Vec::new(), |ranking| due_gifts(rules, &ranking));
        if due.len() != self.gifts.len() {
            return Err(format!("{} gifts, {} are due", self.gifts.len(), due.len()));
        }
        let mut hands = self.dealt;
        for (i, (gift, &(from, to, count))) in self.gifts.iter().zip(&due).enumerate() {
            let count = count.min(hands[from].len());
            let fits = (gift.from, gift.to, gift.cards.len()) == (from, to, count);
            if !fits || !gift.cards.is_subset(hands[from]) {
                return Err(format!(
                    "gift {i} should be {count} cards from player {from} to player {to}"
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

    /// Returns the gifts that are due before the game after this one, unless classes are reset:
    /// giver, receiver and number of cards, in order.
    pub(super) fn due_gifts(
        &self,
        rules: &ContestRules,
    ) -> Vec<(PlayerNumber, PlayerNumber, usize)> {
        due_gifts(rules, &self.ranking)
    }

    /// Checks that the game is over in this position, and that the ranking agrees with it.
    pub(super) fn check_ranking(
        &self,
        rules: &ContestRules,
        end: &ContestPosition,
    ) -> Result<(), String> {
        if !end.is_over(rules) {
            return Err("the game is not over".to_owned());
        }
        let places = self.seats.iter().zip(end.table.places);
        let mut placed = places.filter_map(|(&player, place)| Some((player, usize::from(place?))));
        match placed.find(|&(player, place)| self.ranking[place] != player) {
            Some((player, place)) => Err(format!("player {player} came to place {}", place + 1)),
            None => Ok(()),
        }
    }
}

/// Returns true if a period of this many games begins with the game of this number.
pub(super) fn begins(every: u32, number: u32) -> bool {
    every > 0 && number % every == 1 % every
}

fn due_gifts(
    rules: &ContestRules,
    ranking: &[PlayerNumber; PLAYERS],
) -> Vec<(PlayerNumber, PlayerNumber, usize)> {
    let pairs = rules.exchange.iter().enumerate().filter(|&(_, &count)| count > 0);
    let gifts = pairs
        .map(|(class, &count)| (ranking[PLAYERS - 1 - class], ranking[class], usize::from(count)));
    let answers = gifts.clone().map(|(low, high, count)| (high, low, count));
    gifts.chain(answers).collect()
}
