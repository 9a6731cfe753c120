//! `shuban probe DOMAIN POSITION`

use shuban_catalog::{Session, catalog};

use crate::arguments::Common;
use crate::commands::lines;
use crate::failure::{Failure, Status};
use crate::output::Output;

/// What is asked.
pub(crate) struct Question<'a> {
    pub(crate) target: &'a str,
    pub(crate) position: &'a str,
    pub(crate) roll: Option<&'a str>,
    pub(crate) json_lines: bool,
}

pub(crate) fn run(question: &Question<'_>, common: &Common, output: &Output) -> Result<Status, Failure> {
    let Question { target, position, roll, json_lines } = *question;
    lines::agree(position, json_lines)?;
    let mut session = Session::new(catalog(), catalog().target(target)?, &common.data);
    if json_lines {
        session.open()?;
        return lines::answer(|position| Ok(session.probe(position, roll)?.json()));
    }
    output.answer(&*session.probe(position, roll)?)?;
    Ok(Status::Success)
}
