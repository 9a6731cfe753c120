//! The rules of open hands once more, on lists of cards: slow, plain, and sharing nothing with the
//! game but texts, so that both can be compared move by move.

/// Rules of open hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainRules {
    /// True if sets, eights and revolutions are played.
    pub sets: bool,
    /// True if the last player may play on its own card, too, before the trick ends.
    pub last_may_go_on: bool,
    /// True if only a player without a card to play may pass.
    pub forced: bool,
}

/// A position as in its text: player 1 leads, or its cards lie.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlainPosition {
    hands: Vec<Vec<u8>>,
    eights: Option<u8>,
    on: Option<(u8, usize)>,
    passed: Vec<bool>,
    revolution: bool,
}

/// All moves of a position with the texts of the positions after them: cards ascending, then the
/// pass. `None` for a text that is not a position in which no player has gone out.
///
/// ```
/// use shuban_tanhinmin::reference::{PlainRules, plain_moves};
///
/// let rules = PlainRules { sets: false, last_may_go_on: false, forced: false };
/// let moves = plain_moves(rules, "1,10|2,4|6 on 3 passed 3").unwrap();
/// let expected = [("4", "2|6|1,10 on 4 passed 2"), ("pass", "1,10|2,4|6")];
/// // Player 3 has passed, and is the second from the one whose 4 lies.
/// assert_eq!(moves, expected.map(|(name, after)| (name.to_owned(), after.to_owned())));
/// ```
pub fn plain_moves(rules: PlainRules, text: &str) -> Option<Vec<(String, String)>> {
    let position = PlainPosition::read(rules, text)?;
    let players = position.hands.len();
    let clear = position.on.is_none_or(|(rank, _)| position.eights == Some(rank));
    let mover =
        if clear { 0 } else { (1..players).find(|&seat| !position.passed[seat]).unwrap_or(0) };
    let beats = |rank: u8, size: usize| match position.on {
        Some((lying, lie)) if !clear => {
            size == lie && if position.revolution { rank < lying } else { rank > lying }
        }
        _ => true,
    };
    let mut moves = Vec::new();
    let mut ranks = position.hands[mover].clone();
    ranks.dedup();
    for rank in ranks {
        let held = position.hands[mover].iter().filter(|&&card| card == rank).count();
        for size in 1..=if rules.sets { held } else { 1 } {
            if beats(rank, size) {
                let star = if position.eights == Some(rank) { "*" } else { "" };
                let size_text = if size > 1 { format!("x{size}") } else { String::new() };
                let after = position.after_cards(rules, mover, rank, size);
                moves.push((format!("{rank}{star}{size_text}"), after.write(rules)));
            }
        }
    }
    let may_pass = !rules.forced || moves.is_empty();
    if !clear && may_pass {
        let mut after = position.clone();
        after.passed[mover] = true;
        moves.push(("pass".to_owned(), after.cleared(rules).write(rules)));
    }
    Some(moves)
}

impl PlainPosition {
    fn read(rules: PlainRules, text: &str) -> Option<PlainPosition> {
        let mut words = text.split(' ');
        let mut eights = None;
        let mut card = |word: &str| -> Option<u8> {
            let rank = word.trim_end_matches('*').parse().ok()?;
            eights = if word.ends_with('*') { Some(rank) } else { eights };
            Some(rank)
        };
        let hands = words.next()?.split('|');
        let hands: Vec<Vec<u8>> =
            hands.map(|hand| hand.split(',').map(&mut card).collect()).collect::<Option<_>>()?;
        let (mut on, mut passed, mut revolution) = (None, vec![false; hands.len()], false);
        while let Some(word) = words.next() {
            match word {
                "on" => {
                    let (rank, size) =
                        words.next().map(|set| set.split_once('x').unwrap_or((set, "1")))?;
                    on = Some((card(rank)?, size.parse().ok()?));
                }
                "passed" => {
                    for player in words.next()?.split(',') {
                        *passed.get_mut(player.parse::<usize>().ok()?.checked_sub(1)?)? = true;
                    }
                }
                "revolution" => revolution = true,
                _ => return None,
            }
        }
        Some(PlainPosition { hands, eights: eights.filter(|_| rules.sets), on, passed, revolution })
    }

    fn after_cards(&self, rules: PlainRules, mover: usize, rank: u8, size: usize) -> PlainPosition {
        let mut after = self.clone();
        for _ in 0..size {
            let place = after.hands[mover].iter().position(|&card| card == rank);
            place.map(|place| after.hands[mover].remove(place));
        }
        after.revolution ^= size == 4;
        // Eights end the trick for all, and a lead on them begins another.
        let is_eights = |rank: u8| self.eights == Some(rank);
        if is_eights(rank) || self.on.is_some_and(|(lying, _)| is_eights(lying)) {
            after.passed.fill(false);
        }
        after.on = Some((rank, size));
        after.hands.rotate_left(mover);
        after.passed.rotate_left(mover);
        after.cleared(rules)
    }

    /// The position without the lying cards, if no player may play on them.
    fn cleared(mut self, rules: PlainRules) -> PlainPosition {
        let is_over = self.hands.iter().any(Vec::is_empty);
        let is_eights = self.on.is_some_and(|(rank, _)| self.eights == Some(rank));
        let goes_on = rules.last_may_go_on && !self.passed[0];
        if !is_over && !is_eights && !goes_on && self.passed[1..].iter().all(|&passed| passed) {
            self.on = None;
            self.passed.fill(false);
        }
        self
    }

    fn write(&self, rules: PlainRules) -> String {
        let card = |rank: u8| format!("{rank}{}", if self.eights == Some(rank) { "*" } else { "" });
        let list = |words: Vec<String>| words.join(",");
        let hand = |hand: &Vec<u8>| match hand[..] {
            [] if !rules.sets => "#1".to_owned(),
            _ => list(hand.iter().map(|&rank| card(rank)).collect()),
        };
        let mut text = self.hands.iter().map(hand).collect::<Vec<_>>().join("|");
        if let Some((rank, size)) = self.on {
            text += &format!(" on {}", card(rank));
            text += &if rules.sets { format!("x{size}") } else { String::new() };
        }
        let passed = (1..).zip(&self.passed).filter(|&(_, &passed)| passed);
        let passed: Vec<String> =
            passed.map(|(player, _): (usize, _)| player.to_string()).collect();
        if !passed.is_empty() {
            text += &format!(" passed {}", list(passed));
        }
        text + if self.revolution { " revolution" } else { "" }
    }
}
