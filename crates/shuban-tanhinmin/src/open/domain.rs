//! The domains of Daihinmin with open hands.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use shuban_core::{Domain, Field, Histogram, Seat};

use super::game::OpenDaihinmin;
use super::rules::OpenRules;
use super::single::SingleCards;
use super::table::{MAX_SET, OpenAction, OpenTable};
use crate::counts::{DealCounts, Shapes};
use crate::leads::{Alphabet, LeadDomain, LeadGame, MAX_PLAYERS, Numbering, Word};

/// `daihinmin-open/Pp`: the leads from all deals for P players up to gaps between ranks, where no
/// revolution is on (with one, ranks are turned round). As many cards as the leader holds, as many
/// leads there are: a set of any size of each of its ranks.
pub type OpenLeads = LeadDomain<OpenDaihinmin>;

impl OpenLeads {
    /// The domain of some rules.
    pub fn new(rules: OpenRules) -> Self {
        LeadDomain::of(OpenDaihinmin { rules })
    }

    /// The rules.
    pub fn rules(&self) -> &OpenRules {
        &self.game().rules
    }
}

impl LeadGame for OpenDaihinmin {
    /// The values of the same cards played one by one, if there is such a layer.
    type Reference = OnceLock<Option<SingleCards>>;

    /// Of the deal: whether its leader holds one card or more, what it has that Tanhinmin has not,
    /// its value, that of the same cards as single cards, and whether the lowest lead that wins by
    /// those does win. A deal has a row for its weakest lead, and one for each other.
    const COLUMNS: &'static [&'static str] =
        &["leader", "shape", "value", "single_card", "advice", "lead"];
    const SECONDS_PER_LEAD: f64 = 2.5e-6;

    fn layer_name(&self, cards: usize) -> String {
        self.rules.name_with_cards(cards)
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let clearing = self.rules.clearing.description();
        [("players", self.rules.players().to_string()), ("clearing", clearing.to_owned())]
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }

    fn deals_text(&self, cards: usize) -> String {
        format!("{cards} cards, sets and eights among them,")
    }

    fn alphabet(&self) -> Alphabet {
        let most_cards = match self.rules.players() {
            2 => 11,
            3 => 9,
            4 => 8,
            _ => 7,
        };
        Alphabet::with_sets(self.rules.players(), most_cards)
    }

    fn cards(&self, table: &OpenTable) -> usize {
        table.cards()
    }

    fn first(&self, table: &OpenTable) -> Seat {
        table.first()
    }

    fn is_lead(&self, table: &OpenTable) -> bool {
        table.trick().is_none()
    }

    fn is_pass(&self, action: &OpenAction) -> bool {
        *action == OpenAction::Pass
    }

    fn dealt(&self, table: &OpenTable) -> Option<usize> {
        let trick = table.trick().filter(|_| table.is_led())?;
        let mut others = (0..self.rules.players()).filter(|&seat| seat != table.first());
        others.all(|seat| table.held(seat) > 0).then(|| table.cards() + usize::from(trick.size))
    }

    fn pattern(&self, alphabet: &Alphabet, table: &OpenTable) -> Option<(Word, usize)> {
        let table = table.canonical(self.rules.players());
        let trick = table.trick?;
        let (mut word, mut lead) = (Word::default(), None);
        let mut before = 0;
        let mut put = |rank: u8| {
            let mut counts = *table.rank(rank);
            if rank == trick.rank {
                counts[0] += trick.size;
                lead = Some(before + usize::from(trick.size) - 1);
            }
            before += usize::from(counts[0]);
            if counts == [0; MAX_PLAYERS] {
                return Some(());
            }
            let is_eights = rank == table.eights;
            let letter =
                if is_eights { alphabet.eights(&counts) } else { alphabet.letter(&counts) };
            word.push(letter?)
        };
        let mut ranks = 1..=table.ranks.len() as u8;
        // Four of a kind have turned the ranks round.
        if trick.size == MAX_SET {
            ranks.rev().try_for_each(&mut put)?;
        } else {
            ranks.try_for_each(&mut put)?;
        }
        Some((word, lead?))
    }

    fn led(&self, alphabet: &Alphabet, word: &Word, mut lead: usize) -> Option<OpenTable> {
        let (mut table, mut set) = (OpenTable::EMPTY, None);
        for ((rank, counts), &letter) in (1..).zip(&mut table.ranks).zip(word.letters()) {
            let group = alphabet.group(letter);
            *counts = group.counts;
            if group.eights {
                table.eights = rank;
            }
            let held = usize::from(counts[0]);
            if set.is_none() && lead < held {
                set = Some((rank, lead as u8 + 1));
            }
            lead = lead.wrapping_sub(held);
        }
        let (rank, size) = set?;
        Some(table.after_set(&self.rules, 0, rank, size))
    }

    fn layer_facts(&self, _: &Numbering, _: usize, histogram: &Histogram) -> Vec<Field> {
        let mut facts = DealCounts::of(Self::COLUMNS, histogram).unwrap_or_default().facts(None);
        facts.extend(Shapes::of(Self::COLUMNS, histogram).map(|shapes| shapes.fact()));
        facts
    }

    fn variant_of(&self) -> Option<String> {
        let common = OpenRules::new(self.rules.players()).ok()?;
        (common != self.rules).then(|| common.name())
    }
}
