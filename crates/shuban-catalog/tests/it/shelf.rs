//! A shelf that stays open while databases are built beside it.

use std::time::{Duration, Instant};

use shuban_catalog::DataShelf;
use shuban_core::shelf::stored_values;
use shuban_core::{Game, Silent};
use shuban_gammon::{Contact, Gammon, Variant};
use shuban_solve::BuildOptions;

/// A search asks for a layer that is not there again and again; it is looked for now and then.
#[test]
fn a_layer_that_is_built_later_is_found() {
    let catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let shelf = DataShelf::new(&catalog, data.path());
    let stored = stored_values::<Contact>(&shelf, "half-gammon/contact");
    let game = Gammon::new(Variant::by_name("half-gammon").unwrap());
    let [open, over] = ["8|9", "3|"].map(|text| game.parse(text).unwrap());
    for _ in 0..1_000 {
        assert_eq!(stored(&open).unwrap(), None);
    }
    // The rules know what is over, whatever is built.
    let lost = stored(&over).unwrap().expect("the game is over");
    assert!(lost.is_exact());
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    catalog.layer("half-gammon/contact-1-1").unwrap().build(&options, &Silent).unwrap();
    let started = Instant::now();
    while stored(&open).unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(60), "it is never looked for again");
    }
    assert_eq!(stored(&over).unwrap(), Some(lost));
}
