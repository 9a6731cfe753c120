//! Canonical forms of games, by the textbook: dominated options are left out, reversible ones are
//! bypassed.

use std::collections::BTreeMap;

/// A canonical form, by its number in a store.
pub(crate) type Form = usize;

/// The game without options.
pub(crate) const ZERO: Form = 0;

/// Options of Left and of Right, each ascending.
type Options = [Vec<Form>; 2];

/// A store of canonical forms: equal games are one form.
pub(crate) struct Forms {
    all: Vec<Options>,
    numbers: BTreeMap<Options, Form>,
    at_most: BTreeMap<[Form; 2], bool>,
    sums: BTreeMap<[Form; 2], Form>,
}

impl Forms {
    pub(crate) fn new() -> Self {
        let zero = Options::default();
        Forms {
            all: vec![zero.clone()],
            numbers: BTreeMap::from([(zero, ZERO)]),
            at_most: BTreeMap::new(),
            sums: BTreeMap::new(),
        }
    }

    /// Returns the options of a form.
    pub(crate) fn options(&self, form: Form) -> &Options {
        &self.all[form]
    }

    /// Returns true if g ≤ h: no option of Left of g is ≥ h, and no option of Right of h is ≤ g.
    pub(crate) fn is_at_most(&mut self, g: Form, h: Form) -> bool {
        if let Some(known) = self.at_most.get(&[g, h]) {
            return *known;
        }
        let (left, right) = (self.all[g][0].clone(), self.all[h][1].clone());
        let is_so = !left.into_iter().any(|option| self.is_at_most(h, option))
            && !right.into_iter().any(|option| self.is_at_most(option, g));
        self.at_most.insert([g, h], is_so);
        is_so
    }

    /// Returns the canonical form of the game with these options, which are canonical.
    pub(crate) fn form(&mut self, left: &[Form], right: &[Form]) -> Form {
        let mut options = [left.to_vec(), right.to_vec()];
        loop {
            options = self.without_dominated(options);
            let (bypassed, is_changed) = self.bypassed(&options);
            if !is_changed {
                break;
            }
            options = bypassed;
        }
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        self.all.push(options.clone());
        let form = self.all.len() - 1;
        self.numbers.insert(options, form);
        form
    }

    /// Leaves out options that another one of the same side is at least as good as.
    fn without_dominated(&mut self, options: Options) -> Options {
        let [left, right] = options.map(|mut side| {
            side.sort_unstable();
            side.dedup();
            side
        });
        let is_best = |forms: &mut Self, side: &[Form], option: Form, is_left: bool| {
            !side.iter().any(|&other| {
                let [less, more] = if is_left { [option, other] } else { [other, option] };
                other != option && forms.is_at_most(less, more)
            })
        };
        [(left, true), (right, false)].map(|(side, is_left)| {
            let all = side.clone();
            side.into_iter().filter(|&option| is_best(self, &all, option, is_left)).collect()
        })
    }

    /// Replaces the first reversible option: one of Left from which Right can go to something that
    /// is no better for Left than the game is, or the other way round.
    fn bypassed(&mut self, options: &Options) -> (Options, bool) {
        for side in 0..2 {
            for (place, &option) in options[side].iter().enumerate() {
                for answer in self.all[option][1 - side].clone() {
                    if self.is_no_better(side, answer, options) {
                        let mut bypassed = options.clone();
                        bypassed[side].remove(place);
                        bypassed[side].extend_from_slice(&self.all[answer][side]);
                        return (bypassed, true);
                    }
                }
            }
        }
        (options.clone(), false)
    }

    /// Returns true if a form is at most the game with these options, for Left; at least, for Right.
    fn is_no_better(&mut self, side: usize, form: Form, options: &Options) -> bool {
        let [left, right] = options;
        let own = self.all[form].clone();
        match side {
            // form ≤ game: no option of Left of the form is ≥ the game, and none of Right of the
            // game is ≤ the form.
            0 => {
                !own[0].iter().any(|&option| self.is_no_worse(option, options))
                    && !right.iter().any(|&option| self.is_at_most(option, form))
            }
            _ => {
                !own[1].iter().any(|&option| self.is_no_better(0, option, options))
                    && !left.iter().any(|&option| self.is_at_most(form, option))
            }
        }
    }

    /// Returns true if a form is at least the game with these options.
    fn is_no_worse(&mut self, form: Form, options: &Options) -> bool {
        self.is_no_better(1, form, options)
    }

    /// Returns the sum of two games.
    pub(crate) fn sum(&mut self, g: Form, h: Form) -> Form {
        let key = [g.min(h), g.max(h)];
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let [left, right] = [0, 1].map(|side| {
            let (of_g, of_h) = (self.all[g][side].clone(), self.all[h][side].clone());
            let mut options: Vec<Form> = of_g.into_iter().map(|g| self.sum(g, h)).collect();
            options.extend(of_h.into_iter().map(|h| self.sum(g, h)));
            options
        });
        let sum = self.form(&left, &right);
        self.sums.insert(key, sum);
        sum
    }

    /// Returns the game with the sides exchanged.
    pub(crate) fn negative(&mut self, form: Form) -> Form {
        let [right, left] = self.all[form].clone().map(|side| {
            side.into_iter().map(|option| self.negative(option)).collect::<Vec<Form>>()
        });
        self.form(&left, &right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_games_are_those_of_the_textbook() {
        let mut forms = Forms::new();
        let one = forms.form(&[ZERO], &[]);
        let star = forms.form(&[ZERO], &[ZERO]);
        let half = forms.form(&[ZERO], &[one]);
        assert_eq!(forms.sum(star, star), ZERO);
        assert_eq!(forms.sum(half, half), one);
        let minus = forms.negative(one);
        assert_eq!(forms.sum(one, minus), ZERO);
        // {-1|1} = 0, as both options are reversible; and {0,*|0} = up + star.
        assert_eq!(forms.form(&[minus], &[one]), ZERO);
        let up = forms.form(&[ZERO], &[star]);
        let up_star = forms.form(&[ZERO, star], &[ZERO]);
        assert_eq!(forms.sum(up, star), up_star);
        assert!(forms.is_at_most(ZERO, up) && !forms.is_at_most(up, ZERO));
    }
}
