//! Speed of the games that the strongest player of Daihinmin plays out.

use std::fmt;
use std::time::Instant;

use serde::Serialize;
use shuban_catalog::{Catalog, Error, Printable};
use shuban_core::text::grouped;
use shuban_core::{Progress, Random};
use shuban_daihinmin_game::players::champion::play_out;
use shuban_daihinmin_game::policy::{Odds, Policy};
use shuban_daihinmin_game::{Cards, ContestPosition, ContestRules, PLAYERS};

use crate::methods::TimingOptions;

/// Games between two looks at the clock.
const AT_ONCE: u64 = 100;

/// Speed of playing deals of the whole pack out, from the first lead until one seat has its place.
#[derive(Serialize)]
struct Playouts {
    games: u64,
    seconds: f64,
    games_per_second: f64,
}

impl fmt::Display for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = grouped(self.games_per_second as u64);
        write!(f, "Games of daihinmin, played out by the policy: one thread\n  {rate:>40} games/s")
    }
}

/// Plays deals out for some time.
pub(crate) fn time(
    options: &TimingOptions,
    _: &Catalog,
    progress: &dyn Progress,
) -> Result<Box<dyn Printable>, Error> {
    let (rules, policies) = (ContestRules::default(), [(); PLAYERS].map(|()| Policy::bundled()));
    let (mut odds, mut random) = (Odds::default(), Random::new(options.seed));
    let (started, mut games) = (Instant::now(), 0);
    while started.elapsed().as_secs_f64() < options.seconds {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        for _ in 0..AT_ONCE {
            let pack = Cards::ALL.shuffled(&mut random);
            let hand = |seat| pack.iter().skip(seat).step_by(PLAYERS).copied().collect();
            let position = ContestPosition::new(&rules, std::array::from_fn(hand));
            let seat = position.table.turn;
            play_out(&rules, &policies, None, position, seat, &mut odds, &mut random);
        }
        games += AT_ONCE;
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Box::new(Playouts { games, seconds, games_per_second: games as f64 / seconds }))
}
