//! Games from the start in which one side or both always make the best play.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::confidence::interval_of_share;
use shuban_core::dice::Roll;
use shuban_core::text::grouped;
use shuban_core::{Domain, Game, Random};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant, Won};

use super::judges::Judge;
use super::stored::StoredValues;
use crate::finding::{Finding, significant};
use crate::gammon::evaluation::{PositionValuer, greatest, looks};
use crate::mean::Mean;
use crate::paper::Recomputation;

/// Number of games of best play against itself, and of each judge against best play.
const GAMES: u64 = 10_000;
const JUDGED: u64 = 2_000;

/// Digits of shares and means.
const DIGITS: usize = 4;

/// Seed of the dice.
const SEED: u64 = 21;

/// Number of rolls after which a game would be given up.
const LONGEST: u32 = 10_000;

/// Course of a game.
#[derive(Clone, Copy)]
struct Played {
    /// Rolls of both sides.
    rolls: u32,
    /// True if the side that began won, with the kind of win.
    won: Option<(bool, Won)>,
    /// Total loss of the plays of the judged side, and their number.
    lost: f64,
    plays: u32,
}

/// Returns rows on the ends and lengths of games of best play, and on the loss of each judge's
/// plays in a game against best play.
///
/// # Errors
/// If a layer cannot be read, or the run is interrupted.
pub(super) fn rows(
    run: &Recomputation<'_>,
    stored: StoredValues<'_>,
    judges: &[Judge],
) -> Result<Vec<Finding>, Error> {
    let games: Vec<Played> = (0..GAMES)
        .into_par_iter()
        .map(|number| {
            run.check()?;
            play(stored, [None, None], &mut Random::of_part(SEED, number))
        })
        .collect::<Result<_, Error>>()?;
    let mut rows = of_best_play(&games);
    for (who, judge) in judges {
        let games: Vec<Played> = (0..JUDGED)
            .into_par_iter()
            .map(|number| {
                run.check()?;
                // Both of a pair have the same dice, and each is opened by another side.
                let mut players: [Option<&dyn PositionValuer>; 2] = [None; 2];
                players[number as usize % 2] = Some(&**judge);
                play(stored, players, &mut Random::of_part(SEED, number / 2))
            })
            .collect::<Result<_, Error>>()?;
        rows.extend(of_judge(who, &games));
    }
    Ok(rows)
}

fn of_best_play(games: &[Played]) -> Vec<Finding> {
    let count = games.len() as f64;
    let note = format!("{} games from the start, the first roll no double", grouped(GAMES));
    let share = |what: &str, counts: &dyn Fn(bool, Won) -> bool| {
        let of_those = |game: &&Played| game.won.is_some_and(|(opener, won)| counts(opener, won));
        let share = games.iter().filter(of_those).count() as f64 / count;
        let ends = interval_of_share(share, count).map(|end| significant(end, DIGITS));
        let what = format!("games of best play: {what}");
        let row = Finding::unprinted(what, significant(share, DIGITS)).noting(note.clone());
        Finding { ci95: Some(ends), ..row }
    };
    let lengths: Vec<f64> = games.iter().map(|game| f64::from(game.rolls)).collect();
    let longest = games.iter().map(|game| game.rolls).max().unwrap_or(0);
    let lasting = Mean::of(&lengths, DIGITS).map(|mean| {
        let row = mean.row("games of best play: rolls of both sides");
        row.noting(format!("{note}; the longest of them {longest}"))
    });
    let mut rows = vec![
        share("won by the side that begins", &|opener, _| opener),
        share("won by either side as a gammon or backgammon", &|_, won| won != Won::Single),
        share("won by either side as a backgammon", &|_, won| won == Won::Backgammon),
        share("won as a gammon or backgammon by the side that begins", &|opener, won| {
            opener && won != Won::Single
        }),
    ];
    rows.extend(lasting);
    rows
}

fn of_judge(who: &str, games: &[Played]) -> Option<Finding> {
    // Two games of the same dice are one pair, so that pairs are independent.
    let pairs: Vec<f64> =
        games.chunks(2).map(|pair| pair.iter().map(|game| game.lost).sum::<f64>() / 2.0).collect();
    let (lost, plays) = games
        .iter()
        .fold((0.0, 0), |(lost, plays), game| (lost + game.lost, plays + u64::from(game.plays)));
    let note = format!(
        "of the result, against best play from the start: the losses of its plays added up, over {} \
         games; {:.5} a roll, {:.1} rolls a game",
        grouped(games.len() as u64),
        lost / plays as f64,
        plays as f64 / games.len() as f64,
    );
    let mean = Mean::of(&pairs, DIGITS)?;
    Some(mean.row(format!("loss of a game from the start, {who}")).noting(note))
}

/// Plays a game from the start, begun by the first player with a roll that is no double. A player
/// without a judge makes the best play.
fn play(
    stored: StoredValues<'_>,
    players: [Option<&dyn PositionValuer>; 2],
    random: &mut Random,
) -> Result<Played, Error> {
    let game = stored.domain.game();
    let variant: &Variant = &game.variant;
    let mut position = Position::new(variant.start(), variant.start());
    let (mut scratch, mut afters) = (PlayScratch::default(), Vec::new());
    let mut played = Played { rolls: 0, won: None, lost: 0.0, plays: 0 };
    while played.rolls < LONGEST {
        if let Some(payoffs) = game.outcome(&position) {
            played.won = Won::of(variant, &position).map(|won| (payoffs.of(0) > 0, won));
            break;
        }
        let roll = loop {
            let [one, other] = [(); 2].map(|()| random.throw(variant.faces().into()) as u8 + 1);
            if played.rolls > 0 || one != other {
                break Roll::new(one, other);
            }
        };
        played.rolls += 1;
        afters.clear();
        let turn = MoveGenerator::new(variant, &position);
        turn.for_each_after(roll, &mut scratch, |after: Position| afters.push(after));
        let worth = |after: &Position| Ok(-stored.value(after)?.unwrap_or(f64::NAN));
        let worths: Vec<f64> = afters.iter().map(worth).collect::<Result<_, Error>>()?;
        let Some((best, most)) = greatest(worths.iter().copied()) else { break };
        let chosen = players[position.seat()].and_then(|judge| {
            played.plays += 1;
            let (chosen, _) = greatest(afters.iter().map(|after| looks(judge, after)))?;
            played.lost += most - worths[chosen];
            Some(chosen)
        });
        position = afters[chosen.unwrap_or(best)];
    }
    Ok(played)
}
