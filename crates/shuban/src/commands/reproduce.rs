//! `shuban reproduce [ID]`

use std::path::Path;

use shuban_catalog::{ReproduceOptions, Reproduction, Reproductions};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(
    all: &[Box<dyn Reproduction>],
    id: Option<&str>,
    full: bool,
    to: &Path,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let Some(id) = id else {
        output.answer(&Reproductions::list(all))?;
        return Ok(Status::Success);
    };
    let chosen = Reproductions::find(all, id)?;
    interrupt::heed();
    let options =
        ReproduceOptions { full, folder: to.to_owned(), threads: common.threads(), memory: common.memory() };
    let reproduced = {
        let meter = Meter::new(output);
        chosen.run(&options, &meter)?
    };
    output.answer(&*reproduced.table)?;
    Ok(if reproduced.passed { Status::Success } else { Status::Negative })
}
