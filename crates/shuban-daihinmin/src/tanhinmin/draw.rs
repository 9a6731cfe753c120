//! Hands of cards drawn for a terminal.

use std::fmt::Write;

use super::rules::Rules;
use super::table::Table;

/// Appends formatted text; writing to a string cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {
        write!($text, $($format)*).expect("a string takes everything")
    };
}
pub(super) use put;

/// Draws a position: a row of cards for each player, from the one to lead or whose card lies, and what is to
/// happen.
///
/// ```
/// use shuban_core::Game;
/// use shuban_daihinmin::tanhinmin::{Rules, Tanhinmin, draw_table};
///
/// let game = Tanhinmin::new(Rules::new(3)?);
/// let table = game.parse("1,10|2|4,6,8 on 3").unwrap();
/// let drawn = draw_table(&game.rules, &table);
/// let lines: Vec<&str> = drawn.lines().collect();
/// assert_eq!(lines[1], " 1 │ 1│10│      │ 3│");
/// assert_eq!(lines[9], "player 2 to answer 3");
/// # Ok::<_, shuban_daihinmin::tanhinmin::RulesError>(())
/// ```
pub fn draw_table(rules: &Rules, table: &Table) -> String {
    let table = table.rotated(table.first(), rules.players());
    let mut text = String::new();
    for seat in 0..rules.players() {
        let hand: Vec<u8> = table.hand(seat).to_vec();
        let lying: Vec<u8> =
            table.trick().filter(|_| seat == 0).map(|trick| trick.card).into_iter().collect();
        let gap = if lying.is_empty() || hand.is_empty() { "" } else { "      " };
        let row = |card: &dyn Fn(u8) -> String, end: &str| {
            let cards = |cards: &[u8]| match cards.is_empty() {
                true => String::new(),
                false => cards.iter().map(|&strength| card(strength)).collect::<String>() + end,
            };
            format!("{}{gap}{}", cards(&hand), cards(&lying))
        };
        let mark = table.place(seat).map(|place| format!("(out: {place})")).unwrap_or_default();
        let middle = format!("{}{mark}", row(&|strength| format!("│{strength:>2}"), "│"));
        put!(text, "{}\n", format!("   {}", row(&|_| "┌──".to_owned(), "┐")).trim_end());
        put!(text, "{}\n", format!(" {} {middle}", seat + 1).trim_end());
        put!(text, "{}\n", format!("   {}", row(&|_| "└──".to_owned(), "┘")).trim_end());
    }
    put!(text, "{}\n", status(rules, &table));
    text
}

/// What is to happen next; players are counted from the table's seat 0.
pub(super) fn status(rules: &Rules, table: &Table) -> String {
    let turn = table.turn(rules.players()) + 1;
    if table.outcome(rules).is_some() {
        let winner = (0..rules.players()).find(|&seat| table.place(seat) == Some(1)).unwrap_or_default();
        return format!("player {} was out first", winner + 1);
    }
    let Some(trick) = table.trick() else { return format!("player {turn} to lead") };
    let passed: Vec<String> = trick.passed.iter().map(|seat| (seat + 1).to_string()).collect();
    let passed = if passed.is_empty() { String::new() } else { format!("; passed: {}", passed.join(", ")) };
    format!("player {turn} to answer {}{passed}", trick.card)
}
