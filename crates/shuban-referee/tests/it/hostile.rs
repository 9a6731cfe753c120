//! A bounded run of the fuzz target.

use shuban_store_testing::trials;

use crate::any_layer::{Verdict, as_layer};
use crate::corpus::kept;
use crate::forge::script;

/// Number of forged files.
fn scripts() -> u64 {
    trials(200)
}

#[test]
fn whatever_sound_checksums_cover_in_any_family_what_passes_is_true() {
    let found = kept("files::what_passes_of_any_family_is_true");
    let forged = (0..scripts()).map(|number| script(9, number)).chain(found);
    let verdicts: Vec<Verdict> = forged.filter_map(|script| as_layer(&script)).collect();
    let count = |of| verdicts.iter().filter(|found| **found == of).count();
    assert!(count(Verdict::Refused) > scripts() as usize / 3 && count(Verdict::True) > 0);
}
