//! What there is of these games, for whoever lists it.

use shuban_core::{Game, Group, NotationError, Present, Registry};

use crate::leads::MAX_PLAYERS;
use crate::open::{OpenDaihinmin, OpenLeads, OpenRules};
use crate::tanhinmin::{CardRules, Clearing, Passing, Poll, SingleLeads, Tanhinmin};

/// The common rules for each number of players.
fn common_rules() -> impl Iterator<Item = CardRules> {
    (2..=MAX_PLAYERS).filter_map(|players| CardRules::new(players).ok())
}

fn common_open_rules() -> impl Iterator<Item = OpenRules> {
    (2..=MAX_PLAYERS).filter_map(|players| OpenRules::new(players).ok())
}

/// All rules that there are databases for.
fn all_rules() -> impl Iterator<Item = CardRules> {
    let with_ties_or_without = common_rules().flat_map(|rules| [rules, rules.distinct()]);
    with_ties_or_without.flat_map(|rules| {
        let print = rules.with_passing(Passing::Print);
        let uecda = rules.with_clearing(Clearing::Uecda);
        [rules, print, uecda]
    })
}

/// The same rules with points for all places but the last; no other than the common ones for two
/// players.
fn with_places(rules: CardRules) -> Option<CardRules> {
    let points: Vec<i16> = (0..rules.players() as i16).rev().collect();
    rules.with_points(&points).ok().filter(|rules| rules.players() > 2)
}

/// The group's game of a text: a hand is there for each player.
fn by_hands(text: &str) -> Result<usize, NotationError> {
    let hands = text.split('|').count();
    let too_few_or_many = || {
        let needed = format!("the hands of 2 to {MAX_PLAYERS} players, separated by `|`");
        NotationError::new(text, 0, format!("it takes {needed}; there are {hands}"))
    };
    hands.checked_sub(2).filter(|_| hands <= MAX_PLAYERS).ok_or_else(too_few_or_many)
}

/// One name for games of any number of players.
fn group<G: Present>(name: &str, start: &str, games: impl Iterator<Item = G>) -> Group {
    let games: Vec<G> = games.collect();
    let members: Vec<String> = games.iter().map(Game::name).collect();
    let about = match (&games[..], &members[..]) {
        ([game, ..], [first, .., last]) => format!("{} ({first} to {last})", game.about()),
        _ => String::new(),
    };
    let about_ja = games.first().and_then(Present::about_ja);
    let (name, start) = (name.to_owned(), start.to_owned());
    Group { name, about, about_ja, start, members, member_of: by_hands }
}

/// Adds the games and their domains.
pub fn register(registry: &mut impl Registry) {
    let single = common_rules().map(Tanhinmin::new);
    registry.group(group("tanhinmin", "1,3,10|2|4,6,8|5,7,9", single));
    let open = common_open_rules().map(|rules| OpenDaihinmin { rules });
    registry.group(group("daihinmin-open", "1,1,3*,5|2,2,4|3*,4,4", open));
    for rules in all_rules() {
        registry.game(Tanhinmin::new(rules));
        // The print's shortcut is no rule of play: values by it are in its tables alone.
        if rules.passing != Passing::Print {
            registry.multiplayer(Tanhinmin::new(rules));
            registry.adviser(Poll::new(rules));
        }
        registry.tabulated(
            SingleLeads::new(rules).expect("the first place alone has points in all of these"),
        );
    }
    for rules in common_open_rules().flat_map(|rules| [rules, rules.with_clearing(Clearing::Uecda)])
    {
        registry.game(OpenDaihinmin { rules });
        registry.multiplayer(OpenDaihinmin { rules });
        registry.tabulated(OpenLeads::new(rules));
    }
    for rules in common_rules().filter_map(with_places) {
        registry.game(Tanhinmin::new(rules));
        registry.multiplayer(Tanhinmin::new(rules));
    }
}
