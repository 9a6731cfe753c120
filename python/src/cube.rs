//! Backgammon with the cube: positions of matches and of games for money.

use pyo3::prelude::*;
use shuban_catalog::{Error, Printable};
use shuban_match::answer_of;
use shuban_match::match_play::{CubeOwner, MatchQuestion, MoneyRules};

use crate::catalog::CATALOG;
use crate::json;
use crate::work::{Work, run};

/// A question about a position of a match, or of a game for money.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct CubeQuestion {
    game: String,
    text: String,
    roll: Option<String>,
    length: Option<u32>,
    score: Option<(u32, u32)>,
    cube: Option<u32>,
    owner: Option<String>,
    crawford: bool,
    equities: Option<String>,
    money: bool,
    cube_limit: Option<u32>,
    jacoby: bool,
    beavers: bool,
}

impl CubeQuestion {
    fn question(&self) -> Result<MatchQuestion<'_>, Error> {
        let owner = match self.owner.as_deref() {
            None => None,
            Some("mover") => Some(CubeOwner::Mover),
            Some("opponent") => Some(CubeOwner::Opponent),
            Some(other) => {
                let message = format!("owner is `mover` or `opponent`, not `{other}`");
                return Err(Error::refused("usage", message));
            }
        };
        let CubeQuestion { cube_limit, jacoby, beavers, .. } = *self;
        Ok(MatchQuestion {
            position: &self.text,
            roll: self.roll.as_deref(),
            length: self.length,
            score: self.score.map(|(own, opponent)| [own, opponent]),
            cube: self.cube,
            owner,
            is_crawford: self.crawford,
            equities: self.equities.as_deref(),
            money: self.money.then_some(MoneyRules {
                cube_limit,
                is_jacoby: jacoby,
                has_beavers: beavers,
            }),
        })
    }
}

/// Solves a position with a cube.
#[pyfunction]
pub(crate) fn cube<'py>(
    py: Python<'py>,
    asked: CubeQuestion,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, &work, |progress| {
        let question = asked.question()?;
        Ok(answer_of(&CATALOG, CATALOG.target(&asked.game)?, &question, progress, None)?.json())
    })?;
    json::object(py, &answer)
}
