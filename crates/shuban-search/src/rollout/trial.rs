//! One trial.

use shuban_core::evaluation::KnownValues;
use shuban_core::solver::SearchFailure;
use shuban_core::{Evaluation, Game, Interval, ONE, Play, Random, Seat};

use super::options::{LuckMeasure, MOST_TURNS, RolloutOptions};
use super::strata::Strata;

/// End of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrialEnd {
    ByTheRules,
    InADatabase,
    Truncated,
}

/// Result of a trial.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    /// Result without the luck, in parts of a throw: [`ONE`] times the number of throws is a win.
    pub(super) result: i64,
    pub(super) end: TrialEnd,
    /// Number of turns played.
    pub(super) turns: u32,
}

/// Data that all trials share.
pub(super) struct Trials<'a, E> {
    pub(super) evaluation: &'a E,
    pub(super) options: &'a RolloutOptions,
    pub(super) strata: &'a Strata,
    /// Seat for which the results count.
    pub(super) seat: Seat,
}

/// Vectors and databases of one thread.
pub(super) struct TrialPlayer<'a, E: Evaluation> {
    trials: &'a Trials<'a, E>,
    known: Box<KnownValues<'a, E::Game>>,
    plays: Vec<Play<PositionOf<E>, <E::Game as Game>::Move>>,
}

type PositionOf<E> = <<E as Evaluation>::Game as Game>::Position;

impl<E: Evaluation> Trials<'_, E> {
    /// Creates a player of trials, with the databases that are known.
    pub(super) fn player<'a>(&'a self, known: Box<KnownValues<'a, E::Game>>) -> TrialPlayer<'a, E> {
        TrialPlayer { trials: self, known, plays: Vec::new() }
    }
}

impl<E: Evaluation> TrialPlayer<'_, E> {
    /// Plays a trial by its number. A throw is drawn in every turn, even where the strata decide
    /// it: so the rolls of a turn are the same from wherever a trial begins.
    pub(super) fn play(
        &mut self,
        start: &PositionOf<E>,
        trial: u64,
    ) -> Result<Trial, SearchFailure> {
        let Trials { evaluation, options, strata, seat } = *self.trials;
        let game = evaluation.game();
        let mut random = Random::of_part(options.seed, trial);
        let sign = |position: &PositionOf<E>| if game.to_move(position) == seat { 1 } else { -1 };
        let (mut position, mut luck) = (start.clone(), 0i64);
        for turn in 0.. {
            if let Some((value, end)) = self.end(&position, turn)? {
                let result = sign(&position) * value * strata.total() as i64 - luck;
                return Ok(Trial { result, end, turns: turn });
            }
            let drawn = random.below(strata.total());
            let throw = strata.throw(trial, turn).unwrap_or(drawn);
            let (after, lucky) = self.turn(&position, throw)?;
            luck += sign(&position) * lucky;
            position = after;
        }
        Err(self.unfit("a trial does not end"))
    }

    /// Returns the end of a trial in a position, and its value to the player to move.
    fn end(
        &self,
        position: &PositionOf<E>,
        turn: u32,
    ) -> Result<Option<(i64, TrialEnd)>, SearchFailure> {
        let options = self.trials.options;
        if let Some(payoff) = self.payoff(position)? {
            return Ok(Some((payoff, TrialEnd::ByTheRules)));
        }
        if options.ends_in_databases
            && let Some(value) = (self.known)(position)?
        {
            return Ok(Some((middle(value), TrialEnd::InADatabase)));
        }
        let is_last = turn >= options.turns.unwrap_or(MOST_TURNS).min(MOST_TURNS);
        match is_last {
            true => Ok(Some((self.worth(position)?, TrialEnd::Truncated))),
            false => Ok(None),
        }
    }

    /// Plays a turn. Returns the position after it, and the luck of the throw for the player to
    /// move, in parts of a throw.
    fn turn(
        &mut self,
        position: &PositionOf<E>,
        throw: u64,
    ) -> Result<(PositionOf<E>, i64), SearchFailure> {
        let has_luck = self.trials.options.luck != LuckMeasure::None;
        let (mut before, mut sum, mut played) = (0, 0, None);
        for (chance, weight) in self.trials.evaluation.game().chances(position) {
            let throws = before..before + u64::from(weight);
            before = throws.end;
            if throws.contains(&throw) {
                let (after, estimate) = self.best(position, chance)?;
                sum += i64::from(weight) * estimate;
                played = Some((after, estimate));
            } else if has_luck {
                sum += i64::from(weight) * self.estimate(position, chance)?;
            }
        }
        let total = self.trials.strata.total();
        let (after, estimate) = played.filter(|_| before == total).ok_or_else(|| {
            self.unfit("the weights of what chance may bring have another total here")
        })?;
        Ok((after, if has_luck { estimate * total as i64 - sum } else { 0 }))
    }

    /// Returns the position after the best play of a roll, and the estimate of the roll.
    fn best(
        &mut self,
        position: &PositionOf<E>,
        chance: <E::Game as Game>::Chance,
    ) -> Result<(PositionOf<E>, i64), SearchFailure> {
        let (place, worth) = self.best_of(position, chance, TrialPlayer::worth)?;
        let estimate = match self.trials.options.luck {
            LuckMeasure::None | LuckMeasure::Estimate => worth,
            LuckMeasure::Evaluation => self.most(position, TrialPlayer::guess)?.1,
        };
        Ok((self.plays.swap_remove(place).after, estimate))
    }

    /// Returns the estimate of a roll.
    fn estimate(
        &mut self,
        position: &PositionOf<E>,
        chance: <E::Game as Game>::Chance,
    ) -> Result<i64, SearchFailure> {
        let found = match self.trials.options.luck {
            LuckMeasure::None | LuckMeasure::Estimate => {
                self.best_of(position, chance, TrialPlayer::worth)
            }
            LuckMeasure::Evaluation => self.best_of(position, chance, TrialPlayer::guess),
        };
        Ok(found?.1)
    }

    /// Returns the index of the first of the best plays of a roll, and its value to the player.
    fn best_of(
        &mut self,
        position: &PositionOf<E>,
        chance: <E::Game as Game>::Chance,
        worth: impl Fn(&Self, &PositionOf<E>) -> Result<i64, SearchFailure>,
    ) -> Result<(usize, i64), SearchFailure> {
        self.plays.clear();
        self.trials.evaluation.game().plays(position, chance, &mut self.plays);
        self.most(position, worth)
    }

    /// Does the same with the plays that were generated last.
    fn most(
        &self,
        position: &PositionOf<E>,
        worth: impl Fn(&Self, &PositionOf<E>) -> Result<i64, SearchFailure>,
    ) -> Result<(usize, i64), SearchFailure> {
        let game = self.trials.evaluation.game();
        let turn = game.to_move(position);
        let mut best: Option<(usize, i64)> = None;
        for (place, play) in self.plays.iter().enumerate() {
            let value = worth(self, &play.after)?;
            let value = if game.to_move(&play.after) == turn { value } else { -value };
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((place, value));
            }
        }
        best.ok_or_else(|| self.unfit("a position is not over, yet has no play"))
    }

    /// Returns the value of a position to its player to move: by the rules, a database, or the
    /// evaluation function.
    fn worth(&self, position: &PositionOf<E>) -> Result<i64, SearchFailure> {
        if let Some(payoff) = self.payoff(position)? {
            return Ok(payoff);
        }
        Ok(match (self.known)(position)? {
            Some(value) => middle(value),
            None => self.trials.evaluation.evaluate(position).into(),
        })
    }

    /// Does the same without databases.
    fn guess(&self, position: &PositionOf<E>) -> Result<i64, SearchFailure> {
        let payoff = self.payoff(position)?;
        Ok(payoff.unwrap_or_else(|| self.trials.evaluation.evaluate(position).into()))
    }

    /// Returns the value of a finished game to the player to move.
    fn payoff(&self, position: &PositionOf<E>) -> Result<Option<i64>, SearchFailure> {
        let game = self.trials.evaluation.game();
        let Some(payoffs) = game.outcome(position) else { return Ok(None) };
        if i32::from(payoffs.of(0)) + i32::from(payoffs.of(1)) != 0 {
            return Err(self.unfit("it is not zero-sum"));
        }
        Ok(Some(i64::from(payoffs.of(game.to_move(position))) * i64::from(ONE)))
    }

    fn unfit(&self, reason: &str) -> SearchFailure {
        SearchFailure::TooMuch(format!("{}: {reason}", self.trials.evaluation.game().name()))
    }
}

/// Returns the middle of bounds.
fn middle(value: Interval) -> i64 {
    (i64::from(value.lower) + i64::from(value.upper)).div_euclid(2)
}
