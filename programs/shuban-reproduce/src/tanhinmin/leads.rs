//! Section 3.7 in words: the cards that are led, and possible readings of the count 1,252,189.

use shuban_catalog::Error;
use shuban_tanhinmin::{DealCounts, GroupCounts, Numbering, Word};

use super::{Computed, table_2};
use crate::finding::Finding;
use crate::paper::Recomputation;

const CARDS: usize = 10;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("leads", 0);
    let print = Computed::new(run.progress, "tanhinmin/3p/print", CARDS)?;
    let mut rows = lead_rows(&Leads::of(&print));
    let unreduced = Computed::new(run.progress, "tanhinmin/3p-distinct", CARDS)?;
    rows.push(why_strong_leads_are_few(&print.counts, &unreduced.counts));
    run.progress.phase("readings", 0);
    rows.extend(readings(print.leads.numbering()));
    Ok(rows)
}

/// Counts of one strength, over deals whose leader has two cards or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OfStrength {
    /// Deals whose leader has a card of it.
    held: u64,
    /// Deals in which it is the lowest winning lead.
    lowest: u64,
    /// Number of these with one or more weaker strengths of one's own, and with two or more.
    above_own: u64,
    above_two: u64,
}

/// Leads of all deals.
#[derive(Debug, Default)]
struct Leads {
    /// Counts by strength, from 1.
    by_strength: Vec<OfStrength>,
    /// Deals that are won with lead 5 above an own 1 and 3 and nothing else below.
    five_above_one_and_three: u64,
    deals: u64,
}

impl Leads {
    fn of(layer: &Computed) -> Self {
        let numbering = layer.leads.numbering();
        let mut leads =
            Leads { by_strength: vec![OfStrength::default(); CARDS], ..Leads::default() };
        let mut first = 0;
        while let Some((word, _)) = numbering.unrank(CARDS, first) {
            let own = own_groups(numbering, &word);
            let count = numbering.rank(CARDS, &word).map_or(1, |deal| deal.leads);
            let records = &layer.records[first as usize..][..count];
            leads.add(&own, records.iter().position(|record| record.wins()));
            first += count as u64;
        }
        leads
    }

    /// Adds a deal: the strengths that the leader holds, each with its number of cards, and the
    /// lowest lead that wins.
    fn add(&mut self, own: &[(usize, u8)], lowest: Option<usize>) {
        if own.iter().map(|&(_, cards)| cards).sum::<u8>() < 2 {
            return;
        }
        self.deals += 1;
        own.iter().for_each(|&(strength, _)| self.by_strength[strength - 1].held += 1);
        let Some(lead) = lowest else { return };
        let (strength, _) = own[lead];
        let of = &mut self.by_strength[strength - 1];
        of.lowest += 1;
        of.above_own += u64::from(lead >= 1);
        of.above_two += u64::from(lead >= 2);
        let below: Vec<usize> = own[..lead].iter().map(|&(strength, _)| strength).collect();
        self.five_above_one_and_three += u64::from(strength == 5 && below == [1, 3]);
    }
}

/// Returns the strengths of player 1, from the weakest, with the number of cards of each.
fn own_groups(numbering: &Numbering, word: &Word) -> Vec<(usize, u8)> {
    let groups = numbering.alphabet().groups_of(word);
    (1..).zip(groups).filter(|(_, group)| group[0] > 0).map(|(at, group)| (at, group[0])).collect()
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn lead_rows(leads: &Leads) -> Vec<Finding> {
    let by = &leads.by_strength;
    let sum = |from: usize, of: fn(&OfStrength) -> u64| by[from..].iter().map(of).sum::<u64>();
    let won_above_own = sum(0, |of| of.above_own);
    let (from_three, above) = (sum(2, |of| of.lowest), sum(2, |of| of.above_own));
    let won = sum(0, |of| of.lowest);
    let two = sum(0, |of| of.above_two);
    let mut rows = vec![
        Finding::settled(
            "3.5: the weakest card first is always good",
            "no",
            format!("{} of won deals need another lead", percent(won_above_own, won)),
            won_above_own > 0,
        ),
        Finding::settled(
            "3.7: lead 3 or more, often not the weakest of the hand",
            "often",
            percent(above, from_three),
            // Of lead 2 it is one deal of 33.
            10 * above > from_three && above * by[1].lowest > by[1].above_own * from_three,
        )
        .noting(format!(
            "{above} of {from_three}; of lead 2 {}, {}",
            by[1].above_own,
            percent(by[1].above_own, by[1].lowest)
        )),
        Finding::settled(
            "3.7: two or more weaker strengths of one's own must be left, as in [1,3,5,5,5]",
            "many",
            two,
            two >= 100,
        )
        .noting(format!("{} of won deals; \"many\" is read as 100", percent(two, won))),
        Finding::unprinted(
            "3.7: lead 5 above an own 1 and 3 and no other",
            leads.five_above_one_and_three,
        ),
    ];
    for (strength, of) in (1..).zip(by) {
        rows.push(
            Finding::unprinted(format!("lead {strength}: held, and won with it"), of.held).noting(
                format!(
                    "won by it as the lowest lead: {}, {} of those; not the weakest of the hand: {}",
                    of.lowest,
                    percent(of.lowest, of.held),
                    of.above_own
                ),
            ),
        );
    }
    rows
}

/// Checks the reason of section 3.7: that reduction leaves few patterns with strong cards. Of
/// different cards, every deal has ten strengths.
fn why_strong_leads_are_few(reduced: &DealCounts, unreduced: &DealCounts) -> Finding {
    let share = |counts: &DealCounts| {
        let strong: u64 = counts.by_lowest_lead().iter().skip(6).take(3).sum();
        100.0 * strong as f64 / counts.nontrivial_wins as f64
    };
    let [reduced, unreduced] = [reduced, unreduced].map(share);
    Finding::settled(
        "3.7: leads of 7 to 9 are few by reduction",
        "few",
        format!("{reduced:.2} % of won deals"),
        unreduced > 10.0 * reduced,
    )
    .noting(format!("of different cards, which always have ten strengths, {unreduced:.2} %"))
}

/// A pattern, empty hands allowed.
struct Pattern {
    /// Number of the leader's cards, and of its strengths.
    cards: u8,
    strengths: usize,
    /// Number of all strengths.
    groups: usize,
    /// Number of the others without cards.
    empty: usize,
    /// True if only one player has cards of each strength.
    untied: bool,
}

impl Pattern {
    fn of(groups: &[GroupCounts]) -> Self {
        let held = |player: usize| groups.iter().map(|group| group[player]).sum::<u8>();
        let owners = |group: &GroupCounts| group.iter().filter(|&&cards| cards > 0).count();
        Pattern {
            cards: held(0),
            strengths: groups.iter().filter(|group| group[0] > 0).count(),
            groups: groups.len(),
            empty: [1, 2].into_iter().filter(|&player| held(player) == 0).count(),
            untied: groups.iter().all(|group| owners(group) == 1),
        }
    }
}

/// A part of a reading: its name, and the patterns it takes.
type Part = (&'static str, fn(&Pattern) -> bool);

const LEADERS: [Part; 7] = [
    ("the leader has two cards or more", |of| of.cards >= 2),
    ("the leader has two strengths or more", |of| of.strengths >= 2),
    ("the leader has a card", |of| of.cards >= 1),
    ("the leader has three cards or more", |of| of.cards >= 3),
    ("the leader has not one card", |of| of.cards != 1),
    ("the leader has not one strength", |of| of.strengths != 1),
    ("any leader", |_| true),
];
const OTHERS: [Part; 4] = [
    ("no other hand is empty", |of| of.empty == 0),
    ("one other hand may be empty", |of| of.empty <= 1),
    ("both other hands may be empty", |_| true),
    ("not exactly one other hand is empty", |of| of.empty != 1),
];
const SHAPES: [Part; 5] = [
    ("any strengths", |_| true),
    ("two strengths or more", |of| of.groups >= 2),
    ("three strengths or more", |of| of.groups >= 3),
    ("some strength shared", |of| !of.untied),
    ("not one card of each strength", |of| of.groups < CARDS),
];

/// Returns possible readings of the deals whose leader has two cards or more.
fn readings(numbering: &Numbering) -> Vec<Finding> {
    let mut counts = [[[0u64; SHAPES.len()]; OTHERS.len()]; LEADERS.len()];
    each_word(numbering, CARDS, &mut Vec::new(), &mut |letters| {
        let mut word = Word::default();
        // Ten letters at most.
        letters.iter().for_each(|&letter| word.push(letter).unwrap_or_default());
        let of = Pattern::of(&numbering.alphabet().groups_of(&word));
        for (by_leader, (_, leader)) in counts.iter_mut().zip(LEADERS) {
            for (by_others, (_, others)) in by_leader.iter_mut().zip(OTHERS) {
                for (count, (_, shape)) in by_others.iter_mut().zip(SHAPES) {
                    *count += u64::from(leader(&of) && others(&of) && shape(&of));
                }
            }
        }
    });
    let mut all = Vec::new();
    for (by_leader, leader) in counts.iter().zip(LEADERS) {
        for (by_others, others) in by_leader.iter().zip(OTHERS) {
            let named = by_others.iter().zip(SHAPES);
            all.extend(
                named.map(|(count, shape)| (*count, [leader.0, others.0, shape.0].join(", "))),
            );
        }
    }
    all.sort_by_key(|(count, _)| count.abs_diff(table_2::NONTRIVIAL));
    let fits = all.iter().filter(|(count, _)| *count == table_2::NONTRIVIAL).count();
    let near: Vec<String> =
        all.iter().take(3).map(|(count, reading)| format!("{count}: {reading}")).collect();
    vec![
        Finding::unprinted(
            format!("3.7: of {} readings, those that count 1,252,189", all.len()),
            fits,
        )
        .noting(format!(
            "the nearest are {}; only the last digit differs, so that a slip of the pen is likely",
            near.join("; ")
        )),
    ]
}

/// Visits all words of `cards` cards.
fn each_word(
    numbering: &Numbering,
    left: usize,
    letters: &mut Vec<shuban_tanhinmin::Letter>,
    seen: &mut dyn FnMut(&[shuban_tanhinmin::Letter]),
) {
    if left == 0 {
        return seen(letters);
    }
    let alphabet = numbering.alphabet();
    for letter in 0..alphabet.up_to(left) {
        let cards = usize::from(alphabet.groups[letter].cards);
        letters.push(letter as shuban_tanhinmin::Letter);
        each_word(numbering, left - cards, letters, seen);
        letters.pop();
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::Silent;

    use super::*;

    #[test]
    fn a_deal_is_counted_by_its_lowest_winning_lead() {
        let mut leads =
            Leads { by_strength: vec![OfStrength::default(); CARDS], ..Leads::default() };
        leads.add(&[(1, 1), (3, 1), (5, 3)], Some(2));
        leads.add(&[(1, 1), (2, 1)], Some(0));
        leads.add(&[(2, 1), (5, 1)], None);
        leads.add(&[(4, 1)], Some(0));
        assert_eq!((leads.deals, leads.five_above_one_and_three), (3, 1));
        let of = |strength: usize| leads.by_strength[strength - 1];
        assert_eq!(of(5), OfStrength { held: 2, lowest: 1, above_own: 1, above_two: 1 });
        assert_eq!(of(1), OfStrength { held: 2, lowest: 1, above_own: 0, above_two: 0 });
        assert_eq!(of(4), OfStrength::default(), "one card is trivial");
    }

    #[test]
    fn a_pattern_is_described() {
        let of = Pattern::of(&[[2, 0, 0, 0, 0], [1, 1, 0, 0, 0]]);
        assert_eq!((of.cards, of.strengths, of.groups, of.empty, of.untied), (3, 2, 2, 1, false));
    }

    #[test]
    fn the_words_are_all_patterns() {
        let print = Computed::new(&Silent, "tanhinmin/3p/print", 5).unwrap();
        let mut words = 0;
        each_word(print.leads.numbering(), 5, &mut Vec::new(), &mut |_| words += 1);
        assert_eq!(words, print.leads.numbering().words(5, 0));
    }
}
