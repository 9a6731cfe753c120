//! The cube in reports on analysed matches.

use serde::Serialize;
use shuban_core::drawing::escaped;
use shuban_play::report::{Extras, Mistake, row, titled};

use crate::cube_account::CubeAccount;
use crate::cube_analysis::{AnalysedCube, CubeError};

/// A report of moves and of decisions with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithCube;

/// The decisions of a game with the cube.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CubeDecisions {
    /// The decisions; empty for a game without a cube.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cube: Vec<AnalysedCube>,
}

/// The account of a player's decisions with the cube.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CubeAccounts {
    /// The account; `None` without any decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<CubeAccount>,
}

impl Extras for WithCube {
    type OfGame = CubeDecisions;
    type OfPlayer = CubeAccounts;

    fn mistakes(of_game: &CubeDecisions, names: &[&str]) -> Vec<Mistake> {
        let errors = of_game.cube.iter().filter(|made| made.error.is_some());
        let mistake = |made: &AnalysedCube| Mistake {
            number: made.number,
            position: made.position.clone(),
            line: made.error_line(names.get(made.seat).copied().unwrap_or("?")),
            caption: caption(made, names),
        };
        errors.map(mistake).collect()
    }

    fn account(of_player: &CubeAccounts) -> Option<String> {
        of_player.cube.as_ref().map(ToString::to_string)
    }

    fn table(players: &[(&str, &CubeAccounts)]) -> String {
        let accounts = || players.iter().filter_map(|(name, all)| Some((name, all.cube.as_ref()?)));
        let Some((_, first)) = accounts().next() else { return String::new() };
        let heading = ["cube", "judged", "unknown", "errors"].into_iter();
        let heading = heading.chain(CubeError::ALL.map(CubeError::plural));
        let heading = heading.chain(first.marks.iter().map(|counted| counted.mark)).chain(["cost"]);
        let mut table = String::from("<table>\n");
        table += &row("th", &heading.map(escaped).collect::<Vec<_>>());
        for (name, account) in accounts() {
            let counts = [account.known, account.unknown, account.errors].into_iter();
            let counts = counts.chain(CubeError::ALL.map(|error| account.count(error)));
            let counts = counts.chain(account.marks.iter().map(|counted| counted.count));
            let mut cells = vec![escaped(name)];
            cells.extend(counts.map(|count| count.to_string()));
            let cost = account.unit.text(account.cost.value);
            cells.push(titled(&cost, account.unit.shown(account.cost)));
            table += &row("td", &cells);
        }
        table + "</table>\n"
    }
}

impl AnalysedCube {
    /// Describes a mistake of a player in a line.
    fn error_line(&self, player: &str) -> String {
        let (number, action) = (self.number, self.action.name());
        let cost = self.cost.map_or(String::new(), |cost| self.unit.text(cost.value));
        let best = self.best.unwrap_or_default();
        let mark = self.mark.map_or(String::new(), |mark| format!(" ({mark})"));
        format!("  {number:>3}. {player} cube: {action} costs {cost} beside {best}{mark}")
    }
}

/// Describes a mistake in HTML.
fn caption(made: &AnalysedCube, names: &[&str]) -> String {
    let player = names.get(made.seat).map_or("?".to_owned(), |name| escaped(name));
    let owner = made.owner.and_then(|owner| names.get(owner));
    let owner =
        owner.map_or_else(|| "in the middle".to_owned(), |name| format!("of {}", escaped(name)));
    let bounds = made.cost.unwrap_or_default();
    let cost = titled(&made.unit.text(bounds.value), made.unit.shown(bounds));
    let mark = made
        .mark
        .map_or(String::new(), |mark| format!(" <span class=\"mark\">{}</span>", escaped(mark)));
    format!(
        "{}. {player}, a cube of {}, {owner}: <b>{}</b> costs {cost}{mark}; best: <b>{}</b>",
        made.number,
        made.cube,
        made.action.name(),
        escaped(made.best.unwrap_or_default()),
    )
}
