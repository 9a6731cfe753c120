//! The winner of a sum of many games, without computing the sum.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::effort::Effort;
use crate::form_id::FormId;
use crate::forms::Forms;
use crate::infinitesimal::NumberUpStar;
use crate::outcome::Player;
use crate::thermograph::Thermograph;

impl Forms {
    /// The winner of the sum of some games if `begins` begins. Exact, whatever it takes.
    ///
    /// Numbers, ups and nimbers are added up, and a game and its negative cancel. Then, at every
    /// node of a search over moves in the sum: at most two games are compared; the
    /// [thermographs](Self::winner_by_thermographs) decide most other sums; else moves are tried,
    /// those in hot games first, and results are cached until the search ends.
    ///
    /// **Moves in the number x are never tried.** The thermographs have decided for Left if it is
    /// to move and the mean of the sum is above 0. If it is not, and the sum is a number, Left has
    /// no winning move at all. If the sum is not a number, neither is the sum of all else, and
    /// then, if Left has any winning move, it has one that is not in x (*number avoidance*; Siegel,
    /// *Combinatorial Game Theory*, II.3). For Right likewise.
    ///
    /// Four games of a few moves each take about a microsecond; the worst sums of very many hot
    /// games whose means cancel take exponential time.
    pub fn winner(&self, terms: &[FormId], begins: Player) -> Player {
        self.winner_within(terms, begins, Effort::of(u64::MAX))
            .expect("a search without a limit comes to its end")
    }

    /// The same, within this effort: sums in which moves are tried, for each of which about 200
    /// bytes are kept until the search ends.
    pub fn winner_within(
        &self,
        terms: &[FormId],
        begins: Player,
        effort: Effort,
    ) -> Option<Player> {
        let mut search = WinnerSearch { forms: self, known: FxHashMap::default(), effort };
        let wins = search.wins(&FormSum::of(self, terms), begins)?;
        Some(if wins { begins } else { begins.opponent() })
    }

    /// The winner of the sum of some games if `begins` begins, if thermographs alone decide.
    ///
    /// Let S be the sum of games Gᵢ, L(t) and R(t) the walls of their thermographs at a temperature
    /// t ≥ 0. For each t, and for each i,
    ///
    /// * the left stop of S is at least Lᵢ(t) + Σ Rⱼ(t) over the others j, and at most Σ Lⱼ(t) over
    ///   all + t;
    /// * the right stop of S is at most Rᵢ(t) + Σ Lⱼ(t) over the others j, and at least Σ Rⱼ(t)
    ///   over all − t.
    ///
    /// For the walls at t are the stops of the games cooled by t; cooling goes over into sums; and
    /// stops of any two games keep L(A) + R(B) ≤ L(A+B) ≤ L(A) + L(B). That bounds the left stop of
    /// S cooled by t, which is at most the left stop of S itself and less than it by at most t,
    /// since left walls have no slopes but 0 and −1. (Berlekamp, Conway, Guy, *Winning Ways*,
    /// chapter 6; the lower bound of the left stop is what the strategy *thermostrat* secures.)
    ///
    /// If Left begins it wins if the left stop of S is above 0, and loses if it is below 0: so the
    /// bounds decide if one of them does at some t. They are made of straight pieces between the
    /// corners of the walls, the lower ones as the largest of several and the upper ones as the
    /// smallest: so if any t decides, 0, a corner or the hottest temperature does.
    pub fn winner_by_thermographs(&self, terms: &[FormId], begins: Player) -> Option<Player> {
        let sum = FormSum::of(self, terms);
        let wins = if sum.terms.is_empty() {
            sum.simple.outcome().winner(begins) == begins
        } else {
            sum.wins_by_thermographs(self, begins)?
        };
        Some(if wins { begins } else { begins.opponent() })
    }
}

/// A sum of games, simplified as far as possible without search.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct FormSum {
    /// Numbers, ups and nimbers.
    simple: NumberUpStar,
    /// All else, by ascending ids, never a game and its negative.
    terms: Vec<FormId>,
}

impl FormSum {
    fn of(forms: &Forms, terms: &[FormId]) -> Self {
        let mut sum = FormSum::default();
        for &term in terms {
            sum.add(forms, term);
        }
        sum
    }

    fn add(&mut self, forms: &Forms, term: FormId) {
        if let Some(simple) = forms.as_number_up_star(term) {
            self.simple = self.simple + simple;
        } else if let Ok(place) = self.terms.binary_search(&forms.negative(term)) {
            self.terms.remove(place);
        } else {
            let place = self.terms.binary_search(&term).unwrap_or_else(|place| place);
            self.terms.insert(place, term);
        }
    }

    /// The sum after a move from a term to one of its options.
    fn with_move(&self, forms: &Forms, place: usize, option: FormId) -> Self {
        let mut after = self.clone();
        after.terms.remove(place);
        after.add(forms, option);
        after
    }

    /// Returns true if the mover wins, if the thermographs decide. There is at least one term.
    fn wins_by_thermographs(&self, forms: &Forms, mover: Player) -> Option<bool> {
        let graphs: Vec<&Thermograph> =
            self.terms.iter().map(|&term| forms.thermograph(term)).collect();
        let at = |t| {
            let (mut left, mut right, mut widest) =
                (self.simple.number, self.simple.number, Dyadic::ZERO);
            for graph in &graphs {
                let (left_stop, right_stop) = (graph.left.at(t), graph.right.at(t));
                left = left + left_stop;
                right = right + right_stop;
                widest = widest.max(left_stop - right_stop);
            }
            // Bounds for the mover, both turned so that positive is good.
            let (lower, upper) = match mover {
                Player::Left => (right + widest, left + t),
                Player::Right => (widest - left, t - right),
            };
            match () {
                () if Dyadic::ZERO < lower => Some(true),
                () if upper < Dyadic::ZERO => Some(false),
                () => None,
            }
        };
        let hottest = graphs.iter().map(|graph| graph.temperature).max()?;
        let walls = graphs.iter().flat_map(|graph| [&graph.left, &graph.right]);
        let corners = walls.flat_map(|wall| &wall.corners).map(|&(t, _)| t);
        let between = corners.filter(|&t| Dyadic::ZERO < t && t < hottest);
        [hottest, Dyadic::ZERO].into_iter().chain(between).find_map(at)
    }
}

/// A search over moves in a sum.
struct WinnerSearch<'f> {
    forms: &'f Forms,
    /// True if the side to move wins.
    known: FxHashMap<(FormSum, Player), bool>,
    /// Number of sums in which moves may still be tried.
    effort: Effort<'f>,
}

impl WinnerSearch<'_> {
    /// Returns true if the side to move wins; `None` if that takes too much work.
    fn wins(&mut self, sum: &FormSum, mover: Player) -> Option<bool> {
        let forms = self.forms;
        let no_more = sum.simple == NumberUpStar::default();
        match sum.terms[..] {
            [] => return Some(sum.simple.outcome().winner(mover) == mover),
            [a] if no_more => return Some(forms.outcome(a).winner(mover) == mover),
            [a, b] if no_more => {
                let b = forms.negative(b);
                return Some(match mover {
                    Player::Left => !forms.is_at_most(a, b),
                    Player::Right => !forms.is_at_most(b, a),
                });
            }
            _ => {}
        }
        if let Some(wins) = sum.wins_by_thermographs(forms, mover) {
            return Some(wins);
        }
        let question = (sum.clone(), mover);
        if let Some(&known) = self.known.get(&question) {
            return Some(known);
        }
        self.effort.spend(1)?;
        let wins = self.has_winning_move(sum, mover)?;
        self.known.insert(question, wins);
        Some(wins)
    }

    fn has_winning_move(&mut self, sum: &FormSum, mover: Player) -> Option<bool> {
        let forms = self.forms;
        for (place, option) in ordered_moves(forms, sum, mover) {
            if !self.wins(&sum.with_move(forms, place, option), mover.opponent())? {
                return Some(true);
            }
        }
        for simple in sum.simple.infinitesimal_options(mover) {
            if !self.wins(&FormSum { simple, ..sum.clone() }, mover.opponent())? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// The moves of a side in the terms of a sum, most promising first: those that gain most when every
/// move is taxed by the temperature of the second hottest game, where the answer commonly lies.
fn ordered_moves(forms: &Forms, sum: &FormSum, mover: Player) -> Vec<(usize, FormId)> {
    let temperatures = sum.terms.iter().map(|&term| forms.thermograph(term).temperature);
    let (_, second) = temperatures.fold((Dyadic::ZERO, Dyadic::ZERO), |(first, second), t| {
        if first < t { (t, first) } else { (first, second.max(t)) }
    });
    let mut moves = Vec::new();
    for (place, &term) in sum.terms.iter().enumerate() {
        // Equal terms stand side by side.
        if place > 0 && sum.terms[place - 1] == term {
            continue;
        }
        let before = forms.thermograph(term);
        for &option in forms.options(term, mover) {
            let after = forms.thermograph(option);
            let gain = match mover {
                Player::Left => after.right.at(second) - before.right.at(second),
                Player::Right => before.left.at(second) - after.left.at(second),
            };
            moves.push((gain, place, option));
        }
    }
    moves.sort_by_key(|&(gain, ..)| -gain);
    moves.into_iter().map(|(_, place, option)| (place, option)).collect()
}
