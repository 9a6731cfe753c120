//! Registration of the games and their domains.

use shuban_core::introduction::Kin;
use shuban_core::{Game, Group, NotationError, Present, Registry};

use crate::game::OpenDaihinmin;
use crate::leads::{LeadDomain, MAX_PLAYERS};
use crate::poll::Poll;
use crate::rules::{CardRules, Clearing, DAIHINMIN, Passing, RulesError, TANHINMIN};

/// Common rules for each number of players.
fn common(rules: fn(usize) -> Result<CardRules, RulesError>) -> impl Iterator<Item = CardRules> {
    (2..=MAX_PLAYERS).filter_map(move |players| rules(players).ok())
}

/// All rules of single cards that have databases.
fn single_rules() -> impl Iterator<Item = CardRules> {
    let with_ties_or_without =
        common(CardRules::tanhinmin).flat_map(|rules| [rules, rules.distinct()]);
    with_ties_or_without.flat_map(|rules| {
        let print = rules.with_passing(Passing::Print);
        let uecda = rules.with_clearing(Clearing::Uecda);
        [rules, print, uecda]
    })
}

/// The same rules with points for all places but the last; `None` for other than the common ones,
/// and for two players.
fn with_places(rules: CardRules) -> Option<CardRules> {
    let points: Vec<i16> = (0..rules.players() as i16).rev().collect();
    rules.with_points(&points).ok().filter(|rules| rules.players() > 2)
}

/// Selects the group's game for a text by its number of hands.
fn by_hands(text: &str) -> Result<usize, NotationError> {
    let hands = text.split('|').count();
    let too_few_or_many = || {
        let needed = format!("the hands of 2 to {MAX_PLAYERS} players, separated by `|`");
        NotationError::new(text, 0, format!("it takes {needed}; there are {hands}"))
    };
    hands.checked_sub(2).filter(|_| hands <= MAX_PLAYERS).ok_or_else(too_few_or_many)
}

/// One name for games of any number of players.
fn group(name: &str, start: &str, rules: impl Iterator<Item = CardRules>) -> Group {
    let games: Vec<OpenDaihinmin> = rules.map(OpenDaihinmin::new).collect();
    let members: Vec<String> = games.iter().map(Game::name).collect();
    let about = match (&games[..], &members[..]) {
        ([game, ..], [first, .., last]) => format!("{} ({first} to {last})", game.about()),
        _ => String::new(),
    };
    let about_ja = games.first().and_then(|game| game.japanese().about);
    let (name, start) = (name.to_owned(), start.to_owned());
    Group { name, about, about_ja, start, members, member_of: by_hands }
}

/// Introduces the games of cards.
fn kin() -> Kin {
    let members = [
        (TANHINMIN, ["Tanhinmin: single cards", "単貧民：一枚ずつ"]),
        (DAIHINMIN, ["Daihinmin: sets, open hands", "大貧民：複数枚、手札を公開"]),
        ("daihinmin", ["Daihinmin: the contest's rules", "大貧民：大会ルール"]),
    ];
    Kin {
        name: ["Cards: Daihinmin", "カード：大貧民"],
        about: [
            "Get rid of your cards first. With open hands the end is computed: who can win, and by \
             which card.",
            "手札を先になくせば勝ち。手札を公開すれば、誰がどの手で勝てるかを計算できます。",
        ],
        example: [TANHINMIN, "1,3,10|2|4,6,8|5,7,9"],
        members: members.map(|(game, name)| (game.to_owned(), name)).to_vec(),
        names: &[TANHINMIN, DAIHINMIN, "daihinmin"],
        story: None,
    }
}

/// Adds the games and their domains.
pub fn register(registry: &mut impl Registry) {
    registry.kin(kin());
    registry.group(group(TANHINMIN, "1,3,10|2|4,6,8|5,7,9", common(CardRules::tanhinmin)));
    registry.group(group(DAIHINMIN, "1,1,3*,5|2,2,4|3*,4,4", common(CardRules::daihinmin)));
    let with_sets = common(CardRules::daihinmin)
        .flat_map(|rules| [rules, rules.with_clearing(Clearing::Uecda)]);
    for rules in single_rules().chain(with_sets) {
        registry.game(OpenDaihinmin::new(rules));
        // The print's shortcut is not a rule of play: values by it are in its tables alone.
        if rules.passing != Passing::Print {
            registry.multiplayer(OpenDaihinmin::new(rules));
            if !rules.has_sets() {
                registry.adviser(Poll::new(rules));
            }
        }
        registry.tabulated(
            LeadDomain::new(rules).expect("the first place alone has points in all of these"),
        );
    }
    for rules in common(CardRules::tanhinmin).filter_map(with_places) {
        registry.game(OpenDaihinmin::new(rules));
        registry.multiplayer(OpenDaihinmin::new(rules));
    }
}
