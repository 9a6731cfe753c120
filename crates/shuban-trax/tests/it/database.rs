//! The domains of small boards.

use std::collections::HashSet;

use shuban_core::{Domain, Index, LayerId, PartId, Section};
use shuban_trax::{Configurations, Position, SizeError, Worth};

fn indexes(domain: &Configurations) -> Vec<Box<dyn Index<Position = Position>>> {
    let parts = 0..domain.layers()[0].parts.len();
    parts.map(|part| domain.index(PartId { layer: LayerId(0), part }).unwrap()).collect()
}

#[test]
fn small_domains_keep_all_laws() {
    for size in [2, 3] {
        let domain = Configurations::new(size).unwrap();
        shuban_conformance::domain(&domain, 700).unwrap();
        shuban_conformance::explain(&domain, LayerId(0), 700).unwrap();
    }
}

#[test]
fn parts_have_as_many_positions_as_is_stated() {
    // Boards with tiles, as another program counted them.
    for (size, boards) in [(2, 40), (3, 2_918), (4, 840_666)] {
        let domain = Configurations::new(size).unwrap();
        let indexes = indexes(&domain);
        let found: Vec<u64> = indexes.iter().map(|index| index.len()).collect();
        let mut distinct = HashSet::new();
        for index in &indexes[1..] {
            distinct.extend((0..index.len()).map(|rank| *index.unrank(rank).unwrap().board()));
        }
        assert_eq!(distinct.len(), boards);
        let stated: Vec<u64> =
            domain.layers()[0].parts.iter().filter_map(|part| part.positions).collect();
        assert_eq!(found, stated);
    }
    assert_eq!(Configurations::new(5).err(), Some(SizeError(5)));
}

#[test]
fn what_is_no_list_of_positions_is_refused_by_name() {
    let domain = Configurations::new(3).unwrap();
    let part = PartId { layer: LayerId(0), part: 2 };
    let sections = domain.index(part).unwrap().sections();
    let opened = |entries: Vec<Vec<u8>>| {
        let section = Section { name: sections[0].name.clone(), entries };
        domain
            .open_index(part, &[section])
            .map(|index| index.len())
            .map_err(|error| error.to_string())
    };
    let entries = sections[0].entries.clone();
    assert_eq!(opened(entries.clone()), Ok(8));
    assert!(
        domain.open_index(part, &[]).err().unwrap().to_string().contains("needs section `keys`")
    );
    let mut longer = entries.clone();
    longer[0].push(0x80);
    assert!(opened(longer).unwrap_err().contains("entry 0 is no list of numbers"));
    let mut other = entries.clone();
    other[0][0] ^= 2;
    assert!(opened(other).unwrap_err().contains("entry 0 lists what is no position of this part"));
    let halves = vec![entries[0].clone(), Vec::new()];
    assert!(opened(halves).unwrap_err().contains("entry 1 has 0 positions"));
}

#[test]
fn the_better_value_is_the_players_own() {
    use shuban_trax::Colour::{Red, White};
    for player in [White, Red] {
        for worth in Worth::ALL {
            assert_eq!(Worth::loss(player).better(worth, player), worth);
            assert_eq!(
                worth.better(Worth::loss(player.other()), player),
                Worth::loss(player.other())
            );
        }
    }
}
