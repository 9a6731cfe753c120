//! Figures 1 to 5 of Sanno and Hoki: the statements of their text, and pictures.

use shuban_catalog::{AnyGame, Error, turn_svg};
use shuban_core::dice::Roll;
use shuban_core::{Game, Medium, Present};
use shuban_gammon::{Gammon, Won};

use crate::finding::Finding;
use crate::paper::Recomputation;

/// Positions that are drawn, by their names in the game.
const DRAWN: [&str; 4] = ["figure-1", "figure-2", "figure-3", "figure-4"];

/// Position and roll of the turn that is drawn: figure 5 shows such a tree without naming them.
const TURN: (&str, &str) = ("6,12|20", "5-1");

/// Number of plays of the turn that are drawn.
const MOST: usize = 6;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let game = Gammon::new(super::variant("backgammon")?);
    let mut rows = opening(&game);
    rows.extend(of_text(&game)?);
    let any: &dyn AnyGame = &game;
    for name in DRAWN {
        let position = any.read(&format!("sanno-hoki/{name}"))?;
        run.write(&format!("gammon-{name}.svg"), &any.draw(&position, Medium::Svg)?)?;
    }
    let (position, roll) = TURN;
    let position = any.read(position)?;
    let rules = any.by_rules(&position)?;
    let event = rules.events.iter().find(|event| event.chance.as_deref() == Some(roll));
    let plays = event.map_or(0, |event| event.plays.len());
    rows.push(
        Finding::unprinted(format!("figure 5: plays of {roll} in {}", position.text), plays)
            .noting("drawn in gammon-figure-5.svg; the figure shows no numbers"),
    );
    run.write("gammon-figure-5.svg", &turn_svg(any, &position, Some(roll), MOST)?)?;
    Ok(rows)
}

/// Checks section 2, step 1.
fn opening(game: &Gammon) -> Vec<Finding> {
    let openings = Present::openings(game, &Present::start(game));
    let doubles = openings.iter().filter(|opening| opening.chance.is_double()).count();
    let of_first: u32 = openings
        .iter()
        .filter(|opening| game.to_move(&opening.position) == 0)
        .map(|opening| opening.weight)
        .sum();
    let all: u32 = openings.iter().map(|opening| opening.weight).sum();
    // P1 is seat 0, and throws the higher die where it begins.
    let is_example = |seat| {
        let is_it = |opening: &&shuban_core::present::OpeningOf<Gammon>| {
            opening.chance == Roll::new(5, 3) && game.to_move(&opening.position) == seat
        };
        openings.iter().find(is_it).map(|opening| game.chance_text(opening.chance))
    };
    let begins = is_example(0).flatten().map_or("nobody".to_owned(), |roll| format!("P1, {roll}"));
    vec![
        Finding::exact("opening: equal dice among those that begin", 0, doubles),
        Finding::exact("opening: P1 throws 5 and P2 3, so it begins", "P1, 5-3", begins),
        Finding::unprinted(
            "opening: chance of either to begin",
            f64::from(of_first) / f64::from(all),
        ),
    ]
}

/// Checks the text of figures 2 to 4.
fn of_text(game: &Gammon) -> Result<Vec<Finding>, Error> {
    let named = |name: &str| {
        let any: &dyn AnyGame = game;
        any.read(&format!("sanno-hoki/{name}"))
    };
    let position = |name: &str| game.parse(&named(name)?.text).map_err(Error::position);
    let plays = |name: &str, roll: Roll| {
        let before = position(name)?;
        let mut plays = Vec::new();
        Game::plays(game, &before, roll, &mut plays);
        let plays = plays.iter().map(|play| game.format_move(&before, roll, &play.action));
        Ok::<Vec<String>, Error>(plays.collect())
    };
    let contact = |name: &str| {
        let word = if position(name)?.is_contact(&game.variant) { "contact" } else { "no contact" };
        Ok::<_, Error>(word)
    };
    let third = plays("figure-3-before", Roll::new(6, 5))?;
    let bears_off = third.iter().find(|play| *play == "6/off 4/off");
    let won = Won::of(&game.variant, &position("figure-4")?).map_or(0, Won::times);
    Ok(vec![
        Finding::exact(
            "figure 2: the plays of 4-3",
            "22/18*/15",
            plays("figure-2-before", Roll::new(4, 3))?.join(", "),
        ),
        Finding::exact(
            "figure 2: plays of threes, 19 being held",
            "no play",
            plays("figure-2-before", Roll::new(3, 3))?.join(", "),
        ),
        Finding::exact("figure 2", "contact", contact("figure-2")?),
        Finding::exact("figure 3", "no contact", contact("figure-3")?),
        Finding::exact(
            "figure 3: a play of 6-5",
            "6/off 4/off",
            bears_off.map_or("is none", String::as_str),
        ),
        Finding::exact("figure 4: black's win counts", 2, won),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn everything_that_the_text_says_of_the_figures_is_so() {
        let game = Gammon::new(super::super::variant("backgammon").unwrap());
        let rows = [opening(&game), of_text(&game).unwrap()].concat();
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Agrees), count(Verdict::Unprinted)), (8, 1));
        assert_eq!(rows[2].result, 0.5);
    }
}
