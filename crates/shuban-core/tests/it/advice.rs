//! The program's name in advice.

use shuban_core::advice::{Call, CommandLine, Wording, program_name, set_program_name};

#[test]
fn advice_names_the_program_as_it_was_called_first() {
    // The name that the test runner gave to this program.
    assert!(program_name().starts_with("it"), "{}", program_name());
    set_program_name("tables");
    set_program_name("other");
    assert_eq!(program_name(), "tables");
    assert_eq!(CommandLine.call(&Call::List), "`tables list`");
    let build = Call::Build("heap/all".to_owned());
    assert_eq!(CommandLine.call(&build), "`tables build heap/all`");
}
