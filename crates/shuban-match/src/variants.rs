//! The games that are played for matches.

use shuban_gammon::Variant;

/// Returns the variant of a name.
pub fn variant_named(name: &str) -> Option<Variant> {
    variants().find(|variant| variant.name() == name)
}

/// Returns them all: those with a name, and hypergammon of one and two checkers.
pub(crate) fn variants() -> impl Iterator<Item = Variant> {
    let named = Variant::names().into_iter().filter_map(Variant::by_name);
    named.chain([1, 2].into_iter().filter_map(Variant::hypergammon))
}
