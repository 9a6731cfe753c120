//! The family of a file.

use crate::error::{Error, Stop};
use crate::files::Files;
use crate::gammon::Contact;
use crate::layer::Layer;

/// Opens a file as a layer of its family.
pub(crate) fn open(files: &Files) -> Result<Box<dyn Layer>, Stop> {
    if let Some(layer) = Contact::open(files)? {
        return Ok(Box::new(layer));
    }
    let domain = files.domain().to_owned();
    Err(Error::Unknown { instead: instead(&domain), domain }.into())
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
