//! Tanhinmin and Daihinmin with open hands.

use crate::common::Data;

#[test]
fn leads_pass() {
    for layer in [
        "tanhinmin/2p-7",
        "tanhinmin/3p-6",
        "tanhinmin/3p-6/print",
        "tanhinmin/3p-5/uecda",
        "tanhinmin/4p-7-distinct",
        "tanhinmin/3p-6-distinct/uecda",
        "tanhinmin/5p-6",
        "daihinmin-open/2p-6",
        "daihinmin-open/3p-5",
        "daihinmin-open/2p-5/uecda",
    ] {
        Data::with(&[layer]).passes(layer);
    }
}

#[test]
fn false_winners_are_found() {
    let data = Data::with(&["tanhinmin/3p-5", "daihinmin-open/3p-4"]);
    data.finds("tanhinmin/3p-5", "leads", 333, |row| row[1] ^= 2);
    data.finds("tanhinmin/3p-5", "leads", 0, |row| row[0] ^= 1);
    data.finds("daihinmin-open/3p-4", "leads", 703, |row| row[1] ^= 4);
}
