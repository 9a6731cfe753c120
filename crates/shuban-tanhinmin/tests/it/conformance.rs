//! Domains of Tanhinmin against the laws, and the sweep against the definition.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::common::sweep;
use shuban_core::{Domain, Game, LayerId, PartId, PositionOf, Unanswered, Winners};
use shuban_search::multi::{Coalition, MultiSearch, Singleton, Solution};
use shuban_tanhinmin::{
    Action, CardRules, CardTable, Clearing, LeadDomain, OpenDaihinmin, Passing,
};

fn all_rules(players: usize) -> Vec<CardRules> {
    let mut all = Vec::new();
    for passing in [Passing::Voluntary, Passing::Print, Passing::Forced] {
        for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
            let rules = CardRules::tanhinmin(players)
                .unwrap()
                .with_passing(passing)
                .with_clearing(clearing);
            all.extend([rules, rules.distinct()]);
        }
    }
    all
}

#[test]
fn domains_keep_the_laws() {
    for (players, cards) in [(2, 5), (3, 6), (4, 6), (5, 6)] {
        for rules in all_rules(players) {
            let leads = LeadDomain::new(rules).unwrap();
            shuban_conformance::layers(&leads).unwrap();
            for layer in (0..=cards - players).map(LayerId) {
                shuban_conformance::layer(&leads, layer, 300).unwrap();
                shuban_conformance::explain(&leads, layer, 100).unwrap();
                shuban_conformance::tabulate(&leads, layer, 100).unwrap();
            }
        }
    }
    let places = CardRules::tanhinmin(3).unwrap().with_points(&[2, 1, 0]).unwrap();
    assert!(LeadDomain::new(places).is_err());
}

/// The set of seats that may win, by the rules alone; with the print's pass shortcut if the rules
/// say so.
fn twin(
    game: &OpenDaihinmin,
    table: &CardTable,
    known: &mut HashMap<CardTable, Winners>,
) -> Winners {
    if let Some(payoffs) = game.outcome(table) {
        return Singleton { seats: game.seats() }.leaf(&payoffs);
    }
    if let Some(set) = known.get(table) {
        return *set;
    }
    let turn = game.to_move(table);
    let mut plays = Vec::new();
    game.plays(table, (), &mut plays);
    let (passes, cards): (Vec<_>, Vec<_>) =
        plays.into_iter().partition(|play| play.action == Action::Pass);
    let mut sets: Vec<Winners> = cards.iter().map(|play| twin(game, &play.after, known)).collect();
    let has_a_chance = sets.iter().any(|set| set.contains(turn));
    if game.rules.passing != Passing::Print || !has_a_chance {
        sets.extend(passes.iter().map(|play| twin(game, &play.after, known)));
    }
    let mut best = (usize::MAX, Winners::NOBODY);
    for set in sets {
        let tier = if set.contains(turn) { set.len() } else { 9 };
        if tier < best.0 {
            best = (tier, set);
        } else if tier == best.0 {
            best.1 = best.1.union(set);
        }
    }
    known.insert(*table, best.1);
    best.1
}

#[test]
fn the_sweep_gives_what_playing_on_gives() {
    for (players, most) in [(2, 6), (3, 7), (4, 6), (5, 6)] {
        for rules in all_rules(players) {
            let leads = LeadDomain::new(rules).unwrap();
            for cards in players..=most {
                let layer = leads.layer(cards).unwrap();
                let solved = sweep(&leads, layer);
                let known = RefCell::new(HashMap::new());
                shuban_conformance::brute_force(
                    &leads,
                    layer,
                    |_, rank| solved.get(rank as usize).copied(),
                    |table| twin(leads.game(), table, &mut known.borrow_mut()),
                )
                .unwrap_or_else(|broken| panic!("{rules}: {broken}"));
            }
        }
    }
}

/// Backs a layer up from the sweep's values of smaller ones.
fn backed_up(leads: &LeadDomain, layer: LayerId, every: usize) {
    let solved: Vec<Vec<Winners>> =
        (0..=layer.0).map(|layer| sweep(leads, LayerId(layer))).collect();
    let indexes: Vec<_> = (0..=layer.0)
        .map(|layer| leads.index(PartId { layer: LayerId(layer), part: 0 }).unwrap())
        .collect();
    for rank in (0..indexes[layer.0].len()).step_by(every) {
        let table = indexes[layer.0].unrank(rank).unwrap();
        let value = leads.backup(&table, &mut |asked: &PositionOf<LeadDomain>| {
            let PartId { layer, .. } = leads.locate(asked).ok_or_else(Unanswered::default)?;
            let rank = indexes[layer.0].rank(asked).ok_or_else(Unanswered::default)?;
            Ok(solved[layer.0][rank as usize])
        });
        assert_eq!(
            value.unwrap(),
            solved[layer.0][rank as usize],
            "{}",
            leads.game().format(&table)
        );
    }
}

#[test]
fn the_sweep_equals_backup_on_larger_layers() {
    for (name, cards, every) in [
        ("tanhinmin/2p", 10, 17),
        ("tanhinmin/3p", 9, 997),
        ("tanhinmin/3p/print", 9, 1_009),
        ("tanhinmin/3p/uecda", 8, 499),
        ("tanhinmin/4p", 8, 1_501),
        ("tanhinmin/4p-distinct", 9, 503),
        ("tanhinmin/4p-distinct/uecda", 9, 509),
        ("tanhinmin/5p", 7, 211),
        ("tanhinmin/5p-distinct/print", 9, 811),
    ] {
        let leads = LeadDomain::new(CardRules::by_name(name).unwrap()).unwrap();
        backed_up(&leads, LayerId(cards - leads.rules().players()), every);
    }
}

#[test]
fn the_leader_alone_may_win_if_and_only_if_the_coalition_loses() {
    for rules in [
        CardRules::tanhinmin(3).unwrap(),
        CardRules::tanhinmin(3).unwrap().with_clearing(Clearing::Uecda),
    ] {
        let leads = LeadDomain::new(rules).unwrap();
        let layer = LayerId(4);
        let index = leads.index(PartId { layer, part: 0 }).unwrap();
        let mut forced = MultiSearch::new(leads.game(), Coalition { hero: 0, seats: 3 });
        for (rank, set) in (0..).zip(sweep(&leads, layer)) {
            let wins = forced.value(&index.unrank(rank).unwrap()).unwrap();
            assert_eq!(wins, set == Winners::only(0), "lead {rank}");
        }
    }
}
