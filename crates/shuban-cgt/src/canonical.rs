//! From options to the canonical form.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::form_id::FormId;
use crate::forms::{Forms, Stop};

impl Forms {
    /// The canonical form of the game with these options, in any order and with repetitions.
    ///
    /// A game that has a number between its options is the simplest of these. Any other game gets
    /// its canonical form by bypassing reversible options and leaving out dominated ones, until
    /// there are none (Siegel, *Combinatorial Game Theory*, II.2).
    ///
    /// # Panics
    /// If it is a number of more than 96 binary places, which takes a birthday above 96.
    pub fn form(&self, left: &[FormId], right: &[FormId]) -> FormId {
        // The stops of the game if it is not a number; as a number it lies between them.
        let left_stop =
            left.iter().map(|&option| self.right_stop_form(option)).max_by_key(|stop| stop.number);
        let right_stop =
            right.iter().map(|&option| self.left_stop_form(option)).min_by_key(|stop| stop.number);
        if let Some(number) = self.number_between(left, right, left_stop, right_stop) {
            return self.number(number);
        }
        let stops =
            [left_stop, right_stop].map(|stop| stop.map_or(Dyadic::ZERO, |stop| stop.number));
        let mut game = ReducedGame::new(self, left, right, stops);
        game.bypass();
        self.intern_best(game.left, game.right)
    }

    /// The form of options none of which is reversible, of a game that is not a number.
    pub(super) fn intern_best(&self, mut left: Vec<FormId>, mut right: Vec<FormId>) -> FormId {
        keep_best(&mut left, |a, b| self.is_at_most(a, b));
        keep_best(&mut right, |a, b| self.is_at_most(b, a));
        self.sort(&mut left);
        self.sort(&mut right);
        self.intern(&left, &right)
    }

    /// The number that the game with these options is, if it is one: the simplest x such that no
    /// Left option is ≥ x and no Right option ≤ x (*the simplicity theorem*).
    ///
    /// A Left option is ≥ x if its right stop is above x, and is not if that is below x: so x lies
    /// between the largest of these right stops and the smallest of the left stops of Right's
    /// options, and may be one of the two only if no option forbids it.
    fn number_between(
        &self,
        left: &[FormId],
        right: &[FormId],
        left_stop: Option<Stop>,
        right_stop: Option<Stop>,
    ) -> Option<Dyadic> {
        let is_inside = |number: Dyadic| {
            left_stop.is_none_or(|stop| {
                stop.number < number
                    || (stop.number == number
                        && !left.iter().any(|&o| self.is_at_most(stop.form, o)))
            }) && right_stop.is_none_or(|stop| {
                number < stop.number
                    || (stop.number == number
                        && !right.iter().any(|&o| self.is_at_most(o, stop.form)))
            })
        };
        let bound = |stop: Option<Stop>, inside| stop.map(|stop| (stop.number, inside));
        let closed = Dyadic::simplest(bound(left_stop, true), bound(right_stop, true))?;
        if is_inside(closed) {
            return Some(closed);
        }
        // It is one of the stops, or else nothing forbids it.
        if let (Some(lower), Some(upper)) = (left_stop, right_stop)
            && lower.number == upper.number
        {
            return None;
        }
        let inside = |stop: Option<Stop>| stop.is_some_and(|stop| is_inside(stop.number));
        let lower = bound(left_stop, inside(left_stop));
        let number = Dyadic::simplest(lower, bound(right_stop, inside(right_stop)));
        Some(number.expect("a number of a game has at most 96 binary places"))
    }

    /// Whether the form of these options, each list in ascending structural order, is canonical as
    /// it stands.
    pub fn is_canonical(&self, left: &[FormId], right: &[FormId]) -> bool {
        let form = self.form(left, right);
        self.left(form) == left && self.right(form) == right
    }
}

/// Leaves of some options the best, given whether one is at most as good as another.
fn keep_best(options: &mut Vec<FormId>, is_at_most: impl Fn(FormId, FormId) -> bool) {
    let mut kept: Vec<FormId> = Vec::with_capacity(options.len());
    for &option in &*options {
        if !kept.iter().any(|&other| is_at_most(option, other)) {
            kept.retain(|&other| !is_at_most(other, option));
            kept.push(option);
        }
    }
    *options = kept;
}

/// A game on the way to its canonical form, not a number. Its options change, its value never does.
struct ReducedGame<'f> {
    forms: &'f Forms,
    left: Vec<FormId>,
    right: Vec<FormId>,
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// Results of comparisons.
    known: FxHashMap<Comparison, bool>,
}

/// How the game is compared with a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Comparison {
    /// Whether it is at least the form.
    AtLeast(FormId),
    /// Whether it is at most the form.
    AtMost(FormId),
}

impl<'f> ReducedGame<'f> {
    fn new(forms: &'f Forms, left: &[FormId], right: &[FormId], stops: [Dyadic; 2]) -> Self {
        let [mut left, mut right] = [left.to_vec(), right.to_vec()];
        left.sort_unstable();
        left.dedup();
        right.sort_unstable();
        right.dedup();
        // Fewer options make all that follows shorter.
        keep_best(&mut left, |a, b| forms.is_at_most(a, b));
        keep_best(&mut right, |a, b| forms.is_at_most(b, a));
        let [left_stop, right_stop] = stops;
        ReducedGame { forms, left, right, left_stop, right_stop, known: FxHashMap::default() }
    }

    /// Replaces each Left option that has an answer ≤ the game by the Left options of that answer,
    /// and likewise for Right, until there is none.
    fn bypass(&mut self) {
        let forms = self.forms;
        let mut i = 0;
        while let Some(&option) = self.left.get(i) {
            match forms.right(option).iter().find(|&&answer| self.is_at_least(answer)) {
                Some(&answer) => replace(&mut self.left, i, forms.left(answer)),
                None => i += 1,
            }
        }
        let mut i = 0;
        while let Some(&option) = self.right.get(i) {
            match forms.left(option).iter().find(|&&answer| self.is_at_most(answer)) {
                Some(&answer) => replace(&mut self.right, i, forms.right(answer)),
                None => i += 1,
            }
        }
    }

    /// Whether form ≤ game: see [`Forms::is_at_most`].
    fn is_at_least(&mut self, form: FormId) -> bool {
        let forms = self.forms;
        if forms.left_stop(form) < self.right_stop {
            return true;
        }
        if self.left_stop < forms.left_stop(form) || self.right_stop < forms.right_stop(form) {
            return false;
        }
        let question = Comparison::AtLeast(form);
        if let Some(&known) = self.known.get(&question) {
            return known;
        }
        let is_it = !self.right.iter().any(|&option| forms.is_at_most(option, form))
            && !forms.left(form).iter().any(|&option| self.is_at_most(option));
        self.known.insert(question, is_it);
        is_it
    }

    /// Whether game ≤ form.
    fn is_at_most(&mut self, form: FormId) -> bool {
        let forms = self.forms;
        if self.left_stop < forms.right_stop(form) {
            return true;
        }
        if forms.left_stop(form) < self.left_stop || forms.right_stop(form) < self.right_stop {
            return false;
        }
        let question = Comparison::AtMost(form);
        if let Some(&known) = self.known.get(&question) {
            return known;
        }
        let is_it = !self.left.iter().any(|&option| forms.is_at_most(form, option))
            && !forms.right(form).iter().any(|&option| self.is_at_least(option));
        self.known.insert(question, is_it);
        is_it
    }
}

/// Takes an option away and puts others, as far as they are not there, at the end.
fn replace(options: &mut Vec<FormId>, i: usize, by: &[FormId]) {
    options.swap_remove(i);
    for &option in by {
        if !options.contains(&option) {
            options.push(option);
        }
    }
}
