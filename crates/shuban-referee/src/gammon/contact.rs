//! Contact layers: certified bounds of the expected result.
//!
//! `docs/certified-values.md` proves that bounds contain the true values if they satisfy, for every
//! position p, with T over all rolls and plays:
//!
//! * l(p) ≤ (T⁻ u)(p) and (T⁺ l)(p) ≤ u(p); and play leaves the layer; or
//! * with a slack of s units, l(p) + s ≤ (T⁻ u)(p) unless l(p) is the least result that there is, and
//!   (T⁺ l)(p) ≤ u(p) − s unless u(p) is the greatest.
//!
//! That is what is checked here, in exact integers.

use std::collections::BTreeMap;

use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::gammon::board::{Board, Side};
use crate::gammon::leaving;
use crate::gammon::plays::plays;
use crate::gammon::ranking::Ranking;
use crate::gammon::variant::Variant;
use crate::interval::{Bounds, Mean};
use crate::layer::{Layer, Part};

/// Units of 1.
const ONE: i128 = 1 << 30;

/// Codes of statuses.
const LOSS: u64 = 0;
const WIN: u64 = 3;

/// A contact layer, or one in which gammons count.
pub(crate) struct Contact {
    variant: Variant,
    counts_gammons: bool,
    parts: Vec<[usize; 2]>,
    /// The bounds by the checkers left of the player about to roll and of the other, of this layer
    /// and of those that it needs.
    stored: BTreeMap<[usize; 2], (Ranking, Table)>,
    statuses: Vec<Option<Table>>,
    slack: i128,
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
            statuses: Vec::new(),
            slack: slack.into(),
            parts: parts.clone(),
        };
        for [mover, opponent] in parts {
            contact.store(files, [mover, opponent])?;
            // A play bears off at most four checkers, and the other side rolls then.
            let after = (1..=4).filter(|&off| off < mover).map(|off| [opponent, mover - off]);
            after.into_iter().try_for_each(|sides| contact.store(files, sides))?;
            let name = format!("{mover} v {opponent}/status");
            let positions = contact.stored[&[mover, opponent]].0.positions();
            contact.statuses.push(match files.manifest().section(&name) {
                Some(_) => {
                    let column = [Column::unsigned("status", 2)];
                    Some(files.table(&files.own, &name, &column, positions)?)
                }
                None => None,
            });
        }
        Ok(Some(contact))
    }

    /// Opens the table of positions with these checkers left.
    fn store(&mut self, files: &Files, [mover, opponent]: [usize; 2]) -> Result<(), Stop> {
        let family = if self.counts_gammons { "money" } else { "contact" };
        let (more, fewer) = (mover.max(opponent), mover.min(opponent));
        let database = files.layer(&format!("{}/{family}-{more}-{fewer}", self.variant.name))?;
        let ranking = Ranking::new(self.variant, mover, opponent);
        let name = format!("{mover} v {opponent}");
        let columns = Bounds::columns(32, 30);
        let table = files.table(database, &name, &columns, ranking.positions())?;
        self.stored.insert([mover, opponent], (ranking, table));
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

    /// Returns the table of a position, and its rank there.
    fn place(&self, board: &Board) -> Result<(&Table, u64), Stop> {
        let sides = [board.mover.left(), board.opponent.left()];
        match self.stored.get(&sides) {
            Some((ranking, table)) => Ok((table, ranking.rank(board))),
            // Every layer that a play leads to was opened.
            None => Err(Stop::nowhere(&self.stored[&self.parts[0]].1)),
        }
    }

    /// Returns the bounds after a play, for the player who made it.
    fn after(&self, played: &Board) -> Result<Bounds, Stop> {
        if played.mover.left() == 0 {
            return Ok(Bounds::exactly(self.of_win(&played.opponent)));
        }
        let next = played.turned();
        if next.is_dead(&self.variant) {
            return Ok(Bounds::exactly(0));
        }
        let (table, rank) = self.place(&next)?;
        Ok(Bounds::read(table, rank)?.negated())
    }

    /// Returns T⁻ u and T⁺ l.
    fn backed_up(&self, board: &Board) -> Result<Bounds, Stop> {
        let mut mean = Mean::default();
        for (roll, ways) in self.variant.rolls() {
            let mut best: Option<Bounds> = None;
            for played in plays(&self.variant, board, roll) {
                let after = self.after(&played)?;
                best = Some(best.map_or(after, |best| best.max(after)));
            }
            mean.add(ways, best.unwrap_or(Bounds::exactly(0)));
        }
        Ok(mean.bounds())
    }

    /// Checks that the bounds of a position follow from those of the positions after it.
    fn follows(&self, board: &Board, stored: Bounds) -> Result<(), Unfounded> {
        let because = |reason: String| Err(Unfounded::Because(reason));
        let (most, least) = (self.most(), -self.most());
        let Bounds { lower, upper } = stored;
        if lower < least || upper > most {
            return because(format!(
                "stored from {lower} to {upper} units, beyond what can be won or lost"
            ));
        }
        if board.is_dead(&self.variant) {
            let holds = lower <= 0 && 0 <= upper;
            return if holds { Ok(()) } else { because("0 is not between its bounds".to_owned()) };
        }
        let ruled = self.backed_up(board).map_err(Unfounded::Stop)?;
        // A bound that promises nothing needs no reason.
        let lower_follows = lower == least || lower + self.slack <= ruled.lower;
        let upper_follows = upper == most || ruled.upper <= upper - self.slack;
        if lower_follows && upper_follows {
            return Ok(());
        }
        let differs = stored.differs(ruled);
        because(format!("{differs}, and there have to be {} to spare", self.slack))
    }

    /// Checks that a certain win or loss has its bounds.
    fn check_status(&self, part: usize, rank: u64, stored: Bounds) -> Result<(), Stop> {
        let Some(statuses) = &self.statuses[part] else { return Ok(()) };
        let mut status = [0];
        statuses.row(rank, &mut status)?;
        let certain = match status[0] {
            WIN => Bounds::exactly(ONE),
            LOSS => Bounds::exactly(-ONE),
            _ => return Ok(()),
        };
        // Where gammons count, a certain win may be worth more or less.
        if self.counts_gammons || stored == certain {
            return Ok(());
        }
        let Bounds { lower, upper } = stored;
        let reason = format!("status {}, and bounds from {lower} to {upper} units", status[0]);
        Err(Fault::of_record(statuses, rank, reason).into())
    }
}

/// Reason why bounds are not founded.
enum Unfounded {
    Because(String),
    Stop(Stop),
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
    fits.then_some((variant, counts_gammons, [more, fewer]))
}

impl Layer for Contact {
    fn parts(&self) -> Vec<Part> {
        let part = |sides: &[usize; 2]| Part {
            name: format!("{} v {}", sides[0], sides[1]),
            positions: self.stored[sides].0.positions(),
        };
        self.parts.iter().map(part).collect()
    }

    fn condition(&self) -> String {
        match self.slack {
            0 => "bounds follow from those of all plays".to_owned(),
            1 => "bounds follow from those of all plays, with a unit to spare".to_owned(),
            slack => format!("bounds follow from those of all plays, with {slack} units to spare"),
        }
    }

    fn check(&self, part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let (ranking, table) = &self.stored[&self.parts[part]];
        let stored = Bounds::read(table, rank)?;
        let board = ranking.board(rank).ok_or_else(|| Stop::nowhere(table))?;
        self.follows(&board, stored).map_err(|reason| match reason {
            Unfounded::Because(reason) => {
                let reason = format!("{}: {reason}", board.text(&self.variant));
                Fault::of_record(table, rank, reason).into()
            }
            Unfounded::Stop(stop) => stop,
        })?;
        self.check_status(part, rank, stored)?;
        Ok(Some(stored.width() as f64 / ONE as f64))
    }

    fn check_whole(&self) -> Result<Option<String>, Stop> {
        if self.slack > 0 {
            return Ok(None);
        }
        let parts: Vec<&Ranking> = self.parts.iter().map(|sides| &self.stored[sides].0).collect();
        match leaving::stays(&self.variant, &parts) {
            None => Ok(Some("play leaves the layer".to_owned())),
            Some((part, rank)) => {
                let table = &self.stored[&self.parts[part]].1;
                let reason = "play need not leave the layer from here, and bounds have no slack";
                Err(Fault::of_record(table, rank, reason).into())
            }
        }
    }
}
