//! `probe DOMAIN POSITION`

use shuban_catalog::{Printable, Session};
use shuban_core::Medium;

use crate::commands::lines;
use crate::context::Context;
use crate::failure::{Failure, Status};

/// What is asked.
pub(crate) struct Question<'a> {
    pub(crate) target: &'a str,
    pub(crate) position: &'a str,
    pub(crate) roll: Option<&'a str>,
    pub(crate) json_lines: bool,
}

pub(crate) fn run(question: &Question<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let Question { target, position, roll, json_lines } = *question;
    lines::agree(position, json_lines)?;
    let session =
        Session::new(context.catalog, context.catalog.target(target)?, &context.common.data);
    if json_lines {
        session.open()?;
        return lines::answer(|position| Ok(session.probe(position, roll)?.json()));
    }
    let answer = session.probe(position, roll)?;
    let (game, written) = session.read(position)?;
    let drawing = game.draw(&written, Medium::Terminal { colour: context.output.colour() })?;
    context.answer(&answer.drawn(drawing))?;
    Ok(Status::Success)
}
