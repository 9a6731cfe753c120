//! Sums of games.

use crate::form_id::FormId;
use crate::forms::Forms;
use crate::infinitesimal::NumberUpStar;

impl Forms {
    /// The canonical form of a + b: either side moves in one of the two. Cached.
    ///
    /// # Panics
    /// As [`form`](Forms::form).
    pub fn sum(&self, a: FormId, b: FormId) -> FormId {
        let pair = (a.min(b), a.max(b));
        let (a, b) = pair;
        if a == FormId::ZERO {
            return b;
        }
        if let (Some(a), Some(b)) = (self.as_number_up_star(a), self.as_number_up_star(b)) {
            return self.number_up_star(a + b);
        }
        if let Some(known) = self.known_sum(pair) {
            return known;
        }
        let sum = if self.as_number(a).is_some() {
            self.translated(b, a)
        } else if self.as_number(b).is_some() {
            self.translated(a, b)
        } else if self.negative(a) == b {
            FormId::ZERO
        } else {
            let options = |of: fn(&Self, FormId) -> &[FormId]| -> Vec<FormId> {
                let in_a = of(self, a).iter().map(|&option| self.sum(option, b));
                in_a.chain(of(self, b).iter().map(|&option| self.sum(a, option))).collect()
            };
            self.form(&options(Forms::left), &options(Forms::right))
        };
        self.remember_sum(pair, sum);
        sum
    }

    /// A form that is not a number, plus a number: the number is added to every option, and the
    /// result is canonical (*number translation*; Siegel, *Combinatorial Game Theory*, II.2).
    fn translated(&self, form: FormId, number: FormId) -> FormId {
        let translate = |options: &[FormId]| -> Vec<FormId> {
            let mut translated: Vec<FormId> =
                options.iter().map(|&option| self.sum(option, number)).collect();
            self.sort(&mut translated);
            translated
        };
        self.intern(&translate(self.left(form)), &translate(self.right(form)))
    }

    /// The canonical form of a − b.
    ///
    /// # Panics
    /// As [`form`](Forms::form).
    pub fn difference(&self, a: FormId, b: FormId) -> FormId {
        self.sum(a, self.negative(b))
    }

    /// The canonical form of a sum of any number of games.
    ///
    /// # Panics
    /// As [`form`](Forms::form).
    pub fn total(&self, forms: impl IntoIterator<Item = FormId>) -> FormId {
        let mut simple = NumberUpStar::default();
        let mut total = FormId::ZERO;
        for form in forms {
            match self.as_number_up_star(form) {
                Some(term) => simple = simple + term,
                None => total = self.sum(total, form),
            }
        }
        self.sum(total, self.number_up_star(simple))
    }
}
