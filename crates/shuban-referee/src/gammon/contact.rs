//! Contact layers: certified bounds of the expected result.
//!
//! `docs/certified-values.md` proves that bounds contain the true values if they satisfy, for every
//! position p, with T over all rolls and plays:
//!
//! * l(p) ≤ (T⁻ u)(p) and (T⁺ l)(p) ≤ u(p); and play leaves the layer; or
//! * with a slack of s units, l(p) + s ≤ (T⁻ u)(p) unless l(p) is the least result that there is, and
//!   (T⁺ l)(p) ≤ u(p) − s unless u(p) is the greatest.
//!
//! That is what is checked here, in exact integers, and statuses, where a layer has them, by
//! `docs/format.md`.

use std::collections::BTreeMap;

use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::gammon::board::{Board, Side};
use crate::gammon::leaving;
use crate::gammon::plays::plays;
use crate::gammon::ranking::Ranking;
use crate::gammon::statuses::{Certainty, OfRolls, PartStatuses, none_rests_on_itself};
use crate::gammon::variant::Variant;
use crate::interval::{Bounds, Mean};
use crate::layer::{Layer, Part};
use crate::progress::Report;

/// Units of 1.
const ONE: i128 = 1 << 30;

/// A contact layer, or one in which gammons count.
pub(crate) struct Contact {
    variant: Variant,
    counts_gammons: bool,
    parts: Vec<[usize; 2]>,
    /// The bounds by the checkers left of the player about to roll and of the other, of this layer
    /// and of those that it needs.
    stored: BTreeMap<[usize; 2], Stored>,
    slack: i128,
}

/// The tables of the positions with given numbers of checkers left on both sides.
struct Stored {
    /// Their part of the layer that is checked, if they are of it.
    part: Option<usize>,
    ranking: Ranking,
    bounds: Table,
    /// The statuses, if the layer has any.
    statuses: Option<Table>,
}

/// Bounds and status of a position by those after it.
struct Ruled {
    bounds: Bounds,
    status: Certainty,
}

impl Contact {
    /// Opens `VARIANT/contact-A-B` or `VARIANT/money-A-B`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let Some((variant, counts_gammons, sides)) = read_name(files.domain()) else {
            return Ok(None);
        };
        let payoff = if counts_gammons { "money, in units of four points" } else { "win" };
        let mut parameters = variant.parameters();
        parameters.push(("payoff", payoff.to_owned()));
        files.has_parameters(&parameters)?;
        let [more, fewer] = sides;
        let parts = if more == fewer { vec![sides] } else { vec![sides, [fewer, more]] };
        let facts = &files.manifest().account.facts;
        let slack = match facts.get("slack") {
            None => Some(0),
            Some(slack) => slack.as_u64().and_then(|slack| u32::try_from(slack).ok()),
        };
        let slack = slack.ok_or_else(|| files.refused("its `slack` is no number"))?;
        let mut contact = Contact {
            variant,
            counts_gammons,
            stored: BTreeMap::new(),
            slack: slack.into(),
            parts: parts.clone(),
        };
        for [mover, opponent] in parts {
            contact.store(files, [mover, opponent])?;
            // A play bears off at most four checkers, and the other side rolls then.
            let after = (1..=4).filter(|&off| off < mover).map(|off| [opponent, mover - off]);
            after.into_iter().try_for_each(|sides| contact.store(files, sides))?;
        }
        let has_statuses = |part: usize| contact.of_part(part).statuses.is_some();
        if (1..contact.parts.len()).any(|part| has_statuses(part) != has_statuses(0)) {
            return Err(files.refused("one of its parts has statuses, and the other has none"));
        }
        Ok(Some(contact))
    }

    /// Opens the table of positions with these checkers left.
    fn store(&mut self, files: &Files, [mover, opponent]: [usize; 2]) -> Result<(), Stop> {
        let sides = [mover.max(opponent), mover.min(opponent)];
        let database = files.layer(&layer_name(&self.variant, self.counts_gammons, sides))?;
        let ranking = Ranking::new(self.variant, mover, opponent);
        let name = format!("{mover} v {opponent}");
        let columns = Bounds::columns(32, 30);
        let bounds = files.table(database, &name, &columns, ranking.positions())?;
        let name = format!("{name}/status");
        let statuses = match database.manifest().section(&name) {
            Some(_) => {
                let column = [Column::unsigned("status", 2)];
                Some(files.table(database, &name, &column, ranking.positions())?)
            }
            None => None,
        };
        let part = self.parts.iter().position(|part| *part == [mover, opponent]);
        self.stored.insert([mover, opponent], Stored { part, ranking, bounds, statuses });
        Ok(())
    }

    /// Returns the greatest result that there is.
    fn most(&self) -> i128 {
        if self.counts_gammons { 3 * (ONE / 4) } else { ONE }
    }

    /// Returns the points of a win against a side that has these checkers left, in units.
    fn of_win(&self, loser: &Side) -> i128 {
        let Variant { points, checkers, home, .. } = self.variant;
        if !self.counts_gammons {
            return ONE;
        }
        // The winner's home is the far end of the board to the loser, and the bar is beyond.
        let times = match loser.left() < checkers {
            true => 1,
            false if loser.is_on(points - home + 1..=points + 1) => 3,
            false => 2,
        };
        times * (ONE / 4)
    }

    fn of_part(&self, part: usize) -> &Stored {
        &self.stored[&self.parts[part]]
    }

    /// Returns what a play leads to.
    fn after(&self, played: &Board) -> Result<After<'_>, Stop> {
        if played.mover.left() == 0 {
            let won = self.of_win(&played.opponent);
            return Ok(After::Over(Bounds::exactly(won), Certainty::Win));
        }
        let next = played.turned();
        if next.is_dead(&self.variant) {
            return Ok(After::Over(Bounds::exactly(0), Certainty::Valued));
        }
        let sides = [next.mover.left(), next.opponent.left()];
        match self.stored.get(&sides) {
            Some(stored) => Ok(After::Position(stored, stored.ranking.rank(&next))),
            // Every layer that a play leads to was opened.
            None => Err(Stop::nowhere(&self.of_part(0).bounds)),
        }
    }

    /// Returns T⁻ u and T⁺ l, and the status; of a dead position its value by definition.
    fn ruled(&self, board: &Board) -> Result<Ruled, Stop> {
        if board.is_dead(&self.variant) {
            return Ok(Ruled { bounds: Bounds::exactly(0), status: Certainty::Valued });
        }
        let (mut mean, mut status) = (Mean::default(), OfRolls::default());
        for (roll, ways) in self.variant.rolls() {
            let (mut best, mut surest): (Option<Bounds>, _) = (None, Certainty::Loss);
            for played in plays(&self.variant, board, roll) {
                let after = self.after(&played)?;
                let bounds = after.bounds()?;
                best = Some(best.map_or(bounds, |best| best.max(bounds)));
                surest = surest.max(after.status(&|part, rank| self.of_part(part).status(rank))?);
            }
            mean.add(ways, best.unwrap_or(Bounds::exactly(0)));
            status.add(surest);
        }
        Ok(Ruled { bounds: mean.bounds(), status: status.status() })
    }

    /// Returns the status of a position by those after it alone.
    fn ruled_status(&self, board: &Board, own: &OwnStatus<'_>) -> Result<Certainty, Stop> {
        if board.is_dead(&self.variant) {
            return Ok(Certainty::Valued);
        }
        let mut status = OfRolls::default();
        for (roll, _) in self.variant.rolls() {
            let mut surest = Certainty::Loss;
            for played in plays(&self.variant, board, roll) {
                surest = surest.max(self.after(&played)?.status(own)?);
            }
            status.add(surest);
        }
        Ok(status.status())
    }

    /// Returns the reason why the bounds of a position do not follow from those after it.
    fn unfounded(&self, board: &Board, stored: Bounds, ruled: Bounds) -> Option<String> {
        let (most, least) = (self.most(), -self.most());
        let Bounds { lower, upper } = stored;
        if lower < least || upper > most {
            return Some(format!(
                "stored from {lower} to {upper} units, beyond what can be won or lost"
            ));
        }
        if board.is_dead(&self.variant) {
            let holds = lower <= 0 && 0 <= upper;
            return (!holds).then(|| "0 is not between its bounds".to_owned());
        }
        // A bound that promises nothing needs no reason.
        let lower_follows = lower == least || lower + self.slack <= ruled.lower;
        let upper_follows = upper == most || ruled.upper <= upper - self.slack;
        if lower_follows && upper_follows {
            return None;
        }
        let differs = stored.differs(ruled);
        Some(format!("{differs}, and there have to be {} to spare", self.slack))
    }

    /// Returns the reason why the status of a position is wrong.
    fn wrong_status(&self, status: Certainty, bounds: Bounds, ruled: Certainty) -> Option<String> {
        let certain = match status {
            Certainty::Win => Some(Bounds::exactly(ONE)),
            Certainty::Loss => Some(Bounds::exactly(-ONE)),
            Certainty::Valued | Certainty::Unknown => None,
        };
        let Bounds { lower, upper } = bounds;
        // Where gammons count, a certain win may be worth more or less.
        if !self.counts_gammons && certain.is_some_and(|certain| certain != bounds) {
            let code = status as u64;
            return Some(format!("status {code}, and bounds from {lower} to {upper} units"));
        }
        (status != ruled)
            .then(|| format!("stored as {}, by those of all plays {}", status.word(), ruled.word()))
    }
}

/// The end of the game, with its value to the player who has made the last play, or a position.
enum After<'a> {
    Over(Bounds, Certainty),
    Position(&'a Stored, u64),
}

impl After<'_> {
    /// Returns the bounds for the player who has made the play.
    fn bounds(&self) -> Result<Bounds, Stop> {
        match self {
            After::Over(bounds, _) => Ok(*bounds),
            After::Position(stored, rank) => Ok(Bounds::read(&stored.bounds, *rank)?.negated()),
        }
    }

    /// Returns the status for the player who has made the play; that of a position of the layer
    /// that is checked is taken from `own`.
    fn status(&self, own: &OwnStatus<'_>) -> Result<Certainty, Stop> {
        match self {
            After::Over(_, status) => Ok(*status),
            After::Position(stored, rank) => Ok(match stored.part {
                Some(part) => own(part, *rank)?,
                None => stored.status(*rank)?,
            }
            .turned()),
        }
    }
}

/// The status of a position of the layer that is checked, by part and rank.
type OwnStatus<'a> = dyn Fn(usize, u64) -> Result<Certainty, Stop> + Sync + 'a;

impl Stored {
    /// Returns the stored status; unknown if the layer has none.
    fn status(&self, rank: u64) -> Result<Certainty, Stop> {
        self.statuses.as_ref().map_or(Ok(Certainty::Unknown), |table| Certainty::read(table, rank))
    }
}

/// Returns the variant, whether gammons count, and the checkers left.
fn read_name(domain: &str) -> Option<(Variant, bool, [usize; 2])> {
    let (variant, layer) = domain.split_once('/')?;
    let variant = Variant::named(variant)?;
    let (counts_gammons, sides) = match layer.split_once('-')? {
        ("contact", sides) => (false, sides),
        ("money", sides) => (true, sides),
        _ => return None,
    };
    let (more, fewer) = sides.split_once('-')?;
    let [more, fewer]: [usize; 2] = [more.parse().ok()?, fewer.parse().ok()?];
    let fits = 0 < fewer && fewer <= more && more <= variant.checkers;
    // Numbers can be written in several ways, and a layer has one name.
    let is_name = layer_name(&variant, counts_gammons, [more, fewer]) == domain;
    (fits && is_name).then_some((variant, counts_gammons, [more, fewer]))
}

/// Returns the name of the layer of so many checkers, the larger number first.
fn layer_name(variant: &Variant, counts_gammons: bool, [more, fewer]: [usize; 2]) -> String {
    let family = if counts_gammons { "money" } else { "contact" };
    format!("{}/{family}-{more}-{fewer}", variant.name)
}

impl Layer for Contact {
    fn parts(&self) -> Vec<Part> {
        let part = |sides: &[usize; 2]| Part {
            name: format!("{} v {}", sides[0], sides[1]),
            positions: self.stored[sides].ranking.positions(),
        };
        self.parts.iter().map(part).collect()
    }

    fn condition(&self) -> String {
        let has_statuses = self.of_part(0).statuses.is_some();
        let what = if has_statuses { "bounds and statuses" } else { "bounds" };
        let follow = format!("{what} follow from those of all plays");
        match self.slack {
            0 => follow,
            1 => format!("{follow}, with a unit to spare"),
            slack => format!("{follow}, with {slack} units to spare"),
        }
    }

    fn check(&self, part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let Stored { ranking, bounds, statuses, .. } = self.of_part(part);
        let stored = Bounds::read(bounds, rank)?;
        let board = ranking.board(rank).ok_or_else(|| Stop::nowhere(bounds))?;
        let ruled = self.ruled(&board)?;
        let wrong = |table: &Table, reason: String| {
            let reason = format!("{}: {reason}", board.text(&self.variant));
            Err(Fault::of_record(table, rank, reason).into())
        };
        if let Some(reason) = self.unfounded(&board, stored, ruled.bounds) {
            return wrong(bounds, reason);
        }
        if let Some(table) = statuses {
            let status = Certainty::read(table, rank)?;
            if let Some(reason) = self.wrong_status(status, stored, ruled.status) {
                return wrong(table, reason);
            }
        }
        Ok(Some(stored.width() as f64 / ONE as f64))
    }

    fn check_whole(&self, report: Report<'_>) -> Result<Option<String>, Stop> {
        let boards = self.parts.iter().map(|sides| |rank| self.stored[sides].ranking.board(rank));
        let boards: Vec<_> = boards.collect();
        let of_parts = (0..).zip(&boards).filter_map(|(part, board)| {
            let table = self.of_part(part).statuses.as_ref()?;
            Some(PartStatuses::read(table, board))
        });
        let parts: Vec<PartStatuses<'_>> = of_parts.collect::<Result<_, _>>()?;
        let own = |part: usize, rank: u64| Ok(parts[part].derived(rank));
        none_rests_on_itself(&parts, &|board| self.ruled_status(board, &own), report)?;
        if self.slack > 0 {
            return Ok(None);
        }
        let parts: Vec<&Ranking> =
            self.parts.iter().map(|sides| &self.stored[sides].ranking).collect();
        match leaving::stays(&self.variant, &parts, report)? {
            None => Ok(Some("play leaves the layer".to_owned())),
            Some((part, rank)) => {
                let table = &self.of_part(part).bounds;
                let reason = "play need not leave the layer from here, and bounds have no slack";
                Err(Fault::of_record(table, rank, reason).into())
            }
        }
    }
}
