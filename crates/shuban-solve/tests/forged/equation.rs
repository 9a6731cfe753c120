//! A false value under sound checksums shows in equations; under others, it is not read at all.

use std::path::Path;

use shuban_core::Domain;
use shuban_solve::{Error, StatedEquation, StoredLayers};
use shuban_store::forging::rewrite;

use crate::common::{Small, boards, races};
use miniatures::cyclic_chance::Races;
use miniatures::reachable::Boards;

/// The equations of all positions of a part.
fn equations<D>(small: &Small<D>, part: usize) -> Vec<Result<StatedEquation, Error>>
where
    D: Domain + shuban_core::Explain,
{
    let layers = StoredLayers::new(&small.domain, &small.files(), Path::new("/data"));
    let open = layers.layer(small.last()).unwrap().unwrap();
    let index = open.part_index(part);
    let all = (0..index.len()).map(|rank| index.unrank(rank).unwrap());
    all.map(|position| Ok(layers.equation(&position)?.unwrap())).collect()
}

fn broken<D: Domain + shuban_core::Explain>(small: &Small<D>) -> Vec<usize> {
    let all = equations(small, 0).into_iter().map(Result::unwrap).enumerate();
    all.filter(|(_, equation)| !equation.holds()).map(|(rank, _)| rank).collect()
}

fn part_name<D: Domain>(small: &Small<D>) -> String {
    small.domain.layers()[small.last().0].parts[0].name.clone()
}

#[test]
fn all_equations_of_a_sound_file_hold_and_name_their_blocks() {
    let (boards, races): (Small<Boards>, Small<Races>) = (boards(), races());
    assert_eq!((broken(&boards), broken(&races)), (Vec::new(), Vec::new()));
    for (rank, equation) in equations(&boards, 0).into_iter().map(Result::unwrap).enumerate() {
        let source = equation.source.unwrap();
        assert_eq!((source.rank, source.block), (rank as u64, 0));
        assert_eq!(source.domain, boards.domain.layers()[0].name);
        // All lie in one block.
        assert!(equation.stored.iter().all(|stored| stored.source.checksum == source.checksum));
        assert!(equation.files.contains_key(&source.domain));
    }
}

#[test]
fn a_false_value_under_sound_checksums_breaks_the_equations_that_it_is_in() {
    let boards = boards();
    let (path, part) = (boards.path(), part_name(&boards));
    let sound = equations(&boards, 0).remove(0).unwrap();
    rewrite(&boards.files(), &path, |opened| opened.rows(&part)[100][0] ^= 2);
    let broken_boards = broken(&boards);
    assert!(broken_boards.contains(&100), "{broken_boards:?}");
    let forged = equations(&boards, 0).remove(0).unwrap();
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
    let found = equations(&boards, 0).remove(0).unwrap_err().to_string();
    assert!(found.contains("checksum"), "{found}");
}
