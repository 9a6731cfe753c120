//! Values that a source cannot give: the reason is in the source's terms, and they are asked for
//! again.

use miniatures::cyclic_chance::Races;
use miniatures::reachable::NoughtsAndCrosses;
use miniatures::three_heaps::{AllHeaps, ThreeNim};
use shuban_answer::{
    AnswerError, AnyPosition, Detail, ForeignPosition, LookUpError, stored_answer, stored_value,
};
use shuban_core::shelf::EmptyShelf;
use shuban_core::{Domain, Game, LayerId, Present};

use crate::in_memory::{InMemory, MemoryError};
use crate::same_answers::built;

#[test]
fn a_page_fetches_what_is_not_in_hand_until_it_has_the_answer() {
    let domain = Races::default();
    let (_, data) = built(&domain);
    let whole = InMemory::read(&domain, data.path());
    let mut page = InMemory::read(&domain, data.path()).emptied();
    let start = domain.game().start();
    let position = AnyPosition::new(domain.game(), start);
    let layer = domain.locate(&start).unwrap().layer.0;
    let ask =
        |page: &InMemory<'_, Races>| stored_answer(page, &position, &Detail::All, &EmptyShelf);
    let answer = loop {
        match ask(&page) {
            Ok(answer) => break answer,
            Err(AnswerError::Source(MemoryError::NotInHand { part, rank })) => {
                page.fetch(&whole, layer, (part, rank));
            }
            Err(error) => panic!("{error}"),
        }
    };
    let json = |answer| serde_json::to_string(&answer).unwrap();
    assert_eq!(json(answer), json(ask(&whole).unwrap()));
    // All was announced when it was asked first, the position itself and those after its plays.
    let expected = page.expected.lock().unwrap().clone();
    assert!(expected.contains(&start) && expected.len() >= page.in_hand());
}

#[test]
fn a_missing_layer_is_named() {
    let domain = AllHeaps::default();
    let (_, data) = built(&domain);
    let mut page = InMemory::read(&domain, data.path());
    page.forget(LayerId(1));
    let heaps = |text: &str| domain.game().parse(text).unwrap();
    let ask = |text: &str| {
        let position = AnyPosition::new(domain.game(), heaps(text));
        stored_answer(&page, &position, &Detail::All, &EmptyShelf)
    };
    assert!(stored_value(&page, &heaps("0,1,1 a")).unwrap().is_none());
    let error = ask("1,1,1 a").err().unwrap();
    assert_eq!(error.to_string(), "three-player-nim/2 is not built yet");
    let not_built = |error: &LookUpError| matches!(error, LookUpError::NotBuilt { .. });
    assert!(matches!(error, AnswerError::Source(MemoryError::LookUp(error)) if not_built(&error)));
    assert!(ask("0,0,1 a").is_ok(), "it does not rest on that layer");
}

#[test]
fn a_position_of_another_game_is_refused() {
    let domain = AllHeaps::default();
    let (_, data) = built(&domain);
    let page = InMemory::read(&domain, data.path());
    let foreign = AnyPosition::new(&NoughtsAndCrosses, NoughtsAndCrosses.start());
    let expected = ForeignPosition { game: ThreeNim.name() };
    assert_eq!(foreign.of(&ThreeNim).unwrap_err(), expected);
    let error = stored_answer(&page, &foreign, &Detail::Best, &EmptyShelf).err().unwrap();
    assert_eq!(error.to_string(), "that is not a position of three-player-nim");
    assert!(matches!(error, AnswerError::Foreign(error) if error == expected));
}
