//! The native module of the Python package `shuban`: the catalog of all games as Python objects.
//!
//! It returns Python's own types: texts, numbers, dictionaries, bytes of columns. The package
//! around it (`python/shuban`) makes arrays and tables of them, and has the documentation. No game
//! is named here.

// Python's objects are taken out of their wrappers before a function is called, so that arguments
// are values.
#![allow(clippy::needless_pass_by_value)]

mod analysis;
mod catalog;
mod columns;
mod cube;
mod database;
mod errors;
mod estimates;
mod game;
mod json;
mod listing;
mod many;
mod players;
mod position;
mod wording;
mod work;

use pyo3::prelude::*;
use shuban_core::advice::set_program_name;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Texts that are the same for all interfaces name that program, not Python.
    set_program_name("shuban");
    module.add_class::<database::Store>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_function(wrap_pyfunction!(listing::games, module)?)?;
    module.add_function(wrap_pyfunction!(listing::domains, module)?)?;
    module.add_function(wrap_pyfunction!(catalog::use_address, module)?)?;
    module.add_function(wrap_pyfunction!(work::build, module)?)?;
    module.add_function(wrap_pyfunction!(work::verify, module)?)?;
    module.add_function(wrap_pyfunction!(work::solve, module)?)?;
    module.add_function(wrap_pyfunction!(estimates::estimate, module)?)?;
    module.add_function(wrap_pyfunction!(estimates::probe, module)?)?;
    module.add_function(wrap_pyfunction!(estimates::rollout, module)?)?;
    module.add_function(wrap_pyfunction!(players::choose, module)?)?;
    module.add_function(wrap_pyfunction!(players::match_players, module)?)?;
    module.add_function(wrap_pyfunction!(cube::cube, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::analyse_file, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
