//! The same cards played one by one: the winners that a game without sets has.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_store::Table as StoredTable;

use crate::cards::letters::{Group, word};
use crate::cards::numbering::Numbering;
use crate::cards::rules::Rules;
use crate::cards::trick::{Table, ruled};
use crate::cards::winners::{Winners, united};
use crate::error::Stop;
use crate::progress::{Phase, Report};

/// The winners after all leads from all deals of up to a number of cards, which no file is asked
/// for.
pub(crate) struct SingleCards {
    rules: Rules,
    numbering: Numbering,
    /// By number of cards, then by rank.
    winners: BTreeMap<usize, Vec<Winners>>,
}

/// A deal of sets, as a deal of single cards.
pub(crate) struct PlayedSingly {
    /// The leads, as strength among those of the sets, and 1.
    pub(crate) leads: Vec<(usize, usize)>,
    /// The winners after each.
    pub(crate) led: Vec<Winners>,
}

impl SingleCards {
    /// Computes all winners, beside a table of deals of these rules, with sets.
    pub(crate) fn computed(
        rules: &Rules,
        cards: usize,
        beside: &StoredTable,
        report: Report<'_>,
    ) -> Result<Self, Stop> {
        let rules = Rules { sets: false, ties: true, ..*rules };
        let numbering = Numbering::new(rules, cards);
        let mut all = SingleCards { rules, numbering, winners: BTreeMap::new() };
        for cards in rules.players..=cards {
            let leads = all.numbering.leads(cards);
            let name = format!("leads of {cards} single cards");
            let (phase, done) = (Phase::begin(report, &name, leads)?, AtomicU64::new(0));
            let of_rank = |rank| {
                phase.at(done.fetch_add(1, Ordering::Relaxed) + 1)?;
                let deals = |word: &[Group]| {
                    let led = all.led(word).ok_or_else(|| Stop::nowhere(beside))?;
                    Ok(united(0, led))
                };
                let ruled = ruled(&all.rules, &all.numbering, (cards, rank), &deals)?;
                ruled.ok_or_else(|| Stop::nowhere(beside))
            };
            let winners: Result<Vec<Winners>, Stop> =
                (0..leads).into_par_iter().map(of_rank).collect();
            all.winners.insert(cards, winners?);
        }
        Ok(all)
    }

    /// Returns the winners after each lead of a deal of single cards.
    fn led(&self, word: &[Group]) -> Option<&[Winners]> {
        let cards = word.iter().map(Group::cards).sum();
        let ranks = self.numbering.ranks(word)?;
        self.winners.get(&cards)?.get(ranks.start as usize..ranks.end as usize)
    }

    /// Returns a deal of sets as it is played card by card.
    pub(crate) fn of_deal(&self, sets: &[Group]) -> Option<PlayedSingly> {
        let plain = |group: &Group| Group { is_eights: false, ..group.clone() };
        let groups: Vec<Group> = sets.iter().map(plain).collect();
        let led = self.led(&word(&self.rules, &groups))?.to_vec();
        let leads = Table::dealt(&self.rules, &groups).leads(&self.rules);
        Some(PlayedSingly { leads, led })
    }
}
