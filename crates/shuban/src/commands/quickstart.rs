//! `quickstart`

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use serde_json::Value as Json;
use shuban_catalog::report::{BuildReport, Verification};
use shuban_catalog::{Printable, Session};
use shuban_core::Example;
use shuban_core::advice::program_name;
use shuban_core::text::grouped;

use crate::commands::{build, verify};
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Number of positions that are verified if an earlier run verified all.
const SAMPLE: u64 = 10_000;

/// Build, verify and probe the first databases, and suggest what to try next
///
/// Takes less than a minute. A second run rebuilds nothing and verifies samples only.
#[derive(Args, Debug)]
pub(crate) struct Quickstart;

#[derive(Serialize)]
struct Summary<'a> {
    data: PathBuf,
    passed: bool,
    seconds: f64,
    built: Vec<BuildReport>,
    verified: Vec<Verification>,
    probes: Vec<Json>,
    #[serde(skip)]
    last: &'a Example,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (data, program) = (self.data.display(), program_name());
        let Example { layer, game, position, chance, .. } = self.last;
        let roll = chance.as_ref().map_or(String::new(), |chance| format!(" --roll {chance}"));
        let next = [
            ("list".to_owned(), "what else there is"),
            (format!("show {game} \"{position}\""), "a position, drawn"),
            (format!("probe {game} \"{position}\"{roll}"), "its value, and that of every move"),
            (format!("verify {layer} --all"), "check every position yourself"),
            (format!("info {layer}"), "what a file holds"),
        ];
        let width = next.iter().map(|(command, _)| command.len()).max().unwrap_or_default();
        let seconds = self.seconds;
        write!(
            f,
            "Done in {seconds:.1} s. The files are in {data}; the next run finds them there. "
        )?;
        writeln!(f, "Try next:")?;
        let mut lines = next.iter();
        lines.try_for_each(|(command, what)| write!(f, "\n  {program} {command:<width$}  {what}"))
    }
}

impl Quickstart {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Context { catalog, common, .. } = *context;
        let examples = catalog.examples();
        let Some(last) = examples.last() else {
            return Err(Failure::usage("no game of this program has registered an example"));
        };
        context.if_interrupted(build::goes_on);
        let started = Instant::now();
        // Printed as it goes; as JSON everything is printed at the end.
        let say =
            |text: &str| if common.json || common.quiet { Ok(()) } else { context.line(text) };
        let mut layers: Vec<&str> = Vec::new();
        for example in examples {
            if !layers.contains(&example.layer.as_str()) {
                layers.push(&example.layer);
            }
        }

        say(&format!("{}: exact endgame databases.\n", program_name()))?;
        say("1. Build: the value of every position, from the rules alone\n")?;
        let mut built = Vec::new();
        for name in &layers {
            let result =
                build::build(&catalog.layer(name)?, &build::usual_options(common), context)?;
            say(&line_of(&result))?;
            built.push(result);
        }

        say("\n2. Verify: each stored value must follow from those of the positions after it\n")?;
        let mut verified = Vec::new();
        for (name, built) in layers.iter().zip(&built) {
            // A sample is enough if an earlier run has verified the whole.
            let sample = (!built.layers.iter().any(|layer| layer.built)).then_some(SAMPLE);
            let meter = context.meter();
            let result = catalog.layer(name)?.verify(
                &verify::options(sample, false, common),
                true,
                &meter,
            )?;
            drop(meter);
            if !result.passed {
                return context.verdict(&result, false);
            }
            say(&format!(
                "  {name}: {} positions in {} are right{}",
                grouped(result.positions),
                layers_text(result.layers.len()),
                if sample.is_some() {
                    " (a sample; `verify DOMAIN --all` checks every one)"
                } else {
                    ""
                }
            ))?;
            verified.push(result);
        }

        say("\n3. Probe: a few positions")?;
        let mut probes = Vec::new();
        for Example { game, position, chance, why, .. } in examples {
            let session = Session::new(catalog, catalog.target(game)?, common.data());
            let question = session.question(position, chance.as_deref())?;
            let answer = question.drawn(session.answer(&question)?, context.medium())?;
            say(&format!("\n{why}\n\n{}", answer.text()))?;
            probes.push(answer.json());
        }

        say("")?;
        let seconds = started.elapsed().as_secs_f64();
        let summary = Summary {
            data: common.data().to_owned(),
            passed: true,
            seconds,
            built,
            verified,
            probes,
            last,
        };
        context.account(&summary)
    }
}

fn line_of(built: &BuildReport) -> String {
    let positions = built.layers.iter().map(|layer| layer.positions).sum::<u64>();
    let how = match built.layers.iter().filter(|layer| layer.built).count() {
        0 => "was built already".to_owned(),
        _ => format!("built in {:.1} s", built.total_seconds),
    };
    let (layers, positions) = (layers_text(built.layers.len()), grouped(positions));
    format!("  {:<24} {positions:>9} positions in {layers}, {how}", built.layer.name)
}

fn layers_text(count: usize) -> String {
    if count == 1 { "1 layer".to_owned() } else { format!("{count} layers") }
}
