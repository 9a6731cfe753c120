//! Families of sets, kept by a decision-diagram library: nothing else here knows which one.

use oxidd::util::OutOfMemory;
use oxidd::zbdd::{ZBDDFunction, ZBDDManagerRef, new_manager};
use oxidd::{BooleanFunction, BooleanVecSet, Function, HasLevel, Manager, ManagerRef};

/// Operations on families repeat themselves only within one union.
const REMEMBERED_OPERATIONS: usize = 1 << 12;

/// A place where families of sets of variables live, all in one order of variables.
pub(super) struct Families(ZBDDManagerRef);

/// A family of sets: one node of a diagram that is shared with all other families. Equal families
/// are the same node, so comparing and hashing them takes no time.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Family(ZBDDFunction);

/// What a family is made of.
pub(super) enum Split {
    /// The family without any set.
    Nothing,
    /// The family of the empty set alone.
    Unit,
    /// Some sets have `variable`, and none has one before it.
    Branch {
        /// The first variable that any of the sets has.
        variable: u32,
        /// The sets that do not have it.
        without: Family,
        /// The sets that have it, without it.
        with: Family,
    },
}

impl Families {
    /// Families over the variables below `variables`, with room for so many nodes at once.
    pub(super) fn new(variables: u32, nodes: usize) -> Self {
        let manager = new_manager(nodes, REMEMBERED_OPERATIONS, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables));
        Families(manager)
    }

    /// The family of the empty set alone.
    pub(super) fn unit(&self) -> Family {
        self.0.with_manager_shared(|manager| Family(ZBDDFunction::base(manager)))
    }

    /// The family without any set.
    pub(super) fn nothing(&self) -> Family {
        self.0.with_manager_shared(|manager| Family(ZBDDFunction::empty(manager)))
    }
}

impl Family {
    /// The sets of both.
    pub(super) fn union(&self, other: &Family) -> Result<Family, OutOfMemory> {
        self.0.union(&other.0).map(Family)
    }

    /// Each set with a variable added that none of them has.
    pub(super) fn with(&self, variable: u32) -> Result<Family, OutOfMemory> {
        self.0.change(variable).map(Family)
    }

    /// What it is made of.
    pub(super) fn split(&self) -> Split {
        let Some((with, without)) = self.0.cofactors() else {
            return if self.0.satisfiable() { Split::Unit } else { Split::Nothing };
        };
        let variable = self.0.with_manager_shared(|manager, edge| {
            manager.level_to_var(manager.get_node(edge).unwrap_inner().level())
        });
        Split::Branch { variable, without: Family(without), with: Family(with) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_made_of_the_sets_put_in() {
        let families = Families::new(3, 64);
        let one = families.unit().with(2).unwrap();
        let both = one.with(0).unwrap().union(&one).unwrap(); // {{0, 2}, {2}}
        let Split::Branch { variable: 0, without, with } = both.split() else { panic!() };
        assert!(without == one && with == one);
        let Split::Branch { variable: 2, without, with } = one.split() else { panic!() };
        assert!(matches!(without.split(), Split::Nothing) && without == families.nothing());
        assert!(matches!(with.split(), Split::Unit) && with == families.unit());
    }

    #[test]
    fn too_many_nodes_are_an_error() {
        let families = Families::new(40, 60);
        let mut all = families.nothing();
        let outcome =
            (0..40u32).flat_map(|a| (0..a).map(move |b| (a, b))).try_for_each(|(a, b)| {
                if (a * 7 + b) % 3 == 0 {
                    all = families.unit().with(a)?.with(b)?.union(&all)?;
                }
                Ok::<_, OutOfMemory>(())
            });
        assert!(outcome.is_err());
    }
}
