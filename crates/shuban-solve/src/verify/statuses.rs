//! What retrograde analysis knew of the positions of a cyclic layer: that it follows, and not only
//! from itself.

use rayon::prelude::*;
use shuban_core::{Domain, Status, Unanswered};

use super::check::Check;
use crate::error::Error;
use crate::facts::StatedFacts;
use crate::iterate::{Marks, status_by_rules};

/// Positions that are looked at before what was found is taken down.
const CHUNK: usize = 1 << 14;

impl<D: Domain> Check<'_, '_, D> {
    /// Compares what retrograde analysis knew of every position with what follows, by the rules
    /// alone, from what it knew of its successors; and sees that nothing it knew follows only from
    /// itself.
    pub(super) fn statuses(&self) -> Result<(), Error> {
        let this = self.this();
        let mut stored = Vec::new();
        for (part, index) in this.indexes().iter().enumerate() {
            let code = |rank| Ok(this.status_at(part, rank)?.map_or(i32::MAX, Status::code));
            stored.push((0..index.len()).map(code).collect::<Result<Vec<i32>, Error>>()?);
        }
        self.progress.phase("what retrograde analysis values", 0);
        for (part, statuses) in stored.iter().enumerate() {
            let (tables, layer, indexes) = (&self.tables, self.layer, this.indexes());
            let wrong = statuses.par_iter().enumerate().find_map_first(|(rank, &code)| {
                let position = indexes[part].unrank(rank as u64)?;
                match status_by_rules(tables, layer, indexes, &stored, &position) {
                    Ok(found) if found == code => None,
                    Ok(found) => Some(Ok((rank as u64, code, found))),
                    Err(unanswered) => Some(Err(unanswered)),
                }
            });
            if self.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            if let Some(wrong) = wrong {
                let (rank, code, found) = wrong?;
                let (code, found) = (Status::of_code(code), Status::of_code(found));
                let reason =
                    format!("retrograde analysis knew {code:?} of it, and {found:?} follows");
                return self.wrong(part, rank, reason);
            }
            let valued =
                statuses.iter().filter(|&&code| code != Status::Unknown.code()).count() as u64;
            if let StatedFacts::Intervals(facts) = &self.stated
                && let Some(stated) = facts.parts.get(part).map(|part| part.valued)
                && stated != valued
            {
                let name = self.part_name(part);
                let reason = format!("`{name}`: `valued` is {stated}, and it has {valued}");
                return Err(self.failure("directory", None, reason));
            }
        }
        self.statuses_are_least(&stored)
    }

    /// Retrograde analysis once more, of the positions that are known, a few at a time: in whatever
    /// order they are found, it comes to the same.
    fn statuses_are_least(&self, stored: &Marks) -> Result<(), Error> {
        let (tables, layer, indexes) = (&self.tables, self.layer, self.this().indexes());
        let unknown = Status::Unknown.code();
        let mut found: Marks = stored.iter().map(|part| vec![unknown; part.len()]).collect();
        loop {
            let mut is_done = true;
            for (part, index) in indexes.iter().enumerate() {
                for first in (0..stored[part].len()).step_by(CHUNK) {
                    if self.progress.interrupted() {
                        return Err(Error::Interrupted);
                    }
                    let ranks = first..stored[part].len().min(first + CHUNK);
                    let open = |&rank: &usize| {
                        found[part][rank] == unknown && stored[part][rank] != unknown
                    };
                    let status = |rank: usize| {
                        let position = index.unrank(rank as u64).ok_or_else(Unanswered::default)?;
                        let code = status_by_rules(tables, layer, indexes, &found, &position)?;
                        Ok((rank, code))
                    };
                    let known = ranks.into_par_iter().filter(open).map(status);
                    let known: Vec<(usize, i32)> = known.collect::<Result<_, Unanswered>>()?;
                    for (rank, code) in known {
                        found[part][rank] = code;
                        is_done &= code == unknown;
                    }
                }
            }
            if is_done {
                break;
            }
        }
        for (part, (found, stored)) in found.iter().zip(stored).enumerate() {
            if let Some(rank) = found.iter().zip(stored).position(|(found, stored)| found != stored)
            {
                let reason = "what retrograde analysis knew of it follows only from itself";
                return self.wrong(part, rank as u64, reason);
            }
        }
        Ok(())
    }
}
