//! What the games say of themselves.

use shuban_core::{Game, LastOf, Medium, NotationError, Phrase, Present, Tool};

use crate::by_hand::{REVOLUTION, TOOLS, set_up};
use crate::compare::{compare, random_hands, random_sets};
use crate::japanese::PHRASES;
use crate::open::{self, OpenAction, OpenDaihinmin, OpenTable};
use crate::tanhinmin::{self, Action, CardTable, Clearing, Passing, Tanhinmin};
use crate::twin::PlainRules;

impl Present for Tanhinmin {
    fn about(&self) -> String {
        let Tanhinmin { rules } = self;
        let mut text = "single cards, open hands; the first empty hand wins".to_owned();
        if !rules.ties {
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

    fn about_ja(&self) -> Option<String> {
        let Tanhinmin { rules } = self;
        let mut text = format!("単貧民（{}人）：公開手札で1枚ずつ出す", rules.players());
        if !rules.ties {
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
        Some(text)
    }

    fn phrases_ja(&self) -> &'static [Phrase] {
        PHRASES
    }

    /// Ten cards, dealt round.
    fn start(&self) -> CardTable {
        dealt_round(self, |card| card.to_string())
    }

    fn draw(&self, table: &CardTable, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        tanhinmin::picture(&self.rules, table).drawn(medium)
    }

    fn touched(&self, table: &CardTable, (): (), action: &Action) -> Vec<String> {
        tanhinmin::touched(&self.rules, table, *action)
    }

    fn tools(&self) -> Vec<Tool> {
        TOOLS.to_vec()
    }

    fn put(&self, table: &CardTable, part: &str, tool: &str) -> Result<CardTable, NotationError> {
        set_up(self, tool, part, |asked| tanhinmin::change(&self.rules, table, asked))
    }

    /// Where places behind the first count there is no plain implementation: the game goes on when
    /// somebody is out.
    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        let Tanhinmin { rules } = self;
        if rules.has_places() {
            return None;
        }
        let plain = PlainRules {
            sets: false,
            last_may_go_on: rules.clearing == Clearing::Uecda,
            forced: rules.passing == Passing::Forced,
        };
        let deal = |random: &mut _| random_hands(random, rules.players(), rules.ties);
        Some(compare(self, plain, pairs, seed, deal))
    }
}

impl Present for OpenDaihinmin {
    fn about(&self) -> String {
        let last = match self.rules.clearing {
            Clearing::Tanhinmin => "",
            Clearing::Uecda => "; the last player may go on alone",
        };
        format!(
            "sets, eights and revolutions, open hands without suits; the first empty hand \
             wins{last}"
        )
    }

    fn about_ja(&self) -> Option<String> {
        let last = match self.rules.clearing {
            Clearing::Tanhinmin => "",
            Clearing::Uecda => "、最後に出した人は続けて出せる",
        };
        let players = self.rules.players();
        Some(format!(
            "大貧民（{players}人）：公開手札、組出し・8切り・革命あり{last}、先に上がれば勝ち"
        ))
    }

    fn phrases_ja(&self) -> &'static [Phrase] {
        PHRASES
    }

    /// Ten cards of four ranks and the eights, dealt round.
    fn start(&self) -> OpenTable {
        dealt_round(self, |card| ["1", "2", "3*", "4", "5"][(card - 1) % 5].to_owned())
    }

    fn draw(&self, table: &OpenTable, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        open::picture(&self.rules, table).drawn(medium)
    }

    /// Each card of a set; a set of fewer is the beginning of it.
    fn touched(&self, table: &OpenTable, (): (), action: &OpenAction) -> Vec<String> {
        open::touched(&self.rules, table, *action)
    }

    fn tools(&self) -> Vec<Tool> {
        [TOOLS.as_slice(), &[open::EIGHTS, REVOLUTION]].concat()
    }

    fn put(&self, table: &OpenTable, part: &str, tool: &str) -> Result<OpenTable, NotationError> {
        set_up(self, tool, part, |asked| open::change(&self.rules, table, asked))
    }

    fn compare_with_plain(&self, pairs: u64, seed: u64) -> Option<Result<u64, String>> {
        let last_may_go_on = self.rules.clearing == Clearing::Uecda;
        let plain = PlainRules { sets: true, last_may_go_on, forced: false };
        let deal = |random: &mut _| random_sets(random, self.rules.players());
        Some(compare(self, plain, pairs, seed, deal))
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
