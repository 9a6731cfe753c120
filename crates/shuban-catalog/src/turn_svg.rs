//! One turn as a picture: a position, the chance outcome, the plays, and the positions after.

use shuban_answer::{AnyPlay, AnyPosition, AnyTurn};
use shuban_core::Medium;
use shuban_core::drawing::{Svg, size_of};

use crate::any_game::AnyGame;
use crate::error::Error;

// All in pixels.
/// Widths of the position, and of those after it.
const ROOT: usize = 400;
const LEAF: usize = 300;
/// Distances from the position to the chance outcome, and from there to the plays.
const BEFORE_CHANCE: usize = 70;
const AFTER_CHANCE: usize = 150;
const MARGIN: usize = 16;
const LABEL: usize = 30;
const RADIUS: usize = 26;

const STYLE: &str = "\
.turn-line{stroke:#8a7a66;stroke-width:2;fill:none}\
.turn-chance{fill:#33261a}\
.turn-roll{fill:#f7f1e5;font-size:16px;font-weight:700}\
.turn-play{fill:#33261a;font-size:15px;font-weight:700}\
.turn-rest{fill:#6b5a48;font-size:15px}";

const DARK: &str = "\
.turn-chance{fill:#d9cfbd}\
.turn-roll{fill:#23272f}\
.turn-play{fill:#f1ece0}\
.turn-rest{fill:#cfc6b6}";

/// Draws one turn from a position as a tree, as an SVG document: at the left the position, in the
/// middle the chance outcome, at the right each play with the position after it, at most `most`,
/// and the number of those left out. Where chance plays a part and the text of the position does
/// not give its outcome, `chance` does.
///
/// # Errors
/// [`Error`]: the game is over, the outcome is impossible, or no outcome is given.
pub fn turn_svg(
    game: &dyn AnyGame,
    position: &AnyPosition,
    chance: Option<&str>,
    most: usize,
) -> Result<String, Error> {
    let turn = game.turn(position)?;
    let (roll, plays) = plays_of(game, &turn, chance)?;
    let shown = &plays[..plays.len().min(most)];
    let root = Picture::of(game, position, ROOT)?;
    let leaves: Vec<Picture> =
        shown.iter().map(|play| Picture::of(game, &play.after, LEAF)).collect::<Result<_, _>>()?;

    let column: usize = leaves.iter().map(|leaf| LABEL + leaf.height + MARGIN).sum();
    let left_out = plays.len() - shown.len();
    let rest = if left_out > 0 { LABEL } else { 0 };
    let height = (column + rest).max(root.height + MARGIN) + MARGIN;
    let chance_x = MARGIN + ROOT + BEFORE_CHANCE;
    let leaf_x = chance_x + AFTER_CHANCE;
    let mut svg = Svg::new(leaf_x + LEAF + MARGIN, height);
    svg.style(STYLE);
    svg.dark(DARK);
    let middle = height / 2;
    let mut y = MARGIN + LABEL;
    for (leaf, play) in leaves.iter().zip(shown) {
        let at = y + leaf.height / 2;
        let (from, bend) = (MARGIN + ROOT, chance_x + AFTER_CHANCE / 2);
        svg.element(format_args!(
            r#"path class="turn-line" d="M{from} {middle}L{chance_x} {middle}L{bend} {at}L{leaf_x} {at}""#
        ));
        svg.text("turn-play", leaf_x + LEAF / 2, y - LABEL / 2, &play.action);
        svg.inset([leaf_x, y, LEAF, leaf.height], &leaf.document);
        y += leaf.height + MARGIN + LABEL;
    }
    if left_out > 0 {
        let text = format!("and {left_out} more {}", plural(left_out));
        svg.text("turn-rest", leaf_x + LEAF / 2, height - MARGIN - LABEL / 2, &text);
    }
    svg.inset([MARGIN, middle - root.height / 2, ROOT, root.height], &root.document);
    if let Some(roll) = &roll {
        svg.element(format_args!(
            r#"circle class="turn-chance" cx="{chance_x}" cy="{middle}" r="{RADIUS}""#
        ));
        svg.text("turn-roll", chance_x, middle, roll);
    }
    let count = format!("{} {}", plays.len(), plural(plays.len()));
    let who = roll.map_or(String::new(), |roll| format!(", {roll}"));
    svg.caption(&game.name(), &position.text, &format!("{}{who}: {count}", turn.seat_name));
    Ok(svg.finish())
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "play" } else { "plays" }
}

/// Returns the roll, where chance plays a part, and the plays after it.
fn plays_of(
    game: &dyn AnyGame,
    turn: &AnyTurn,
    chance: Option<&str>,
) -> Result<(Option<String>, Vec<AnyPlay>), Error> {
    if turn.over.is_some() {
        return Err(Error::refused("game-over", "the game is over: there is no turn to draw"));
    }
    let told = chance.or(turn.position.chance.as_deref());
    let chance = told.map(|chance| game.chance(&turn.position, chance)).transpose()?;
    let Some(event) = turn.event(chance.as_deref()) else {
        return Err(Error::refused("not-rolled", "a roll is needed to draw a turn"));
    };
    Ok((chance, game.plays(&turn.position, event)?))
}

/// A drawing of a position, and its height at the width that it is shown in.
struct Picture {
    document: String,
    height: usize,
}

impl Picture {
    fn of(game: &dyn AnyGame, position: &AnyPosition, width: usize) -> Result<Self, Error> {
        let document = game.draw(position, Medium::Svg)?;
        let Some((of_width, of_height)) = size_of(&document) else {
            let message = format!("the drawing of {} has no size", position.text);
            return Err(Error::Failed { kind: "picture", message });
        };
        Ok(Picture { document, height: (of_height * width).div_ceil(of_width) })
    }
}
