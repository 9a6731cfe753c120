//! Values in memory and values in files give the same answers.

use miniatures::cyclic_chance::Races;
use miniatures::reachable::Boards;
use miniatures::three_heaps::AllHeaps;
use shuban_answer::{
    AnyPosition, Detail, StatedEquation, ValueSource, stored_answer, stored_value,
};
use shuban_catalog::{Catalog, Session};
use shuban_core::shelf::EmptyShelf;
use shuban_core::{Domain, Explain, Game, LayerId, PartId, PositionOf, Silent};
use shuban_solve::BuildOptions;
use tempfile::TempDir;

use crate::in_memory::InMemory;

/// Builds all layers of a domain.
pub(crate) fn built<D: Domain>(domain: &D) -> (Catalog, TempDir) {
    let catalog = miniatures::catalog();
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
    for layer in domain.layers() {
        catalog.layer(&layer.name).unwrap().build(&options, &Silent).unwrap();
    }
    (catalog, data)
}

/// Returns some positions of each part, each with those after its plays: finished ones too.
fn some_positions<D: Domain>(domain: &D, of_each: usize) -> Vec<PositionOf<D>> {
    let (game, mut positions, mut plays) = (domain.game(), Vec::new(), Vec::new());
    for layer in (0..domain.layers().len()).map(LayerId) {
        for part in 0..domain.layers()[layer.0].parts.len() {
            let index = domain.index(PartId { layer, part }).unwrap();
            let step = (index.len() as usize / of_each).max(1);
            for rank in (0..index.len()).step_by(step) {
                let position = index.unrank(rank).unwrap();
                if game.outcome(&position).is_none() {
                    for (chance, _) in game.chances(&position) {
                        game.plays(&position, chance, &mut plays);
                    }
                }
                positions.push(position);
                positions.extend(plays.drain(..).step_by(2).map(|play| play.after));
            }
        }
    }
    positions
}

/// Compares answers about a domain's positions, as JSON and as text, and their equations.
fn compare<D: Explain>(domain: &D, has_equations: bool) {
    let (catalog, data) = built(domain);
    let memory = InMemory::read(domain, data.path());
    let target = catalog.target(&domain.game().name()).unwrap();
    let session = Session::new(&catalog, target, data.path());
    let (mut answered, mut over) = (0, 0);
    for position in some_positions(domain, 40) {
        let text = domain.game().format(&position);
        // Texts need not say whose turn it is.
        let position = domain.game().parse(&text).unwrap();
        let own = AnyPosition::new(domain.game(), position.clone());
        let own = stored_answer(&memory, &own, &Detail::Best, &EmptyShelf).unwrap();
        let expected = session.probe(&text, None).unwrap();
        let json = |answer| serde_json::to_string(answer).unwrap();
        if expected.over.is_some() && expected.domain.is_none() {
            // The rules answer first where a game is over.
            over += 1;
            assert_eq!(own.over, expected.over, "{text}");
            continue;
        }
        assert_eq!(json(&own), json(&expected), "{text}");
        assert_eq!(own.to_string(), expected.to_string(), "{text}");
        answered += 1;
        if let Some(equation) = domain.equation(&position) {
            let own = StatedEquation::of(&memory, &position, &equation).unwrap().unwrap();
            assert!(own.holds(), "{text}");
            assert_eq!(own, session.equation(&text).unwrap(), "{text}");
        }
        assert_eq!(domain.equation(&position).is_some(), has_equations, "{text}");
    }
    assert!(answered > 20 && over > 0, "{answered} answers, {over} about finished games");
}

#[test]
fn a_game_with_chance_is_answered_alike() {
    compare(&Races::default(), true);
}

#[test]
fn a_game_of_three_players_is_answered_alike() {
    compare(&AllHeaps::default(), false);
}

#[test]
fn a_stored_index_is_no_difference() {
    compare(&Boards::default(), true);
}

#[test]
fn a_value_says_what_it_rests_on() {
    let domain = AllHeaps::default();
    let (_, data) = built(&domain);
    let memory = InMemory::read(&domain, data.path());
    let source = |text: &str| {
        let position = domain.game().parse(text).unwrap();
        stored_value(&memory, &position).unwrap().unwrap().1
    };
    assert_eq!(source("0,1,2 a"), ValueSource::Table);
    // No layer has it: play is over.
    assert_eq!(source("0,0,0 a"), ValueSource::Rules);
}
