//! The players of Daihinmin one above the other, and what each idea of the strongest is worth.

use shuban_catalog::Error;
use shuban_core::shelf::EmptyShelf;
use shuban_daihinmin::matches::{MatchOptions, PlayedMatch, PlayerSetting, play, setup};
use shuban_daihinmin::players::PlayerKind;
use shuban_daihinmin_game::ContestRules;
use shuban_daihinmin_game::players::ChampionSetting;
use shuban_daihinmin_game::players::champion::BeliefSetting;
use shuban_daihinmin_game::policy::Policy;
use shuban_solve::PoolWorkers;

use crate::finding::Finding;
use crate::line_ups::failed;
use crate::paper::Recomputation;

const SEED: u64 = 47;

/// The players of the ladder, the weakest first.
const LADDER: [PlayerKind; 7] = [
    PlayerKind::Random,
    PlayerKind::Default,
    PlayerKind::Base,
    PlayerKind::Endgame,
    PlayerKind::EndgamePlus,
    PlayerKind::Policy,
    PlayerKind::Champion,
];

/// Opponents, four of each at a time.
const OPPONENTS: [PlayerKind; 2] = [PlayerKind::Default, PlayerKind::EndgamePlus];

/// Keeps the points of each player of the ladder against four others.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let games = run.size(600, 20_000);
    let count = LADDER.len() * OPPONENTS.len();
    let pairs = OPPONENTS.into_iter().flat_map(|others| LADDER.map(|player| (player, others)));
    for (number, (player, others)) in (1..).zip(pairs) {
        let what = format!("{} against four {}", player.name(), others.name());
        run.progress.layer(&what, number, count);
        let played = one_against_four(run, player, others, &PlayerSetting::default(), games)?;
        run.keep(points(&what, &played));
    }
    Ok(Vec::new())
}

/// Returns a search that many matches have time for.
pub(crate) fn small_search() -> ChampionSetting {
    ChampionSetting { simulations: 500, deals: 200, ..ChampionSetting::default() }
}

/// An idea: its description, the player with it, and the four others.
struct Step {
    what: &'static str,
    player: PlayerKind,
    search: ChampionSetting,
    others: PlayerKind,
}

/// Returns the champion as its ideas are added one by one.
fn steps() -> [Step; 10] {
    let blind = BeliefSetting { trust: 0.0, exchange: 0.0, ..BeliefSetting::default() };
    let exchange = BeliefSetting { trust: 0.0, ..BeliefSetting::default() };
    let whole = small_search();
    let alike = ChampionSetting { opponents: false, ..whole };
    let plain = ChampionSetting { beliefs: blind, classes: false, gifts: false, ..alike };
    let with_exchange = ChampionSetting { beliefs: exchange, ..plain };
    let with_turns = ChampionSetting { beliefs: alike.beliefs, ..plain };
    let with_classes = ChampionSetting { classes: true, ..with_turns };
    let more = ChampionSetting { simulations: 2_000, deals: 400, ..whole };
    let (others, player) = (PlayerKind::EndgamePlus, PlayerKind::Champion);
    let step = |what, search| Step { what, player, search, others };
    let default = |what, search| Step { others: PlayerKind::Default, ..step(what, search) };
    [
        Step { player: PlayerKind::Policy, ..step("the policy alone", plain) },
        step("search over deals at random", plain),
        step("deals that agree with the exchange", with_exchange),
        step("deals that explain the turns", with_turns),
        step("what a class is worth", with_classes),
        step("gifts by search", alike),
        step("others by what explains their games: all of it", whole),
        step("four times the games played out", more),
        default("against four default, gifts by search", alike),
        default("against four default, all of it", whole),
    ]
}

/// Keeps the points of the champion against four others, `endgame+` but for the last rows, as its
/// ideas are added.
pub(crate) fn steps_of_the_champion(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let games = run.size(800, 20_000);
    let steps = steps();
    for (number, step) in (1..).zip(&steps) {
        let Step { what, player, search, others } = *step;
        run.progress.layer(what, number, steps.len());
        // The player without search is to show what search adds to the champion's own policy.
        let policy = Some(Policy::bundled());
        let setting = PlayerSetting { search, policy, ..PlayerSetting::default() };
        let played = one_against_four(run, player, others, &setting, games)?;
        run.keep(points(what, &played));
    }
    Ok(Vec::new())
}

/// Plays a player of one kind against four of another.
pub(crate) fn one_against_four(
    run: &Recomputation<'_>,
    player: PlayerKind,
    others: PlayerKind,
    setting: &PlayerSetting,
    games: u32,
) -> Result<PlayedMatch, Error> {
    let players = [player, others, others, others, others];
    let (shelf, workers) = (EmptyShelf, PoolWorkers { progress: run.progress });
    let rules = ContestRules::default();
    let setup = setup(&players, rules, setting, &shelf, &workers, run.progress);
    let options = MatchOptions { players, games, seed: SEED, records: None };
    play(&setup.map_err(failed)?, &options, run.progress).map_err(failed)
}

/// Returns the row of the first player's points a game.
pub(crate) fn points(what: &str, played: &PlayedMatch) -> Finding {
    let games = f64::from(played.report.games);
    let player = &played.report.players[0];
    let a_game = |points: f64| (points / games * 1_000.0).round() / 1_000.0;
    let mean = a_game(player.points as f64);
    let ci95 = player.ci95.map(|both| both.map(a_game));
    // The five share fifteen points.
    let lead = 1.25 * (mean - 3.0);
    let half = ci95.map_or(f64::INFINITY, |[low, _]| mean - low);
    let note = format!(
        "95 %: ± {half:.3}, {games} games; {lead:+.2} a game above the mean of the four others"
    );
    let row = Finding::unprinted(format!("{what}: points a game"), mean).noting(note);
    match ci95 {
        Some(ci95) => Finding { ci95: Some(ci95), ..row },
        None => row,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_adds_one_idea() {
        let steps = steps().map(|step| step.search);
        assert!(steps[1..7].windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(steps[6], small_search());
        assert_eq!(steps[7..], [ChampionSetting::default(), steps[5], small_search()]);
    }
}
