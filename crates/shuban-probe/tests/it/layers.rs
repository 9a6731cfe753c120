//! Layers of real domains: each position has the value that the store's reader gives.

use std::path::Path;
use std::sync::Arc;

use shuban_amazons::Regions;
use shuban_core::{Domain, Index, LayerId, PositionOf, Silent};
use shuban_gammon::{Contact, Variant};
use shuban_probe::{Error, Layer, Step};
use shuban_solve::{BuildOptions, CertifyBySweep, OpenLayer, Solver, Tabulation, build};
use shuban_store::{FileSystem, compact_path, layer_path};
use shuban_store_testing::{MemoryDisk, rewrite};

use crate::wire::Wire;

const DATA: &str = "/data";

fn half_gammon() -> Contact {
    Contact::new(Variant::by_name("half-gammon").unwrap())
}

fn layer_named(domain: &impl Domain, name: &str) -> LayerId {
    LayerId(domain.layers().iter().position(|layer| layer.name == name).unwrap())
}

/// Builds a layer with what it needs.
fn built(solver: &dyn Solver, layer: LayerId, compact: bool) -> MemoryDisk {
    let disk = MemoryDisk::default();
    let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
    let options = BuildOptions { compact, ..BuildOptions::new(DATA) };
    build(&files, solver, layer, &options, &Silent).unwrap();
    disk
}

/// Compares all positions of a layer, asked one after another of one reader.
fn compare<D: Domain>(domain: &D, id: LayerId, disk: &MemoryDisk, path: &Path) {
    let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
    let open = OpenLayer::open(&files, Path::new(DATA), domain, id).unwrap();
    let mut wire = Wire::of(disk.contents(path).unwrap());
    let mut layer = Layer::new(domain, id, wire.len());
    for (part, index) in open.indexes().iter().enumerate() {
        let index: &dyn Index<Position = PositionOf<D>> = index.typed().unwrap();
        for rank in 0..index.len() {
            let position = index.unrank(rank).unwrap();
            let ask = |layer: &mut Layer<'_, D>| layer.place(&position);
            let place = wire.answer(&mut layer, Layer::give, ask).unwrap();
            assert_eq!(place, Some((part, rank)));
            let ask = |layer: &mut Layer<'_, D>| layer.value(&position);
            let found = wire.answer(&mut layer, Layer::give, ask).unwrap();
            assert_eq!(found, Some(open.value_at(part, rank).unwrap()));
        }
    }
}

#[test]
fn intervals_are_those_of_the_store_also_of_a_compact_file() {
    let domain = half_gammon();
    let layer = layer_named(&domain, "half-gammon/contact-2-1");
    for compact in [false, true] {
        let disk = built(&CertifyBySweep(&domain), layer, compact);
        let path = if compact { compact_path } else { layer_path };
        let path = path(Path::new(DATA), "half-gammon/contact-2-1").unwrap();
        compare(&domain, layer, &disk, &path);
    }
}

#[test]
fn enumerated_positions_and_interned_values_are_those_of_the_store() {
    let domain = Regions::new();
    let layer = layer_named(&domain, "amazons/5");
    let disk = built(&Tabulation(&domain), layer, false);
    compare(&domain, layer, &disk, &layer_path(Path::new(DATA), "amazons/5").unwrap());
}

#[test]
fn a_file_of_another_layer_is_refused() {
    let domain = half_gammon();
    let layer = layer_named(&domain, "half-gammon/contact-2-1");
    let disk = built(&CertifyBySweep(&domain), layer, false);
    let bytes = |name: &str| disk.contents(&layer_path(Path::new(DATA), name).unwrap()).unwrap();
    let refused = |domain: &Contact, id: LayerId, bytes: Vec<u8>| {
        let mut layer = Layer::new(domain, id, bytes.len() as u64);
        layer.give(0, bytes);
        match layer.open() {
            Err(error @ Error::OtherLayer { .. }) => error.to_string(),
            opened => panic!("{opened:?}"),
        }
    };
    let found = refused(&domain, layer, bytes("half-gammon/contact-1-1"));
    assert!(found.contains("it is one of half-gammon/contact-1-1"), "{found}");
    // The same name, but other rules: sealed with them.
    let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
    let path = layer_path(Path::new(DATA), "half-gammon/contact-2-1").unwrap();
    rewrite(&files, &path, |opened| {
        let known = opened.subject.parameters.insert("faces".to_owned(), "6".to_owned());
        assert_eq!(known.as_deref(), Some("3"));
    });
    let found = refused(&domain, layer, bytes("half-gammon/contact-2-1"));
    assert!(found.contains("parameters"), "{found}");
}

#[test]
fn a_question_is_answered_by_a_function_that_reads() {
    let domain = half_gammon();
    let id = layer_named(&domain, "half-gammon/contact-1-1");
    let disk = built(&CertifyBySweep(&domain), id, false);
    let path = layer_path(Path::new(DATA), "half-gammon/contact-1-1").unwrap();
    let mut wire = Wire::of(disk.contents(&path).unwrap());
    let mut layer = Layer::new(&domain, id, wire.len());
    let position = shuban_core::Game::parse(domain.game(), "12|12").unwrap();
    let value = layer.value_by(&position, |range| Ok(wire.read(range))).unwrap().unwrap();
    assert!(value.lower <= value.upper);
    // Once it is known, nothing is read.
    assert!(matches!(layer.value(&position), Ok(Step::Answer(Some(again))) if again == value));
    let failed = Layer::new(&domain, id, wire.len())
        .value_by(&position, |_| Err(std::io::ErrorKind::TimedOut.into()));
    assert_eq!(failed.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
    let wrong = Layer::new(&domain, id, wire.len())
        .value_by(&position, |range| Ok(vec![0; (range.end - range.start) as usize]));
    assert_eq!(wrong.unwrap_err().kind(), std::io::ErrorKind::InvalidData);
    let short = Layer::new(&domain, id, wire.len()).value_by(&position, |_| Ok(vec![0; 7]));
    assert_eq!(short.unwrap_err().kind(), std::io::ErrorKind::UnexpectedEof);
}
