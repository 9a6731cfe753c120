//! The positions of a database that hold records.

use shuban_catalog::{AnyAnswer, AnyEvent};
use shuban_core::{Datum, Fields};

use super::field_values::number;
use super::texts::Texts;

/// A position that holds a record, with its merit.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    merit: f64,
    pub(super) game: String,
    pub(super) position: String,
    pub(super) said: String,
}

/// Name of a record, from the table of texts.
pub(super) type Name = fn(&Texts) -> &'static str;

/// The records of a layer.
pub(crate) struct Records {
    pub(super) all: Vec<(Name, Option<Holder>)>,
    /// True if all positions were examined.
    pub(super) is_whole: bool,
}

/// Returns the distance to the end, if the value has it under one of these names.
fn distance(value: &Fields) -> Option<f64> {
    ["distance", "plies", "depth", "moves"].iter().find_map(|name| match value.get(name)? {
        Datum::Integer(Some(number)) => Some(*number as f64),
        _ => None,
    })
}

/// Returns the difference between the values of the best and the second-best move of an event.
fn stake(event: &AnyEvent) -> Option<f64> {
    let mut values = event.plays.iter().map(|play| number(play.value.as_ref()?));
    Some((values.next()?? - values.next()??).abs())
}

/// Returns true if only one move is best.
fn is_single(event: &AnyEvent) -> bool {
    matches!(&event.plays[..], [best, second, ..] if best.value.is_some() && second.rank > 0)
}

impl Records {
    pub(super) fn new(is_whole: bool) -> Self {
        let all: Vec<(Name, Option<Holder>)> = vec![
            (|texts| texts.best_for_mover, None),
            (|texts| texts.worst_for_mover, None),
            (|texts| texts.closest, None),
            (|texts| texts.most_at_stake, None),
            (|texts| texts.longest, None),
            (|texts| texts.most_moves, None),
            (|texts| texts.surprising, None),
        ];
        Records { all, is_whole }
    }

    pub(super) fn see(&mut self, answer: &AnyAnswer) {
        let value = answer.value.as_ref();
        let worth = value.and_then(number);
        let most = answer.events.iter().max_by_key(|event| event.plays.len());
        let at_stake = answer.events.iter().filter_map(stake).max_by(f64::total_cmp);
        let single = answer.events.iter().filter(|event| is_single(event));
        let single = single.map(|event| event.plays.len()).max().filter(|&count| count > 1);
        let moves = most.map(|event| event.plays.len() as f64);
        let signed = |number: f64| format!("{number:+.4}");
        let short = |number: f64| format!("{number}");
        self.offer(0, answer, worth, signed);
        self.offer(1, answer, worth.map(|worth| -worth), |worth| signed(-worth));
        self.offer(2, answer, worth.map(|worth| -worth.abs()), |_| {
            worth.map(signed).unwrap_or_default()
        });
        self.offer(3, answer, at_stake.filter(|&at| at > 0.0), signed);
        self.offer(4, answer, value.and_then(distance), short);
        self.offer(5, answer, moves, short);
        self.offer(6, answer, single.map(|count| count as f64), short);
    }

    /// Keeps the first of the positions with the largest merit.
    fn offer(
        &mut self,
        which: usize,
        answer: &AnyAnswer,
        merit: Option<f64>,
        said: impl Fn(f64) -> String,
    ) {
        let Some(merit) = merit else { return };
        let holder = &mut self.all[which].1;
        if holder.as_ref().is_none_or(|holder| merit > holder.merit) {
            let (game, position) = (answer.game.clone(), answer.position.text.clone());
            *holder = Some(Holder { merit, game, position, said: said(merit) });
        }
    }
}
