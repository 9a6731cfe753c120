//! Questions about many positions: texts, or positions of a game.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use rayon::prelude::*;
use shuban_catalog::chain::Question;
use shuban_catalog::{AnyAnswer, Error, Printable, Session, many};
use shuban_core::Progress;
use shuban_core::field_columns::FieldColumns;
use shuban_solve::with_threads;

use crate::position::Position;

/// Positions or ranks that one thread takes at a time, between two checks of the stop flag.
pub(crate) const PIECE: usize = 1 << 14;

/// A position that is asked about.
#[derive(FromPyObject)]
pub(crate) enum Asked {
    #[pyo3(transparent, annotation = "str")]
    Text(PyBackedStr),
    #[pyo3(transparent, annotation = "Position")]
    Position(Py<Position>),
}

impl Asked {
    fn of_catalog(&self) -> many::Asked<'_> {
        match self {
            Asked::Text(text) => many::Asked::Text(text),
            Asked::Position(position) => {
                let Position { game, position } = position.get();
                many::Asked::Position(*game, position)
            }
        }
    }

    /// Answers the question in full, with all moves of a roll if one is given.
    pub(crate) fn answer(
        &self,
        session: &Session<'static>,
        roll: Option<&str>,
    ) -> Result<AnyAnswer, Error> {
        match self {
            Asked::Text(text) => session.probe(text, roll),
            Asked::Position(position) => {
                let Position { game, position } = position.get();
                session.answer(&Question::new(*game, position.clone(), roll)?)
            }
        }
    }
}

/// The positions without an answer, by number.
type Failed = Vec<(usize, Error)>;

/// Answers each position in full; `null` where there is no answer.
pub(crate) fn answers(
    session: &Session<'static>,
    asked: &[Asked],
    threads: usize,
    progress: &dyn Progress,
) -> Result<(serde_json::Value, Failed), Error> {
    let pieces = in_pieces(threads, asked.len(), progress, |numbers| {
        let mut failed = Vec::new();
        let mut all = Vec::with_capacity(numbers.len());
        for number in numbers {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            all.push(match asked[number].answer(session, None) {
                Ok(answer) => answer.json(),
                Err(error) => {
                    failed.push((number, error));
                    serde_json::Value::Null
                }
            });
        }
        Ok((all, failed))
    })?;
    let (all, failed): (Vec<_>, Vec<_>) = pieces.into_iter().unzip();
    Ok((all.into_iter().flatten().collect(), failed.into_iter().flatten().collect()))
}

/// Looks up the values of all positions, missing where there is no answer.
pub(crate) fn look_up(
    session: &Session<'static>,
    asked: &[Asked],
    threads: usize,
    progress: &dyn Progress,
) -> Result<(FieldColumns, Failed), Error> {
    let asked: Vec<many::Asked<'_>> = asked.iter().map(Asked::of_catalog).collect();
    let pieces = in_pieces(threads, asked.len(), progress, |numbers| {
        let first = numbers.start;
        let found = session.look_up(&asked[numbers])?;
        let failed = found.failed.into_iter().map(|(number, error)| (first + number, error));
        Ok((found.values, failed.collect::<Vec<_>>()))
    })?;
    let (values, failed): (Vec<_>, Vec<_>) = pieces.into_iter().unzip();
    Ok((FieldColumns::joined(values), failed.into_iter().flatten().collect()))
}

/// Computes values in pieces by several threads, in order. There is a piece even if there is
/// nothing.
pub(crate) fn in_pieces<T: Send>(
    threads: usize,
    count: usize,
    progress: &dyn Progress,
    piece: impl Fn(Range<usize>) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let pieces = count.div_ceil(PIECE).max(1);
    let one = |number: usize| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        piece(number * PIECE..count.min((number + 1) * PIECE))
    };
    if threads <= 1 || pieces <= 1 {
        return (0..pieces).map(one).collect();
    }
    // Of several errors the first, as of one thread.
    let all = || (0..pieces).into_par_iter().map(one).collect::<Vec<_>>();
    with_threads(threads, all)?.into_iter().collect()
}
