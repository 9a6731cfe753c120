//! Columns of values as bytes, which NumPy takes as arrays without copying them.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use shuban_core::field_columns::{FieldColumn, FieldColumns, FieldData, PositionColumns};

use crate::json;

/// A column: name, kind, data, and a supplement. For numbers these are bytes, and a byte for each
/// that is 1 if it is missing, if some are; for texts their indices in a list, and the list; for
/// all else a list.
pub(crate) type NativeColumn<'py> = (String, &'static str, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Converts all columns, in order.
pub(crate) fn native<'py>(
    py: Python<'py>,
    columns: FieldColumns,
) -> PyResult<Vec<NativeColumn<'py>>> {
    let one = |FieldColumn { name, data, .. }| one(py, name.to_owned(), data);
    columns.into_columns().into_iter().map(one).collect()
}

/// Converts rows: numbers of positions, or their texts, then values, those of these names.
pub(crate) fn native_rows<'py>(
    py: Python<'py>,
    rows: PositionColumns,
    names: Option<&[String]>,
) -> PyResult<Vec<NativeColumn<'py>>> {
    let none = || py.None().into_bound(py);
    let mut all = Vec::new();
    for (name, column) in rows.numbers {
        all.push((name, "small", numbers(py, &column, i16::to_le_bytes)?, none()));
    }
    if let Some((name, texts)) = rows.texts {
        all.push((name.to_owned(), "object", PyList::new(py, texts)?.into_any(), none()));
    }
    for (name, data) in rows.values.into_flat_columns() {
        // Of a field with members some may not be asked for.
        if names.is_none_or(|names| names.contains(&name)) {
            all.push(one(py, name, data)?);
        }
    }
    Ok(all)
}

fn one(py: Python<'_>, name: String, data: FieldData) -> PyResult<NativeColumn<'_>> {
    let none = || py.None().into_bound(py);
    let (kind, data, rest) = match data {
        FieldData::Nothing(count) => ("nothing", count.into_pyobject(py)?.into_any(), none()),
        FieldData::Bools(all) => {
            let data = numbers(py, &all, |yes| [u8::from(yes.unwrap_or_default())])?;
            ("bool", data, missing(py, &all)?)
        }
        FieldData::Integers(all) => {
            let data = numbers(py, &all, |number| number.unwrap_or_default().to_le_bytes())?;
            ("int", data, missing(py, &all)?)
        }
        FieldData::Numbers(all) => ("float", numbers(py, &all, f64::to_le_bytes)?, none()),
        FieldData::Texts { distinct, places } => {
            let place = |place: Option<u32>| place.map_or(-1, i64::from).to_le_bytes();
            ("text", numbers(py, &places, place)?, PyList::new(py, distinct)?.into_any())
        }
        FieldData::Mixed(all) => {
            let all = all.iter().map(|datum| json::datum(py, datum));
            let all = all.collect::<PyResult<Vec<_>>>()?;
            ("object", PyList::new(py, all)?.into_any(), none())
        }
    };
    Ok((name, kind, data, rest))
}

/// Returns numbers of a fixed width as bytes.
pub(crate) fn numbers<'py, T: Copy + Sync, const BYTES: usize>(
    py: Python<'py>,
    all: &[T],
    bytes: impl Fn(T) -> [u8; BYTES] + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let fill = |buffer: &mut [u8]| {
        let places = buffer.chunks_exact_mut(BYTES);
        py.detach(|| places.zip(all).for_each(|(place, &one)| place.copy_from_slice(&bytes(one))));
        Ok(())
    };
    Ok(PyBytes::new_with(py, all.len() * BYTES, fill)?.into_any())
}

/// Returns a byte for each that says if it is missing; nothing if all are there.
fn missing<'py, T: Copy + Sync>(py: Python<'py>, all: &[Option<T>]) -> PyResult<Bound<'py, PyAny>> {
    match all.iter().all(Option::is_some) {
        true => Ok(py.None().into_bound(py)),
        false => numbers(py, all, |one| [u8::from(one.is_none())]),
    }
}
