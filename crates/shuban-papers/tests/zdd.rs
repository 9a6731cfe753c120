//! Contact layers numbered by decision diagrams: from the rules to files and back.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use shuban_core::{
    Ask, Dictionary, Domain, IndexError, IndexOf, Interval, IntervalDomain, Layer, PartId, Section, Silent,
    Unanswered, conformance,
};
use shuban_gammon::{Contact, Gammon, Position, Variant};
use shuban_papers::ZddIndex;
use shuban_solve::{BuildOptions, IterateByBackup, OpenLayer, VerifyOptions, build, layer_named, verify};
use shuban_store::{Disk, FileSystem};

/// [`Contact`] with another index, which its files store; all else is the same.
struct ContactByZdd {
    contact: Contact,
    variant: Variant,
}

impl ContactByZdd {
    fn new(variant: &str) -> Self {
        let variant = Variant::by_name(variant).unwrap();
        ContactByZdd { contact: Contact::new(variant.clone()), variant }
    }

    /// Board, mover, opponent of a part.
    fn sizes(&self, part: PartId) -> (usize, usize, usize) {
        let name = &self.layers()[part.layer.0].parts[part.part].name;
        let (mover, opponent) = name.split_once(" v ").unwrap();
        (self.variant.points(), mover.parse().unwrap(), opponent.parse().unwrap())
    }
}

impl Domain for ContactByZdd {
    type Game = Gammon;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        self.contact.name()
    }

    fn game(&self) -> &Gammon {
        self.contact.game()
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        self.contact.parameters()
    }

    fn layers(&self) -> &[Layer] {
        self.contact.layers()
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        let (points, mover, opponent) = self.sizes(part);
        let built = ZddIndex::new(points, mover, opponent).map_err(|error| IndexError::Malformed {
            section: "zdd".to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Box::new(built))
    }

    fn open_index(&self, part: PartId, sections: &[Section]) -> Result<IndexOf<Self>, IndexError> {
        let (points, mover, opponent) = self.sizes(part);
        Ok(Box::new(ZddIndex::open(points, mover, opponent, sections)?))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        self.contact.locate(position)
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, Interval>,
    ) -> Result<Interval, Unanswered> {
        self.contact.backup(position, ask)
    }

    fn encode(&self, value: &Interval, dictionary: &Dictionary<Interval>) -> Interval {
        self.contact.encode(value, dictionary)
    }

    fn decode(&self, record: Interval, dictionary: &Dictionary<Interval>) -> Option<Interval> {
        self.contact.decode(record, dictionary)
    }
}

impl IntervalDomain for ContactByZdd {}

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn built<D: IntervalDomain>(domain: &D, name: &str, data: &Path) {
    let options = BuildOptions::new(data.to_owned());
    let layer = layer_named(domain, name).unwrap();
    build(&disk(), domain, &IterateByBackup, layer, &options, &Silent).unwrap();
}

fn open<'d, D: Domain>(domain: &'d D, name: &str, data: &Path) -> OpenLayer<'d, D> {
    OpenLayer::open(&disk(), data, domain, layer_named(domain, name).unwrap()).unwrap()
}

#[test]
fn layers_numbered_by_diagrams_keep_the_laws_of_domains() {
    for (variant, names) in [
        ("half-gammon", &["contact-1-1", "contact-2-1", "contact-2-2", "contact-3-2"][..]),
        ("backgammon", &["contact-1-1", "contact-2-1"]),
    ] {
        let domain = ContactByZdd::new(variant);
        for name in names {
            let layer = layer_named(&domain, &format!("{variant}/{name}")).unwrap();
            conformance::layer(&domain, layer, 300).unwrap();
        }
    }
}

#[test]
fn a_layer_built_with_diagrams_holds_the_same_values() {
    let (by_zdd, by_formula) =
        (ContactByZdd::new("half-gammon"), Contact::new(Variant::by_name("half-gammon").unwrap()));
    let (zdd_data, formula_data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    built(&by_zdd, "half-gammon/contact-2-1", zdd_data.path());
    built(&by_formula, "half-gammon/contact-2-1", formula_data.path());
    for (name, parts) in [("half-gammon/contact-1-1", 1), ("half-gammon/contact-2-1", 2)] {
        let zdd = open(&by_zdd, name, zdd_data.path());
        let formula = open(&by_formula, name, formula_data.path());
        let mut elsewhere = 0;
        for part in 0..parts {
            assert_eq!(zdd.part_index(part).len(), formula.part_index(part).len());
            for rank in 0..formula.part_index(part).len() {
                let position = formula.part_index(part).unrank(rank).unwrap();
                let expected = formula.value_at(part, rank).unwrap();
                assert_eq!(zdd.value(&position).unwrap(), Some(expected), "{position:?}");
                let other = zdd.part_index(part).rank(&position).unwrap();
                assert_eq!(zdd.status_at(part, other).unwrap(), formula.status_at(part, rank).unwrap());
                elsewhere += u64::from(other != rank);
            }
        }
        assert!(elsewhere > 100, "the two indexes number nearly all positions alike");
    }
}

#[test]
fn a_file_with_diagrams_is_verified_and_stores_them() {
    let domain = ContactByZdd::new("half-gammon");
    let data = tempfile::tempdir().unwrap();
    let name = "half-gammon/contact-2-1";
    built(&domain, name, data.path());
    let layer = layer_named(&domain, name).unwrap();
    let options = VerifyOptions { data: data.path().to_owned(), threads: 2, memory: 1 << 30, sample: None };
    let verified = verify(&disk(), &domain, &IterateByBackup, layer, &options, &Silent).unwrap();
    assert_eq!((verified.failure, verified.positions), (None, 2 * 1_027));
    let opened = open(&domain, name, data.path());
    for part in 0..2 {
        let built = domain.index(PartId { layer, part }).unwrap().sections();
        assert_eq!(opened.part_index(part).sections(), built);
        let stored = opened.database().section(&format!("{}/zdd", domain.layers()[layer.0].parts[part].name));
        assert_eq!(stored.unwrap().entries, built[0].entries);
    }
}
