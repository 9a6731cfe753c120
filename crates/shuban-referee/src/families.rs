//! The family of a file.

use crate::amazons::{Canonical, LastMove, Scores};
use crate::cards::Leads;
use crate::error::{Error, Stop};
use crate::files::Files;
use crate::gammon::{BearingOff, Contact, Hypergammon, OneSide, Race};
use crate::layer::Layer;
use crate::trax::Positions;

/// A family: opens its layers, and returns `None` for names of others.
type Family = fn(&Files) -> Result<Option<Box<dyn Layer>>, Stop>;

const FAMILIES: [Family; 10] = [
    |files| boxed(Contact::open(files)),
    |files| boxed(BearingOff::open(files)),
    |files| boxed(OneSide::open(files)),
    |files| boxed(Race::open(files)),
    |files| boxed(Hypergammon::open(files)),
    |files| boxed(Leads::open(files)),
    |files| boxed(Scores::open(files)),
    |files| boxed(Canonical::open(files)),
    |files| boxed(LastMove::open(files)),
    |files| boxed(Positions::open(files)),
];

/// Opens a file as a layer of its family.
pub(crate) fn open(files: &Files) -> Result<Box<dyn Layer>, Stop> {
    for family in FAMILIES {
        if let Some(layer) = family(files)? {
            return Ok(layer);
        }
    }
    let domain = files.domain().to_owned();
    Err(Error::Unknown { instead: instead(&domain), domain }.into())
}

fn boxed<L: Layer + 'static>(
    opened: Result<Option<L>, Stop>,
) -> Result<Option<Box<dyn Layer>>, Stop> {
    Ok(opened?.map(|layer| Box::new(layer) as Box<dyn Layer>))
}

/// Returns the check that there is of a layer without rules here.
fn instead(domain: &str) -> &'static str {
    let is_proof = domain.starts_with("trax/") && domain.ends_with("/proof");
    if is_proof {
        return "`shuban-check FILE` checks proofs by rules of its own, and docs/proofs/check.py does";
    }
    if domain.contains("/gnubg-") || domain.ends_with("-as-gnubg") {
        return "its values are rounded as another program rounds them; `shuban import` compares \
                a file of that program byte by byte";
    }
    if domain.ends_with(')') {
        return "it is the work of a build in progress";
    }
    "`shuban verify` without --independent checks it by the rules that built it"
}
