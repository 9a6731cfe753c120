//! The native module of the Python package `shuban`: the catalog of all games as Python objects.
//!
//! It returns Python's own types: texts, numbers, dictionaries, bytes of columns. The package
//! around it (`python/shuban`) makes arrays and tables of them, and has the documentation. No game
//! is named here.

// Python's objects are taken out of their wrappers before a function is called, so that arguments
// are values.
#![allow(clippy::needless_pass_by_value)]

mod catalog;
mod columns;
mod database;
mod errors;
mod game;
mod json;
mod listing;
mod position;
mod work;

use pyo3::prelude::*;
use shuban_solve::set_program_name;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Errors give advice for the command line: they name that program, not Python.
    set_program_name("shuban");
    module.add_class::<database::Store>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_function(wrap_pyfunction!(listing::games, module)?)?;
    module.add_function(wrap_pyfunction!(listing::domains, module)?)?;
    module.add_function(wrap_pyfunction!(work::build, module)?)?;
    module.add_function(wrap_pyfunction!(work::verify, module)?)?;
    module.add_function(wrap_pyfunction!(work::solve, module)?)
}
