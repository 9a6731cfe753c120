//! The catalog of all games of this project.
//!
//! Solvers are compiled here for every game, which takes minutes: once for the program, the Python
//! package and all tests with real games.

use shuban_catalog::Catalog;

/// All games of this project.
pub fn catalog() -> Catalog {
    let mut catalog = Catalog::new();
    shuban_gammon::register(&mut catalog);
    shuban_match::register(&mut catalog);
    shuban_amazons::register(&mut catalog);
    shuban_tanhinmin::register(&mut catalog);
    shuban_trax::register(&mut catalog);
    shuban_daihinmin_game::register(&mut catalog);
    catalog
}
