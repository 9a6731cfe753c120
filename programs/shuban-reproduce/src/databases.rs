//! The worth of databases to the strongest player of Daihinmin: the question of Nishino and Nishino
//! (2010), asked again at today's strength.

use shuban_catalog::Error;
use shuban_daihinmin::matches::{PlayedMatch, PlayerSetting};
use shuban_daihinmin::players::PlayerKind;

use crate::finding::Finding;
use crate::ladder::{one_against_four, points, small_search};
use crate::paper::Recomputation;
use crate::plot::{Bar, bars_svg};

/// The most cards of the databases for two players; three and four have
/// [fewer](PlayerSetting::set_cards).
const CARDS: [usize; 3] = [8, 10, 11];

/// The number of games that drawn points are scaled to.
const DRAWN_GAMES: f64 = 1_000.0;

/// Keeps the points of the champion without databases and with larger and larger ones, against four
/// `endgame+`.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let games = run.size(800, 20_000);
    let with = CARDS.map(|cards| (format!("databases to {cards} cards"), Some(cards)));
    let variants: Vec<_> = [("no databases".to_owned(), None)].into_iter().chain(with).collect();
    let mut bars = Vec::new();
    for (number, (what, cards)) in (1..).zip(&variants) {
        run.progress.layer(what, number, variants.len());
        let player = cards.map_or(PlayerKind::Champion, |_| PlayerKind::ChampionSets);
        let defaults = PlayerSetting { search: small_search(), ..PlayerSetting::default() };
        let set_cards = cards.unwrap_or(defaults.set_cards);
        let setting = PlayerSetting { set_cards, ..defaults };
        let played = one_against_four(run, player, PlayerKind::EndgamePlus, &setting, games)?;
        bars.push(bar(what, cards.is_some(), &played));
        run.keep(points(what, &played));
    }
    let title = format!("The champion against four endgame+, {games} games each");
    let axis = "points of 1,000 games, with 95 % intervals; all alike would reach the line";
    run.write("daihinmin-databases.svg", &bars_svg(&title, axis, &bars, DRAWN_GAMES * 3.0))?;
    Ok(Vec::new())
}

/// Returns the bar of the first player's points.
fn bar(what: &str, marked: bool, played: &PlayedMatch) -> Bar {
    let scale = DRAWN_GAMES / f64::from(played.report.games);
    let player = &played.report.players[0];
    let total = player.points as f64 * scale;
    let interval = player.ci95.map_or([total; 2], |both| both.map(|points| points * scale));
    Bar { name: what.to_owned(), total, interval, marked }
}
