//! Games with a name of their own.

use crate::dyadic::Dyadic;
use crate::form_id::FormId;
use crate::forms::Forms;
use crate::infinitesimal::NumberUpStar;
use crate::outcome::CgtOutcome;

/// What a canonical form is called, if it has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedForm {
    /// A number.
    Number(Dyadic),
    /// A nimber \*k, with k ≥ 1.
    Nimber(u32),
    /// Any other sum of a number, ups and a nimber.
    NumberUpStar(NumberUpStar),
    /// {a|b} with numbers a > b.
    Switch(Dyadic, Dyadic),
    /// Tiny-G = {0|{0|−G}} for the positive game G: an infinitesimal smaller than every ↑ⁿ if G is
    /// a number.
    Tiny(FormId),
    /// Miny-G, the negative of tiny-G.
    Miny(FormId),
    /// One without a name.
    Other,
}

impl Forms {
    /// What it is called.
    pub fn named(&self, form: FormId) -> NamedForm {
        if let Some(simple) = self.as_number_up_star(form) {
            return match (simple.as_number(), simple) {
                (Some(number), _) => NamedForm::Number(number),
                (None, NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber }) => {
                    NamedForm::Nimber(nimber)
                }
                (None, _) => NamedForm::NumberUpStar(simple),
            };
        }
        if let (&[left], &[right]) = (self.left(form), self.right(form))
            && let (Some(left), Some(right)) = (self.as_number(left), self.as_number(right))
        {
            return NamedForm::Switch(left, right);
        }
        let miny = || self.threat(self.negative(form)).map(NamedForm::Miny);
        self.threat(form).map(NamedForm::Tiny).or_else(miny).unwrap_or(NamedForm::Other)
    }

    /// G, if the form is tiny-G.
    fn threat(&self, form: FormId) -> Option<FormId> {
        let (&[FormId::ZERO], &[right]) = (self.left(form), self.right(form)) else { return None };
        let (&[FormId::ZERO], &[threat]) = (self.left(right), self.right(right)) else {
            return None;
        };
        (self.outcome(threat) == CgtOutcome::Right).then(|| self.negative(threat))
    }

    /// The form of a number, ups and a nimber.
    pub fn number_up_star(&self, simple: NumberUpStar) -> FormId {
        let NumberUpStar { number, ups, nimber } = simple;
        let same = |ups, nimber| self.number_up_star(NumberUpStar { number, ups, nimber });
        match (ups, nimber) {
            (0, 0) => self.number(number),
            (0, nimber) => {
                let mut options: Vec<FormId> = Vec::with_capacity(nimber as usize);
                options.push(self.number(number));
                for _ in 1..=nimber {
                    self.sort(&mut options);
                    let star = self.intern(&options, &options);
                    options.push(star);
                }
                // The last one made is what was asked for.
                options.pop().unwrap_or(FormId::ZERO)
            }
            (..0, _) => self.negative(self.number_up_star(-simple)),
            (1, 1) => {
                let mut left = [same(0, 0), same(0, 1)];
                self.sort(&mut left);
                self.intern(&left, &[same(0, 0)])
            }
            _ => self.intern(&[same(0, 0)], &[same(ups - 1, nimber ^ 1)]),
        }
    }
}
