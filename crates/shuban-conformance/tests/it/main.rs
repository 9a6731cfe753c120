//! A tiny lawful domain passes; the same with one fault is caught. The game: take one or two
//! counters off a heap; the player who takes the last one wins.

mod boards;
mod explained;
mod loopy;
mod misdeals;

use std::collections::BTreeSet;

use shuban_conformance::{Violation, brute_force, domain, game, reachable};
use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, Game, Index, IndexError, IndexOf, Layer, LayerId,
    NotationError, Part, PartId, Payoffs, Play, Record, Seat, Section, Unanswered,
};

/// The fault of a toy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    CanonicalForms,
    Notation,
    Weights,
    NoPlays,
    TwicePlayed,
    Hole,
    Endless,
    LaterLayerNeeded,
    SameNames,
    WrongCount,
    Misplaced,
    Unneeded,
    Pruning,
    Swallowing,
    HiddenCycle,
    Rootless,
    EndPlaced,
    EndWithoutValue,
    TwoRecords,
    ForgottenIds,
    LooseBytes,
    LooseSections,
}

/// Heaps of 1 to 8 counters in two layers.
struct Toy {
    fault: Fault,
    layers: Vec<Layer>,
}

impl Toy {
    fn new(fault: Fault) -> Self {
        let mut layers: Vec<Layer> = ["low", "high"]
            .into_iter()
            .map(|name| Layer {
                name: name.into(),
                parts: vec![Part { name: "heaps".into(), positions: Some(4) }],
                needs: Vec::new(),
                cyclic: false,
            })
            .collect();
        layers[1].needs.push(LayerId(0));
        match fault {
            Fault::LaterLayerNeeded => layers[0].needs.push(LayerId(1)),
            Fault::SameNames => layers[1].name = "low".into(),
            Fault::WrongCount => layers[0].parts[0].positions = Some(5),
            Fault::Unneeded => layers[1].needs.clear(),
            _ => (),
        }
        Toy { fault, layers }
    }
}

impl Game for Toy {
    type Position = u8;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "heap".into()
    }

    fn to_move(&self, _: &u8) -> Seat {
        0
    }

    fn outcome(&self, heap: &u8) -> Option<Payoffs> {
        (*heap == 0).then(|| Payoffs::new(&[-1, 1]))
    }

    fn chances(&self, heap: &u8) -> Vec<((), u32)> {
        vec![((), if self.fault == Fault::Weights { u32::from(*heap) } else { 1 })]
    }

    fn plays(&self, heap: &u8, (): (), plays: &mut Vec<Play<u8, u8>>) {
        let most = if self.fault == Fault::NoPlays && *heap == 3 { 0 } else { 2.min(*heap) };
        plays.extend((1..=most).map(|taken| Play { action: taken, after: heap - taken }));
        if self.fault == Fault::TwicePlayed && *heap == 5 {
            plays.push(Play { action: 1, after: 4 });
        }
    }

    fn canonical(&self, heap: &u8) -> u8 {
        if self.fault == Fault::CanonicalForms && *heap > 1 { heap - 1 } else { *heap }
    }

    fn parse(&self, text: &str) -> Result<u8, NotationError> {
        let heap = text.parse().map_err(|_| NotationError::new(text, 0, "a number is expected"))?;
        if self.fault == Fault::Notation && heap == 7 { Ok(6) } else { Ok(heap) }
    }

    fn format(&self, heap: &u8) -> String {
        heap.to_string()
    }

    fn format_move(&self, _: &u8, (): (), taken: &u8) -> String {
        format!("-{taken}")
    }
}

/// Four heaps from `first`.
struct Heaps {
    first: u8,
    fault: Fault,
}

impl Index for Heaps {
    type Position = u8;

    fn len(&self) -> u64 {
        4
    }

    fn rank(&self, heap: &u8) -> Option<u64> {
        let rank = u64::from(heap.checked_sub(self.first)?);
        (rank < 4).then_some(if self.fault == Fault::Hole && rank == 2 { 1 } else { rank })
    }

    fn unrank(&self, rank: u64) -> Option<u8> {
        (rank < 4 || self.fault == Fault::Endless).then(|| self.first.wrapping_add(rank as u8))
    }

    fn sections(&self) -> Vec<Section> {
        vec![Section { name: "first".into(), entries: vec![vec![self.first]] }]
    }
}

/// True if the mover wins, as an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Id(u64);

impl Record for Id {
    fn columns() -> &'static [Column] {
        &[Column { name: "id", bits: 2, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0;
    }

    fn from_columns(raw: &[u64]) -> Self {
        Id(raw[0])
    }
}

impl Domain for Toy {
    type Game = Toy;
    type Value = bool;
    type Record = Id;

    fn name(&self) -> String {
        "heaps".into()
    }

    fn game(&self) -> &Toy {
        self
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Heaps { first: 1 + 4 * part.layer.0 as u8, fault: self.fault }))
    }

    fn open_index(&self, part: PartId, sections: &[Section]) -> Result<IndexOf<Self>, IndexError> {
        let first = 1 + 4 * part.layer.0 as u8;
        let stored = sections.iter().find(|section| section.name == "first");
        let stored = stored.ok_or(IndexError::Missing("first".into()))?;
        match &stored.entries[..] {
            [entry] if *entry == [first] => self.index(part),
            [entry] if self.fault == Fault::LooseSections && entry.len() == 1 => {
                Ok(Box::new(Heaps { first: entry[0], fault: Fault::Hole }))
            }
            _ => Err(IndexError::Malformed {
                section: "first".into(),
                reason: "another heap".into(),
            }),
        }
    }

    fn locate(&self, heap: &u8) -> Option<PartId> {
        let high = if self.fault == Fault::Misplaced { 4 } else { 5 };
        let first = if self.fault == Fault::EndPlaced { 0 } else { 1 };
        (first..=8)
            .contains(heap)
            .then(|| PartId { layer: LayerId((*heap >= high).into()), part: 0 })
    }

    fn backup(&self, heap: &u8, ask: &mut dyn Ask<u8, bool>) -> Result<bool, Unanswered> {
        if self.fault == Fault::EndWithoutValue && *heap == 0 {
            return Err(Unanswered::default());
        }
        let mut wins = *heap <= 2;
        for taken in 1..=2 {
            if *heap > taken {
                match ask.ask(&(heap - taken)) {
                    Ok(theirs) => wins |= !theirs,
                    Err(_) if self.fault == Fault::Swallowing => (),
                    Err(unanswered) => return Err(unanswered),
                }
                if wins && self.fault == Fault::Pruning {
                    break;
                }
            }
        }
        match (self.fault, *heap) {
            (Fault::HiddenCycle, 3) => ask.ask(&4)?,
            (Fault::Rootless, 1) => ask.ask(&2)?,
            _ => false,
        };
        Ok(wins)
    }

    fn dictionary(&self, earlier: &Dictionary<bool>, new: &BTreeSet<bool>) -> Dictionary<bool> {
        if self.fault == Fault::ForgottenIds {
            let all: BTreeSet<bool> = new.iter().chain(earlier.values()).copied().collect();
            let flipped = all.iter().rev().map(|value| BTreeSet::from([*value]));
            return flipped.fold(Dictionary::default(), |all, value| all.extended(&value));
        }
        earlier.extended(new)
    }

    fn interns(&self) -> bool {
        true
    }

    fn encode(&self, value: &bool, dictionary: &Dictionary<bool>) -> Id {
        Id(dictionary.id(value).unwrap().into())
    }

    fn decode(&self, record: Id, dictionary: &Dictionary<bool>) -> Option<bool> {
        let id = if self.fault == Fault::TwoRecords { record.0 & 1 } else { record.0 };
        dictionary.value(id as u32).copied()
    }

    fn value_to_bytes(&self, value: &bool) -> Vec<u8> {
        vec![(*value).into()]
    }

    fn value_from_bytes(&self, bytes: &[u8]) -> Option<bool> {
        match bytes {
            [0] => Some(false),
            [1] => Some(true),
            [any] if self.fault == Fault::LooseBytes => Some(*any > 1),
            _ => None,
        }
    }
}

fn examine(fault: Fault) -> Result<(), Violation> {
    let toy = Toy::new(fault);
    game(&toy, &reachable(&toy, &[8], 100))?;
    domain(&toy, 100)
}

#[test]
fn a_lawful_domain_passes() {
    examine(Fault::Nothing).unwrap();
    assert_eq!(reachable(&Toy::new(Fault::Nothing), &[8], 100).len(), 9);
    assert_eq!(reachable(&Toy::new(Fault::Nothing), &[8], 3), [8, 7, 6]);
}

#[test]
fn every_fault_is_caught_and_named() {
    let faults = [
        (Fault::CanonicalForms, "canonical form"),
        (Fault::Notation, "read back"),
        (Fault::Weights, "add up to"),
        (Fault::NoPlays, "0 plays"),
        (Fault::TwicePlayed, "two plays lead to 4"),
        (Fault::Hole, "whose rank is"),
        (Fault::Endless, "not below len()"),
        (Fault::LaterLayerNeeded, "not an earlier one"),
        (Fault::SameNames, "two layers have this name"),
        (Fault::WrongCount, "positions are stated"),
        (Fault::Misplaced, "is located in"),
        (Fault::Unneeded, "not among the layer's needs"),
        (Fault::Pruning, "depend on the answers"),
        (Fault::Swallowing, "is not answered, yet"),
        (Fault::HiddenCycle, "asks for its own value"),
        (Fault::Rootless, "no value is at hand"),
        (Fault::EndPlaced, "rank must take positions that are not canonical"),
        (Fault::EndWithoutValue, "the game is over, and backup gives no value of 0"),
        (Fault::TwoRecords, "which is stored as"),
        (Fault::ForgottenIds, "does not keep the ids"),
        (Fault::LooseBytes, "which are not its bytes"),
        (Fault::LooseSections, "opens although"),
    ];
    for (fault, reason) in faults {
        let found = examine(fault).expect_err(&format!("{fault:?} is not caught"));
        assert!(found.to_string().contains(reason), "{fault:?} is reported as: {found}");
    }
}

#[test]
fn a_twin_that_says_otherwise_is_reported() {
    let toy = Toy::new(Fault::Nothing);
    let solved =
        |part: PartId, rank: u64| Some(!(rank + 1 + 4 * part.layer.0 as u64).is_multiple_of(3));
    brute_force(&toy, LayerId(1), solved, |heap| heap % 3 != 0).unwrap();
    let found = brute_force(&toy, LayerId(1), solved, |heap| heap % 4 != 0).unwrap_err();
    assert_eq!(
        found.to_string(),
        "layer high, part heaps, rank 1 (`6`): its value is false, the twin says true"
    );
    assert!(brute_force(&toy, LayerId(1), |_, _| None, |heap| heap % 3 != 0).is_err());
}
