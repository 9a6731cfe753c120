//! `shuban daihinmin ...`

use std::time::Duration;

use shuban_catalog::{Host, HostOptions, JoinOptions, MatchOptions, check_records, join, play_match};

use crate::arguments::{Common, Daihinmin};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(command: &Daihinmin, common: &Common, output: &Output) -> Result<Status, Failure> {
    match command {
        Daihinmin::Match { players, games, seed, records, thinking } => {
            let players = players.clone().try_into();
            let options = MatchOptions {
                players: players.map_err(|_| Failure::usage("a match is between five players"))?,
                games: *games,
                seed: *seed,
                setting: thinking.setting(common),
                records: records.clone(),
                threads: common.threads(),
            };
            interrupt::heed();
            let report = play_match(&options, &Meter::new(output))?;
            output.answer(&report)?;
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
                player: player.clone(),
                name: name.clone(),
                seed: *seed,
                setting: thinking.setting(common),
                reaching: Duration::from_secs_f64(*reaching),
                silence: Duration::from_secs_f64(*silence),
                threads: common.threads(),
            };
            interrupt::heed();
            let report = join(&options, &Meter::new(output))?;
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
