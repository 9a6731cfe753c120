//! Properties of any text read as a game: it is read or refused, with the place. What is read has a
//! text that reads as the same. A fuzz target uses it, too.

use shuban_cgt::{Forms, MAX_BIRTHDAY};

/// The text of a game. Returns true if it is read.
pub(crate) fn as_form(input: &[u8]) -> bool {
    let (text, forms) = (String::from_utf8_lossy(input), Forms::new());
    let form = match forms.parse(&text) {
        Ok(form) => form,
        Err(error) => {
            assert!(error.at <= text.chars().count() && !error.reason.is_empty(), "{error}");
            return false;
        }
    };
    assert!(forms.birthday(form) <= MAX_BIRTHDAY, "{text}");
    let written = forms.text(form);
    assert_eq!(forms.parse(&written).as_ref(), Ok(&form), "{text} as {written}");
    let negative = forms.negative(form);
    assert_eq!(forms.negative(negative), form, "{text}");
    let thermograph = forms.thermograph(form);
    assert_eq!(forms.thermograph(negative).temperature, thermograph.temperature, "{text}");
    true
}
