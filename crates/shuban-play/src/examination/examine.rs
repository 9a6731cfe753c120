//! The examination: questions about the positions of a layer, and what the answers cost.

use std::collections::BTreeMap;
use std::time::Duration;

use shuban_catalog::numbered::{NumberedPlay, NumberedPosition, NumberedTurn, RatedValue};
use shuban_catalog::{AnyFamily, AnyGame, Error, OpenFamily};
use shuban_core::text::grouped;
use shuban_core::{LayerId, Progress, Random};

use crate::examination::deadline::Deadline;
use crate::examination::decision_graph::{DecisionGraph, MOST, Reached};
use crate::examination::exact_play::{ExactPlay, PolicyValues};
use crate::examination::examinee::{AnswerForm, Examinee};
use crate::examination::fault::{Ended, Faults};
use crate::examination::findings::{
    EndedEarly, Findings, HardPosition, MisjudgedPosition, Tallied,
};
use crate::examination::known_values::KnownValues;

/// Options of an examination.
#[derive(Clone, Debug)]
pub struct ExaminationOptions {
    /// Number of positions of the sample, each with one chance event; `None`: all positions with
    /// all events.
    pub sample: Option<u64>,
    /// Seed of the sample.
    pub seed: u64,
    /// Number of questions that are asked at once, at most.
    pub batch: usize,
    /// Number of wrong answers after which the examination ends.
    pub most_faults: u64,
    /// Time after which it ends.
    pub time: Option<Duration>,
    /// Number of decisions to list.
    pub hardest: usize,
    /// True if the worth of the play is wanted, for which layers below are asked about too.
    pub exact_play: bool,
    /// Limit on the memory in which that is solved, in bytes.
    pub memory: u64,
}

impl Default for ExaminationOptions {
    /// Returns the options of an examination of all positions without the worth of play, which may
    /// take any time and ends with the first hundred wrong answers.
    fn default() -> Self {
        ExaminationOptions {
            sample: None,
            seed: 1,
            batch: 256,
            most_faults: 100,
            time: None,
            hardest: 20,
            exact_play: false,
            memory: 1 << 30,
        }
    }
}

/// Positions whose turns are looked at together.
const AT_ONCE: usize = 64;

/// Bytes that a position takes in the graph of decisions, with its events and plays, about.
const BYTES_A_POSITION: u64 = 1_500;

/// A decision and its loss, before texts are made of it.
pub(super) struct Lost {
    place: NumberedPosition,
    event: usize,
    chosen: usize,
    best: usize,
    loss: f64,
}

/// A value that is off, before texts are made of it.
pub(super) struct Misjudged {
    place: NumberedPosition,
    told: f64,
    exact: f64,
}

impl Misjudged {
    fn size(&self) -> f64 {
        (self.told - self.exact).abs()
    }
}

/// An examination in progress.
pub(super) struct Examination<'e> {
    pub(super) open: &'e dyn OpenFamily,
    pub(super) game: &'e dyn AnyGame,
    pub(super) examinee: &'e mut dyn Examinee,
    pub(super) options: &'e ExaminationOptions,
    pub(super) progress: &'e dyn Progress,
    /// The layer that figures are about.
    pub(super) layer: LayerId,
    /// Number of the first position of each layer in the graph.
    pub(super) bases: BTreeMap<LayerId, u64>,
    pub(super) range: [f64; 2],
    pub(super) deadline: Deadline,
    pub(super) known: KnownValues,
    /// Number of turns that were begun.
    pub(super) begun: u64,
    pub(super) all: Tallied,
    pub(super) classes: BTreeMap<String, Tallied>,
    pub(super) hardest: Vec<Lost>,
    pub(super) misjudged: Vec<Misjudged>,
    pub(super) faults: Faults,
    pub(super) left_out: u64,
    pub(super) questions: u64,
    pub(super) seconds: f64,
    /// The graph, as long as every turn was answered.
    pub(super) graph: Option<DecisionGraph>,
    pub(super) ended: Option<Ended>,
}

/// Examines a player on a layer that is built.
///
/// # Errors
/// [`Error`] if a layer is not built or damaged; [`Error::Refused`] if its values are no numbers,
/// or the worth of play is asked of a sample or of too many positions.
pub fn examine(
    family: &dyn AnyFamily,
    layer: LayerId,
    (open, game): (&dyn OpenFamily, &dyn AnyGame),
    examinee: &mut dyn Examinee,
    options: &ExaminationOptions,
    progress: &dyn Progress,
) -> Result<Findings, Error> {
    let range = open.worth(NumberedPosition { layer, number: 0 })?.range;
    let layers = if options.exact_play { family.needed(layer) } else { vec![layer] };
    let (mut bases, mut count) = (BTreeMap::new(), 0);
    for &layer in &layers {
        bases.insert(layer, count);
        count += open.count(layer)?;
    }
    let own = open.count(layer)?;
    if options.exact_play && options.sample.is_some() {
        let reason = "the worth of play needs all positions, not a sample";
        return Err(Error::refused("sample", reason));
    }
    let most = MOST.min(options.memory / BYTES_A_POSITION);
    if options.exact_play && count > most {
        let (most, count) = (grouped(most), grouped(count));
        let reason = format!(
            "the worth of play is solved for up to {most} positions in this memory, and these are \
             {count}"
        );
        return Err(Error::refused("too-many", reason));
    }
    let mut examination = Examination {
        open,
        game,
        examinee,
        options,
        progress,
        layer,
        bases,
        range,
        deadline: Deadline::after(options.time),
        known: KnownValues::default(),
        begun: 0,
        all: Tallied::default(),
        classes: BTreeMap::new(),
        hardest: Vec::new(),
        misjudged: Vec::new(),
        faults: Faults::default(),
        left_out: 0,
        questions: 0,
        seconds: 0.0,
        graph: options.exact_play.then(DecisionGraph::default),
        ended: None,
    };
    for &layer in &layers {
        examination.check_some(layer, open.count(layer)?)?;
    }
    progress.phase("positions", options.sample.unwrap_or(count));
    match options.sample {
        Some(sample) => {
            let mut random = Random::new(options.seed);
            let mut drawn =
                (0..sample).map(|_| NumberedPosition { layer, number: random.below(own) });
            examination.go_through(&mut drawn)?;
        }
        None => {
            for &layer in &layers {
                let count = open.count(layer)?;
                let mut places = (0..count).map(|number| NumberedPosition { layer, number });
                examination.go_through(&mut places)?;
            }
        }
    }
    let domain = family.layers()[layer.0].name.clone();
    examination.findings(domain, own)
}

impl Examination<'_> {
    /// Asks about positions, until the examination ends.
    fn go_through(
        &mut self,
        places: &mut dyn Iterator<Item = NumberedPosition>,
    ) -> Result<(), Error> {
        while self.ended.is_none() {
            let some: Vec<NumberedPosition> = places.take(AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            let mut turns = Vec::with_capacity(some.len());
            for &place in &some {
                turns.push((place, self.open.turn(place)?));
            }
            for (place, turn) in &turns {
                self.check_value(*place, turn)?;
            }
            let considered: Vec<Vec<(usize, f64)>> = (self.begun..)
                .zip(&turns)
                .map(|(draw, (_, turn))| self.considered(draw, turn))
                .collect();
            self.begun += turns.len() as u64;
            let choices = match self.examinee.form() {
                AnswerForm::Values => self.by_values(&turns, &considered)?,
                AnswerForm::Moves => self.by_moves(&turns, &considered)?,
            };
            for (((place, turn), considered), choices) in turns.iter().zip(&considered).zip(choices)
            {
                self.account(*place, turn, considered, &choices)?;
            }
            self.progress.at(self.all.positions, "");
            self.ended = self.ended.take().or_else(|| self.deadline.check(self.progress).err());
        }
        Ok(())
    }

    /// Returns the chance events of a turn that are asked about, with their weights. In a sample a
    /// position that is drawn again has a new event, or means would not approach the layer's.
    fn considered(&self, draw: u64, turn: &NumberedTurn) -> Vec<(usize, f64)> {
        let all = turn.events.iter().enumerate();
        let all = all.map(|(number, event)| (number, event.probability));
        if self.options.sample.is_none() {
            return all.collect();
        }
        let mut random = Random::of_part(self.options.seed, draw);
        let drawn = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut sum = 0.0;
        let mut last = None;
        for (number, probability) in all {
            sum += probability;
            last = Some((number, 1.0));
            if drawn < sum {
                break;
            }
        }
        last.into_iter().collect()
    }

    /// Adds a turn to the figures, and to the graph.
    fn account(
        &mut self,
        place: NumberedPosition,
        turn: &NumberedTurn,
        considered: &[(usize, f64)],
        choices: &[Option<usize>],
    ) -> Result<(), Error> {
        self.add_to_graph(turn, considered, choices);
        if place.layer != self.layer || turn.events.is_empty() {
            return Ok(());
        }
        let (told, exact) = (self.known.of(place), self.open.worth(place)?);
        let error = told.map(|told| told - exact.number);
        let is_valued = self.examinee.form() == AnswerForm::Values;
        let unanswered = choices.iter().filter(|choice| choice.is_none()).count() as u64
            + u64::from(is_valued && error.is_none());
        if self.ended.is_none() {
            self.left_out += unanswered;
        }
        // A turn that the end of the examination cut short tells too little of itself.
        let is_cut_short = self.ended.is_some() && unanswered > 0;
        if is_cut_short || error.is_none() && choices.iter().all(Option::is_none) {
            return Ok(());
        }
        if let Some(told) = told {
            let misjudged = Misjudged { place, told, exact: exact.number };
            keep(&mut self.misjudged, misjudged, Misjudged::size, self.options.hardest);
        }
        let mut losses = Vec::new();
        for (&(event, weight), choice) in considered.iter().zip(choices) {
            let plays = &turn.events[event].plays;
            let Some(chosen) = *choice else { continue };
            if plays.len() > 1 {
                let (loss, best) = self.loss(plays, chosen)?;
                losses.push((loss, weight));
                if loss > 0.0 {
                    let lost = Lost { place, event, chosen, best, loss };
                    keep(&mut self.hardest, lost, |lost| lost.loss, self.options.hardest);
                }
            }
        }
        let stage = turn.stage.map(str::to_owned);
        for class in [Some(turn.part.clone()), stage].into_iter().flatten() {
            add(self.classes.entry(class).or_default(), error, &losses);
        }
        add(&mut self.all, error, &losses);
        Ok(())
    }

    /// Adds a turn to the graph, which an unanswered one ends.
    fn add_to_graph(
        &mut self,
        turn: &NumberedTurn,
        considered: &[(usize, f64)],
        choices: &[Option<usize>],
    ) {
        let Some(mut graph) = self.graph.take() else { return };
        graph.begin_position();
        for (&(event, probability), choice) in considered.iter().zip(choices) {
            let Some(chosen) = *choice else { return };
            let reached = |play: &NumberedPlay| match play {
                NumberedPlay::Over(worth) => Reached::Over(worth.number),
                NumberedPlay::Held { place, is_own_turn } => {
                    let base = self.bases.get(&place.layer).copied().unwrap_or_default();
                    Reached::Position((base + place.number) as usize, *is_own_turn)
                }
            };
            let plays: Vec<Reached> = turn.events[event].plays.iter().map(reached).collect();
            graph.add_event(probability, &plays, chosen);
        }
        self.graph = Some(graph);
    }

    /// Returns the loss of a play and the number of the best one. A play whose bounds overlap those
    /// of the best loses nothing.
    fn loss(&self, plays: &[NumberedPlay], chosen: usize) -> Result<(f64, usize), Error> {
        let own = plays.get(chosen).map(|play| self.worth(play)).transpose()?;
        let (Some((number, best)), Some(own)) = (self.best(plays)?, own) else {
            return Ok((0.0, chosen));
        };
        let is_best = own.upper >= best.lower;
        Ok((if is_best { 0.0 } else { best.number - own.number }, number))
    }

    /// Returns the best play with its worth; `None` if there are no plays.
    pub(super) fn best(
        &self,
        plays: &[NumberedPlay],
    ) -> Result<Option<(usize, RatedValue)>, Error> {
        let mut best: Option<(usize, RatedValue)> = None;
        for (number, play) in plays.iter().enumerate() {
            let worth = self.worth(play)?;
            if best.is_none_or(|(_, most)| worth.number > most.number) {
                best = Some((number, worth));
            }
        }
        Ok(best)
    }

    /// Returns the worth of a play to its player.
    fn worth(&self, play: &NumberedPlay) -> Result<RatedValue, Error> {
        Ok(match play {
            NumberedPlay::Over(worth) => *worth,
            NumberedPlay::Held { place, is_own_turn: true } => self.open.worth(*place)?,
            NumberedPlay::Held { place, is_own_turn: false } => self.open.worth(*place)?.opposite(),
        })
    }

    /// Solves the play, and makes texts of what was found.
    fn findings(mut self, domain: String, own: u64) -> Result<Findings, Error> {
        let hardest = self.hardest.iter().map(|lost| self.described(lost));
        let hardest = hardest.collect::<Result<Vec<_>, _>>()?;
        let misjudged = self.misjudged.iter().map(|Misjudged { place, told, exact }| {
            let position = self.open.text(*place)?;
            Ok::<_, Error>(MisjudgedPosition { position, told: *told, exact: *exact })
        });
        let misjudged = misjudged.collect::<Result<Vec<_>, _>>()?;
        let play = match self.graph.take() {
            Some(graph) if self.ended.is_none() => self.exact_play(&graph, own)?,
            _ => None,
        };
        let is_sample = self.options.sample.is_some();
        let figures =
            |(name, tallied): (&String, &Tallied)| (name.clone(), tallied.figures(is_sample));
        Ok(Findings {
            domain,
            player: self.examinee.name().to_owned(),
            answers: self.examinee.form(),
            sample: is_sample,
            all: self.all.figures(is_sample),
            classes: self.classes.iter().map(figures).collect(),
            hardest,
            misjudged,
            play,
            questions: self.questions,
            seconds: self.seconds,
            left_out: self.left_out,
            faults: self.faults,
            ended: self.ended.as_ref().map(EndedEarly::from),
        })
    }

    fn exact_play(&mut self, graph: &DecisionGraph, own: u64) -> Result<Option<ExactPlay>, Error> {
        let solved = PolicyValues::solve(graph, &self.deadline, self.progress);
        let Ok(values) = solved.map_err(|ended| self.ended = Some(ended)) else { return Ok(None) };
        let place = |number| NumberedPosition { layer: self.layer, number };
        let mut perfect = Vec::new();
        for number in 0..own {
            perfect.push(self.open.worth(place(number))?.number);
        }
        let base = self.bases.get(&self.layer).copied().unwrap_or_default();
        let Some((play, worst)) = values.compared(graph, base as usize, &perfect) else {
            return Ok(None);
        };
        Ok(Some(ExactPlay { worst: self.open.text(place(worst as u64))?, ..play }))
    }

    fn described(&self, lost: &Lost) -> Result<HardPosition, Error> {
        let turn = self.open.turn(lost.place)?;
        let position = self.game.read(&turn.text)?;
        let plays = self.game.plays(&position, lost.event)?;
        let action = |number: usize| {
            let play = plays.get(number).ok_or_else(Error::no_play)?;
            Ok::<_, Error>(play.action.clone())
        };
        let roll = turn.events.get(lost.event).and_then(|event| event.chance.clone());
        Ok(HardPosition {
            roll,
            action: action(lost.chosen)?,
            best: action(lost.best)?,
            loss: lost.loss,
            position: turn.text,
        })
    }
}

/// Keeps one of many if it is among the greatest so far; the list is sorted, the greatest first.
fn keep<T>(list: &mut Vec<T>, one: T, size: impl Fn(&T) -> f64, most: usize) {
    let own = size(&one);
    let place = list.partition_point(|other| size(other) >= own);
    if place < most {
        list.insert(place, one);
        list.truncate(most);
    }
}

fn add(tallied: &mut Tallied, error: Option<f64>, losses: &[(f64, f64)]) {
    tallied.positions += 1;
    error.into_iter().for_each(|error| tallied.error.add(error, 1.0));
    losses.iter().for_each(|&(loss, weight)| tallied.add_decision(loss, weight));
}
