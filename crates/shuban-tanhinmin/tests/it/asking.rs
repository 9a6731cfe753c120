//! Answers of the games and domains, and of the solver of several players.

use std::any::Any;
use std::convert::Infallible;
use std::time::Duration;

use shuban_core::shelf::{EmptyShelf, OracleError, Shelf, StoredFamily};
use shuban_core::solver::{SearchFailure, SearchSetting, SumGame};
use shuban_core::{
    Answer, Datum, Domain, Explain, Fields, Game, Group, IntervalDomain, LayerId, Loopy,
    PositionSolver, Present, Provable, Registry, Silent, Sweep, Tabulate, Winners, ask,
};
use shuban_search::multi::{MultiSearch, MultiSolver, Singleton};
use shuban_tanhinmin::{CardRules, CardTable, LeadDomain, OpenDaihinmin, register};

/// The paper's example: player 1 wins with 3 only.
const EXAMPLE: &str = "1,3,10|2|4,6,8|5,7,9";

fn json(fields: &Fields, name: &str) -> String {
    fields.get(name).map_or("-".to_owned(), Datum::to_string)
}

/// All values by search, as tables have them.
struct Searched(LeadDomain);

impl Searched {
    fn value(&self, table: &CardTable) -> Winners {
        let game = self.0.game();
        let search = |table: &CardTable| {
            MultiSearch::new(game, Singleton { seats: game.seats() }).value(table).unwrap()
        };
        let mut stored = |table: &CardTable| Ok(search(table).rotated(table.first(), game.seats()));
        if self.0.locate(table).is_some() {
            return stored(table).unwrap_or(Winners::NOBODY);
        }
        self.0.backup(table, &mut stored).unwrap_or(Winners::NOBODY)
    }
}

impl Shelf for Searched {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        (self.0.name() == name).then_some(self)
    }
}

impl StoredFamily for Searched {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        if let (Some(table), Some(value)) = (position.downcast_ref(), value.downcast_mut()) {
            *value = Some(Searched::value(self, table));
        }
        Ok(())
    }

    fn each_value(&self, _: LayerId, _: &mut dyn FnMut(&dyn Any)) -> Result<bool, OracleError> {
        Ok(false)
    }
}

#[test]
fn an_answer_tells_who_may_win_after_each_play() {
    let searched = Searched(LeadDomain::new(CardRules::tanhinmin(4).unwrap()).unwrap());
    let leads = &searched.0;
    let game = leads.game();
    let told = |text: &str| {
        let table = game.parse(text).unwrap();
        let value = |table: &CardTable| Ok::<_, Infallible>(Some(searched.value(table)));
        let Ok(answer) = ask(leads, &table, value);
        let extras = leads.extras(&table, answer.value.as_ref(), &searched).unwrap();
        let seat = answer.seat;
        (answer.map(|set| leads.fields_for(&set, seat)), extras)
    };
    let (answer, extras) = told(EXAMPLE);
    let value = answer.value.unwrap();
    assert_eq!((json(&value, "value"), json(&value, "wins")), ("1".to_owned(), "yes".to_owned()));
    assert_eq!(json(&extras, "leads"), "1 2, 3 1, 10 2 4");
    assert_eq!((json(&extras, "player"), json(&extras, "plays")), ("1".to_owned(), "-".to_owned()));
    // The best play first.
    let best = &answer.events[0].plays[0];
    assert_eq!(game.format_move(&answer.position, (), &best.play.action), "3");
    // In a trick, players are still counted as they are written.
    let (answer, extras) = told("1,10|2|4,6,8|5,7,9 on 3 passed 2");
    assert_eq!((answer.seat, json(&extras, "player")), (2, "3".to_owned()));
    assert!(matches!(extras.get("plays"), Some(Datum::Object(plays)) if plays.len() == 4));
    // Over: no value is stored, and no player is to move.
    let over = game.parse("#1|2|4|5 on 3").unwrap();
    assert_eq!(leads.layer_for(&over), Ok(None));
    let (answer, extras) = told("#1|2|4|5 on 3");
    assert_eq!(json(&answer.value.unwrap(), "value"), "1");
    assert_eq!((json(&extras, "player"), json(&extras, "leads")), ("-".to_owned(), "-".to_owned()));
}

#[test]
fn a_layer_is_named_or_the_reason_why_there_is_none() {
    let leads = |rules: CardRules| LeadDomain::new(rules).unwrap();
    let three = CardRules::tanhinmin(3).unwrap();
    let (ties, distinct) = (leads(three), leads(three.distinct()));
    let deal = |text: &str| ties.game().parse(text).unwrap();
    assert_eq!(ties.layer_for(&deal("1,4|2|3,5")), Ok(ties.layer(5)));
    assert_eq!(ties.layer_for(&deal("1,4|2|3,5 on 6 passed 2")), Ok(ties.layer(5)));
    let many = ties.layer_for(&deal("1,2,3,4,5|6,7,8,9|10,11,12,13,14,15,16")).unwrap_err();
    assert!(many.starts_with("16 cards are in no database (tanhinmin/3p-3 to "), "{many}");
    assert!(distinct.layer_for(&deal("1,6|2,4|3,4")).is_err());
    // Without ties the rules are the same.
    assert!(
        distinct.also_holds("tanhinmin/3p", &distinct.layers()[0])
            && ties.also_holds("tanhinmin/3p-distinct", &ties.layers()[0])
    );
    assert!(
        !ties.also_holds("tanhinmin/3p/uecda", &ties.layers()[0])
            && !ties.also_holds("tanhinmin/4p", &ties.layers()[0])
    );
    // A value as it stands in tables.
    let fields = ties.fields(&Winners::of([0, 2]));
    assert_eq!(
        (json(&fields, "wins"), json(&fields, "winners")),
        ("0".to_owned(), "13".to_owned())
    );
}

fn solved(
    text: &str,
    limits: (u64, Option<u64>, Option<Duration>),
) -> Result<Fields, SearchFailure> {
    let (memory, nodes, time) = limits;
    let game = OpenDaihinmin::new(CardRules::tanhinmin(text.split('|').count()).unwrap());
    let solver = MultiSolver::new(game);
    let setting =
        SearchSetting { shelf: &EmptyShelf, memory, threads: 1, nodes, time, progress: &Silent };
    let position = solver.game().parse(text).unwrap();
    let Answer { value, extras, .. } = solver.begin(setting)(&position)?;
    Ok(value.unwrap_or_default().and(extras))
}

#[test]
fn a_deal_is_solved_by_search_within_limits() {
    let found = solved(EXAMPLE, (1 << 30, None, None)).unwrap();
    assert_eq!((json(&found, "value"), json(&found, "wins")), ("1".to_owned(), "yes".to_owned()));
    assert_eq!(
        (json(&found, "plays"), json(&found, "max_n")),
        ("1 2, 3 1, 10 2 4".into(), "1 0 0 0".into())
    );
    // Some tie may make player 1 take an unnecessary chance later on.
    let soft = [[0i64, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0]].map(Datum::list);
    assert_eq!(found.get("soft_max_n"), Some(&Datum::List(soft.to_vec())));
    assert!(matches!(found.get("nodes"), Some(Datum::Integer(Some(11..)))));
    assert!(matches!(solved(EXAMPLE, (1 << 10, None, None)), Err(SearchFailure::Memory(_))));
    assert!(matches!(solved(EXAMPLE, (1 << 30, Some(10), None)), Err(SearchFailure::Limit(_))));
    let no_time = Some(Duration::ZERO);
    assert!(matches!(solved(EXAMPLE, (1 << 30, None, no_time)), Err(SearchFailure::Limit(_))));
}

/// Names of registered things.
#[derive(Default)]
struct Names {
    games: Vec<String>,
    solved: Vec<String>,
    families: Vec<String>,
    groups: Vec<Group>,
}

impl Registry for Names {
    fn game(&mut self, game: impl Present + 'static) {
        self.games.push(game.name());
        let start = game.start();
        assert_eq!(game.parse(&game.format(&start)).unwrap(), start);
        assert!(
            game.compare_with_plain(200, 1)
                .is_none_or(|compared| compared.is_ok_and(|plays| plays > 200))
        );
    }

    fn group(&mut self, group: Group) {
        self.groups.push(group);
    }

    fn tabulated(&mut self, domain: impl Tabulate + Explain + 'static) {
        self.families.push(domain.name());
        assert!(domain.layers().iter().all(|layer| domain.cost(layer).core_seconds > 0.0));
    }

    fn multiplayer(&mut self, game: impl Present<Chance = ()> + 'static) {
        self.solved.push(game.name());
    }

    fn iterated(&mut self, _: impl Sweep + Explain + 'static) {}
    fn iterated_by_backup(&mut self, _: impl IntervalDomain + Explain + 'static) {}
    fn expectimax(&mut self, _: impl IntervalDomain + Explain + 'static) {}
    fn loopy(&mut self, _domain: impl Loopy + Explain + 'static) {}

    fn retrograde(&mut self, _: impl Explain + 'static) {}
    fn provable(&mut self, _: impl Provable + Present + 'static) {}
    fn solver(&mut self, _: impl PositionSolver + 'static) {}
    fn sums(&mut self, _: impl SumGame + 'static) {}
}

#[test]
fn all_games_join_once() {
    let mut names = Names::default();
    register(&mut names);
    let count = names.games.len();
    names.games.sort();
    names.games.dedup();
    assert_eq!((names.games.len(), count, names.families.len()), (35, 35, 32));
    assert!(names.families.iter().chain(&names.solved).all(|name| names.games.contains(name)));
    assert!(!names.solved.contains(&"tanhinmin/3p/print".to_owned()));
    assert_eq!(names.groups.len(), 2);
    assert!(
        names.groups.iter().flat_map(|group| &group.members).all(|name| names.games.contains(name))
    );
}
