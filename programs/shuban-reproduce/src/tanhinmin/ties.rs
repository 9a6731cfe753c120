//! Sections 2.2 and 3.5: frequency of ties in Max^n, on random deals to three players.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use shuban_catalog::Error;
use shuban_core::confidence::interval_of_share;
use shuban_core::{Game, Payoffs, Random, Seat};
use shuban_search::multi::{Dominance, MaxN, MultiSearch, SoftMaxN, Solution, Tie};
use shuban_tanhinmin::{CardRules, CardTable, Hand, OpenDaihinmin};

use crate::finding::{Finding, Verdict};
use crate::paper::Recomputation;

const SEED: u64 = 2010;

/// Values of the places of three players.
const POINTS: [i16; 3] = [2, 1, 0];

/// Number of strengths, each with four cards: eights are out.
const STRENGTHS: u8 = 12;

/// Numbers of cards: equal for all players, and ten in all.
const NINE: [usize; 3] = [3, 3, 3];
const TEN: [usize; 3] = [4, 3, 3];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let too_much = |error: &dyn std::fmt::Display| Error::TooMuch(error.to_string());
    let rules = CardRules::tanhinmin(3).and_then(|rules| rules.with_points(&POINTS));
    let game = OpenDaihinmin::new(rules.map_err(|error| too_much(&error))?);
    let deals = run.size(200, 5_000);
    run.progress.phase("deals", deals);
    let mut seen = Seen::default();
    let mut random = Random::new(SEED);
    for number in 0..deals {
        run.check()?;
        let nine = dealt(NINE, &mut random);
        let ten = dealt(TEN, &mut random);
        seen.lines_of_nine += lines(&game, &nine, &mut HashMap::new());
        seen.lines_of_ten += lines(&game, &ten, &mut HashMap::new());
        seen.look_at(&game, &ten).map_err(|error| too_much(&error))?;
        run.progress.at(number + 1, "");
    }
    Ok(findings(&seen))
}

/// Draws a random deal.
fn dealt(cards: [usize; 3], random: &mut Random) -> CardTable {
    let mut pack: Vec<u8> = (1..=STRENGTHS).flat_map(|strength| [strength; 4]).collect();
    random.shuffle(&mut pack);
    let mut rest = &pack[..];
    let hands = cards.map(|count| {
        let (hand, others) = rest.split_at(count);
        rest = others;
        Hand::new(hand.iter().copied()).unwrap_or(Hand::EMPTY)
    });
    CardTable::deal(&hands)
}

/// Returns the number of ways to play a deal to its end: the leaves of its tree.
fn lines(game: &OpenDaihinmin, table: &CardTable, known: &mut HashMap<CardTable, f64>) -> f64 {
    if game.outcome(table).is_some() {
        return 1.0;
    }
    if let Some(&lines) = known.get(table) {
        return lines;
    }
    let mut plays = Vec::new();
    game.plays(table, (), &mut plays);
    let sum = plays.iter().map(|play| lines(game, &play.after, known)).sum();
    known.insert(*table, sum);
    sum
}

/// A share of drawn cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    cases: u64,
    of: u64,
}

impl Share {
    fn add(&mut self, is_case: bool) {
        self.cases += u64::from(is_case);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.cases as f64 / self.of.max(1) as f64
    }
}

/// Max^n that counts ties.
struct Counting<'c> {
    max_n: MaxN,
    /// Decisions in which the mover has several best plays.
    ties: &'c Cell<Share>,
    /// Ties in which the others do not get the same after all best plays.
    open: &'c Cell<Share>,
}

impl Solution for Counting<'_> {
    type Value = Payoffs;

    fn leaf(&self, payoffs: &Payoffs) -> Payoffs {
        self.max_n.leaf(payoffs)
    }

    fn unite(&self, mover: Seat, plays: &[Payoffs]) -> Payoffs {
        let value = self.max_n.unite(mover, plays);
        if plays.len() > 1 {
            let best = || plays.iter().filter(|play| play.of(mover) == value.of(mover));
            let count = |share: &Cell<Share>, is_case| {
                let mut counted = share.get();
                counted.add(is_case);
                share.set(counted);
            };
            count(self.ties, best().count() > 1);
            count(self.open, best().collect::<BTreeSet<_>>().len() > 1);
        }
        value
    }
}

/// Soft-Max^n with a model of the opponents: each takes the play of which it gets the most for sure,
/// and a known one of several such. The leader's own ties stay open.
struct Modelled {
    leader: Seat,
    /// Tie rule of the others.
    tie: Tie,
}

impl Solution for Modelled {
    type Value = BTreeSet<Payoffs>;

    fn leaf(&self, payoffs: &Payoffs) -> BTreeSet<Payoffs> {
        BTreeSet::from([*payoffs])
    }

    fn unite(&self, mover: Seat, plays: &[BTreeSet<Payoffs>]) -> BTreeSet<Payoffs> {
        if mover == self.leader {
            return SoftMaxN { dominance: Dominance::Weak }.unite(mover, plays);
        }
        let sure = |set: &BTreeSet<Payoffs>| set.iter().map(|payoffs| payoffs.of(mover)).min();
        let most = plays.iter().map(sure).max();
        let best = plays.iter().filter(|set| Some(sure(set)) == most);
        let taken = match self.tie {
            Tie::First => best.clone().next(),
            Tie::Last => best.clone().next_back(),
            // Sets in the order of their vectors, and these from the leader's payoff on.
            Tie::Least => best.clone().min(),
            Tie::Greatest => best.clone().max(),
        };
        taken.cloned().unwrap_or_default()
    }
}

/// Statistics of all deals.
#[derive(Debug, Default)]
struct Seen {
    /// Sum of leaves.
    lines_of_nine: f64,
    lines_of_ten: f64,
    /// Ties by decision.
    ties: Share,
    open: Share,
    /// Shares by deal: several best leads; another value by another tie rule; several vectors by
    /// Soft-Max^n.
    no_best_lead: Share,
    unstable: Share,
    soft: Share,
    strict: Share,
    /// The same if the others break ties against the leader, and for it.
    modelled: [Share; 2],
    /// Vectors of the leaves.
    vectors: BTreeSet<Payoffs>,
}

impl Seen {
    fn look_at(
        &mut self,
        game: &OpenDaihinmin,
        table: &CardTable,
    ) -> Result<(), shuban_search::multi::MultiError> {
        let (ties, open) = (Cell::new(self.ties), Cell::new(self.open));
        let max_n = MaxN { tie: Tie::First };
        let mut search = MultiSearch::new(game, Counting { max_n, ties: &ties, open: &open });
        let leads = search.plays(table)?;
        let most = leads.iter().map(|(_, value)| value.of(0)).max();
        let best = leads.iter().filter(|(_, value)| Some(value.of(0)) == most).count();
        // Leads of cards that reduction makes one are one lead.
        let alike = |table: &CardTable| game.canonical(table);
        let different: std::collections::HashSet<CardTable> = (leads.iter())
            .filter(|(_, value)| Some(value.of(0)) == most)
            .map(|(play, _)| alike(&play.after))
            .collect();
        (self.ties, self.open) = (ties.get(), open.get());
        self.no_best_lead.add(best > 1 && different.len() > 1);
        let mut values = BTreeSet::new();
        for tie in [Tie::First, Tie::Last, Tie::Least, Tie::Greatest] {
            values.insert(MultiSearch::new(game, MaxN { tie }).value(table)?);
        }
        self.unstable.add(values.len() > 1);
        let soft = |dominance| MultiSearch::new(game, SoftMaxN { dominance }).value(table);
        let all = soft(Dominance::Strict)?;
        self.soft.add(soft(Dominance::Weak)?.len() > 1);
        self.strict.add(all.len() > 1);
        for (share, tie) in self.modelled.iter_mut().zip([Tie::Least, Tie::Greatest]) {
            let value = MultiSearch::new(game, Modelled { leader: 0, tie }).value(table)?;
            share.add(value.len() > 1);
        }
        self.vectors.extend(all);
        Ok(())
    }
}

fn findings(seen: &Seen) -> Vec<Finding> {
    let sums: BTreeSet<i16> =
        seen.vectors.iter().map(|vector| (0..3).map(|seat| vector.of(seat)).sum()).collect();
    let deals = seen.soft.of as f64;
    let [nine, ten] = [seen.lines_of_nine, seen.lines_of_ten].map(|lines| (lines / deals).round());
    vec![
        Finding::exact("2.2, 3.5: vectors of places of three players", 6, seen.vectors.len()),
        Finding::exact(
            "2.2: what the three get together",
            "3",
            sums.iter().map(i16::to_string).collect::<Vec<_>>().join(" or "),
        ),
        Finding::unprinted("3.5: ways to play 9 cards, three each, to the end, in the mean", nine)
            .noting("to the last place; the text's estimate, worked out rightly, is 13,824"),
        Finding::settled("3.5: with 10 cards there are more", "more", ten, ten > nine),
        claim("2.2, 3.5: decisions with several best plays", "frequent", seen.ties, 10.0),
        Finding::unprinted(
            "2.2: decisions in which these differ for the others",
            format!("{:.1} %", seen.open.percent()),
        )
        .noting(format!(
            "{} of {}, drawn: only there is a tie to be broken",
            seen.open.cases, seen.open.of
        )),
        claim("3.5: deals in which several leads are best", "very many", seen.no_best_lead, 10.0),
        claim("2.3: deals whose value depends on the tie rule", "some", seen.unstable, 0.0),
        open_more_often(seen.soft, seen.strict),
        model_is_of_use(seen),
    ]
}

/// Tests the claim that Soft-Max^n leaves more deals open than not: by two readings of which plays
/// it drops, and nothing is decided if these part.
fn open_more_often(weak: Share, strict: Share) -> Finding {
    let what = "2.2: deals that Soft-Max^n leaves open";
    let print = "more often than not";
    let [by_weak, by_strict] = [weak, strict].map(|share| claim(what, print, share, 50.0));
    let percent = [weak, strict].map(|share| format!("{:.1} %", share.percent()));
    let readings = format!(
        "a play is dropped if it is never better and somewhere worse than another ({}), or if it is \
         always worse ({})",
        percent[0], percent[1]
    );
    if by_weak.verdict == by_strict.verdict && by_weak.verdict != Verdict::Undecided {
        return Finding { note: format!("{}; {readings}", by_weak.note), ..by_weak };
    }
    let result = percent.join(" or ");
    let why = format!(
        "{readings}; of {} drawn deals of this game alone, while the claim is about games of \
         several players",
        weak.of
    );
    Finding::undecided(what, print, result, why)
}

/// Tests section 2.4: that Soft-Max^n is of most use with a model of the opponents. Models here are
/// known ties: whoever gets the same either way decides against the leader, or for it.
fn model_is_of_use(seen: &Seen) -> Finding {
    let [against, for_it] = seen.modelled.map(|share| format!("{:.1} %", share.percent()));
    let fewer = seen.modelled.iter().all(|share| share.cases < seen.soft.cases);
    Finding::settled(
        "2.4: deals that Soft-Max^n leaves open if it knows how the others break ties",
        "fewer than without such a model",
        format!("{against} or {for_it} beside {:.1} %", seen.soft.percent()),
        fewer,
    )
    .noting(format!(
        "if they break them against the leader, and if for it; of the same {} drawn deals, in each \
         of which the leader's own ties stay open",
        seen.soft.of
    ))
    .drawn()
}

/// Tests a claim that more than `least` percent are of a kind, by the whole interval of 95 %.
fn claim(what: &str, print: &str, share: Share, least: f64) -> Finding {
    let percent = share.percent();
    let interval = interval_of_share(percent / 100.0, share.of as f64);
    let [low, high] = interval.map(|share| (share * 1e4).round() / 100.0);
    let result = format!("{percent:.1} %");
    let note =
        format!("{} of {}, drawn; the claim is read as more than {least} %", share.cases, share.of);
    let row = if share.of == 0 {
        return Finding::undecided(what, print, result, "no case came up");
    } else if low > least {
        Finding::settled(what, print, result, true).drawn()
    } else if high < least {
        Finding::settled(what, print, result, false)
    } else {
        return Finding::undecided(what, print, result, format!("{note}: too few deals"));
    };
    Finding { ci95: Some([low, high]), ..row }.noting(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> OpenDaihinmin {
        OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap().with_points(&POINTS).unwrap())
    }

    #[test]
    fn lines_are_counted_as_by_hand() {
        let game = game();
        let lines = |deal: &str| lines(&game, &game.parse(deal).unwrap(), &mut HashMap::new());
        // The leader goes out; then the second does, or passes, and then the third does or passes,
        // too, so that the second leads.
        assert_eq!(lines("1|2|3"), 3.0);
        // Both can but pass, and the second leads.
        assert_eq!(lines("3|2|1"), 1.0);
    }

    #[test]
    fn ties_are_those_of_the_mover_alone() {
        let (ties, open) = (Cell::default(), Cell::default());
        let counting = Counting { max_n: MaxN::default(), ties: &ties, open: &open };
        let [a, b, c] = [[0, 1, 2], [0, 2, 1], [2, 1, 0]].map(|vector| Payoffs::new(&vector));
        counting.unite(0, &[a]);
        assert_eq!(ties.get().of, 0, "one play is no decision");
        counting.unite(0, &[a, b]);
        counting.unite(0, &[a, a]);
        counting.unite(0, &[a, b, c]);
        assert_eq!(ties.get(), Share { cases: 2, of: 3 });
        assert_eq!(open.get(), Share { cases: 1, of: 3 });
    }

    #[test]
    fn opponents_of_a_model_take_what_is_sure_and_break_ties_as_told() {
        let of = |tie, plays: &[&[[i16; 3]]]| {
            let sets: Vec<BTreeSet<Payoffs>> = (plays.iter())
                .map(|set| set.iter().map(|vector| Payoffs::new(vector)).collect())
                .collect();
            Modelled { leader: 0, tie }.unite(1, &sets)
        };
        let one = |vector: [i16; 3]| BTreeSet::from([Payoffs::new(&vector)]);
        let plays: [&[[i16; 3]]; 3] = [&[[0, 1, 2]], &[[2, 1, 0]], &[[1, 2, 0], [1, 0, 2]]];
        assert_eq!(of(Tie::Least, &plays), one([0, 1, 2]));
        assert_eq!(of(Tie::Greatest, &plays), one([2, 1, 0]));
    }

    #[test]
    fn a_claim_without_cases_or_near_its_bound_is_undecided() {
        let of = |cases, of| claim("", "", Share { cases, of }, 50.0).verdict;
        assert_eq!(of(0, 0), Verdict::Undecided);
        assert_eq!(of(52, 100), Verdict::Undecided);
        assert_eq!(of(80, 100), Verdict::Statistical);
        assert_eq!(of(20, 100), Verdict::PrintWrong);
    }

    #[test]
    fn where_two_readings_part_nothing_is_decided() {
        let of = |weak, strict| {
            let [weak, strict] = [weak, strict].map(|cases| Share { cases, of: 100 });
            open_more_often(weak, strict).verdict
        };
        assert_eq!(of(28, 84), Verdict::Undecided);
        assert_eq!(of(28, 20), Verdict::PrintWrong);
        assert_eq!(of(80, 84), Verdict::Statistical);
        assert_eq!(of(50, 50), Verdict::Undecided);
    }
}
