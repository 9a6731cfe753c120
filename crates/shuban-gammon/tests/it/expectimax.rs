//! Forward search of half-gammon over published layers.

use std::path::Path;
use std::sync::Arc;

use shuban_core::checkers::Checkers;
use shuban_core::{Bound, Domain, Game, Interval, LayerId, Silent};
use shuban_gammon::{Contact, Position, Variant};
use shuban_search::{SearchError, SearchOptions, expectimax};
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, OpenLayer, OpenLayers, build, layer_named,
};
use shuban_store::{Disk, FileSystem, layer_path};

fn half_gammon() -> Contact {
    Contact::new(Variant::by_name("half-gammon").unwrap())
}

fn files() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn layer(domain: &Contact, size: &str) -> LayerId {
    layer_named(domain, &format!("half-gammon/contact-{size}")).unwrap()
}

fn built(domain: &Contact, size: &str, data: &Path) {
    let options = BuildOptions { threads: 2, ..BuildOptions::new(data) };
    build(&files(), &CertifyBySweep(domain), layer(domain, size), &options, &Silent).unwrap();
}

fn tables<'d>(domain: &'d Contact, sizes: &[&str], data: &Path) -> OpenLayers<'d, Contact> {
    OpenLayers::open(&files(), data, domain, sizes.iter().map(|size| layer(domain, size))).unwrap()
}

/// Values of the open layers; `None` for a position of no layer.
fn known(
    tables: &OpenLayers<'_, Contact>,
    position: &Position,
) -> Result<Option<Bound<i32>>, Error> {
    let place = half_gammon().locate(position);
    match place.and_then(|place| tables.layer(place.layer)) {
        Some(layer) => Ok(layer.value(position)?.map(Bound::from)),
        None => Ok(None),
    }
}

fn searched(
    domain: &Contact,
    position: &Position,
    tables: &OpenLayers<'_, Contact>,
    depth: u8,
) -> Interval {
    let oracle = |position: &Position| known(tables, position);
    let found = expectimax(domain.game(), position, &oracle, &SearchOptions::new(depth)).unwrap();
    assert!(found.is_complete);
    found.value
}

#[test]
fn search_over_smaller_layers_encloses_the_values_of_a_larger_one() {
    let domain = half_gammon();
    let data = tempfile::tempdir().unwrap();
    built(&domain, "3-2", data.path());
    let smaller = ["1-1", "2-1", "2-2", "3-1"];
    let partial = tables(&domain, &smaller, data.path());
    let full = tables(&domain, &[&smaller[..], &["3-2"]].concat(), data.path());
    let open = full.layer(layer(&domain, "3-2")).unwrap();
    let mut narrowed = 0;
    for part in 0..2 {
        let index = open.part_index(part);
        for rank in (0..index.len()).step_by(401) {
            let position = index.unrank(rank).unwrap();
            let stored = open.value_at(part, rank).unwrap();
            assert_eq!(searched(&domain, &position, &full, 0), stored);
            assert_eq!(searched(&domain, &position, &partial, 0), Interval::UNKNOWN);
            // The file is a certificate: looking ahead to it can only narrow its bounds.
            let one_ahead = searched(&domain, &position, &full, 1);
            assert!(stored.contains(one_ahead), "{position:?}: {one_ahead:?} in {stored:?}");
            // Unknown values can only widen them, and less so the later they come in.
            let one = searched(&domain, &position, &partial, 1);
            let two = searched(&domain, &position, &partial, 2);
            assert!(one.contains(one_ahead) && one.contains(two), "{position:?}");
            assert!(two.lower <= stored.upper && stored.lower <= two.upper, "{position:?}");
            narrowed += u32::from(two.width() < one.width());
        }
    }
    assert!(narrowed > 10, "{narrowed} positions gain by the second turn");
}

#[test]
fn what_no_open_layer_holds_gets_no_answer() {
    let domain = half_gammon();
    let data = tempfile::tempdir().unwrap();
    built(&domain, "2-1", data.path());
    let open = tables(&domain, &["1-1"], data.path());
    let [first, other, over] =
        ["1|3", "1,1|3", "|3"].map(|text| domain.game().parse(text).unwrap());
    let twice_taken = Position::new(Checkers::from_places([1]), Checkers::from_places([12]));
    assert_eq!(known(&open, &first).unwrap(), Some(Bound::Exact(Interval::UNKNOWN.upper)));
    assert_eq!(known(&open, &other).unwrap(), None);
    assert_eq!(known(&open, &over).unwrap(), None);
    assert_eq!(known(&open, &twice_taken).unwrap(), None);
}

#[test]
fn a_damaged_file_is_an_error_and_not_a_missing_answer() {
    let domain = half_gammon();
    let data = tempfile::tempdir().unwrap();
    built(&domain, "2-1", data.path());
    let path = layer_path(data.path(), "half-gammon/contact-2-1").unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let open = OpenLayer::open(&files(), data.path(), &domain, layer(&domain, "2-1")).unwrap();
    let mut damaged = Vec::new();
    for part in 0..open.indexes().len() {
        let index = open.part_index(part);
        for rank in 0..index.len() {
            let position = index.unrank(rank).unwrap();
            match open.value(&position) {
                Ok(answer) => assert!(answer.is_some()),
                Err(error) => {
                    assert!(matches!(error, Error::Store(_)), "{error}");
                    damaged.push(position);
                }
            }
        }
    }
    assert!(!damaged.is_empty());
    let tables = tables(&domain, &["1-1", "2-1"], data.path());
    for position in damaged {
        assert!(matches!(known(&tables, &position), Err(Error::Store(_))));
        let oracle = |position: &Position| known(&tables, position);
        let found = expectimax(domain.game(), &position, &oracle, &SearchOptions::new(0));
        assert!(matches!(found, Err(SearchError::Oracle(Error::Store(_)))));
    }
}
