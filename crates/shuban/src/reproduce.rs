//! `shuban reproduce [ID]`

use std::path::Path;

use shuban_catalog::{ReproduceOptions, Reproductions, reproduction};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(
    id: Option<&str>,
    full: bool,
    to: &Path,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let Some(id) = id else {
        output.answer(&Reproductions::list())?;
        return Ok(Status::Success);
    };
    let chosen = reproduction(id)?;
    interrupt::heed();
    let options =
        ReproduceOptions { full, folder: to.to_owned(), threads: common.threads(), memory: common.memory() };
    let reproduced = {
        let meter = Meter::new(output);
        chosen.run(&options, &meter)?
    };
    output.answer(&reproduced)?;
    Ok(if reproduced.passed { Status::Success } else { Status::Negative })
}
