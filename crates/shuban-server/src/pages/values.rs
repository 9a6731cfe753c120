//! Values in the form that the reader chooses: the script rewrites what is rendered here.

use maud::{Markup, html};

use super::texts::Texts;

/// Renders an expected result as a chance of winning, with two digits.
pub(super) fn percent(value: f64) -> String {
    format!("{:.2} %", 50.0 * (1.0 + value))
}

/// Renders the choice between the forms of values, which only the script shows.
pub(super) fn choice(texts: &Texts) -> Markup {
    html! {
        details.values hidden {
            summary { (texts.values_as) }
            p.note {
                select aria-label=(texts.values_as) {
                    option value="" { (texts.values_both) }
                    option value="percent" { (texts.values_percent) }
                    option value="points" { (texts.values_points) }
                }
                " " (texts.values_how)
            }
        }
    }
}
