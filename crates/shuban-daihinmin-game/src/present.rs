//! Presentation of the game, with its hands drawn.

use shuban_core::present::{Capabilities, Editor, LastOf, MoveDrawing, Tool};
use shuban_core::{Game, Japanese, Medium, NotationError, Play, Present, Random};
use shuban_tanhinmin::{HandRow, HandsPicture, PASS, REVOLUTION, TOOLS, card_part, set_up};

use crate::by_hand;
use crate::japanese::PHRASES;
use crate::{Card, Cards, ContestPosition, Daihinmin, Meld, PLAYERS, Suit};

/// Seed of the deal with which a game starts: the leader does not have the joker.
const DEAL: u64 = 1;

impl Present for Daihinmin {
    fn about(&self) -> String {
        "Daihinmin as the UEC contest plays it: 53 cards, five players, from the first lead on; \
         hands are open"
            .to_owned()
    }

    fn japanese(&self) -> Japanese {
        Japanese::new(
            "大貧民（UEC杯のルール）：53枚、5人、カード交換の後から。手札はすべて見えている",
            PHRASES,
        )
    }

    /// A deal of the whole pack.
    fn start(&self) -> ContestPosition {
        let mut hands = [Cards::NONE; PLAYERS];
        let pack = Cards::ALL.shuffled(&mut Random::new(DEAL));
        for (place, card) in pack.into_iter().enumerate() {
            hands[place % PLAYERS] |= Cards::only(card);
        }
        ContestPosition::new(&self.rules, hands)
    }

    /// Reads a meld with any role of its joker: of several that lead to the same position only one
    /// is a play.
    fn parse_move(
        &self,
        position: &ContestPosition,
        (): (),
        text: &str,
    ) -> Result<Play<ContestPosition, Option<Meld>>, NotationError> {
        let word = text.trim();
        let action = (word != PASS).then(|| word.parse::<Meld>()).transpose()?;
        let mut after = position.clone();
        let refuse = |reason: String| NotationError::new(text, 0, reason);
        after.play(&self.rules, action).map_err(|illegal| refuse(illegal.to_string()))?;
        let mut plays = Vec::new();
        self.plays(position, (), &mut plays);
        let same = plays.into_iter().find(|play| play.after == after);
        same.ok_or_else(|| refuse("not a legal move here".to_owned()))
    }

    fn reason(&self, position: &ContestPosition) -> Option<String> {
        position.is_stuck(&self.rules).then(|| "stuck".to_owned())
    }

    /// Draws the seats from the first, whoever leads, and the cards that lie in the first row.
    fn draw(&self, position: &ContestPosition, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        let table = &position.table;
        let is_over = position.is_over(&self.rules);
        let row = |seat: usize| HandRow {
            cards: position.hands[seat].iter().map(written).collect(),
            place: table.places[seat].map(|place| usize::from(place) + 1),
            has_passed: table.passed[seat],
            is_turn: !is_over && table.turn == seat,
        };
        let top = table.top.map_or(Cards::NONE, |top| top.cards());
        let picture = HandsPicture {
            game: self.name(),
            position: self.format(position),
            rows: (0..PLAYERS).map(row).collect(),
            lying: top.iter().map(written).collect(),
            may_pass: !is_over,
            status: self.status(position),
        };
        picture.drawn(medium)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(self),
            editor: Some(self),
            transcripts: Some(self),
            ..Capabilities::default()
        }
    }
}

impl MoveDrawing<Self> for Daihinmin {
    /// Each card of a meld; the list of moves gives the role of a joker in it.
    fn touched(&self, position: &ContestPosition, (): (), action: &Option<Meld>) -> Vec<String> {
        let player = position.table.turn + 1;
        match action {
            None => vec![PASS.to_owned()],
            Some(meld) if meld.role().is_some() => Vec::new(),
            Some(meld) => {
                meld.cards().iter().map(|card| card_part(player, written(card))).collect()
            }
        }
    }
}

impl Editor<Self> for Daihinmin {
    fn tools(&self) -> Vec<Tool> {
        [TOOLS.as_slice(), &[REVOLUTION]].concat()
    }

    fn put(
        &self,
        position: &ContestPosition,
        part: &str,
        tool: &str,
    ) -> Result<ContestPosition, NotationError> {
        set_up(self, tool, part, |asked| by_hand::change(&self.rules, position, asked, written))
    }
}

impl Daihinmin {
    /// Status line: the next action.
    fn status(&self, position: &ContestPosition) -> String {
        let table = &position.table;
        if position.is_over(&self.rules) {
            return "the game is over".to_owned();
        }
        let player = table.turn + 1;
        let mut text = match table.top {
            None => format!("player {player} to lead"),
            Some(top) => {
                format!("player {player} to answer {top} of player {}", table.last + 1)
            }
        };
        for (is_so, word) in [
            (table.locked, "; suits are locked"),
            (table.revolution, "; revolution"),
            (table.back, "; jacks have reversed the strengths"),
            (table.backwards, "; backwards"),
        ] {
            if is_so {
                text += word;
            }
        }
        text
    }
}

/// Text on a card: `♠3`.
fn written(card: Card) -> String {
    let text = card.to_string();
    let Some(suit) = card.suit() else { return text };
    let sign = match suit {
        Suit::Spade => '♠',
        Suit::Heart => '♥',
        Suit::Diamond => '♦',
        Suit::Club => '♣',
    };
    format!("{sign}{}", &text[1..])
}
