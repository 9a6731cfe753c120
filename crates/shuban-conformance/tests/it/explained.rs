//! Lawful descriptions of values pass; a wrong sign and an inconsistent field are caught.

use shuban_core::backup::backup_ordered;
use shuban_core::equation::{Expression, Relation, equation_ordered};
use shuban_core::{
    Ask, Cost, Datum, Dictionary, Domain, Equation, Explain, Field, Fields, Game, Index,
    IndexError, IndexOf, Layer, LayerId, NotationError, Part, PartId, Payoffs, Play, Present, Seat,
    Unanswered,
};

use super::Id;

/// A game in which players take one or two counters in turn; the last one wins. A position is the
/// player to move, and the counters.
pub(super) struct Nim;

impl Game for Nim {
    type Position = (Seat, u8);
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "nim".into()
    }

    fn to_move(&self, &(seat, _): &(Seat, u8)) -> Seat {
        seat
    }

    fn outcome(&self, &(seat, counters): &(Seat, u8)) -> Option<Payoffs> {
        (counters == 0).then(|| Payoffs::new(&[[-1, 1], [1, -1]][seat]))
    }

    fn chances(&self, _: &(Seat, u8)) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &(seat, counters): &(Seat, u8), (): (), plays: &mut Vec<Play<(Seat, u8), u8>>) {
        let takes = 1..=2.min(counters);
        plays
            .extend(takes.map(|taken| Play { action: taken, after: (1 - seat, counters - taken) }));
    }

    fn parse(&self, text: &str) -> Result<(Seat, u8), NotationError> {
        text.parse()
            .map(|counters| (0, counters))
            .map_err(|_| NotationError::new(text, 0, "a number"))
    }

    fn format(&self, (seat, counters): &(Seat, u8)) -> String {
        format!("{counters} for {seat}")
    }

    fn format_move(&self, _: &(Seat, u8), (): (), taken: &u8) -> String {
        taken.to_string()
    }
}

impl Present for Nim {
    fn about(&self) -> String {
        "one or two counters".into()
    }

    fn start(&self) -> (Seat, u8) {
        (0, 9)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Slip {
    None,
    Sign,
    Merit,
    Both,
    Constant,
    Name,
    Kind,
    /// A fault of the equation, not of the description in words.
    Equation(Fault),
}

/// The fault of an equation.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    Sign,
    LeftOut,
    Added,
    Worst,
    Alike,
    Loose,
    Unnamed,
}

/// Heaps of up to nine counters, each worth 1 or −1 to the player to move.
struct Heaps(Slip, Vec<Layer>);

impl Heaps {
    fn with(slip: Slip) -> Self {
        let parts = vec![Part { name: "all".into(), positions: Some(20) }];
        let layer = Layer { name: "heaps/9".into(), parts, needs: Vec::new(), cyclic: false };
        Heaps(slip, vec![layer])
    }
}

struct Numbered;

impl Index for Numbered {
    type Position = (Seat, u8);

    fn len(&self) -> u64 {
        20
    }

    fn rank(&self, &(seat, counters): &(Seat, u8)) -> Option<u64> {
        (counters < 10).then_some(seat as u64 + 2 * u64::from(counters))
    }

    fn unrank(&self, rank: u64) -> Option<(Seat, u8)> {
        (rank < 20).then_some(((rank % 2) as Seat, (rank / 2) as u8))
    }
}

impl Domain for Heaps {
    type Game = Nim;
    type Value = i64;
    type Record = Id;

    fn name(&self) -> String {
        "heaps".into()
    }

    fn game(&self) -> &Nim {
        &Nim
    }

    fn layers(&self) -> &[Layer] {
        &self.1
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Numbered))
    }

    fn locate(&self, &(_, counters): &(Seat, u8)) -> Option<PartId> {
        (counters < 10).then_some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        position: &(Seat, u8),
        ask: &mut dyn Ask<(Seat, u8), i64>,
    ) -> Result<i64, Unanswered> {
        backup_ordered(self, position, ask, &|payoff| payoff.into(), &|value| -value)
    }

    fn encode(&self, value: &i64, _: &Dictionary<i64>) -> Id {
        Id((value + 1) as u64 / 2)
    }

    fn decode(&self, Id(id): Id, _: &Dictionary<i64>) -> Option<i64> {
        (id < 2).then_some(2 * id as i64 - 1)
    }
}

impl Explain for Heaps {
    fn about(&self, _: &Layer) -> String {
        "heaps of up to nine counters".into()
    }

    fn cost(&self, _: &Layer) -> Cost {
        Cost { core_seconds: 1e-6 }
    }

    fn fields(&self, &value: &i64) -> Fields {
        let name = if self.0 == Slip::Name && value > 0 { "gain" } else { "value" };
        let text = self.0 == Slip::Kind && value > 0;
        let datum = if text { Datum::from(value.to_string()) } else { Datum::from(value) };
        Fields::new().with(Field::new(name, datum))
    }

    fn merit(&self, _: &(Seat, u8), value: &i64, _: Seat) -> i128 {
        match self.0 {
            Slip::Merit | Slip::Both => -i128::from(*value),
            Slip::Constant => 0,
            _ => (*value).into(),
        }
    }

    fn equation(&self, position: &(Seat, u8)) -> Option<Equation<(Seat, u8), i64>> {
        match self.0 {
            Slip::Equation(fault) => self.faulty(position, fault),
            _ => None,
        }
    }

    fn seen_by(&self, value: i64, &(to_move, _): &(Seat, u8), seat: Seat) -> i64 {
        if to_move == seat || matches!(self.0, Slip::Sign | Slip::Both) { value } else { -value }
    }
}

impl Heaps {
    fn faulty(&self, position: &(Seat, u8), fault: Fault) -> Option<Equation<(Seat, u8), i64>> {
        let ending = |payoff: i16| i64::from(payoff);
        let number: fn(&i64) -> i128 = match fault {
            Fault::Alike => |_| 1,
            _ => |&value| value.into(),
        };
        let mut equation = equation_ordered(self, position, &ending, "value", number)?;
        let Expression::Max(plays) = &mut equation.numbers[0].expression else {
            return Some(equation);
        };
        match fault {
            Fault::None | Fault::Alike => {}
            Fault::Sign => plays.iter_mut().for_each(|play| play.of = play.of.clone().negated()),
            Fault::LeftOut => {
                equation.stored.pop();
                plays.pop();
            }
            Fault::Added => equation.stored.push((0, 9)),
            Fault::Worst => equation.numbers[0].expression = Expression::Min(plays.clone()),
            Fault::Loose => equation.numbers[0].relation = Relation::AtMost,
            Fault::Unnamed => plays[0].of = Expression::Stored(0, "worth"),
        }
        Some(equation)
    }
}

#[test]
fn an_equation_that_is_not_what_backup_does_is_caught() {
    let examine =
        |fault| shuban_conformance::explain(&Heaps::with(Slip::Equation(fault)), LayerId(0), 100);
    examine(Fault::None).unwrap();
    for (fault, reason) in [
        (Fault::Sign, "its equation comes to"),
        (Fault::LeftOut, "backup asks for"),
        (Fault::Added, "the equation rests on"),
        (Fault::Worst, "its equation comes to"),
        (Fault::Alike, "are both"),
        (Fault::Loose, "lets the stored number differ"),
        (Fault::Unnamed, "there is no number `worth`"),
    ] {
        let found = examine(fault).unwrap_err().to_string();
        assert!(found.contains(reason), "{found}");
    }
}

#[test]
fn a_slip_in_what_is_said_of_values_is_caught() {
    let examine = |slip| shuban_conformance::explain(&Heaps::with(slip), LayerId(0), 100);
    shuban_conformance::domain(&Heaps::with(Slip::None), 100).unwrap();
    examine(Slip::None).unwrap();
    let of = |slip| examine(slip).unwrap_err().to_string();
    for (slip, reason) in [
        (Slip::Sign, "is a sign wrong?"),
        (Slip::Merit, "gets more than"),
        (Slip::Both, "is a sign wrong?"),
        (Slip::Constant, "merit is the same for all values"),
    ] {
        assert!(of(slip).contains(reason), "{}", of(slip));
    }
    for slip in [Slip::Name, Slip::Kind] {
        assert_eq!(of(slip), "domain heaps: the fields of -1 and 1 differ in name or kind");
    }
}
