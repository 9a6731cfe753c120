//! JSON documents and data of fields as Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value as Json;
use shuban_core::Datum;

/// Converts a JSON document, member for member in its order.
pub(crate) fn object<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?,
        },
        Json::String(text) => text.into_pyobject(py)?.into_any(),
        Json::Array(all) => {
            let all = all.iter().map(|json| object(py, json)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, all)?.into_any()
        }
        Json::Object(members) => {
            let dict = PyDict::new(py);
            for (name, json) in members {
                dict.set_item(name, object(py, json)?)?;
            }
            dict.into_any()
        }
    })
}

/// Converts a datum of a field.
pub(crate) fn datum<'py>(py: Python<'py>, datum: &Datum) -> PyResult<Bound<'py, PyAny>> {
    Ok(match datum {
        Datum::Null | Datum::Integer(None) => py.None().into_bound(py),
        Datum::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Datum::Integer(Some(number)) => number.into_pyobject(py)?.into_any(),
        Datum::Number(number) => number.into_pyobject(py)?.into_any(),
        Datum::Text(text) => text.into_pyobject(py)?.into_any(),
        Datum::List(all) => {
            let all = all.iter().map(|one| self::datum(py, one)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, all)?.into_any()
        }
        Datum::Object(members) => {
            let dict = PyDict::new(py);
            for (name, member) in members {
                dict.set_item(name, self::datum(py, member)?)?;
            }
            dict.into_any()
        }
    })
}
