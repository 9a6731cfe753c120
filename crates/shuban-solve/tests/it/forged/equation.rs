//! A false value under sound checksums shows in equations; under others, it is not read at all.

use std::sync::Arc;

use shuban_core::{Domain, Explain};
use shuban_solve::{Error, StatedEquation, StoredLayers};
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::rewrite;

use super::common::{Small, boards, races};
use miniatures::cyclic_chance::Races;
use miniatures::reachable::Boards;

/// Returns the equations of all positions of the first part of the last layer.
fn equations<D: Explain>(small: &Small<D>) -> Vec<Result<StatedEquation, Error>> {
    // A data folder on the real file system.
    let folder = tempfile::tempdir().unwrap();
    for path in small.disk.paths() {
        let to = folder.path().join(path.strip_prefix("/data").unwrap());
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::write(to, small.disk.contents(&path).unwrap()).unwrap();
    }
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let layers = StoredLayers::new(&small.domain, &files, folder.path());
    let open = layers.layer(small.last()).unwrap().unwrap();
    let index = open.part_index(0);
    let all = (0..index.len()).map(|rank| index.unrank(rank).unwrap());
    all.map(|position| Ok(layers.equation(&position)?.unwrap())).collect()
}

/// Returns the ranks of positions whose equations do not hold.
fn broken<D: Explain>(small: &Small<D>) -> Vec<usize> {
    let all = equations(small).into_iter().map(Result::unwrap).enumerate();
    all.filter(|(_, equation)| !equation.holds()).map(|(rank, _)| rank).collect()
}

fn part_name<D: Domain>(small: &Small<D>) -> String {
    small.domain.layers()[small.last().0].parts[0].name.clone()
}

#[test]
fn all_equations_of_a_sound_file_hold_and_name_their_blocks() {
    let (boards, races): (Small<Boards>, Small<Races>) = (boards(), races());
    assert_eq!((broken(&boards), broken(&races)), (Vec::new(), Vec::new()));
    for (rank, equation) in equations(&boards).into_iter().map(Result::unwrap).enumerate() {
        let source = equation.source.unwrap();
        assert_eq!((source.rank, source.block), (rank as u64, 0));
        assert_eq!(source.domain, boards.domain.layers()[0].name);
        // All are in one block.
        assert!(equation.stored.iter().all(|stored| stored.source.checksum == source.checksum));
        assert!(equation.files.contains_key(&source.domain));
    }
}

#[test]
fn a_false_value_under_sound_checksums_breaks_the_equations_that_it_is_in() {
    let boards = boards();
    let (path, part) = (boards.path(), part_name(&boards));
    let sound = equations(&boards).remove(0).unwrap();
    rewrite(&boards.files(), &path, |opened| opened.rows(&part)[100][0] ^= 2);
    let broken_boards = broken(&boards);
    assert!(broken_boards.contains(&100), "{broken_boards:?}");
    let forged = equations(&boards).remove(0).unwrap();
    assert_ne!(sound.source.unwrap().checksum, forged.source.unwrap().checksum);
    assert_ne!(sound.files, forged.files);

    // Bounds that are too narrow: the lower one is above what follows.
    let races = races();
    let (path, part) = (races.path(), part_name(&races));
    rewrite(&races.files(), &path, |opened| {
        let row = &mut opened.rows(&part)[7];
        let upper = row[0].wrapping_add(row[1]) & u64::from(u32::MAX);
        *row = vec![upper.wrapping_add(1 << 10) & u64::from(u32::MAX), 0];
    });
    assert!(broken(&races).contains(&7));
}

#[test]
fn a_value_in_a_damaged_block_is_in_no_equation() {
    let boards = boards();
    let path = boards.path();
    let mut bytes = boards.disk.contents(&path).unwrap();
    // The first block follows the header of 40 bytes.
    bytes[60] ^= 1;
    boards.disk.put(&path, bytes);
    let found = equations(&boards).remove(0).unwrap_err().to_string();
    assert!(found.contains("checksum"), "{found}");
}
