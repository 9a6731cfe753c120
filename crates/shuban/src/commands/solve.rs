//! `solve GAME [POSITION]`

use shuban_catalog::{DataShelf, Printable, Solving};
use shuban_core::{Medium, SearchSetting};

use crate::commands::lines;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::given::{as_given, first_proof_flag};
use crate::interrupt;
use crate::search_flags::SearchFlags;

/// What is asked.
pub(crate) struct Question<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: Option<&'a str>,
    pub(crate) to_move: Option<&'a str>,
    pub(crate) json_lines: bool,
    pub(crate) search: &'a SearchFlags,
}

pub(crate) fn run(question: &Question<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let Question { game, position, to_move, json_lines, search } = *question;
    let (catalog, common) = (context.catalog, context.common);
    let games = catalog.games_named(game)?;
    let start = games.start();
    let position = position.unwrap_or(&start);
    lines::agree(position, json_lines)?;
    if !catalog.is_proven(games)
        && let Some(flag) = first_proof_flag()
    {
        let reason =
            format!("--{flag} is for games that are solved by proof search, not {}", games.name());
        return Err(Failure::usage(reason));
    }
    if let Some(reason) = search.proof.in_the_way() {
        return Err(Failure::usage(reason));
    }
    let proof = search.proof.setting(as_given());
    let meter = context.meter();
    let shelf = DataShelf::new(catalog, &common.data);
    let setting = SearchSetting {
        shelf: &shelf,
        memory: common.memory(),
        threads: common.threads(),
        nodes: search.nodes,
        time: search.time(),
        progress: &meter,
    };
    let mut solving = Solving::begin(catalog, games, Some(&proof), setting)?;
    if solving.heeds_interrupts() {
        context.heed_interrupts();
    }
    if json_lines {
        return lines::answer(|position| Ok(solving.solve(position, to_move, None)?.json()));
    }
    let medium = Medium::Terminal { colour: context.output.colour() };
    let solved = solving.solve(position, to_move, Some(medium))?;
    drop(solving);
    drop(meter);
    context.answer(&solved)?;
    if interrupt::asked() {
        context.remark("interrupted: what is known so far");
        return Ok(Status::Environment);
    }
    Ok(Status::Success)
}
