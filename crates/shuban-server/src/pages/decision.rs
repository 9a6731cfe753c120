//! Headlines of ratings, and decisions beside moves as tables.

use maud::{Markup, html};
use shuban_core::Fields;
use shuban_core::worth::{Rating, WeighedDecision};

use super::texts::Texts;
use super::words::Said;

/// Renders the rating of a value in words and as a bar, if it has one.
pub(super) fn headline(said: Said<'_>, value: &Fields) -> Markup {
    let Some((field, rating)) = value.rated() else { return html! {} };
    html! {
        div.chance {
            strong { (field.short_text().unwrap_or_else(|| rating.number.to_string())) }
            " " (said(rating.unit))
        }
        (bar(rating))
    }
}

/// Renders a rating as a bar between the worst and the best.
pub(super) fn bar(rating: Rating) -> Markup {
    let percent = 100.0 * rating.share();
    html! {
        div.bar aria-hidden="true" { span style=(format!("inline-size:{percent:.3}%")) {} }
    }
}

/// Renders the decisions that fields describe: a table for each of these fields, with a column for
/// each decision.
pub(super) fn decisions<'f>(
    texts: &Texts,
    said: Said<'_>,
    fields: impl IntoIterator<Item = &'f shuban_core::Field>,
) -> Markup {
    let tables = fields.into_iter().filter(|field| !field.decisions().is_empty());
    html! {
        @for field in tables {
            (table(texts, said, &super::field_values::name(field), field.decisions()))
        }
    }
}

fn table(texts: &Texts, said: Said<'_>, name: &str, all: &[WeighedDecision]) -> Markup {
    let rows = all.iter().map(|decision| decision.options.len()).max().unwrap_or_default();
    let named = |place: usize| all.iter().find_map(|one| Some(one.options.get(place)?.name));
    html! {
        table.decisions {
            thead { tr {
                th scope="col" { (said(name)) }
                @for decision in all {
                    th.number scope="col" { @if all.len() > 1 { (said(decision.when)) } }
                }
            } }
            tbody {
                @for place in 0..rows {
                    tr {
                        th scope="row" { (said(named(place).unwrap_or_default())) }
                        @for decision in all {
                            td.number.best[decision.best == Some(place)] {
                                (decision.options.get(place).map_or("", |option| &option.text))
                            }
                        }
                    }
                }
            }
            tfoot { tr {
                th scope="row" { (texts.best_action) }
                @for decision in all { td.number { strong { (said(decision.action)) } } }
            } }
        }
    }
}
