//! Rows of a range of ranks, as datasets have them: positions as numbers, and the fields of their values.

use std::ops::Range;

use shuban_core::field_columns::PositionColumns;
use shuban_core::{Explain, Field, Game, Present};

use crate::error::Error;
use crate::open_layer::OpenLayer;

/// The name of the column with the texts of positions.
const TEXTS: &str = "position";

/// A choice of columns by name; without one, those of a dataset.
#[derive(Clone, Copy)]
struct Chosen<'a>(Option<&'a [String]>);

impl Chosen<'_> {
    fn has(self, name: &str) -> bool {
        self.0.is_none_or(|names| names.iter().any(|own| own == name))
    }

    /// Returns true if a field, or a member of it, is chosen.
    fn has_field(self, field: &Field) -> bool {
        let is_of = |name: &String| {
            let rest = name.strip_prefix(field.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        self.0.is_none_or(|names| names.iter().any(is_of))
    }
}

/// Returns rows of a part with the columns of these names: see
/// [`ManyValues::rows`](crate::ManyValues::rows). Nothing else is decoded.
pub(crate) fn rows<D: Explain>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    part: usize,
    ranks: Range<u64>,
    names: Option<&[String]>,
) -> Result<PositionColumns, Error> {
    let (game, index, chosen) = (domain.game(), open.part_index(part), Chosen(names));
    let position =
        |rank| index.unrank(rank).ok_or_else(|| Error::no_rank(domain, open.layer(), rank));
    let mut rows = PositionColumns::default();
    if ranks.is_empty() {
        return Ok(rows);
    }
    let as_numbers = game.capabilities().numbers;
    let own_names = match as_numbers {
        Some(numbers) => numbers.names(&position(ranks.start)?),
        None => Vec::new(),
    };
    let places: Vec<usize> =
        (0..own_names.len()).filter(|&place| chosen.has(&own_names[place])).collect();
    let column = |&place: &usize| (own_names[place].clone(), Vec::new());
    rows.numbers = places.iter().map(column).collect();
    let with_texts = if names.is_some() { chosen.has(TEXTS) } else { as_numbers.is_none() };
    rows.texts = with_texts.then(|| (TEXTS, Vec::new()));
    if with_texts || !places.is_empty() {
        let mut numbers = Vec::new();
        for rank in ranks.clone() {
            let position = position(rank)?;
            if let Some(as_numbers) = as_numbers.filter(|_| !places.is_empty()) {
                numbers.clear();
                as_numbers.numbers(&position, &mut numbers);
                let columns = rows.numbers.iter_mut().zip(&places);
                columns.for_each(|((_, column), &place)| column.push(numbers[place]));
            }
            if let Some((_, texts)) = &mut rows.texts {
                texts.push(game.format(&position));
            }
        }
    }
    let is_of_position = |name: &String| name == TEXTS || own_names.contains(name);
    if names.is_none_or(|names| !names.iter().all(is_of_position)) {
        let mut places = None;
        open.each_value(part, ranks, &mut |_, value| {
            let fields = domain.fields(&value);
            let places = places.get_or_insert_with(|| {
                let places = fields.iter().enumerate();
                let places = places.filter(|(_, field)| chosen.has_field(field));
                places.map(|(place, _)| place).collect::<Vec<_>>()
            });
            rows.values.push_at(&fields, places);
        })?;
    }
    Ok(rows)
}
