//! Databases that change under an open session.

use std::path::Path;

use shuban_catalog::many::Asked;
use shuban_catalog::{Catalog, Session};
use shuban_core::{ONE, Silent};
use shuban_solve::BuildOptions;
use shuban_store::{Database, Disk};

const LAYER: &str = "half-gammon/contact-2-1";
const POSITION: &str = "1,2|3";

/// Builds the layer again with bounds of another width, and so with another content.
fn build(catalog: &Catalog, data: &Path, width_bits: u32) -> String {
    let width = i64::from(ONE) >> width_bits;
    let options = BuildOptions { threads: 1, rebuild: true, width, ..BuildOptions::new(data) };
    catalog.layer(LAYER).unwrap().build(&options, &Silent).unwrap();
    hash(data)
}

fn hash(data: &Path) -> String {
    let path = data.join(format!("{LAYER}.shuban"));
    Database::open(&Disk::default(), &path).unwrap().manifest().content_hash.clone()
}

fn answered_from(session: &Session<'_>) -> String {
    session.equation(POSITION).unwrap().files[LAYER].clone()
}

#[test]
fn a_layer_that_is_replaced_or_removed_is_noticed_at_the_next_question() {
    let catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let first = build(&catalog, data.path(), 14);
    for name in [LAYER, "half-gammon"] {
        let session = Session::new(&catalog, catalog.target(name).unwrap(), data.path());
        let before = answered_from(&session);
        let other = if before == first { 24 } else { 14 };
        let built = build(&catalog, data.path(), other);
        assert_ne!(built, before);
        assert_eq!(answered_from(&session), built, "{name}");
        let values = session.look_up(&[Asked::Text(POSITION)]).unwrap();
        let one = session.probe(POSITION, None).unwrap();
        assert!(values.failed.is_empty() && one.domain.as_deref() == Some(LAYER));
        // Removed, it is as if it had never been built.
        let (path, aside) =
            (data.path().join(format!("{LAYER}.shuban")), data.path().join("aside"));
        std::fs::rename(&path, &aside).unwrap();
        assert!(session.probe(POSITION, None).err().unwrap().is_unheld(), "{name}");
        assert!(session.equation(POSITION).unwrap_err().is_unheld(), "{name}");
        std::fs::rename(&aside, &path).unwrap();
        assert_eq!(answered_from(&session), built, "{name}");
    }
}

#[test]
fn a_damaged_file_in_the_place_of_a_layer_is_an_error_until_it_is_repaired() {
    let catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let built = build(&catalog, data.path(), 14);
    let session = Session::new(&catalog, catalog.target(LAYER).unwrap(), data.path());
    assert_eq!(answered_from(&session), built);
    let path = data.path().join(format!("{LAYER}.shuban"));
    let sound = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, &sound[..sound.len() / 2]).unwrap();
    let error = session.probe(POSITION, None).err().unwrap();
    assert_eq!(error.kind(), "damaged", "{error}");
    std::fs::write(&path, &sound).unwrap();
    assert_eq!(answered_from(&session), built);
}

#[test]
fn what_is_asked_while_a_layer_is_replaced_is_answered_from_one_file() {
    let catalog = shuban_games::catalog();
    let data = tempfile::tempdir().unwrap();
    let editions = [14, 24].map(|width| {
        let hash = build(&catalog, data.path(), width);
        (hash, std::fs::read(data.path().join(format!("{LAYER}.shuban"))).unwrap())
    });
    let session = Session::new(&catalog, catalog.target(LAYER).unwrap(), data.path());
    let path = data.path().join(format!("{LAYER}.shuban"));
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..300 {
                        let equation = session.equation(POSITION).unwrap();
                        assert!(equation.holds(), "values of two files were mixed");
                        let hash = &equation.files[LAYER];
                        assert!(editions.iter().any(|(known, _)| known == hash));
                    }
                })
            })
            .collect();
        let new = data.path().join("new");
        while asking.iter().any(|asking| !asking.is_finished()) {
            for (_, bytes) in &editions {
                std::fs::write(&new, bytes).unwrap();
                std::fs::rename(&new, &path).unwrap();
            }
        }
    });
}
