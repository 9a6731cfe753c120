//! Properties of any text read as a position of any game: it is read or refused, with a place in it.
//! What is read can be written, drawn, played from and set up, and its text reads as the same again.
//! A fuzz target uses it, too.

use std::sync::LazyLock;

use shuban_catalog::chain::Question;
use shuban_catalog::{Act, AnyGame, AnyPosition, Catalog, Error, turn_svg};
use shuban_core::Medium;
use shuban_core::drawing::parts_of;
use shuban_core::present::{MovePart, ToolTarget};

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

const MEDIA: [Medium; 3] =
    [Medium::Svg, Medium::Terminal { colour: false }, Medium::Terminal { colour: true }];

/// The first byte is the number of a game, the second one chooses among what a position offers. Then
/// there are texts, with bytes of 0 between them: a position, a chance outcome, a move, and a side, a
/// tool or parts of a move.
pub(crate) fn as_position(input: &[u8]) {
    let [number, choice, texts @ ..] = input else { return };
    let games = CATALOG.games().count();
    let game = CATALOG.games().nth(usize::from(*number) % games).expect("below their number");
    let texts = String::from_utf8_lossy(texts);
    let mut texts = texts.split('\0').map(Some).chain([None; 4]);
    let [position, chance, action, other] = std::array::from_fn(|_| texts.next().flatten());
    let text = position.unwrap_or_default();
    let asked = Asked { game, chance, action: action.unwrap_or_default(), choice: *choice };
    if let Some(position) = refused_or(game.read_state(text), text) {
        MEDIA.into_iter().for_each(|medium| drop(game.draw(&position, medium).unwrap()));
        let board = game.text_board(text).unwrap();
        if let Ok(again) = game.read_state(&board) {
            assert_eq!(again.text, position.text, "{board}");
        }
    }
    if let Some(position) = refused_or(game.read(text), text) {
        asked.look(&position);
        asked.play(&position);
        asked.set_up(&position, other.unwrap_or_default());
        let question = Question::read(game, text, other, chance);
        let _ = question.map_err(|error| error.to_string());
    }
    for group in CATALOG.groups() {
        let games = CATALOG.games_named(&group.name).unwrap();
        let _ = games.read_any(text).map_err(|error| error.to_string());
    }
}

/// Returns what was read, or requires that an error names a place in the text.
fn refused_or<T>(read: Result<T, impl Into<Error>>, text: &str) -> Option<T> {
    match read.map_err(Into::into) {
        Ok(read) => Some(read),
        Err(Error::Notation { what, error }) => {
            assert!(error.at <= error.text.chars().count(), "{what}: {error}: {text}");
            assert!(!error.reason.is_empty(), "{what}: {text}");
            let _ = error.to_string();
            None
        }
        Err(error) => panic!("{error}: {text}"),
    }
}

/// A position of a game, with the chance event and the action that are asked about.
struct Asked<'a> {
    game: &'a dyn AnyGame,
    chance: Option<&'a str>,
    action: &'a str,
    choice: u8,
}

impl Asked<'_> {
    /// Chooses a number below n.
    fn below(&self, n: usize) -> usize {
        usize::from(self.choice).checked_rem(n).unwrap_or(0)
    }

    /// Requires that the text of a position reads as the same.
    fn reads_again(&self, position: &AnyPosition) {
        let again = self.game.read(&position.text);
        let again = again.unwrap_or_else(|error| panic!("{error}: `{}`", position.text));
        assert_eq!(again.text, position.text);
    }

    /// Writes, draws and describes a position.
    fn look(&self, position: &AnyPosition) {
        let game = self.game;
        self.reads_again(position);
        MEDIA.into_iter().for_each(|medium| drop(game.draw(position, medium).unwrap()));
        game.preview(position).unwrap();
        let openings = game.openings(position).unwrap();
        let sum: f64 = openings.iter().map(|opening| opening.probability).sum();
        assert!(openings.is_empty() || (sum - 1.0).abs() < 1e-9);
        if let Some(sum) = game.sum(&[position, position]).unwrap() {
            let parts = game.read(&sum).ok();
            parts.iter().for_each(|parts| self.reads_again(parts));
        }
        let turn = game.turn(position).unwrap();
        assert!(turn.seat < game.seat_names().len());
        assert_eq!(turn.over.is_some(), turn.chances.is_empty());
        assert_eq!(turn.over, game.over(position).unwrap());
        let event = self.below(turn.chances.len());
        let Some(chance) = turn.chances.get(event) else {
            assert!(game.plays(position, event).is_err());
            return;
        };
        let text = chance.text.as_deref();
        if let Some(text) = text {
            assert_eq!(game.chance(position, text).unwrap(), text);
        }
        let plays = game.plays(position, event).unwrap();
        let place = self.below(plays.len());
        for play in plays.first().into_iter().chain(plays.last()).chain(plays.get(place)) {
            let act = Act { event, play: play.number };
            let found = game.act(position, text, &play.action);
            let found = found.unwrap_or_else(|error| panic!("{error}: {}", play.action));
            assert_eq!(found, (act, play.action.clone()));
            assert_eq!(game.after(position, act).unwrap().text, play.after.text);
            self.reads_again(&play.after);
            game.steps(position, text, &play.action).unwrap();
            for way in &play.ways {
                let made = &way[..self.below(way.len() + 1)];
                game.under_way(position, text, made).unwrap();
            }
        }
        if self.choice.is_multiple_of(8) {
            game.by_rules(position).unwrap();
            turn_svg(game, position, text, 2).unwrap();
        }
    }

    /// Reads a chance outcome and a move.
    fn play(&self, position: &AnyPosition) {
        let Asked { game, chance, action, .. } = *self;
        let rolled = chance.and_then(|text| refused_or(game.chance(position, text), text));
        if let Some(rolled) = &rolled {
            assert_eq!(game.chance(position, rolled).unwrap(), *rolled);
        }
        if game.over(position).unwrap().is_some() {
            let _ = game.act(position, chance, action).map_err(|error| error.to_string());
            return;
        }
        let read = [chance, None].into_iter().find_map(|chance| {
            let (act, written) = refused_or(game.act(position, chance, action), action)?;
            Some((chance, act, written))
        });
        let Some((chance, act, written)) = read else { return };
        let again = game.act(position, chance, &written);
        let again = again.unwrap_or_else(|error| panic!("{error}: `{action}` as `{written}`"));
        assert_eq!(again, (act, written.clone()), "{action}");
        let after = game.after(position, act).unwrap();
        self.reads_again(&after);
        MEDIA.into_iter().for_each(|medium| drop(game.draw(&after, medium).unwrap()));
        game.steps(position, chance, &written).unwrap();
        turn_svg(game, position, chance, 2).unwrap();
    }

    /// Changes a position by hand.
    fn set_up(&self, position: &AnyPosition, other: &str) {
        let game = self.game;
        if let Some(turned) = refused_or(game.with_to_move(position, other), other) {
            self.reads_again(&turned);
        }
        for name in game.seat_names() {
            if let Some(turned) = refused_or(game.with_to_move(position, &name), &name) {
                self.reads_again(&turned);
            }
        }
        let parts: Vec<MovePart> = other.split(',').map(MovePart::parse).collect();
        let _ = game.under_way(position, self.chance, &parts).map_err(|error| error.to_string());
        let drawn = parts_of(&game.draw(position, Medium::Svg).unwrap());
        let part = drawn.iter().nth(self.below(drawn.len())).map_or("", String::as_str);
        for tool in game.tools() {
            let part = if tool.on == ToolTarget::Board { "" } else { part };
            for part in [part, other] {
                let put = refused_or(game.put(position, part, tool.name), part);
                put.iter().for_each(|put| self.reads_again(put));
            }
        }
        let _ = game.put(position, part, other).map_err(|error| error.to_string());
    }
}
