//! `shuban quickstart`

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use serde_json::Value as Json;
use shuban_catalog::{Built, Report, Session, Target, Verification, catalog, grouped};

use crate::arguments::Common;
use crate::commands::{build, verify};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

const DOMAINS: [&str; 3] = ["half-gammon/contact-3-3", "backgammon/contact-1-1", "backgammon/contact-2-1"];

/// Positions that are checked where all were checked before.
const SAMPLE: u64 = 10_000;

/// Positions worth a look: the game, the position, a roll to see all moves of, and why.
const POSITIONS: [(&str, &str, Option<&str>, &str); 4] = [
    (
        "backgammon",
        "24|24",
        None,
        "The longest run home: one checker each, and each has to pass the other. How good is it to roll first?",
    ),
    (
        "backgammon",
        "bar|1,2",
        None,
        "The last shot: the opponent bears off next turn, unless X hits from the bar.",
    ),
    (
        "backgammon",
        "6,12|20",
        Some("5-1"),
        "Hit the lone checker, or make the point behind it? Every move of a 5-1, best first.",
    ),
    (
        "half-gammon",
        "10,11,12|10,11,12",
        Some("3-1"),
        "Half-gammon is backgammon on half a board with dice of three faces. Three checkers each, all still to \
         come home.",
    ),
];

#[derive(Serialize)]
struct Summary {
    data: PathBuf,
    passed: bool,
    seconds: f64,
    built: Vec<Built>,
    verified: Vec<Verification>,
    probes: Vec<Json>,
}

impl Report for Summary {
    fn text(&self) -> String {
        let data = self.data.display();
        format!(
            "Done in {:.1} s. The files are in {data}; the next run finds them there. Try next:\n\n  \
             shuban list                                      what else there is\n  \
             shuban show backgammon \"6,bar|3,4\"               a board of your own\n  \
             shuban probe backgammon \"6,bar|3\" --roll 6-4     every move of a roll\n  \
             shuban build backgammon/contact-3-3              six million positions in some minutes\n  \
             shuban verify half-gammon/contact-3-3 --all      check every position yourself\n  \
             shuban info backgammon/contact-2-1               what a file holds",
            self.seconds
        )
    }
}

pub(crate) fn run(common: &Common, output: &Output) -> Result<Status, Failure> {
    interrupt::heed();
    let started = Instant::now();
    // Said as it goes; as JSON all of it is said at the end.
    let say = |text: &str| if output.json || output.quiet { Ok(()) } else { output.line(text) };

    say("Shuban: exact endgame databases.\n")?;
    say("1. Build: certified values of every position, from the rules alone\n")?;
    let mut built = Vec::new();
    for domain in DOMAINS {
        let result = build::build(&catalog().layer(domain)?, &common.build_options(), output)?;
        say(&line_of(&result))?;
        built.push(result);
    }

    say("\n2. Verify: each stored interval must contain what follows from the positions after it\n")?;
    let mut verified = Vec::new();
    for (domain, built) in DOMAINS.into_iter().zip(&built) {
        // What an earlier run has verified whole is looked at again in a sample.
        let sample = (!built.layers.iter().any(|layer| layer.built)).then_some(SAMPLE);
        let meter = Meter::new(output);
        let result = catalog().layer(domain)?.verify(&verify::options(sample, common), true, &meter)?;
        drop(meter);
        if !result.passed {
            output.answer(&result)?;
            return Ok(Status::Negative);
        }
        say(&format!(
            "  {domain}: {} positions in {} are right{}",
            grouped(result.positions),
            layers_text(result.layers.len()),
            if sample.is_some() { " (a sample; `shuban verify DOMAIN --all` checks every one)" } else { "" }
        ))?;
        verified.push(result);
    }

    say("\n3. Probe: values from -1 (X loses) to 1 (X wins), X about to roll")?;
    let mut probes = Vec::new();
    for (game, position, roll, why) in POSITIONS {
        let game = catalog().game(game)?;
        let answer = Session::new(catalog(), Target::Game(game), &common.data).probe(position, roll)?;
        say(&format!("\n{why}\n\n{}\n\n{}", game.draw(position, output.colour())?, answer.text()))?;
        probes.push(answer.json());
    }

    say("")?;
    let seconds = started.elapsed().as_secs_f64();
    let summary = Summary { data: common.data.clone(), passed: true, seconds, built, verified, probes };
    output.account(&summary)?;
    Ok(Status::Success)
}

fn line_of(built: &Built) -> String {
    let positions = built.layers.iter().map(|layer| layer.positions).sum::<u64>();
    let how = match built.layers.iter().filter(|layer| layer.built).count() {
        0 => "was built already".to_owned(),
        _ => format!("built in {:.1} s", built.total_seconds),
    };
    let (layers, positions) = (layers_text(built.layers.len()), grouped(positions));
    format!("  {:<24} {positions:>9} positions in {layers}, {how}", built.layer.domain)
}

fn layers_text(count: usize) -> String {
    if count == 1 { "1 layer".to_owned() } else { format!("{count} layers") }
}
