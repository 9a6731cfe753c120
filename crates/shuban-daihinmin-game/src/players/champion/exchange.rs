//! The weight of two hands after an exchange, by its rules.

use crate::{Card, Cards, PLAYERS};

/// The share of gifts, roughly, that are not weaker than all that the poor one holds besides.
const STRONG_GIFTS: f32 = 0.02;

/// Returns the logarithm of a weight in proportion to the probability of an exchange of one or two
/// cards that led to these hands. Each is a hand after the exchange, with what was laid since.
///
/// The poor one gave the strongest of its cards. So the rich one holds `count` cards that are
/// stronger than all of the poor one's, but for what it gave back; each choice of them is a deal of
/// the cards before, and all deals are equally likely. `back` are the cards given back, if they are
/// known; if not, they are taken for weak ones, as gifts are in all but few games.
pub fn log_weight(rich: Cards, poor: Cards, count: u8, back: Option<Cards>) -> f32 {
    let ways = |rich: Cards, poor: Cards| {
        let stronger = (rich & above(poor)).len() as f32;
        match count {
            1 => stronger,
            _ => stronger * (stronger - 1.0).max(0.0) / 2.0,
        }
    };
    let weight = match back {
        Some(back) => ways(rich | back, poor - back),
        None => {
            let top = poor.strongest(1);
            ways(rich, poor) + STRONG_GIFTS * ways(rich | top, poor - top)
        }
    };
    // Hands that cannot be get little, not nothing: a deal that is being mended passes through them.
    libm::logf(weight.max(1e-6))
}

/// The cards that an exchange takes before all of these: stronger ones, and of one strength the
/// suits that come first.
fn above(cards: Cards) -> Cards {
    if cards.has_joker() {
        return Cards::NONE;
    }
    let Some(strongest) = cards.strongest(1).first() else { return Cards::ALL };
    let stronger = Cards::of_strengths(&(strongest.strength() + 1..14)) | Cards::JOKER;
    let suits_before = Cards::ALL
        .iter()
        .filter(|card: &Card| card.strength() == strongest.strength() && *card < strongest)
        .collect::<Cards>();
    stronger | suits_before
}

/// Returns the seats of the rich and the poor of each exchange of `counts` cards.
pub(super) fn pairs(classes: &[u8; PLAYERS], counts: [u8; 2]) -> Vec<(usize, usize, u8)> {
    let seat = |class: u8| classes.iter().position(|&other| other == class);
    (0u8..)
        .zip(counts)
        .filter(|&(_, count)| count > 0)
        .filter_map(|(class, count)| Some((seat(class)?, seat(PLAYERS as u8 - 1 - class)?, count)))
        .collect()
}
