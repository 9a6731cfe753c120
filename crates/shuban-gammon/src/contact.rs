//! The domain of contact positions: every position by the checkers left on each side.

use std::collections::BTreeMap;
use std::ops::Range;

use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, Interval, IntervalDomain, Layer, LayerId,
    Part, PartId, PositionOf, TwoSided, Unanswered,
};

use crate::equity::expected_worth;
use crate::game::Gammon;
use crate::instructions::Instructions;
use crate::payoff::Payoff;
use crate::position::Position;
use crate::variant::Variant;

/// `VARIANT/contact`: all positions of a variant, cut into layers by the checkers left.
///
/// Layer `contact-A-B`, A ≥ B, holds every position with A checkers left on one side and B on the
/// other, either to roll, in two parts (`A v B`, the mover's first, and `B v A`; one part if A =
/// B). A play that bears off k checkers leads to the layer with k fewer on that side, any other
/// stays: checkers that are hit come back, so layers are cyclic. Values count wins alone.
///
/// `VARIANT/money` is the same where gammons and backgammons count, without a cube: layers are named
/// `money-A-B`. Where both sides have borne off some, no gammon can be won any more.
pub struct Contact {
    game: Gammon,
    payoff: Payoff,
    instructions: Instructions,
    layers: Vec<Layer>,
    /// The larger and the smaller number of checkers of each layer.
    sizes: Vec<(usize, usize)>,
}

impl Contact {
    /// The domain of a variant, where every win counts 1.
    pub fn new(variant: Variant) -> Self {
        Contact::paying(Payoff::Win, variant)
    }

    /// The domain of a variant, where a gammon counts two and a backgammon three.
    pub fn for_money(variant: Variant) -> Self {
        Contact::paying(Payoff::Money, variant)
    }

    fn paying(payoff: Payoff, variant: Variant) -> Self {
        let most = variant.checkers();
        let mut sizes: Vec<(usize, usize)> = (1..=most)
            .flat_map(|a| (1..=a).map(move |b| (a, b)))
            .filter(|&(a, b)| TwoSided::new(variant.points(), a, b).is_some())
            .collect();
        sizes.sort_by_key(|&(a, b)| (a + b, a));
        let layers = sizes.iter().map(|&size| layer(&variant, payoff, size, &sizes)).collect();
        let instructions = Instructions::best();
        Contact { game: Gammon::new(variant), payoff, instructions, layers, sizes }
    }

    /// The same domain, swept with these vector instructions, or the best that the machine has: for
    /// comparisons.
    #[must_use]
    pub fn swept_with(self, instructions: Instructions) -> Self {
        Contact { instructions: instructions.min(Instructions::best()), ..self }
    }

    /// The vector instructions that sweeps use.
    pub(crate) fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Payoff of a won game.
    pub fn payoff(&self) -> Payoff {
        self.payoff
    }

    /// The worth of a finished position to the player about to roll: 0 if neither side can ever
    /// move.
    fn over(&self, position: &Position) -> Option<Interval> {
        let payoff = i32::from(self.game.outcome(position)?.of(position.seat()));
        let loser = if payoff > 0 { position.opponent } else { position.mover };
        Some(Interval::exactly(payoff * self.payoff.of_win(&self.game.variant, loser)))
    }

    /// (mover's checkers, opponent's checkers) of each part of a layer.
    pub(crate) fn sides(&self, layer: LayerId) -> Vec<(usize, usize)> {
        sides(self.sizes[layer.0])
    }

    /// The part with these numbers of checkers.
    pub(crate) fn part(&self, mover: usize, opponent: usize) -> Option<PartId> {
        let size = (mover.max(opponent), mover.min(opponent));
        let layer = self.sizes.iter().position(|&other| other == size)?;
        Some(PartId { layer: LayerId(layer), part: usize::from(mover < opponent) })
    }
}

/// Parameters that values depend on: the numbers of a variant's rules, and one more.
pub(crate) fn parameters(variant: &Variant, more: (&str, &str)) -> BTreeMap<String, String> {
    [
        (more.0, more.1.to_owned()),
        ("points", variant.points().to_string()),
        ("checkers", variant.checkers().to_string()),
        ("faces", variant.faces().to_string()),
        ("home", variant.home().to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

fn sides((a, b): (usize, usize)) -> Vec<(usize, usize)> {
    if a == b { vec![(a, a)] } else { vec![(a, b), (b, a)] }
}

fn layer(
    variant: &Variant,
    payoff: Payoff,
    size: (usize, usize),
    sizes: &[(usize, usize)],
) -> Layer {
    let (a, b) = size;
    // One turn bears off at most four checkers.
    let after = |a: usize, b: usize| {
        (1..=4).filter(move |&off| off < a).map(move |off| ((a - off).max(b), (a - off).min(b)))
    };
    let mut needs: Vec<LayerId> = after(a, b)
        .chain(after(b, a))
        .filter_map(|size| sizes.iter().position(|&other| other == size).map(LayerId))
        .collect();
    needs.sort_unstable();
    needs.dedup();
    let parts = sides(size).into_iter().map(|(a, b)| Part {
        name: format!("{a} v {b}"),
        positions: TwoSided::new(variant.points(), a, b).map(|index| index.len()),
    });
    Layer {
        name: format!("{}/{}-{a}-{b}", variant.name(), payoff.family()),
        parts: parts.collect(),
        needs,
        cyclic: true,
    }
}

impl Domain for Contact {
    type Game = Gammon;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        format!("{}/{}", self.game.variant.name(), self.payoff.family())
    }

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters(&self.game.variant, ("payoff", self.payoff.rule()))
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn whole(&self) -> Option<(String, LayerId)> {
        let all = self.game.variant.checkers();
        let layer = self.sizes.iter().position(|&size| size == (all, all))?;
        let payoff = match self.payoff {
            Payoff::Win => "",
            Payoff::Money => "-money",
        };
        Some((format!("{}/whole{payoff}", self.game.variant.name()), LayerId(layer)))
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        let (mover, opponent) = self.sides(part.layer)[part.part];
        let sides = TwoSided::new(self.game.variant.points(), mover, opponent)
            .expect("only layers that can be numbered are listed");
        Ok(Box::new(ContactIndex(sides)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        self.part(position.mover.count(), position.opponent.count())
    }

    /// The player who has just borne off has all checkers at home.
    fn exits(&self, part: PartId) -> Option<Vec<Range<u64>>> {
        let variant = &self.game.variant;
        let (mover, opponent) = self.sides(part.layer)[part.part];
        if opponent == variant.checkers() {
            return Some(Vec::new());
        }
        let sides = TwoSided::new(variant.points(), mover, opponent)?;
        // The opponent's home are the last points of the mover's count.
        let home = ((1 << variant.home()) - 1) << (variant.points() - variant.home());
        Some(sides.opponents_within(home))
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<PositionOf<Self>, Interval>,
    ) -> Result<Interval, Unanswered> {
        expected_worth(&self.game, position, &|position| self.over(position), ask)
    }

    fn encode(&self, value: &Interval, _dictionary: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _dictionary: &Dictionary<Interval>) -> Option<Interval> {
        record.within(self.unknown())
    }

    fn decode_coarse(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.clamped_to(self.unknown())
    }
}

impl IntervalDomain for Contact {
    fn unknown(&self) -> Interval {
        let most = self.payoff.most();
        Interval { lower: -most, upper: most }
    }
}

/// [`TwoSided`] over positions; the player to move does not matter.
pub(crate) struct ContactIndex(pub(crate) TwoSided);

impl Index for ContactIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.0.rank(position.mover, position.opponent)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let (mover, opponent) = self.0.unrank(rank)?;
        Some(Position::new(mover, opponent))
    }
}
