//! Errors of the catalog as Python exceptions. The classes are in `shuban/errors.py`.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use shuban_catalog::Error;

use crate::wording::Python as Words;

/// Converts an error to an exception, with advice in the words of Python.
pub(crate) fn raised(py: Python<'_>, error: Error) -> PyErr {
    exception(py, &error, None)
}

/// Converts an error about one of several texts to an exception.
pub(crate) fn raised_at(py: Python<'_>, number: usize, error: Error) -> PyErr {
    exception(py, &error, Some(number))
}

fn exception(py: Python<'_>, error: &Error, number: Option<usize>) -> PyErr {
    if let Error::Interrupted = error {
        return PyKeyboardInterrupt::new_err(());
    }
    let place = match error {
        Error::Notation { error, .. } => Some((&*error.text, error.at)),
        _ => None,
    };
    of_kind(py, (error.kind(), error.message().worded(&Words), place, number))
}

/// Makes the exception of a kind of error, with its message.
pub(crate) fn raised_as(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    of_kind(py, (kind, message))
}

fn of_kind<'py>(py: Python<'py>, arguments: impl PyCallArgs<'py>) -> PyErr {
    let of_kind = py.import("shuban.errors").and_then(|module| module.getattr("of_kind"));
    let made = of_kind.and_then(|of_kind| of_kind.call1(arguments));
    made.map_or_else(|failed| failed, PyErr::from_value)
}
