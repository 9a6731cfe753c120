//! `play` for a match, or for money.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, FromArgMatches};
use serde_json::json;
use shuban::series::{Moment, Reaction, Series, Told};
use shuban::{Context, Failure, Play, Status};
use shuban_core::Seat;
use shuban_match::cube_player::CubeDecision;
use shuban_match::match_file::Act;
use shuban_match::match_in_play::{MatchInPlay, MatchRules, MoveInPlay};
use shuban_match::match_play::Stakes;
use shuban_match::variant_named;
use shuban_play::{Basis, Level};
use shuban_store::whole_file;

use super::flags::usage;

// Flags of `play` for matches: a doc comment would be the help of the command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Match play and money")]
pub(super) struct PlayFlags {
    /// Play a match to this many points, with a cube
    #[arg(long = "match", value_name = "POINTS", conflicts_with_all = ["position", "resume", "money"],
          value_parser = clap::value_parser!(u32).range(1..=99))]
    length: Option<u32>,
    /// Play for money, with a cube, game after game
    #[arg(long, conflicts_with_all = ["position", "resume"])]
    money: bool,
    /// The match is played without the Crawford rule
    #[arg(long, requires = "length")]
    no_crawford: bool,
    /// For money: gammons count only once the cube was turned (Jacoby's rule)
    #[arg(long, requires = "money")]
    jacoby: bool,
}

/// Words of a match.
const WORDS: [(&str, &str); 4] = [
    ("double", "offers the cube, before you roll"),
    ("take", "takes a double; `pass` gives the game up instead"),
    ("resign", "gives the game up; `resign gammon`, `resign backgammon` for more"),
    ("save FILE", "writes the finished games to a .mat or .sgf file, and goes on to do so"),
];

/// Plays, if the flags are given.
pub(super) fn play(matches: &ArgMatches, context: &Context<'_>) -> Result<Option<Status>, Failure> {
    let flags = PlayFlags::from_arg_matches(matches).map_err(|error| usage(&error))?;
    if flags.length.is_none() && !flags.money {
        return Ok(None);
    }
    let asked = Play::from_arg_matches(matches).map_err(|error| usage(&error))?;
    let rules = MatchRules {
        length: flags.length.unwrap_or_default(),
        is_crawford: !flags.no_crawford,
        is_jacoby: flags.jacoby,
    };
    let status = asked.run_with(context, |game, names| {
        let name = game.name();
        let variant = variant_named(&name)
            .ok_or_else(|| Failure::usage(format!("{name} is not played for matches here")))?;
        let players = [0, 1].map(|seat| names.get(seat).cloned().unwrap_or_default());
        let series = MatchSeries { played: MatchInPlay::new(&variant, rules, players), file: None };
        Ok(Some(Box::new(series) as Box<dyn Series>))
    });
    status.map(Some)
}

/// A match between the human player and another one.
struct MatchSeries {
    played: MatchInPlay,
    /// File that finished games are written to.
    file: Option<PathBuf>,
}

impl MatchSeries {
    /// Decides about a double of a seat that is about to roll.
    fn decision(&self, seat: Seat, moment: &Moment<'_>) -> Result<CubeDecision, Failure> {
        let position = &*moment.line.now().position.text;
        let shelf = &*moment.resources.shelf;
        let meter = moment.context.meter();
        Ok(self.played.decision((position, seat), moment.level, shelf, &meter)?)
    }

    /// Turns the cube, and tells of it.
    fn turned(
        &mut self,
        (seat, act): (Seat, Act),
        moment: &Moment<'_>,
        decided: Option<CubeDecision>,
    ) -> Reaction {
        let ply = moment.line.moves().len();
        if let Err(error) = self.played.turn_cube(seat, act, ply) {
            return Told::refusal("no-double", &error.to_string()).into();
        }
        let (word, does) = match act {
            Act::Double => ("double", "doubles"),
            Act::Take => ("take", "takes"),
            _ => ("pass", "passes"),
        };
        let Stakes { cube, owner, .. } = self.played.stakes();
        let basis =
            decided.map(|decision| decision.basis).filter(|_| moment.level != Level::Random);
        let event = json!({
            "event": word, "ply": ply, "seat": seat, "cube": cube, "owner": owner,
            "basis": basis.map(Basis::name),
        });
        let why = basis.map_or(String::new(), |basis| format!("  ({})", basis.text()));
        let to = match act {
            Act::Double => format!(" to {}", 2 * cube),
            _ => String::new(),
        };
        let ask = match act {
            Act::Double if seat != moment.you => "; `take` or `pass`?",
            _ => "",
        };
        let text = format!("{}: {does}{to}{why}{ask}", moment.seats[seat]);
        let conceded = (act == Act::Drop).then_some((seat, "passes"));
        Reaction { told: vec![Told { event, text }], conceded }
    }

    /// Offers the human player's double; the other one answers at once.
    fn double(&mut self, moment: &Moment<'_>) -> Result<Reaction, Failure> {
        let (you, other) = (moment.you, 1 - moment.you);
        if moment.is_rolled || moment.line.now().seat != you {
            let reason = "you double before you roll";
            return Ok(Told::refusal("no-double", reason).into());
        }
        if let Err(error) = self.played.may_double(you, moment.line.moves().len()) {
            return Ok(Told::refusal("no-double", &error.to_string()).into());
        }
        let decided = self.decision(you, moment)?;
        let mut all = self.turned((you, Act::Double), moment, None);
        let answer = if decided.takes { Act::Take } else { Act::Drop };
        let answered = self.turned((other, answer), moment, Some(decided));
        all.told.extend(answered.told);
        Ok(Reaction { conceded: answered.conceded, ..all })
    }

    /// Selects the file of the match, and writes it.
    fn save(&mut self, file: &str) -> Reaction {
        let path = Path::new(file);
        match self.write(path) {
            Ok(()) => {
                self.file = Some(path.to_owned());
                let games = self.played.games().len();
                let event = json!({ "event": "saved", "file": file, "games": games });
                Told { event, text: format!("finished games in {file}: {games}") }.into()
            }
            Err((kind, reason)) => Told::refusal(kind, &reason).into(),
        }
    }

    fn write(&self, path: &Path) -> Result<(), (&'static str, String)> {
        let file = path.display();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let text = self.played.text(ending).ok_or_else(|| {
            ("no-file", format!("cannot write `{file}`: the file must end in .mat or .sgf"))
        })?;
        let written: std::io::Result<()> = whole_file(path, |out| out.write_all(text.as_bytes()));
        written.map_err(|error| ("io", format!("{file}: {error}")))
    }
}

impl Series for MatchSeries {
    fn words(&self) -> &'static [(&'static str, &'static str)] {
        &WORDS
    }

    fn stakes(&self, moment: &Moment<'_>) -> Option<Told> {
        let Stakes { length, score, cube, owner, is_crawford, .. } = self.played.stakes();
        let event = json!({
            "length": length, "score": score, "cube": cube, "owner": owner, "crawford": is_crawford,
        });
        let of = match length {
            0 => "for money".to_owned(),
            length => format!("match to {length}"),
        };
        let owner = owner.map_or("in the middle", |seat| &moment.seats[seat]);
        let crawford = if is_crawford { ", the Crawford game" } else { "" };
        let [one, two] = score;
        Some(Told { event, text: format!("{of}, {one} : {two}{crawford}; cube {cube}, {owner}") })
    }

    fn asks(&self) -> bool {
        self.played.asked().is_some()
    }

    fn word(&mut self, line: &str, moment: &Moment<'_>) -> Result<Option<Reaction>, Failure> {
        let you = moment.you;
        let is_asked = self.played.asked() == Some(you);
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let reaction = match words[..] {
            ["double"] => self.double(moment)?,
            ["take"] => self.turned((you, Act::Take), moment, None),
            ["pass" | "drop"] => self.turned((you, Act::Drop), moment, None),
            // An offer is answered by that, whatever is given up.
            ["resign", ..] if is_asked => self.turned((you, Act::Drop), moment, None),
            ["resign", ref size @ ..] if self.played.resign(&size.join(" ")) => {
                Reaction { told: Vec::new(), conceded: Some((you, "resigns")) }
            }
            ["save", _, ..] => self.save(line.trim()["save".len()..].trim()),
            ["board" | "help" | "?" | "quit" | "exit"] | [] => return Ok(None),
            _ if is_asked => {
                Told::refusal("not-answered", "answer the double first: `take` or `pass`").into()
            }
            _ => return Ok(None),
        };
        Ok(Some(reaction))
    }

    fn before_roll(&mut self, moment: &Moment<'_>) -> Result<Reaction, Failure> {
        let seat = moment.line.now().seat;
        if self.played.may_double(seat, moment.line.moves().len()).is_err() {
            return Ok(Reaction::default());
        }
        let decided = self.decision(seat, moment)?;
        Ok(match decided.doubles {
            true => self.turned((seat, Act::Double), moment, Some(decided)),
            false => Reaction::default(),
        })
    }

    fn take_back(&mut self, moves: usize) {
        self.played.take_back(moves);
    }

    fn ended(
        &mut self,
        conceded: Option<Seat>,
        moment: &Moment<'_>,
    ) -> Result<(Told, bool), Failure> {
        let moves: Vec<MoveInPlay<'_>> = moment
            .line
            .moves()
            .iter()
            .map(|made| (made.seat, made.chance.as_deref(), &*made.action))
            .collect();
        let result = self.played.end_game(&moves, conceded).map_err(|error| {
            Failure::environment("match", format!("the game does not fit the rules: {error}"))
        })?;
        let Stakes { length, score, is_crawford, .. } = self.played.stakes();
        let is_over = self.played.is_over();
        let games = self.played.games().len();
        let event = json!({
            "event": "score", "game": games, "winner": result.winner, "points": result.points,
            "score": score, "length": length, "crawford": is_crawford, "over": is_over,
        });
        let plural = if result.points == 1 { "" } else { "s" };
        let whole = if is_over { " and the match" } else { "" };
        let [one, two] = score;
        let crawford = if is_crawford && !is_over { "; the Crawford game is next" } else { "" };
        let winner = &moment.seats[result.winner];
        let points = result.points;
        let mut text =
            format!("{winner} wins {points} point{plural}{whole}: {one} : {two}{crawford}");
        if let Some(Err((_, reason))) = self.file.as_deref().map(|file| self.write(file)) {
            text = format!("{text}\n{reason}");
        }
        Ok((Told { event, text }, !is_over))
    }
}
