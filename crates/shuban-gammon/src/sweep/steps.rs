//! Where the steps of a row lead to.

use shuban_core::PassUnit;
use shuban_core::combinatorics::{rank_subset, unrank_subset};

use super::plan::{ContactPlan, Level, PartPlan};
use super::transitions::Transitions;

/// For how many rows steps are known at once: the one worked on and those after it, so that what
/// they read from far away is asked for in time.
pub(super) const AHEAD: usize = 4;

/// The most steps of a row with one die: one for each of the mover's checkers.
const MOST: usize = 16;

/// Where a die leads to from a place.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Whether the place is free.
    is_free: bool,
    /// Whether the opponent holds the place.
    is_onto: bool,
    /// The kind of the place, if it is free; the number of free places below it, if not.
    kind: u8,
    /// Which point of the set it is, if it is not free.
    point: u8,
}

/// Where steps lead to in a unit.
pub(super) struct StepsOfUnit<const F: usize> {
    /// The opponent's points, bit p - 1 for the mover's place p.
    set: u64,
    /// By the kind of the place a checker leaves, and by die (from 0).
    steps: [[Step; F]; 32],
    /// The mover's place of each kind.
    places: [usize; 32],
    /// The kind of the bar.
    bar: u32,
    /// For each point of the set: where the unit of the set without it begins in what the stage
    /// before left.
    units: [u32; 32],
    /// Lanes of a table of the stage before, of those that hits lead to.
    lanes_before: usize,
    /// Tables of a row.
    tables: usize,
}

/// Where the steps of a row lead to, by die.
#[derive(Clone, Copy)]
pub(super) struct RowSteps<const F: usize> {
    /// Rows of this unit.
    free: [[u32; MOST]; F],
    frees: [u8; F],
    /// Rows of units of the stage before, by their number there, and the point that is hit.
    onto: [[(u32, u32); MOST]; F],
    ontos: [u8; F],
}

impl<const F: usize> RowSteps<F> {
    pub(super) const fn new() -> Self {
        RowSteps {
            free: [[0; MOST]; F],
            frees: [0; F],
            onto: [[(0, 0); MOST]; F],
            ontos: [0; F],
        }
    }

    /// The rows of this unit that a die leads to.
    #[inline(always)]
    pub(super) fn free(&self, die: usize) -> &[u32] {
        &self.free[die][..usize::from(self.frees[die]).min(MOST)]
    }

    /// The rows of units of the stage before that a die leads to, and the points that are hit.
    #[inline(always)]
    pub(super) fn hits(&self, die: usize) -> &[(u32, u32)] {
        &self.onto[die][..usize::from(self.ontos[die]).min(MOST)]
    }
}

impl<const F: usize> StepsOfUnit<F> {
    #[inline(always)]
    pub(super) fn new(plan: &ContactPlan, part: &PartPlan, unit: PassUnit) -> Self {
        let set = unrank_subset(unit.unit as u64, unit.stage, plan.points);
        let holds = |place: usize| place <= plan.points && set >> (place - 1) & 1 == 1;
        let mut of_unit = StepsOfUnit {
            set,
            steps: [[Step::default(); F]; 32],
            places: [0; 32],
            bar: (plan.points - unit.stage) as u32,
            units: [0; 32],
            lanes_before: 0,
            tables: plan.tables(),
        };
        // For each place: the number of free places below it, and of those in the set.
        let (mut below, mut taken) = ([0; 33], [0; 33]);
        for place in 1..=plan.points + 1 {
            let (free, onto) = (below[place - 1], taken[place - 1]);
            (below[place], taken[place]) =
                if holds(place) { (free, onto + 1) } else { (free + 1, onto) };
            if holds(place) {
                let before = &part.levels[unit.stage - 1];
                let other = rank_subset(set & !(1 << (place - 1))) as usize;
                of_unit.lanes_before = before.lanes_with_bar;
                of_unit.units[onto] = (other * before.all_rows()) as u32;
            } else {
                of_unit.places[free] = place;
            }
        }
        for kind in 0..below[plan.points + 1] {
            let place = of_unit.places[kind];
            for die in 1..=plan.faces.min(place.saturating_sub(1)) {
                let to = place - die;
                of_unit.steps[kind][die - 1] = Step {
                    is_free: !holds(to),
                    is_onto: holds(to),
                    kind: below[to - 1] as u8,
                    point: taken[to - 1] as u8,
                };
            }
        }
        of_unit
    }

    /// The opponent's points, bit p - 1 for the mover's place p.
    #[inline(always)]
    pub(super) fn set(&self) -> u64 {
        self.set
    }

    /// Lanes of a table of the stage before, of those that hits lead to.
    #[inline(always)]
    pub(super) fn lanes_before(&self) -> usize {
        self.lanes_before
    }

    /// Where a row of the units of the stage before begins.
    #[inline(always)]
    pub(super) fn start(&self, unit_row: u32) -> usize {
        unit_row as usize * self.tables * self.lanes_before
    }

    /// Finds where the steps of a row of so many checkers lead to.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // one hot function
    pub(super) fn find(
        &self,
        row_steps: &mut RowSteps<F>,
        level: &Level,
        transitions: &Transitions,
        checkers: usize,
        row: usize,
        all_home: bool,
        faces: usize,
    ) {
        let sources = transitions.sources(row);
        let highest = sources[0].kind;
        // Whoever has a checker on the bar must enter it first.
        let sources = if highest == self.bar { &sources[..1] } else { sources };
        row_steps.frees = [0; F];
        row_steps.ontos = [0; F];
        let offset = level.offsets[checkers];
        for source in sources {
            let insert = transitions.inserts(source.rest);
            let insert_at_gap = transitions.inserts_at_gap(source.rest);
            let steps = &self.steps[source.kind as usize & 31];
            for die in 0..faces {
                // Written in any case, and counted if it is so: which it is cannot be foreseen.
                let step = steps[die];
                let free = usize::from(row_steps.frees[die]) % MOST;
                row_steps.free[die][free] = offset as u32 + insert[usize::from(step.kind)];
                row_steps.frees[die] += u8::from(step.is_free);
                if step.is_onto {
                    let onto = usize::from(row_steps.ontos[die]) % MOST;
                    let row = offset as u32 + insert_at_gap[usize::from(step.kind)];
                    let unit_row = self.units[usize::from(step.point) & 31] + row;
                    row_steps.onto[die][onto] = (unit_row, step.point.into());
                    row_steps.ontos[die] += 1;
                }
            }
        }
        if all_home {
            self.bear_off(row_steps, level, transitions, checkers, row, faces);
        }
    }

    /// Steps that bear a checker off: exactly, or with a larger die from the highest place.
    #[inline(always)]
    fn bear_off(
        &self,
        row_steps: &mut RowSteps<F>,
        level: &Level,
        transitions: &Transitions,
        checkers: usize,
        row: usize,
        faces: usize,
    ) {
        let sources = transitions.sources(row);
        for (at, source) in sources.iter().enumerate() {
            let place = self.places[source.kind as usize & 31];
            for die in place..=faces {
                if die == place || at == 0 {
                    let free = usize::from(row_steps.frees[die - 1]) % MOST;
                    row_steps.free[die - 1][free] =
                        level.offsets[checkers - 1] as u32 + source.rest;
                    row_steps.frees[die - 1] += 1;
                }
            }
        }
    }
}
