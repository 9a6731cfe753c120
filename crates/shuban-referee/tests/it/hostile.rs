//! A bounded run of the fuzz target.

use crate::any_layer::{Verdict, as_layer};
use crate::corpus::kept;
use crate::forge::script;

/// Number of forged files.
const SCRIPTS: u64 = 400;

#[test]
fn whatever_sound_checksums_cover_in_any_family_what_passes_is_true() {
    let found = kept("files::what_passes_of_any_family_is_true");
    let scripts = (0..SCRIPTS).map(|number| script(9, number)).chain(found);
    let verdicts: Vec<Verdict> = scripts.filter_map(|script| as_layer(&script)).collect();
    let count = |of| verdicts.iter().filter(|found| **found == of).count();
    assert!(count(Verdict::Refused) > SCRIPTS as usize / 3 && count(Verdict::True) > 0);
}
