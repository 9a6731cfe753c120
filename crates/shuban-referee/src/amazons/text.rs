//! Canonical forms as a dictionary writes them.

use crate::amazons::forms::{Form, Forms, ZERO};

/// Most nested braces, largest integer, most ups and largest nimber that are read: more than the
/// regions of a table have moves.
const MOST: u32 = 16;

/// Reads a canonical form: a number, ups and a nimber one after the other (`1/2`, `-3*`, `2vv*3`,
/// `v3`), or `{`, Left's options, `|`, Right's options, `}`. Returns `None` for anything else, and
/// for options that a canonical form does not have.
pub(crate) fn read(forms: &mut Forms, text: &[u8]) -> Option<Form> {
    let mut reader = Reader { forms, rest: text };
    let form = reader.game(0)?;
    reader.rest.is_empty().then_some(form)
}

struct Reader<'a> {
    forms: &'a mut Forms,
    rest: &'a [u8],
}

impl Reader<'_> {
    fn take(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn digits(&mut self) -> Option<u32> {
        let len = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(len);
        self.rest = rest;
        std::str::from_utf8(digits).ok()?.parse().ok()
    }

    fn game(&mut self, depth: u32) -> Option<Form> {
        if depth > MOST {
            return None;
        }
        if !self.take(b'{') {
            return self.simple();
        }
        let left = self.options(depth, b'|')?;
        let right = self.options(depth, b'}')?;
        let form = self.forms.form(&left, &right);
        let sorted = |mut side: Vec<Form>| {
            side.sort_unstable();
            side
        };
        (*self.forms.options(form) == [left, right].map(sorted)).then_some(form)
    }

    fn options(&mut self, depth: u32, end: u8) -> Option<Vec<Form>> {
        let mut options = Vec::new();
        while !self.take(end) {
            if !options.is_empty() && !self.take(b',') {
                return None;
            }
            options.push(self.game(depth + 1)?);
        }
        Some(options)
    }

    fn simple(&mut self) -> Option<Form> {
        let before = self.rest.len();
        let is_negative = self.take(b'-');
        let mut sum = ZERO;
        if let Some(numerator) = self.digits() {
            let denominator = if self.take(b'/') { self.digits()? } else { 1 };
            let number = number(self.forms, numerator, denominator)?;
            sum = if is_negative { self.forms.negative(number) } else { number };
        } else if is_negative {
            return None;
        }
        for (arrow, is_up) in [(b'^', true), (b'v', false)] {
            let mut times = 0;
            while self.take(arrow) {
                times += 1;
            }
            // A single arrow may have a count.
            times = if times == 1 { self.digits().unwrap_or(1) } else { times };
            let star = self.forms.form(&[ZERO], &[ZERO]);
            let [left, right] = if is_up { [ZERO, star] } else { [star, ZERO] };
            let one = self.forms.form(&[left], &[right]);
            if times > MOST {
                return None;
            }
            for _ in 0..times {
                sum = self.forms.sum(sum, one);
            }
        }
        if self.take(b'*') {
            let nimber = self.digits().unwrap_or(1);
            if nimber > MOST {
                return None;
            }
            let mut smaller = vec![ZERO];
            for _ in 1..nimber {
                let next = self.forms.form(&smaller, &smaller);
                smaller.push(next);
            }
            let nimber = self.forms.form(&smaller, &smaller);
            sum = self.forms.sum(sum, nimber);
        }
        (self.rest.len() < before).then_some(sum)
    }
}

/// Returns the form of a number that is not negative: n = {n − 1|}, and a fraction in lowest terms
/// lies between its neighbours with smaller denominators.
fn number(forms: &mut Forms, numerator: u32, denominator: u32) -> Option<Form> {
    if !denominator.is_power_of_two() || numerator / denominator > MOST || denominator > 1 << MOST {
        return None;
    }
    match (numerator, denominator) {
        (0, _) => Some(ZERO),
        (_, 1) => {
            let less = number(forms, numerator - 1, 1)?;
            Some(forms.form(&[less], &[]))
        }
        _ if numerator.is_multiple_of(2) => number(forms, numerator / 2, denominator / 2),
        _ => {
            let below = number(forms, numerator / 2, denominator / 2)?;
            let above = number(forms, numerator / 2 + 1, denominator / 2)?;
            Some(forms.form(&[below], &[above]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_for_their_games() {
        let mut forms = Forms::new();
        let mut same = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| read(&mut forms, text.as_bytes()).unwrap());
            assert_eq!(one, other);
        };
        same("1/2", "{0|1}");
        same("-3/4", "{-1|-1/2}");
        same("*2", "{0,*|0,*}");
        same("^", "{0|*}");
        same("^^*", "{0|^}");
        same("3*", "{3|3}");
        for wrong in ["", "{0|", "-", "1/3", "{-1|1}", "{0,-1|-2}", "0 ", "{0|0}}"] {
            assert_eq!(read(&mut forms, wrong.as_bytes()), None, "{wrong}");
        }
    }
}
