//! Probes of deals and tricks: who may win, and after which play.

use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban_core::{Game, Play, PositionOf, Winners};
use shuban_search::multi::{Singleton, Solution};
use shuban_solve::Tables;
use shuban_tanhinmin::Moments;

use crate::error::Error;
use crate::family::Answering;
use crate::family::Located;
use crate::report::Report;
use crate::room::Playable;

/// Who may win a game of several players, and after which play.
///
/// Players are counted from 1 as the position is written: from the one who is to lead, or whose cards lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardProbe {
    /// The layer that answers; none where the rules alone do, because the game is over.
    pub domain: Option<String>,
    /// The text of the position.
    pub position: String,
    /// The position that it is reduced to.
    pub reduced: String,
    /// The player to move; none when the game is over.
    pub player: Option<usize>,
    /// The players that may win.
    pub value: Vec<usize>,
    /// Whether the player to move wins, whatever all others do together.
    pub wins: bool,
    /// Who may win after each lead; left out in a trick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads: Option<Map<String, Json>>,
    /// In a trick, who may win after each play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<Map<String, Json>>,
    /// The position drawn for a terminal.
    #[serde(skip)]
    pub board: String,
    /// The plays with their values.
    #[serde(skip)]
    pub(super) lines: Vec<(String, Winners)>,
}

/// A set as players counted from 1.
pub(super) fn players(set: Winners) -> Vec<usize> {
    set.iter().map(|seat| seat + 1).collect()
}

/// Plays by name with the players that may win after them.
pub(super) fn by_name(lines: &[(String, Winners)]) -> Map<String, Json> {
    lines.iter().map(|(name, set)| (name.clone(), players(*set).into())).collect()
}

/// A set in words: `2 or 4`.
pub(super) fn in_words(set: Winners) -> String {
    players(set).iter().map(usize::to_string).collect::<Vec<_>>().join(" or ")
}

/// Plays with who may win after them, a line each.
pub(super) fn play_lines(heading: &str, lines: &[(String, Winners)], mover: usize) -> Vec<String> {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(heading.len());
    let line = |(name, set): &(String, Winners)| {
        let wins = if *set == Winners::only(mover) { "  wins" } else { "" };
        format!("{name:>width$}  {}{wins}", in_words(*set))
    };
    std::iter::once(format!("{heading:>width$}  may win")).chain(lines.iter().map(line)).collect()
}

impl Report for CardProbe {
    fn text(&self) -> String {
        let first = self.domain.iter().chain([&self.position]).cloned().collect::<Vec<_>>().join("  ");
        let mut lines = vec![first, String::new(), self.board.clone()];
        let set = Winners::of(self.value.iter().map(|player| player - 1));
        let Some(player) = self.player else { return lines.join("\n") };
        lines.push(match self.wins {
            true => format!("value  {}: player {player} wins, whatever the others do", in_words(set)),
            false => format!("value  {}", in_words(set)),
        });
        lines.push(String::new());
        let heading = if self.leads.is_some() { "lead" } else { "play" };
        lines.extend(play_lines(heading, &self.lines, player - 1));
        lines.join("\n")
    }
}

/// Answers a probe from the layers that hold what may come of a position; where the game is over, by the rules.
///
/// # Errors
/// [`Error::Notation`] for a bad text, or a roll; what the files say for a look-up.
pub(super) fn probe<D>(tables: &Tables<'_, D>, position: &str, roll: Option<&str>) -> Result<CardProbe, Error>
where
    D: Moments + Answering<Game: Playable>,
{
    let domain = tables.domain();
    let game = domain.game();
    let position = game.parse(position).map_err(Error::position)?;
    if let Some(roll) = roll {
        game.parse_chance(roll).map_err(Error::roll)?;
    }
    let is_over = game.outcome(&position).is_some();
    let layer = match domain.place(&position)? {
        Located::Layer(layer) => Some(domain.layers()[layer.0].name.clone()),
        _ => None,
    };
    let mover = game.to_move(&position);
    let mut plays: Vec<Play<PositionOf<D>, <D::Game as Game>::Move>> = Vec::new();
    if !is_over {
        game.plays(&position, (), &mut plays);
    }
    let lines = (plays.iter())
        .map(|play| {
            let name = game.format_move(&position, (), &play.action);
            Ok((name, winners(tables, &play.after)?))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let value = winners(tables, &position)?;
    let named = Some(by_name(&lines)).filter(|_| !is_over);
    let is_lead = domain.is_lead(&position);
    Ok(CardProbe {
        domain: layer,
        position: game.format(&position),
        reduced: game.format(&game.canonical(&position)),
        player: (!is_over).then_some(mover + 1),
        value: players(value),
        wins: !is_over && value == Winners::only(mover),
        leads: named.clone().filter(|_| is_lead),
        plays: named.filter(|_| !is_lead),
        board: Playable::draw(game, &position, false),
        lines,
    })
}

/// The seats that may win: by the rules if the game is over, else stored, or what follows from stored values.
fn winners<D: Moments>(tables: &Tables<'_, D>, position: &PositionOf<D>) -> Result<Winners, Error> {
    let game = tables.domain().game();
    let seats = game.seats();
    if let Some(payoffs) = game.outcome(position) {
        return Ok(Singleton { seats }.leaf(&payoffs));
    }
    // Tables count from the one who is to lead, or whose cards lie.
    let first = tables.domain().first(position);
    Ok(tables.value(position)?.rotated(seats - first, seats))
}
