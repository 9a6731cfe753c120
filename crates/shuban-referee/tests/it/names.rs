//! Names that are spelled in another way than a layer's.

use std::sync::Arc;

use shuban_referee::{Error, Extent};
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::{OpenedSection, OpenedUp};

use crate::common::Data;

/// Layers, each with names that would be its own if numbers in them were read as numbers alone.
const SPELLED: [(&str, &[&str]); 9] = [
    ("half-gammon/contact-1-1", &["half-gammon/contact-01-1", "half-gammon/contact-1-+1"]),
    ("half-gammon/money-1-1", &["half-gammon/money-1-01", "half-gammon/money-+1-1"]),
    ("backgammon/race-7x1", &["backgammon/race-07x1", "backgammon/race-7x+1"]),
    ("hypergammon/1", &["hypergammon/01"]),
    ("tanhinmin/3p-4", &["tanhinmin/03p-4", "tanhinmin/3p-04", "tanhinmin/3p-+4"]),
    ("daihinmin-open/2p-3", &["daihinmin-open/2p-03"]),
    ("amazons/3", &["amazons/03", "amazons/003"]),
    ("amazons/3/canonical", &["amazons/03/canonical"]),
    ("trax/2", &["trax/02"]),
];

/// The file of false values names the sound one among its needs, so that the sound values would be
/// checked in the place of its own.
#[test]
fn a_false_file_does_not_pass_by_a_sound_one_of_nearly_its_name() {
    let data = Data::with(&SPELLED.map(|(layer, _)| layer));
    let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
    for (layer, others) in SPELLED {
        for other in others {
            let mut file = OpenedUp::read(&*disk, &data.file(layer)).unwrap();
            (*other).clone_into(&mut file.subject.domain);
            file.account.needs.push(data.need(layer));
            for section in &mut file.sections {
                if let OpenedSection::Table(_, _, rows) = section {
                    rows.iter_mut().for_each(|row| row[0] ^= 1);
                }
            }
            std::fs::create_dir_all(data.file(other).parent().unwrap()).unwrap();
            file.write(disk.clone(), &data.file(other)).unwrap();
            let checked = data.check(other, Extent::All);
            assert!(matches!(checked, Err(Error::Unknown { .. })), "{other}: {checked:?}");
        }
    }
}
