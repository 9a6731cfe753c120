//! The laws of games in which play may be endless: each violation is reported.

use shuban_conformance::{Violation, loopy};
use shuban_core::loopy::{PlayOf, backup_receding};
use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, IndexOf, Layer, LayerId, Loopy,
    NotationError, Part, PartId, Payoffs, Play, Receding, Seat, Unanswered,
};

/// Two players walk in turn, on a circle of four places, one step or none; the first at the last
/// place wins. Violated laws are numbers.
struct Circle {
    broken: u8,
    layers: [Layer; 1],
}

struct Walk;

impl Game for Walk {
    type Position = (u8, Seat);
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "walk".to_owned()
    }

    fn to_move(&self, &(_, seat): &(u8, Seat)) -> Seat {
        seat
    }

    fn outcome(&self, &(place, seat): &(u8, Seat)) -> Option<Payoffs> {
        let lost = if seat == 0 { [-1, 1] } else { [1, -1] };
        (place == 3).then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &(u8, Seat)) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &(place, seat): &(u8, Seat), (): (), plays: &mut Vec<Play<(u8, Seat), u8>>) {
        let step = |step| Play { action: step, after: ((place + step) % 4, 1 - seat) };
        plays.extend([0, 1].map(step));
    }

    fn parse(&self, text: &str) -> Result<(u8, Seat), NotationError> {
        Err(NotationError::new(text, 0, "not read"))
    }

    fn format(&self, position: &(u8, Seat)) -> String {
        format!("{position:?}")
    }

    fn format_move(&self, _: &(u8, Seat), (): (), step: &u8) -> String {
        step.to_string()
    }
}

impl Index for Walk {
    type Position = (u8, Seat);

    fn len(&self) -> u64 {
        6
    }

    fn rank(&self, &(place, seat): &(u8, Seat)) -> Option<u64> {
        (place < 3).then_some(2 * u64::from(place) + seat as u64)
    }

    fn unrank(&self, rank: u64) -> Option<(u8, Seat)> {
        (rank < 6).then_some(((rank / 2) as u8, (rank % 2) as Seat))
    }
}

impl Domain for Circle {
    type Game = Walk;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        "circle".to_owned()
    }

    fn game(&self) -> &Walk {
        &Walk
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Walk))
    }

    fn locate(&self, &(place, _): &(u8, Seat)) -> Option<PartId> {
        let held = if self.broken == 3 { place != 1 && place < 3 } else { place < 3 };
        held.then_some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        position: &(u8, Seat),
        ask: &mut dyn Ask<(u8, Seat), Receding>,
    ) -> Result<Receding, Unanswered> {
        let value = backup_receding(self, position, ask)?;
        Ok(if self.broken == 4 { Receding::within(value.score(), 1) } else { value })
    }

    fn encode(&self, value: &Receding, _: &Dictionary<Receding>) -> Receding {
        *value
    }

    fn decode(&self, record: Receding, _: &Dictionary<Receding>) -> Option<Receding> {
        Some(record)
    }
}

impl Loopy for Circle {
    fn endless(&self, seat: Seat) -> i16 {
        let worth = if self.broken == 5 { Receding::MAX_SCORE + 1 } else { 1 };
        if self.broken == 1 || seat == 0 { worth } else { -worth }
    }

    fn reward(&self, _: &(u8, Seat), play: &PlayOf<Self>) -> i16 {
        match self.broken {
            2 => i16::from(play.action == 0),
            6 => -Receding::MAX_SCORE - 1,
            _ => 0,
        }
    }
}

fn broken(broken: u8) -> Result<(), Violation> {
    let part = Part { name: "all".to_owned(), positions: Some(6) };
    let (name, needs) = ("circle/all".to_owned(), Vec::new());
    let layer = Layer { name, parts: vec![part], needs, cyclic: true };
    loopy(&Circle { broken, layers: [layer] }, LayerId(0), 100)
}

#[test]
fn each_law_is_told_when_it_is_broken() {
    broken(0).unwrap();
    for (number, law) in [
        (1, "endless play is worth 1 to the first seat and 1 to the second"),
        (2, "0 wins 1 points and stays in the layer"),
        (3, "which no table holds, leads back into the layer"),
        (4, "and backup_receding Ok("),
        (5, "a score is 16384, not at most 16383"),
        (6, "a score is -16384, not at most 16383"),
    ] {
        let violation = broken(number).unwrap_err();
        assert!(violation.law.contains(law), "{number}: {violation}");
    }
}
