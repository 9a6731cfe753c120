//! The vote of a player that does not see the other hands.

use std::any::Any;
use std::time::Duration;

use shuban_core::adviser::Adviser;
use shuban_core::shelf::{EmptyShelf, OracleError, Shelf, StoredFamily};
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Datum, Domain, Fields, Game, LayerId, PartId, Random, Silent, Winners};
use shuban_search::multi::{MultiSearch, Singleton};
use shuban_tanhinmin::{
    CardRules, CardTable, Clearing, LeadDomain, LeadRecord, OpenDaihinmin, Poll,
};

/// The layers of a family up to a number of cards.
struct Built {
    leads: LeadDomain,
    values: Vec<Vec<Winners>>,
}

impl Built {
    fn up_to(rules: CardRules, cards: usize) -> Self {
        let leads = LeadDomain::new(rules).unwrap();
        let layers = leads.layer(cards).unwrap().0 + 1;
        let values = |layer| {
            let records = leads.records(LayerId(layer)).unwrap();
            records.into_iter().map(LeadRecord::winners).collect()
        };
        let values = (0..layers).map(values).collect();
        Built { leads, values }
    }
}

impl Shelf for Built {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        (self.leads.name() == name).then_some(self)
    }
}

impl StoredFamily for Built {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        let table: &CardTable = position.downcast_ref().unwrap();
        let part = self.leads.locate(table).unwrap();
        let rank = self.leads.index(part)?.rank(table).unwrap();
        let found = self.values.get(part.layer.0).map(|values| values[rank as usize]);
        *value.downcast_mut::<Option<Winners>>().unwrap() = found;
        Ok(())
    }

    fn each_value(&self, _: LayerId, _: &mut dyn FnMut(&dyn Any)) -> Result<bool, OracleError> {
        Ok(false)
    }
}

fn setting(shelf: &dyn Shelf) -> SearchSetting<'_> {
    let (memory, threads, progress) = (1 << 20, 1, &Silent);
    SearchSetting { shelf, memory, threads, nodes: None, time: None, progress }
}

fn number(fields: &Fields, name: &str) -> i64 {
    match fields.get(name) {
        Some(Datum::Integer(Some(number))) => *number,
        other => panic!("{name}: {other:?}"),
    }
}

/// The votes by trying every order of the unseen cards, and by a search without databases: each
/// move with its votes, and the number of deals.
fn by_search(game: &OpenDaihinmin, text: &str) -> (Vec<(String, i64)>, i64) {
    let table = game.parse(text).unwrap();
    let seats = game.seats();
    let mover = game.to_move(&table);
    let (hands, rest) = text.split_once(" on ").map_or((text, None), |(one, two)| (one, Some(two)));
    let hands: Vec<Vec<&str>> = hands.split('|').map(|hand| hand.split(',').collect()).collect();
    let unseen: Vec<&str> =
        (0..seats).filter(|&seat| seat != mover).flat_map(|seat| hands[seat].clone()).collect();
    let mut plays = Vec::new();
    game.plays(&table, (), &mut plays);
    let mut votes: Vec<(String, i64)> =
        plays.iter().map(|play| (game.format_move(&table, (), &play.action), 0)).collect();
    let mut deals = 0;
    // Every assignment of owners to the unseen cards.
    for owners in 0..seats.pow(unseen.len() as u32) {
        let mut dealt = vec![Vec::new(); seats];
        dealt[mover].clone_from(&hands[mover]);
        let mut left = owners;
        for card in &unseen {
            dealt[left % seats].push(*card);
            left /= seats;
        }
        if (0..seats).any(|seat| dealt[seat].len() != hands[seat].len()) {
            continue;
        }
        deals += 1;
        let dealt: Vec<String> = dealt.iter().map(|hand| hand.join(",")).collect();
        let rest = rest.map_or(String::new(), |rest| format!(" on {rest}"));
        let table = game.parse(&(dealt.join("|") + &rest)).unwrap();
        plays.clear();
        game.plays(&table, (), &mut plays);
        let mut search = MultiSearch::new(game, Singleton { seats });
        for (play, (_, votes)) in plays.iter().zip(&mut votes) {
            *votes += i64::from(search.value(&play.after).unwrap() == Winners::only(mover));
        }
    }
    (votes, deals)
}

#[test]
fn votes_are_those_of_a_plain_search_over_all_deals() {
    let random = &mut Random::new(7);
    let mut won = 0;
    for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
        let rules = CardRules::tanhinmin(3).unwrap().with_clearing(clearing);
        let (built, poll) = (Built::up_to(rules, 7), Poll::new(rules));
        let game = OpenDaihinmin::new(rules);
        for number_of_deal in 0..30 {
            let mut card = || (1 + random.below(6)).to_string();
            let mut text = format!(
                "{},{},{}|{},{}|{},{}",
                card(),
                card(),
                card(),
                card(),
                card(),
                card(),
                card()
            );
            // In a trick, too: after a lead, with a pass or without.
            if number_of_deal % 3 > 0 {
                text += [" on 2", " on 1 passed 2"][number_of_deal % 3 - 1];
            }
            let table = game.parse(&text).unwrap();
            let advice = poll.advise(&table, &setting(&built)).unwrap();
            let (votes, deals) = by_search(&game, &text);
            assert_eq!(number(&advice.facts, "deals"), deals, "{text}");
            assert_eq!(advice.weighed.len(), votes.len());
            for (action, found) in &advice.weighed {
                let action = game.format_move(&table, (), action);
                let (_, expected) = votes.iter().find(|(other, _)| *other == action).unwrap();
                assert_eq!(number(found, "votes"), *expected, "{text}: {action}");
            }
            let most = votes.iter().map(|&(_, votes)| votes).max().unwrap();
            let first = votes.iter().find(|&&(_, votes)| votes == most && most > 0);
            let choice = advice.choice.map(|action| game.format_move(&table, (), &action));
            assert_eq!(choice, first.map(|(action, _)| action.clone()), "{text}");
            won += u32::from(most > 0);
        }
    }
    assert!(won > 20, "{won}");
}

#[test]
fn other_hands_are_not_looked_at() {
    let rules = CardRules::tanhinmin(3).unwrap();
    let (built, poll) = (Built::up_to(rules, 7), Poll::new(rules));
    let advice =
        |text: &str| poll.advise(&poll.game().parse(text).unwrap(), &setting(&built)).unwrap();
    assert_eq!(advice("2,4,7|1,3|5,6"), advice("2,4,7|5,6|1,3"));
    assert_eq!(advice("2,4,7|1,3|5,6"), advice("2,4,7|1,6|3,5"));
    assert_ne!(advice("2,4,7|1,3|5,6"), advice("2,5,7|1,3|4,6"));
}

#[test]
fn it_says_why_it_has_no_opinion() {
    let rules = CardRules::tanhinmin(3).unwrap();
    let poll = Poll::new(rules);
    let deal = |text: &str| poll.game().parse(text).unwrap();
    let reason = |text: &str, shelf: &dyn Shelf| {
        let advice = poll.advise(&deal(text), &setting(shelf)).unwrap();
        assert_eq!(advice.choice, None);
        advice.facts.get("reason").unwrap().to_string()
    };
    assert_eq!(reason("1,3|2|4", &EmptyShelf), "tanhinmin/3p-4 is not built");
    let many = "1,2,3,4,5,6,7|1,2,3,4,5,6|1,2,3,4,5,6";
    assert!(reason(many, &EmptyShelf).contains("19 cards are in no database"));
    let built = Built::up_to(rules, 4);
    assert_eq!(reason("1,1|2|3", &built), "no move wins any deal");
    let hurried = SearchSetting { time: Some(Duration::ZERO), ..setting(&built) };
    let late = poll.advise(&deal("1,3|2|4"), &hurried);
    assert!(matches!(late, Err(SearchFailure::Limit(_))), "{late:?}");
}

#[test]
fn without_ties_the_tables_with_ties_serve_too() {
    let rules = CardRules::tanhinmin(3).unwrap();
    let built = Built::up_to(rules, 6);
    let (ties, distinct) = (Poll::new(rules), Poll::new(rules.distinct()));
    let advice = |poll: &Poll| {
        poll.advise(&poll.game().parse("1,5|2,6|3,4").unwrap(), &setting(&built)).unwrap()
    };
    let (one, other) = (advice(&ties), advice(&distinct));
    assert_eq!((one.choice, &one.facts), (other.choice, &other.facts));
    let index = built.leads.index(PartId { layer: LayerId(0), part: 0 }).unwrap();
    assert_eq!(index.len() as usize, built.values[0].len());
}
