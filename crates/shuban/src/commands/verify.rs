//! `shuban verify DOMAIN`

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
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let layer = catalog().layer(domain)?;
    interrupt::heed();
    let verified = {
        let meter = Meter::new(output);
        layer.verify(&options(sample, common), all, &meter)?
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
