//! Canonical forms as text, and back.

use std::fmt::Write;

use shuban_core::NotationError;

use crate::dyadic::Dyadic;
use crate::form_id::FormId;
use crate::forms::Forms;
use crate::infinitesimal::NumberUpStar;

/// The latest birthday of a form that is read: up to there every number that belongs to it fits.
pub const MAX_BIRTHDAY: u32 = 96;

impl Forms {
    /// The canonical form as the literature writes it: a number, ups and a nimber one after the
    /// other (`0`, `1/2`, `-3*`, `^`, `2vv*3`, `v3`), or else `{`, Left's options, `|`, Right's
    /// options, `}`, the options separated by commas and in ascending [structural
    /// order](Forms::order).
    ///
    /// One form has one text, whatever the store.
    pub fn text(&self, form: FormId) -> String {
        let mut text = String::new();
        self.write(form, &mut text);
        text
    }

    fn write(&self, form: FormId, text: &mut String) {
        if let Some(simple) = self.as_number_up_star(form) {
            // Writing to a string does not fail.
            let _ = write!(text, "{simple}");
            return;
        }
        for (sign, options) in [('{', self.left(form)), ('|', self.right(form))] {
            text.push(sign);
            for (i, &option) in options.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                self.write(option, text);
            }
        }
        text.push('}');
    }

    /// Reads any game and gives its canonical form: what [`text`](Forms::text) writes; options in
    /// any order, dominated and reversible ones too, or none (`{|}`, `{0|}`); `^2` for `^^`; `+-`
    /// or `±` and a game x for {x|−x}. Spaces may stand between the parts.
    ///
    /// # Errors
    /// [`NotationError`] for any other text, and for games with a birthday above [`MAX_BIRTHDAY`].
    pub fn parse(&self, text: &str) -> Result<FormId, NotationError> {
        let mut reader = FormReader { forms: self, text, rest: text.trim_end() };
        let form = reader.game(0)?;
        match reader.peek() {
            None => Ok(form),
            Some(_) => Err(reader.refuse("expected the end of the form")),
        }
    }
}

/// Reader of a text.
struct FormReader<'a> {
    forms: &'a Forms,
    text: &'a str,
    rest: &'a str,
}

impl FormReader<'_> {
    fn refuse(&self, reason: impl Into<String>) -> NotationError {
        let read = self.text.trim_end().len() - self.rest.len();
        NotationError::new(self.text, self.text[..read].chars().count(), reason)
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, expected: &str) -> bool {
        self.peek();
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// A number of digits, if there is one; a number that is too long counts as very large.
    fn digits(&mut self) -> Option<u64> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
    }

    fn born(&self, form: FormId) -> Result<FormId, NotationError> {
        match self.forms.birthday(form) {
            0..=MAX_BIRTHDAY => Ok(form),
            _ => Err(self.too_late()),
        }
    }

    fn too_late(&self) -> NotationError {
        self.refuse(format!("this game has a birthday above {MAX_BIRTHDAY}"))
    }

    fn game(&mut self, depth: u32) -> Result<FormId, NotationError> {
        if depth > MAX_BIRTHDAY {
            return Err(self.refuse(format!("forms nested more than {MAX_BIRTHDAY} deep")));
        }
        if self.take("+-") || self.take("±") {
            let positive = self.game(depth + 1)?;
            let negative = self.forms.negative(positive);
            return self.born(self.forms.form(&[positive], &[negative]));
        }
        if self.take("{") {
            let left = self.options(depth, '|')?;
            if !self.take("|") {
                return Err(self.refuse("expected `,` or `|`"));
            }
            let right = self.options(depth, '}')?;
            if !self.take("}") {
                return Err(self.refuse("expected `,` or `}`"));
            }
            let canonical = self.forms.known(&left, &right);
            return self.born(canonical.unwrap_or_else(|| self.forms.form(&left, &right)));
        }
        let simple = self.simple()?;
        self.born(self.forms.number_up_star(simple))
    }

    fn options(&mut self, depth: u32, end: char) -> Result<Vec<FormId>, NotationError> {
        let mut options = Vec::new();
        if self.peek() != Some(end) {
            options.push(self.game(depth + 1)?);
            while self.take(",") {
                options.push(self.game(depth + 1)?);
            }
        }
        Ok(options)
    }

    /// A number, ups and a nimber: at least one of them.
    fn simple(&mut self) -> Result<NumberUpStar, NotationError> {
        const EXPECTED: &str = "expected a number, `^`, `v`, `*`, `+-` or `{`";
        let latest = i64::from(MAX_BIRTHDAY);
        let negative = self.take("-");
        let number = self.digits();
        if negative && number.is_none() {
            return Err(self.refuse("expected a number"));
        }
        let mut value = Dyadic::ZERO;
        if let Some(numerator) = number {
            let exponent = if self.rest.starts_with('/') { self.denominator()? } else { 0 };
            let numerator = i64::try_from(numerator).map_err(|_| self.too_late())?;
            let magnitude = Dyadic::new(numerator, exponent).ok_or_else(|| self.too_late())?;
            if magnitude.floor() + i64::from(magnitude.exponent()) > latest {
                return Err(self.too_late());
            }
            value = if negative { -magnitude } else { magnitude };
        }
        let mut times = 0;
        for (arrow, sign) in [('^', 1), ('v', -1)] {
            let arrows = self.rest.len() - self.rest.trim_start_matches(arrow).len();
            self.rest = &self.rest[arrows..];
            let count = match arrows {
                0 => continue,
                1 => self.digits().unwrap_or(1),
                _ => arrows as u64,
            };
            times = sign * self.small(count)?;
            break;
        }
        let mut nimber = 0;
        if let Some(rest) = self.rest.strip_prefix('*') {
            self.rest = rest;
            let order = self.digits().unwrap_or(1);
            nimber = self.small(order)?.unsigned_abs();
        }
        if number.is_none() && times == 0 && nimber == 0 {
            return Err(self.refuse(EXPECTED));
        }
        Ok(NumberUpStar { number: value, ups: times, nimber })
    }

    /// The exponent of the power of two behind a `/`.
    fn denominator(&mut self) -> Result<u32, NotationError> {
        self.rest = &self.rest[1..];
        match self.digits() {
            Some(u64::MAX) => Err(self.too_late()),
            Some(denominator) if denominator.is_power_of_two() => Ok(denominator.trailing_zeros()),
            _ => Err(self.refuse("expected a power of two")),
        }
    }

    /// A multiple of up or a nimber that fits the type.
    fn small(&self, count: u64) -> Result<i32, NotationError> {
        match i32::try_from(count) {
            Ok(count) if count < MAX_BIRTHDAY as i32 => Ok(count),
            _ => Err(self.too_late()),
        }
    }
}
