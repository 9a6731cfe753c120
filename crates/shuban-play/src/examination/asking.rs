//! The questions of an examination, and what the answers say.

use std::time::Instant;

use shuban_catalog::numbered::{NumberedPlay, NumberedPosition, NumberedTurn};
use shuban_catalog::{Error, RulesError};

use crate::examination::examine::Examination;
use crate::examination::examinee::{AskedTurn, ExamineeReply};
use crate::examination::fault::{Ended, Fault};

impl Examination<'_> {
    /// Asks for the values of the positions and of those after their plays, and returns the play
    /// that follows for each event.
    pub(super) fn by_values(
        &mut self,
        turns: &[(NumberedPosition, NumberedTurn)],
        considered: &[Vec<(usize, f64)>],
    ) -> Result<Vec<Vec<Option<usize>>>, Error> {
        let mut wanted: Vec<NumberedPosition> = Vec::new();
        for ((place, turn), events) in turns.iter().zip(considered) {
            wanted.extend((!turn.events.is_empty()).then_some(*place));
            for &(event, _) in events {
                let plays = &turn.events[event].plays;
                // A play without an alternative needs no value.
                let plays = if plays.len() > 1 { &plays[..] } else { &[] };
                wanted.extend(plays.iter().filter_map(|play| match play {
                    NumberedPlay::Held { place, .. } => Some(*place),
                    NumberedPlay::Over(_) => None,
                }));
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|place| !self.known.has(*place));
        for places in wanted.chunks(self.options.batch.max(1)) {
            let mut asked = Vec::with_capacity(places.len());
            for &place in places {
                asked.push(AskedTurn { position: self.open.text(place)?, chance: None });
            }
            let replies = self.ask(&asked);
            for ((place, asked), reply) in places.iter().zip(&asked).zip(replies) {
                let value = self.value_in(reply, asked);
                self.known.insert(*place, value);
            }
            if self.ended.is_some() {
                break;
            }
        }
        let choice = |(turn, events): (&(NumberedPosition, NumberedTurn), &Vec<(usize, f64)>)| {
            let choose = |&(event, _): &(usize, f64)| {
                let plays = &turn.1.events[event].plays;
                if plays.len() == 1 { Some(0) } else { self.known.choice(plays) }
            };
            events.iter().map(choose).collect()
        };
        Ok(turns.iter().zip(considered).map(choice).collect())
    }

    /// Returns the value in a reply, if it is one that the game has.
    fn value_in(&mut self, reply: Result<ExamineeReply, Fault>, asked: &AskedTurn) -> Option<f64> {
        let [least, most] = self.range;
        let read = reply.and_then(|reply| match reply {
            // A little outside is the rounding of the player.
            ExamineeReply::Value(value) if (least - 1e-3..=most + 1e-3).contains(&value) => {
                Ok(value)
            }
            ExamineeReply::Value(value) => Err(Fault::ImpossibleValue(value.to_string())),
            ExamineeReply::Move(_) => Err(Fault::Missing("value")),
        });
        self.kept(read, asked)
    }

    /// Returns an answer, or counts it as a fault.
    fn kept<T>(&mut self, read: Result<T, Fault>, asked: &AskedTurn) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(fault) => {
                self.faults.add(&fault, &asked.position);
                let count = self.faults.count();
                if count >= self.options.most_faults && self.ended.is_none() {
                    self.ended = Some(Ended::Faults(count));
                }
                None
            }
        }
    }

    /// Asks for the move of each event with a choice.
    pub(super) fn by_moves(
        &mut self,
        turns: &[(NumberedPosition, NumberedTurn)],
        considered: &[Vec<(usize, f64)>],
    ) -> Result<Vec<Vec<Option<usize>>>, Error> {
        let mut choices: Vec<Vec<Option<usize>>> = Vec::with_capacity(turns.len());
        let mut open = Vec::new();
        for (number, ((_, turn), events)) in turns.iter().zip(considered).enumerate() {
            let has_choice = |&(event, _): &(usize, f64)| turn.events[event].plays.len() > 1;
            choices.push(events.iter().map(|one| (!has_choice(one)).then_some(0)).collect());
            let of_choice = events.iter().enumerate().filter(|(_, one)| has_choice(one));
            open.extend(of_choice.map(|(place, &(event, _))| (number, place, event)));
        }
        for some in open.chunks(self.options.batch.max(1)) {
            let ask = |&(number, _, event): &(usize, usize, usize)| {
                let turn = &turns[number].1;
                let chance = turn.events[event].chance.clone();
                AskedTurn { position: turn.text.clone(), chance }
            };
            let asked: Vec<AskedTurn> = some.iter().map(ask).collect();
            let replies = self.ask(&asked);
            for ((&(number, place, _), asked), reply) in some.iter().zip(&asked).zip(replies) {
                let read = reply.and_then(|reply| self.play_in(&reply, asked));
                choices[number][place] = self.kept(read, asked);
            }
            if self.ended.is_some() {
                break;
            }
        }
        Ok(choices)
    }

    /// Returns the number of the play that a reply names.
    fn play_in(&self, reply: &ExamineeReply, asked: &AskedTurn) -> Result<usize, Fault> {
        let ExamineeReply::Move(given) = reply else { return Err(Fault::Missing("move")) };
        let illegal = |error: RulesError| {
            let (given, reason) = (given.clone(), error.to_string());
            Fault::IllegalMove { given, reason }
        };
        let position = self.game.read(&asked.position).map_err(illegal)?;
        let act = self.game.act(&position, asked.chance.as_deref(), given);
        Ok(act.map_err(illegal)?.0.play)
    }

    /// Asks a batch of questions.
    fn ask(&mut self, asked: &[AskedTurn]) -> Vec<Result<ExamineeReply, Fault>> {
        if self.ended.is_some() || asked.is_empty() {
            return Vec::new();
        }
        let began = Instant::now();
        let answered = self.examinee.answer(asked, &self.deadline, self.progress);
        self.seconds += began.elapsed().as_secs_f64();
        self.questions += answered.replies.len() as u64;
        self.ended = answered.ended.or_else(|| self.deadline.check(self.progress).err());
        answered.replies
    }
}
