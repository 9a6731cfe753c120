//! `shuban verify DOMAIN`

use std::path::Path;

use shuban_catalog::{VerifyOptions, catalog};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(
    domain: &str,
    sample: Option<u64>,
    all: bool,
    ledger: Option<&Path>,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let layer = catalog().layer(domain)?;
    interrupt::heed();
    let verified = {
        let meter = Meter::new(output);
        let options = options(sample, common);
        match ledger {
            Some(ledger) => layer.verify_ledger(ledger, &options, &meter)?,
            None => layer.verify(&options, all, &meter)?,
        }
    };
    if verified.passed {
        output.account(&verified)?;
        return Ok(Status::Success);
    }
    // A negative answer is an answer, and is printed however quiet it is to be.
    output.answer(&verified)?;
    Ok(Status::Negative)
}

pub(crate) fn options(sample: Option<u64>, common: &Common) -> VerifyOptions {
    VerifyOptions { data: common.data.clone(), threads: common.threads(), memory: common.memory(), sample }
}
