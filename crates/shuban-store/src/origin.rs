//! The program that writes files, as it names itself in them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use shuban_probe::container::Provenance;

/// Facts about this program's compilation: revision of the source, compiler, target, features.
static BUILD: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// States how this program was compiled, for the provenance of all files that it writes. A program
/// does that when it begins: what was stated first stays.
pub fn declare_build<'b>(facts: impl IntoIterator<Item = (&'b str, &'b str)>) {
    let known = facts.into_iter().filter(|(_, value)| !value.is_empty());
    let facts = known.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let _ = BUILD.set(facts);
}

/// Returns this program in a line, as [`Provenance::program_line`] does.
pub fn this_program() -> String {
    provenance_of("", BTreeMap::new()).program_line()
}

/// Returns the provenance of what a solver of this program computes.
pub fn provenance_of(solver: &str, settings: BTreeMap<String, String>) -> Provenance {
    Provenance {
        program: "shuban".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        build: BUILD.get().cloned().unwrap_or_default(),
        solver: solver.to_owned(),
        settings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_named_with_how_it_was_compiled() {
        let plain = provenance_of("tabulation", BTreeMap::new());
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(plain.program_line(), format!("shuban {version}"));
        declare_build([("revision", "9a954b7c"), ("compiler", "rustc 1.91.0"), ("features", "")]);
        declare_build([("revision", "another")]);
        let built = provenance_of("tabulation", BTreeMap::new());
        let line = format!("shuban {version} (rustc 1.91.0, revision 9a954b7c)");
        assert_eq!((built.program_line(), this_program()), (line.clone(), line));
    }
}
