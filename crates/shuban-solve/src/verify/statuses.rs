//! The check of a cyclic layer's statuses: that each follows, and not only from itself.

use rayon::prelude::*;
use shuban_core::Unanswered;
use shuban_core::sweep::{Pass, Read, Status};

use super::check::Check;
use crate::approximate::Arrays;
use crate::error::Error;
use crate::facts::StatedFacts;
use crate::iterate::{Marks, StatusRules, Swept};

/// Number of positions that are checked before results are recorded.
const CHUNK: usize = 1 << 14;

impl Check<'_> {
    fn status_rules(&self) -> StatusRules<'_> {
        let (domain, layer, solved) = (self.domain, self.layer, &self.solved);
        StatusRules { domain, layer, rows: solved, solved }
    }

    /// Compares every position's status with the one that follows, by the rules alone or by a
    /// sweep, from those of its successors. By the rules it also checks that no status follows only
    /// from itself: that takes as many rounds as the analysis did, too long compared with two
    /// sweeps. Does nothing if the file has no statuses.
    pub(super) fn statuses(&mut self) -> Result<(), Error> {
        let StatedFacts::Intervals(facts) = &self.stated else { return Ok(()) };
        if !facts.has_statuses() {
            return Ok(());
        }
        if self.swept().is_some() {
            self.make_room(size_of::<i32>() as u64)?;
        }
        let this = self.this();
        self.progress.phase("what retrograde analysis values", 0);
        let stored = (0..this.indexes().len()).map(|part| this.status_codes(part));
        let stored: Marks = stored.collect::<Result<_, Error>>()?;
        for (part, statuses) in stored.iter().enumerate() {
            let wrong = match self.swept() {
                Some(swept) => first_changed(swept, &stored, part)?,
                None => self.first_not_by_rules(&stored, part)?,
            };
            if self.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            if let Some((rank, code, found)) = wrong {
                let (code, found) = (Status::of_code(code), Status::of_code(found));
                let reason =
                    format!("retrograde analysis knew {code:?} of it, and {found:?} follows");
                return self.wrong(part, rank, reason);
            }
            let valued =
                statuses.iter().filter(|&&code| code != Status::Unknown.code()).count() as u64;
            if let StatedFacts::Intervals(facts) = &self.stated
                && let Some(stated) = facts.parts.get(part).and_then(|part| part.valued)
                && stated != valued
            {
                let name = self.part_name(part);
                let reason = format!("`{name}`: `valued` is {stated}, and it has {valued}");
                return Err(self.failure("directory", None, reason));
            }
        }
        if self.swept().is_some() {
            return Ok(());
        }
        let found = self.known_by_rules(&stored)?;
        for (part, (found, stored)) in found.iter().zip(&stored).enumerate() {
            let differs = |(found, stored): (&i32, &i32)| found != stored;
            if let Some(rank) = found.iter().zip(stored).position(differs) {
                let reason = "what retrograde analysis knew of it follows only from itself";
                return self.wrong(part, rank as u64, reason);
            }
        }
        Ok(())
    }

    /// Returns the first rank of a part whose status does not follow by the rules, with both
    /// statuses.
    fn first_not_by_rules(
        &self,
        stored: &Marks,
        part: usize,
    ) -> Result<Option<(u64, i32, i32)>, Unanswered> {
        let rules = self.status_rules();
        let wrong = stored[part].par_iter().enumerate().find_map_first(|(rank, &code)| match rules
            .status(stored, part, rank as u64)
        {
            Ok(found) if found == code => None,
            Ok(found) => Some(Ok((rank as u64, code, found))),
            Err(unanswered) => Some(Err(unanswered)),
        });
        wrong.transpose()
    }

    /// Repeats retrograde analysis on the known positions, a few at a time; the result does not
    /// depend on their order.
    fn known_by_rules(&self, stored: &Marks) -> Result<Marks, Error> {
        let rules = self.status_rules();
        let unknown = Status::Unknown.code();
        let mut found: Marks = stored.iter().map(|part| vec![unknown; part.len()]).collect();
        loop {
            let mut is_done = true;
            for part in 0..stored.len() {
                for first in (0..stored[part].len()).step_by(CHUNK) {
                    if self.progress.interrupted() {
                        return Err(Error::Interrupted);
                    }
                    let ranks = first..stored[part].len().min(first + CHUNK);
                    let open = |&rank: &usize| {
                        found[part][rank] == unknown && stored[part][rank] != unknown
                    };
                    let status = |rank: usize| Ok((rank, rules.status(&found, part, rank as u64)?));
                    let known = ranks.into_par_iter().filter(open).map(status);
                    let known: Vec<(usize, i32)> = known.collect::<Result<_, Unanswered>>()?;
                    for (rank, code) in known {
                        found[part][rank] = code;
                        is_done &= code == unknown;
                    }
                }
            }
            if is_done {
                return Ok(found);
            }
        }
    }
}

/// A pass of retrograde analysis that writes nothing.
struct Unwritten<'s> {
    stored: &'s Marks,
    /// The first rank whose status does not follow, with both statuses.
    wrong: Option<(u64, i32, i32)>,
}

impl Arrays for Unwritten<'_> {
    fn read(&self, part: usize) -> Read<'_> {
        Read::Plain(&self.stored[part])
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        let stored = &self.stored[part][first..first + computed.len()];
        let differs = |(stored, computed): (&i32, &i32)| stored != computed;
        if let Some(at) = stored.iter().zip(computed).position(differs) {
            let wrong = ((first + at) as u64, stored[at], computed[at]);
            self.wrong = Some(self.wrong.map_or(wrong, |other| other.min(wrong)));
        }
        Ok(())
    }
}

/// Returns the first rank of a part whose status changes in one round of analysis by a sweep.
fn first_changed(
    swept: &dyn Swept,
    stored: &Marks,
    part: usize,
) -> Result<Option<(u64, i32, i32)>, Unanswered> {
    let mut unwritten = Unwritten { stored, wrong: None };
    swept.pass(Pass::Retrograde, part, &mut unwritten)?;
    Ok(unwritten.wrong)
}
