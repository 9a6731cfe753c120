//! Texts, drawings and the editor of the games.

use shuban_core::present::{Capabilities, Editor, LastOf, MoveDrawing, Tool};
use shuban_core::{Game, Japanese, Medium, NotationError, Present};

use crate::compare::{compare, random_hands, random_sets};
use crate::draw;
use crate::editor::{EIGHTS, REVOLUTION, TOOLS, changed, set_up};
use crate::game::OpenDaihinmin;
use crate::japanese::PHRASES;
use crate::reference::PlainRules;
use crate::rules::{Clearing, Passing};
use crate::table::{Action, CardTable};

impl Present for OpenDaihinmin {
    fn about(&self) -> String {
        let OpenDaihinmin { rules } = self;
        let mut text = match rules.has_sets() {
            true => {
                "sets, eights and revolutions, open hands without suits; the first empty hand wins"
            }
            false => "single cards, open hands; the first empty hand wins",
        }
        .to_owned();
        if !rules.allows_ties() {
            text += "; all strengths differ";
        }
        if rules.clearing == Clearing::Uecda {
            text += "; the last player may go on alone";
        }
        if rules.passing == Passing::Print {
            text += "; passes count where no card leaves a chance";
        }
        if rules.has_places() {
            text += "; later places count as well";
        }
        text
    }

    fn japanese(&self) -> Japanese {
        let OpenDaihinmin { rules } = self;
        let players = rules.players();
        let mut text = match rules.has_sets() {
            true => format!("大貧民（{players}人）：公開手札、組出し・8切り・革命あり"),
            false => format!("単貧民（{players}人）：公開手札で1枚ずつ出す"),
        };
        if !rules.allows_ties() {
            text += "、同じ強さの札なし";
        }
        if rules.clearing == Clearing::Uecda {
            text += "、最後に出した人は続けて出せる";
        }
        if rules.passing == Passing::Print {
            text += "、パスを考えるのは勝ち目のある札がないときだけ";
        }
        text += if rules.has_places() {
            "、2位以下の順位も数える"
        } else {
            "、先に上がれば勝ち"
        };
        Japanese::new(text, PHRASES)
    }

    /// Ten cards, dealt round; with sets of four ranks and the eights.
    fn start(&self) -> CardTable {
        match self.rules.has_sets() {
            true => dealt_round(self, |card| ["1", "2", "3*", "4", "5"][(card - 1) % 5].to_owned()),
            false => dealt_round(self, |card| card.to_string()),
        }
    }

    fn draw(&self, table: &CardTable, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        draw::picture(&self.rules, table).drawn(medium)
    }

    /// There is no plain implementation where places behind the first count: the game goes on when
    /// a player is out.
    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        let OpenDaihinmin { rules } = self;
        if rules.has_places() {
            return None;
        }
        let plain = PlainRules {
            sets: rules.has_sets(),
            last_may_go_on: rules.clearing == Clearing::Uecda,
            forced: rules.passing == Passing::Forced,
        };
        let deal = |random: &mut _| match rules.has_sets() {
            true => random_sets(random, rules.players()),
            false => random_hands(random, rules.players(), rules.allows_ties()),
        };
        Some(compare(self, plain, pairs, seed, deal))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(self),
            editor: Some(self),
            numbers: Some(self),
            ..Capabilities::default()
        }
    }
}

impl MoveDrawing<Self> for OpenDaihinmin {
    /// Each card of a set; a set of fewer is the beginning of it.
    fn touched(&self, table: &CardTable, (): (), action: &Action) -> Vec<String> {
        draw::touched(&self.rules, table, *action)
    }
}

impl Editor<Self> for OpenDaihinmin {
    fn tools(&self) -> Vec<Tool> {
        let more: &[Tool] = if self.rules.has_sets() { &[EIGHTS, REVOLUTION] } else { &[] };
        [&TOOLS, more].concat()
    }

    fn put(&self, table: &CardTable, part: &str, tool: &str) -> Result<CardTable, NotationError> {
        set_up(self, tool, part, |edit| changed(&self.rules, table, edit))
    }
}

/// Ten cards 1, 2, … of these names, one for each player in turn.
fn dealt_round<G: Game>(game: &G, name: impl Fn(usize) -> String) -> G::Position {
    const CARDS: usize = 10;
    let seats = game.seats();
    let hand =
        |seat: usize| (seat + 1..=CARDS).step_by(seats).map(&name).collect::<Vec<_>>().join(",");
    let text = (0..seats).map(hand).collect::<Vec<_>>().join("|");
    game.parse(&text).expect("a deal in which everybody has a card")
}
