//! `verify DOMAIN`

use std::path::Path;

use shuban_solve::VerifyOptions;

use crate::arguments::Common;
use crate::context::Context;
use crate::failure::{Failure, Status};

pub(crate) fn run(
    domain: &str,
    sample: Option<u64>,
    all: bool,
    ledger: Option<&Path>,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let layer = context.catalog.layer(domain)?;
    context.heed_interrupts();
    let verified = {
        let meter = context.meter();
        let options = options(sample, context.common);
        match ledger {
            Some(ledger) => layer.verify_ledger(ledger, &options, &meter)?,
            None => layer.verify(&options, all, &meter)?,
        }
    };
    if verified.passed {
        context.account(&verified)?;
        return Ok(Status::Success);
    }
    // A negative answer is an answer: --quiet does not leave it out.
    context.answer(&verified)?;
    Ok(Status::Negative)
}

pub(crate) fn options(sample: Option<u64>, common: &Common) -> VerifyOptions {
    VerifyOptions {
        data: common.data.clone(),
        threads: common.threads(),
        memory: common.memory(),
        sample,
    }
}
