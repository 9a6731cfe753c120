//! `amazons/N/canonical`: the canonical forms of all regions of N squares.

use std::collections::BTreeMap;

use shuban_store::{Stream, Table};

use crate::amazons::board::{Board, Content};
use crate::amazons::forms::{Form, Forms, ZERO};
use crate::amazons::scores::{self, Stored};
use crate::amazons::text;
use crate::classes::{Classes, Entry};
use crate::error::{Fault, Stop};
use crate::files::Files;
use crate::layer::{Layer, Part};
use crate::progress::Report;

/// Size of the largest regions that there are layers for.
const MOST_SQUARES: usize = 9;

/// Regions of a size, and those of all smaller ones.
pub(crate) struct Canonical {
    size: usize,
    stored: Stored,
    /// The dictionary of each size.
    dictionaries: BTreeMap<usize, Stream>,
}

impl Canonical {
    /// Opens `amazons/N/canonical`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        // The numbers are written out: a number read from a name can be written in several ways.
        let is_named = |size: &usize| files.domain() == format!("amazons/{size}/canonical");
        let Some(size) = (1..=MOST_SQUARES).find(is_named) else { return Ok(None) };
        let value = "the canonical form, with Black as Left and White as Right";
        let stored = scores::open(files, size, ("/canonical", value, 24))?;
        let mut dictionaries = BTreeMap::new();
        for size in 1..=size {
            let database = files.layer(&format!("amazons/{size}/canonical"))?;
            dictionaries.insert(size, database.stream("dictionary")?);
        }
        Ok(Some(Canonical { size, stored, dictionaries }))
    }

    /// Returns the stored form of a rank.
    fn stored(
        &self,
        forms: &mut Forms,
        (size, table): (usize, &Table),
        rank: u64,
    ) -> Result<Form, Stop> {
        let mut row = [0];
        table.row(rank, &mut row)?;
        let dictionary = &self.dictionaries[&size];
        let wrong = |reason: &str| Fault::of_record(table, rank, reason);
        if row[0] >= dictionary.len() {
            return Err(wrong("it names no entry of the dictionary").into());
        }
        let form = text::read(forms, &dictionary.entry(row[0])?);
        Ok(form.ok_or_else(|| wrong("its entry of the dictionary is no canonical form"))?)
    }

    /// Returns the form of a board: the sum of those of its regions.
    fn sum(&self, forms: &mut Forms, board: &Board) -> Result<Form, Stop> {
        let mut sum = ZERO;
        for region in board.regions() {
            let (table, rank, is_swapped) = scores::place(&self.stored, &region)?;
            let form = self.stored(forms, (region.0.len(), table), rank)?;
            let form = if is_swapped { forms.negative(form) } else { form };
            sum = forms.sum(sum, form);
        }
        Ok(sum)
    }
}

impl Layer for Canonical {
    fn parts(&self) -> Vec<Part> {
        let positions = self.stored[&self.size].0.positions();
        vec![Part { name: "regions".to_owned(), positions }]
    }

    fn condition(&self) -> String {
        "each form is the canonical one of the games after all moves".to_owned()
    }

    fn check(&self, _part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let (numbering, table) = &self.stored[&self.size];
        let board = numbering.board(rank).ok_or_else(|| Stop::nowhere(table))?;
        let mut forms = Forms::new();
        let stored = self.stored(&mut forms, (self.size, table), rank)?;
        let mut options = [Vec::new(), Vec::new()];
        for (colour, side) in [Content::Black, Content::White].into_iter().zip(&mut options) {
            for after in board.after_moves(colour) {
                side.push(self.sum(&mut forms, &after)?);
            }
        }
        let [left, right] = options;
        if forms.form(&left, &right) == stored {
            return Ok(None);
        }
        let reason = "its form is not that of the games after its moves";
        Err(Fault::of_record(table, rank, reason).into())
    }

    fn classes(&self, _report: Report<'_>) -> Result<Option<Classes<'_>>, Stop> {
        let (numbering, table) = &self.stored[&self.size];
        let of = move |rank| {
            let board = numbering.board(rank).ok_or_else(|| Stop::nowhere(table))?;
            let mut forms = Forms::new();
            let form = self.stored(&mut forms, (self.size, table), rank)?;
            // Left wins by moving second from what is at least 0, and Right from what is at most 0.
            let is_sure = [forms.is_at_most(ZERO, form), forms.is_at_most(form, ZERO)];
            let outcome = match is_sure {
                [true, false] => "L",
                [false, true] => "R",
                [false, false] => "N",
                [true, true] => "P",
            };
            let [black, white] = scores::amazons(&board);
            Ok(vec![black, white, Entry::text(outcome)])
        };
        Ok(Some(Classes { columns: &["black", "white", "outcome"], of: Box::new(of) }))
    }
}
