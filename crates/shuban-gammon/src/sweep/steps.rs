//! Destinations of the steps of a row.

use shuban_core::combinatorics::{rank_subset, unrank_subset};
use shuban_core::sweep::{Before, LeftAt, PassUnit};

use super::plan::{ContactPlan, Level, PartPlan};
use super::transitions::{Source, Transitions};

/// Number of rows whose hits are known at a time: the one worked on and those after it, so that
/// distant reads are prefetched in time.
pub(super) const AHEAD: usize = 4;

/// The most hits of a row: one for each face of a die and checker of the mover.
const MOST_HITS: usize = 9 * 15;

/// Bits that the dice of a source take at most.
const MOST_DICE: usize = 16;

/// Sources that are looked at together.
const AT_ONCE: usize = 4;

/// Destinations of steps in a unit.
pub(super) struct StepsOfUnit<const F: usize> {
    /// The opponent's points, bit p - 1 for the mover's place p.
    set: u64,
    /// By the kind of the place that a checker leaves, and by die (from 0): the kind of the place
    /// it goes to, or the number of kinds if that is not free.
    free: [[u8; F]; 32],
    /// Likewise, where the opponent holds the place: the number of free places below it, and the
    /// index of its point in the set.
    onto: [[(u8, u8); F]; 32],
    /// By die: the kinds from which it leads onto points of the opponent.
    kinds_onto: [u32; F],
    /// The mover's place of each kind.
    places: [usize; 32],
    /// The kind of the bar.
    bar: u32,
    /// For each point of the set: the number of the first row of the unit of the set without it,
    /// among the rows that the stage before left.
    units: [usize; 32],
    /// A bit for each of these points: set if only those rows are there to which hits lead.
    only_hit: u32,
    /// Numbers in each of these rows.
    row_before: usize,
    /// Lanes of a table of these rows.
    lanes_before: usize,
}

/// The lanes of one vector of a unit, by the places from which they are hit.
pub(super) struct OntoGroup<const F: usize> {
    group: usize,
    /// By the kind of the place that a checker leaves: a bit for each die that leads from there onto
    /// a lone opponent of one of these lanes.
    dice: [u16; 32],
}

/// A step onto a lone opponent.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    /// Index of its values in the output of the stage before.
    pub(super) start: usize,
    /// Its place among the level's kept lanes.
    pub(super) kept: u32,
    /// The die, from 0.
    pub(super) die: u32,
}

/// The hits of a row.
#[derive(Clone, Copy)]
pub(super) struct Hits {
    hits: [Hit; MOST_HITS],
    len: usize,
}

impl Hits {
    pub(super) const fn new() -> Self {
        Hits { hits: [Hit { start: 0, kept: 0, die: 0 }; MOST_HITS], len: 0 }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[Hit] {
        &self.hits[..self.len.min(MOST_HITS)]
    }
}

/// Collection that hits are added to.
pub(super) trait Found {
    fn push(&mut self, hit: Hit);
}

impl Found for Hits {
    #[inline(always)]
    fn push(&mut self, hit: Hit) {
        if let Some(place) = self.hits.get_mut(self.len) {
            *place = hit;
            self.len += 1;
        }
    }
}

impl<const F: usize> StepsOfUnit<F> {
    #[inline(always)]
    pub(super) fn new(
        plan: &ContactPlan,
        part: &PartPlan,
        unit: PassUnit,
        left: Before<'_>,
    ) -> Self {
        let set = unrank_subset(unit.unit as u64, unit.stage, plan.points);
        let holds = |place: usize| place <= plan.points && set >> (place - 1) & 1 == 1;
        let kinds = plan.points + 1 - unit.stage;
        let mut steps = StepsOfUnit {
            set,
            free: [[kinds as u8; F]; 32],
            onto: [[(0, 0); F]; 32],
            kinds_onto: [0; F],
            places: [0; 32],
            bar: (kinds - 1) as u32,
            units: [0; 32],
            only_hit: 0,
            row_before: 0,
            lanes_before: 0,
        };
        // For each place: the number of free places below it, and of those in the set.
        let (mut below, mut taken) = ([0; 34], [0; 34]);
        for place in 1..=plan.points + 1 {
            let (free, onto) = (below[place], taken[place]);
            if holds(place) {
                (below[place + 1], taken[place + 1]) = (free, onto + 1);
                let before = &part.levels[unit.stage - 1];
                let other = rank_subset(set & !(1 << (place - 1))) as usize;
                let row = plan.tables() * before.lanes_with_bar;
                let start = match left.place(other, onto, before.all_rows() * row) {
                    LeftAt::Whole(start) => start,
                    LeftAt::Rows(start) => {
                        steps.only_hit |= 1 << onto;
                        start
                    }
                };
                steps.units[onto] = start.checked_div(row).unwrap_or(0);
                (steps.lanes_before, steps.row_before) = (before.lanes_with_bar, row);
            } else {
                (below[place + 1], taken[place + 1]) = (free + 1, onto);
                steps.places[free] = place;
            }
        }
        for kind in 0..kinds {
            let place = steps.places[kind];
            for die in 1..=plan.faces.min(place.saturating_sub(1)) {
                let to = place - die;
                if holds(to) {
                    steps.onto[kind][die - 1] = (below[to] as u8, taken[to] as u8);
                    steps.kinds_onto[die - 1] |= 1 << kind;
                } else {
                    steps.free[kind][die - 1] = below[to] as u8;
                }
            }
        }
        steps
    }

    /// The opponent's points, bit p - 1 for the mover's place p.
    #[inline(always)]
    pub(super) fn set(&self) -> u64 {
        self.set
    }

    /// Lanes of a table of the stage before that hits lead to.
    #[inline(always)]
    pub(super) fn lanes_before(&self) -> usize {
        self.lanes_before
    }

    /// The places from which the lanes of a vector are hit.
    #[inline(always)]
    pub(super) fn onto_group(&self, level: &Level, stage: usize, group: usize) -> OntoGroup<F> {
        let mut dice = [0; 32];
        for (kind, dice) in dice.iter_mut().enumerate() {
            for die in 0..F {
                let is_onto = self.kinds_onto[die] >> kind & 1 == 1;
                let point = usize::from(self.onto[kind][die].1);
                if is_onto && level.kept[group * stage + point].count > 0 {
                    *dice |= 1 << die;
                }
            }
        }
        OntoGroup { group: group * stage, dice }
    }

    /// The sources from which a row may play. A side with a checker on the bar must enter it first.
    #[inline(always)]
    pub(super) fn sources<'t>(&self, transitions: &'t Transitions, row: usize) -> &'t [Source] {
        let sources = transitions.sources(row);
        if sources[0].kind == self.bar { &sources[..1] } else { sources }
    }

    /// The rows that steps of a checker to free places lead to, by die.
    #[inline(always)]
    pub(super) fn free(&self, transitions: &Transitions, source: Source) -> [u32; F] {
        let inserts = transitions.inserts(source.rest);
        let kinds = &self.free[source.kind as usize & 31];
        let mut rows = [0; F];
        for die in 0..F {
            rows[die] = inserts[usize::from(kinds[die])];
        }
        rows
    }

    /// Finds the hits of a row.
    #[inline(always)]
    pub(super) fn find_hits<H: Found>(
        &self,
        hits: &mut H,
        level: &Level,
        onto: &OntoGroup<F>,
        transitions: &Transitions,
        row: usize,
    ) {
        let sources = self.sources(transitions, row);
        for some in sources.chunks(AT_ONCE) {
            // One loop over all dice of some sources: its trip count is hard to predict.
            let mut found = 0u64;
            for (at, source) in some.iter().enumerate() {
                found |= u64::from(onto.dice[source.kind as usize & 31]) << (at * MOST_DICE);
            }
            while found != 0 {
                let at = found.trailing_zeros() as usize;
                found &= found - 1;
                let (source, die) = (some[at / MOST_DICE], at % MOST_DICE);
                let (gap, point) = self.onto[source.kind as usize & 31][die];
                let kept = onto.group + usize::from(point);
                let row = match self.only_hit >> (point & 31) & 1 == 1 {
                    true => transitions.hit_row(source.rest, usize::from(gap)),
                    false => transitions.inserts_at_gap(source.rest)[usize::from(gap)],
                };
                let row = self.units[usize::from(point) & 31] + row as usize;
                let start = row * self.row_before + level.kept[kept].first;
                hits.push(Hit { start, kept: kept as u32, die: die as u32 });
            }
        }
    }

    /// The steps of a row of checkers that are all home which bear one off: exactly, or with a
    /// larger die from the highest place.
    #[inline(always)]
    pub(super) fn bear_offs(
        &self,
        level: &Level,
        (checkers, row): (usize, usize),
        faces: usize,
    ) -> BearOffs {
        let mut found = BearOffs { steps: [(0, 0); MOST_BEAR_OFFS], len: 0 };
        let sources = level.transitions_of(checkers).sources(row);
        for (at, source) in sources.iter().enumerate() {
            let place = self.places[source.kind as usize & 31];
            for die in place..=faces {
                if (die == place || at == 0) && found.len < MOST_BEAR_OFFS {
                    let row = level.offsets[checkers - 1] + source.rest as usize;
                    found.steps[found.len] = (die - 1, row);
                    found.len += 1;
                }
            }
        }
        found
    }
}

/// The most steps of a row that bear a checker off: one with each face of a die by itself, and one
/// with each that is larger than the highest place.
const MOST_BEAR_OFFS: usize = 9;

/// Steps that bear a checker off: the die, from 0, and the row that is left.
pub(super) struct BearOffs {
    steps: [(usize, usize); MOST_BEAR_OFFS],
    len: usize,
}

impl BearOffs {
    #[inline(always)]
    pub(super) fn all(&self) -> &[(usize, usize)] {
        &self.steps[..self.len]
    }
}
