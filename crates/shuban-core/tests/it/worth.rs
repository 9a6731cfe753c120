//! Decisions beside moves.

use shuban_core::Fields;
use shuban_core::worth::{WeighedDecision, WeighedOption};

/// A decision about doubling, of two options with their worth.
fn decision(
    when: &'static str,
    action: &'static str,
    best: Option<usize>,
    worth: [&str; 2],
) -> WeighedDecision {
    let option = |(name, text): (&'static str, &str)| WeighedOption {
        name,
        number: text.parse().expect("a number"),
        text: text.to_owned(),
    };
    let options = ["no double", "double"].into_iter().zip(worth).map(option).collect();
    WeighedDecision { case: when, when, action, best, options }
}

#[test]
fn options_are_laid_out_in_a_table_in_which_the_best_has_a_star() {
    let all = vec![
        decision("for money", "double", Some(1), ["+0.5", "+0.75"]),
        decision("at four", "no double", Some(0), ["+0.125", "-2"]),
        decision("at 終", "either", None, ["0", "0"]),
    ];
    let fields = Fields::decided("cube", all);
    let field = fields.iter().next().expect("the actions come first");
    assert_eq!(field.name, "cube");
    let expected = "\
for money: double; at four: no double; at 終: either
                 no double          double
  for money           +0.5           +0.75*
  at four           +0.125*             -2
  at 終                   0               0";
    assert_eq!(field.long_text().as_deref(), Some(expected));
}
