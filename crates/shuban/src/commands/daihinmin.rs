//! `shuban daihinmin ...`

use std::time::Duration;

use shuban_catalog::{LeadShelf, PoolWorkers, suggestion, with_threads};
use shuban_uec::game::ContestRules;
use shuban_uec::matches::{Host, HostOptions, JoinOptions, MatchOptions, check_records, join, play, setup};
use shuban_uec::players::{PlayerKind, Setup};

use crate::arguments::{Common, Daihinmin, Thinking};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(command: &Daihinmin, common: &Common, output: &Output) -> Result<Status, Failure> {
    match command {
        Daihinmin::Match { players, games, seed, records, thinking } => {
            let players: Vec<PlayerKind> =
                players.iter().map(|name| player(name)).collect::<Result<_, _>>()?;
            let players =
                players.try_into().map_err(|_| Failure::usage("a match is between five players"))?;
            let options = MatchOptions { players, games: *games, seed: *seed, records: records.clone() };
            interrupt::heed();
            let meter = Meter::new(output);
            let played = with_threads(common.threads(), || {
                let setup = set_up(&options.players, thinking, common, &meter)?;
                play(&setup, &options, &meter)
            })??;
            output.answer(&played.report)?;
            Ok(Status::Success)
        }
        Daihinmin::Serve { host, port, games, seed, joining, turn, records } => {
            let options = HostOptions {
                host: host.clone(),
                port: *port,
                games: *games,
                seed: *seed,
                joining: Duration::from_secs_f64(*joining),
                turn: Duration::from_secs_f64(*turn),
                records: records.clone(),
            };
            interrupt::heed();
            let host = Host::bind(options)?;
            output.remark(&format!("listening on {}", host.address()));
            let report = host.run(&Meter::new(output))?;
            output.account(&report)?;
            Ok(Status::Success)
        }
        Daihinmin::Client { host, port, player, name, seed, reaching, silence, thinking } => {
            let options = JoinOptions {
                host: host.clone(),
                port: *port,
                player: self::player(player)?,
                name: name.clone(),
                seed: *seed,
                reaching: Duration::from_secs_f64(*reaching),
                silence: Duration::from_secs_f64(*silence),
            };
            interrupt::heed();
            let meter = Meter::new(output);
            let players = [options.player];
            let setup = with_threads(common.threads(), || set_up(&players, thinking, common, &meter))??;
            let report = join(&options, &setup, &meter)?;
            output.account(&report)?;
            Ok(Status::Success)
        }
        Daihinmin::Check { files } => {
            let checked = check_records(files)?;
            output.answer(&checked)?;
            Ok(if checked.passed { Status::Success } else { Status::Negative })
        }
    }
}

/// What these players need, on the threads of the current pool.
fn set_up(
    players: &[PlayerKind],
    thinking: &Thinking,
    common: &Common,
    meter: &Meter,
) -> Result<Setup, shuban_uec::Error> {
    let (shelf, workers) = (LeadShelf::new(&common.data), PoolWorkers { progress: meter });
    setup(players, ContestRules::default(), &thinking.setting(), &shelf, &workers, meter)
}

/// The player of a name.
fn player(name: &str) -> Result<PlayerKind, Failure> {
    PlayerKind::by_name(name).ok_or_else(|| {
        let names = PlayerKind::ALL.map(PlayerKind::name);
        let near = suggestion(name, names);
        let hint = if near.is_empty() { format!("; there are {}", names.join(", ")) } else { near };
        let message = format!("there is no player `{name}`{hint}");
        Failure::Said { status: Status::BadInput, kind: "unknown-player", message }
    })
}
