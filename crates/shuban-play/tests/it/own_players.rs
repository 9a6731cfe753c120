//! Players of a game's own, which move at the levels of play.

use miniatures::reachable::NoughtsAndCrosses;
use shuban_catalog::Act;
use shuban_core::adviser::{Advice, Adviser, Participation};
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Datum, Field, Fields, Game, Silent};
use shuban_play::{Basis, Judge, Level, Line, Player, Resources, SearchLimits, Turn, Verdict};

use crate::common::NOUGHTS;

/// Takes the last legal move; proves nothing without a node to search.
struct Last {
    participation: Participation,
    is_proven: bool,
}

impl Adviser for Last {
    type Game = NoughtsAndCrosses;

    fn game(&self) -> &NoughtsAndCrosses {
        &NoughtsAndCrosses
    }

    fn name(&self) -> String {
        "last".to_owned()
    }

    fn about(&self) -> String {
        "takes the last move".to_owned()
    }

    fn participation(&self, _position: &<NoughtsAndCrosses as Game>::Position) -> Participation {
        self.participation
    }

    fn proven(
        &self,
        position: &<NoughtsAndCrosses as Game>::Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Option<Advice<NoughtsAndCrosses>>, SearchFailure> {
        if setting.nodes == Some(0) {
            return Err(SearchFailure::Limit("no node is left".into()));
        }
        let advice = Some(self.advise(position, setting)?).filter(|_| self.is_proven);
        let all = Field::silent("best", Datum::list(["b1", "c1"]));
        Ok(advice.map(|advice| Advice { facts: Fields::new().with(all), ..advice }))
    }

    fn advise(
        &self,
        position: &<NoughtsAndCrosses as Game>::Position,
        _setting: &SearchSetting<'_>,
    ) -> Result<Advice<NoughtsAndCrosses>, SearchFailure> {
        let mut plays = Vec::new();
        self.game().plays(position, (), &mut plays);
        let Some(last) = plays.pop() else { return Ok(Advice::none("there is no move")) };
        Ok(Advice { is_proven: self.is_proven, ..Advice::of(last.action) })
    }
}

/// Returns the first move of a level, and its basis, where the game has such a player.
fn first_move(level: Level, participation: Participation, is_proven: bool) -> (String, Basis) {
    let mut catalog = miniatures::catalog();
    shuban_core::Registry::adviser(&mut catalog, Last { participation, is_proven });
    let data = tempfile::tempdir().unwrap();
    let resources = Resources::new(&catalog, data.path());
    let game = catalog.game(NOUGHTS).unwrap();
    let line = Line::new(game, &game.start().text).unwrap();
    let player = Player::new(&resources, level, catalog.games_named(NOUGHTS).unwrap(), 1);
    let choice = player.choose(&Turn::new(game, line.now(), None, 0, &Silent)).unwrap();
    (choice.action, choice.basis)
}

#[test]
fn a_games_own_player_moves_where_nothing_else_names_a_move() {
    for level in [Level::Perfect, Level::Strong] {
        for part in [Participation::AfterSearch, Participation::InsteadOfSearch] {
            assert_eq!(first_move(level, part, false), ("c1".to_owned(), Basis::Estimate));
            assert_eq!(first_move(level, part, true), ("c1".to_owned(), Basis::Search));
        }
        let (_, basis) = first_move(level, Participation::AdvisesOnly, true);
        assert_eq!(basis, Basis::Random, "advice is no move");
    }
    let (_, basis) = first_move(Level::Casual, Participation::InsteadOfSearch, true);
    assert_eq!(basis, Basis::Random, "it plays at other levels");
}

#[test]
fn a_judge_believes_a_games_own_player_what_it_proves() {
    for (is_proven, nodes) in [(true, None), (true, Some(0)), (false, None)] {
        let mut catalog = miniatures::catalog();
        let participation = Participation::AfterSearch;
        shuban_core::Registry::adviser(&mut catalog, Last { participation, is_proven });
        let data = tempfile::tempdir().unwrap();
        let limits = SearchLimits { nodes, ..SearchLimits::default() };
        let resources = Resources::new(&catalog, data.path()).within(limits);
        let game = catalog.game(NOUGHTS).unwrap();
        let line = Line::new(game, &game.start().text).unwrap();
        let turn = Turn::new(game, line.now(), None, 0, &Silent);
        let judge = Judge::new(&resources, NOUGHTS).unwrap().going_on();
        let last = turn.plays().unwrap().len() - 1;
        let verdicts =
            [last, last - 1, 0].map(|play| judge.verdict(&turn, Act { event: 0, play }).unwrap());
        if is_proven && nodes.is_none() {
            let other = Verdict::Error { loss: None, better: "b1".to_owned() };
            assert_eq!(verdicts, [Verdict::Best, Verdict::Best, other]);
        } else {
            let are_unknown = verdicts.iter().all(|one| matches!(one, Verdict::Unknown { .. }));
            assert!(are_unknown, "{verdicts:?}");
        }
    }
}
