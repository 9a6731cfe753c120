//! Canonical forms from options.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::form_id::FormId;
use crate::forms::{Forms, Stop};
use crate::outcome::Player;

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
        let [left_stop, right_stop] = self.stops_of_options(left, right);
        if let Some(number) = self.number_between(left, right, left_stop, right_stop) {
            return self.number(number);
        }
        let number = |stop: Option<Stop>| stop.map_or(Dyadic::ZERO, |stop| stop.number);
        // Fewer options make the rest shorter.
        let mut game = ReducedGame {
            forms: self,
            options: [self.best(Player::Left, left), self.best(Player::Right, right)],
            left_stop: number(left_stop),
            right_stop: number(right_stop),
            known: FxHashMap::default(),
        };
        game.bypass();
        let [mut left, mut right] = [Player::Left, Player::Right]
            .map(|player| self.best(player, &game.options[player as usize]));
        self.sort(&mut left);
        self.sort(&mut right);
        self.intern(&left, &right)
    }

    /// A player's options that no other one is as good as; of equal ones, one.
    fn best(&self, player: Player, options: &[FormId]) -> Vec<FormId> {
        let mut best: Vec<FormId> = Vec::with_capacity(options.len());
        for &option in options {
            if !best.iter().any(|&other| self.is_as_good(player, other, option)) {
                best.retain(|&other| !self.is_as_good(player, option, other));
                best.push(option);
            }
        }
        best
    }

    /// The number that the game with these options equals, if any: the simplest x such that no Left
    /// option is ≥ x and no Right option ≤ x (*the simplicity theorem*).
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
        // It is one of the stops, or else no option forbids it.
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
}

/// A game on the way to its canonical form, not a number. Its options change, its value never does.
struct ReducedGame<'f> {
    forms: &'f Forms,
    /// Options of Left and of Right.
    options: [Vec<FormId>; 2],
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// Results of [`is_as_good`](Self::is_as_good).
    known: FxHashMap<(Player, FormId), bool>,
}

impl ReducedGame<'_> {
    /// Replaces each option that the opponent can answer by a position no better for the mover than
    /// the game by the mover's options of that answer, until no such option is left.
    fn bypass(&mut self) {
        let forms = self.forms;
        for mover in [Player::Left, Player::Right] {
            let mut i = 0;
            while let Some(&option) = self.options[mover as usize].get(i) {
                let answers = forms.options(option, mover.opponent());
                match answers.iter().find(|&&answer| self.is_as_good(mover, answer)) {
                    Some(&answer) => {
                        let by = forms.options(answer, mover);
                        replace(&mut self.options[mover as usize], i, by);
                    }
                    None => i += 1,
                }
            }
        }
    }

    /// Returns true if it is at least as good for a player as a form: [`Forms::is_at_most`].
    fn is_as_good(&mut self, player: Player, form: FormId) -> bool {
        let (forms, opponent) = (self.forms, player.opponent());
        let game = (self.left_stop, self.right_stop);
        let other = (forms.left_stop(form), forms.right_stop(form));
        // The result is whether `low` is at most `high`.
        let (low, high) = if player == Player::Left { (other, game) } else { (game, other) };
        if low.0 < high.1 {
            return true;
        }
        if high.0 < low.0 || high.1 < low.1 {
            return false;
        }
        if let Some(&known) = self.known.get(&(player, form)) {
            return known;
        }
        let answers = &self.options[opponent as usize];
        let is_it = !answers.iter().any(|&option| forms.is_as_good(opponent, option, form))
            && !forms.options(form, player).iter().any(|&option| self.is_as_good(opponent, option));
        self.known.insert((player, form), is_it);
        is_it
    }
}

/// Removes an option and appends others, as far as they are not there.
fn replace(options: &mut Vec<FormId>, i: usize, by: &[FormId]) {
    options.swap_remove(i);
    for &option in by {
        if !options.contains(&option) {
            options.push(option);
        }
    }
}
