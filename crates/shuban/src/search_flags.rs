//! Limits of a search, and flags of proof search. The doc comments are the help texts.

use std::fmt;
use std::path::{Path, PathBuf, absolute};
use std::time::Duration;

use clap::Args;
use shuban_search::proof::ProofOptions;
use shuban_solve::proof::{LedgerSetting, ProofQuestion, ProofSetting};

use crate::failure::{Failure, check_replaceable};
use crate::units::{seconds, size};

#[derive(Args, Debug)]
pub(crate) struct SearchFlags {
    /// Stop after N nodes (positions, moves) for each position or question
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Stop after this time for each position or question
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,

    #[command(flatten)]
    pub(crate) proof: ProofFlags,
}

impl SearchFlags {
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.map(Duration::from_secs_f64)
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Proof search")]
pub(crate) struct ProofFlags {
    /// Ask only one question: does the first player win, or win or draw? [default: both]
    #[arg(long, value_name = "QUESTION", value_parser = ["win", "draw-or-better"])]
    question: Option<String>,

    /// Save the search in this file, at intervals and when it stops or is interrupted
    #[arg(long, value_name = "FILE", conflicts_with = "json_lines")]
    checkpoint: Option<PathBuf>,

    /// Checkpoint interval; checkpoints take at most a twentieth of the time
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300.0,
        value_parser = seconds,
        requires = "checkpoint"
    )]
    checkpoint_seconds: f64,

    /// Resume from the checkpoint if it exists; without this flag it must not exist
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// Write the proof of the answer to this file, for `shuban-check`
    #[arg(long, value_name = "FILE", conflicts_with = "json_lines")]
    proof: Option<PathBuf>,

    /// Trust the answers in this file, and add new ones to it: a small file that is worth keeping
    ///
    /// Its positions are leaves of the search. A new answer records how many of them it used.
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// Search first as the answers in this ledger say, without trusting them
    ///
    /// Unlike with --ledger, a proof can be written. A wrong answer costs time alone.
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,

    /// Add to the ledger also what is settled on the way and took at least this many nodes
    #[arg(
        long,
        value_name = "NODES",
        default_value_t = LedgerSetting::WORTH_KEEPING,
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "ledger"
    )]
    ledger_from: u64,

    /// Share the search with other processes that name the same ledger, and the same number of plies
    ///
    /// Positions after so many plies are searched one by one, each by one process at a time, as long as
    /// they matter; `--nodes` limits each of them. Processes may be added and stopped at any time, on
    /// all machines that have the ledger's folder.
    #[arg(
        long,
        value_name = "PLIES",
        requires = "ledger",
        conflicts_with_all = ["checkpoint", "proof"],
        value_parser = clap::value_parser!(u32).range(1..=4)
    )]
    with_others: Option<u32>,

    /// Look ahead this many plies from every node, full width; 0 turns it off
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(0..=4)
    )]
    lookahead: u32,

    /// Look ahead only at the first visit of a node
    #[arg(long)]
    lookahead_once: bool,

    /// Search a child until its number exceeds its best sibling's by this share (1+ε)
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    epsilon: f64,

    /// Start proof numbers at 1 instead of the game's estimates
    #[arg(long)]
    no_first_numbers: bool,

    /// Search to the end at once when the game is over after at most this many plies [default: 4, or
    /// 8 where a game searches its ends fast]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=12))]
    tail: Option<u32>,

    /// Weak proof numbers: the largest of the children's, and one for each other
    #[arg(long)]
    weak: bool,

    /// Divide the numbers of all children but the largest; 1 gives their sum [default: 1, or 10 where moves lead to
    /// the same positions in many orders]
    #[arg(
        long,
        value_name = "DIVISOR",
        conflicts_with = "weak",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    divide_others: Option<u32>,

    /// Search as Kuwabara and Hoki did: a node for a position, proof numbers that begin with 1, no
    /// 1+ε, no tail, no cache
    #[arg(
        long,
        conflicts_with_all = [
            "lookahead", "lookahead_once", "epsilon", "no_first_numbers", "tail", "weak",
            "divide_others", "tell", "cache", "free", "collect_from",
        ]
    )]
    as_published: bool,

    /// Check at each step whether another thread has settled the node
    #[arg(long)]
    tell: bool,

    /// Cache of each thread for the open children of recently visited nodes
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    cache: u64,

    /// Free this share of the table when it is nearly full
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = free_share)]
    free: f64,

    /// Remove entries of at most this many nodes too, whenever some are freed
    #[arg(long, value_name = "NODES", default_value_t = 1)]
    collect_from: u32,
}

impl ProofFlags {
    /// Returns the search that these flags ask for; `flags` is their text, for the record.
    pub(crate) fn setting(&self, flags: String) -> ProofSetting {
        ProofSetting {
            asked: ProofQuestion::ALL
                .into_iter()
                .find(|question| Some(question.name()) == self.question.as_deref()),
            options: self.options(),
            checkpoint: (self.checkpoint.clone())
                .map(|path| (path, Duration::from_secs_f64(self.checkpoint_seconds))),
            proof: self.proof.clone(),
            flags: flags.clone(),
            ledger: self.ledger.clone().map(|path| LedgerSetting {
                path,
                flags,
                worth_keeping: self.ledger_from,
            }),
            with_others: self.with_others,
            hints: self.hints.clone(),
        }
    }

    fn options(&self) -> ProofOptions {
        if self.as_published {
            return ProofOptions::default().as_published();
        }
        ProofOptions {
            cache: self.cache,
            lookahead: self.lookahead,
            lookahead_once: self.lookahead_once,
            epsilon: self.epsilon,
            first_numbers: !self.no_first_numbers,
            tail: self.tail,
            weak: self.weak,
            others_divided_by: self.divide_others,
            tell: self.tell,
            free: self.free,
            collect_from: self.collect_from,
            ..ProofOptions::default()
        }
    }

    /// Returns the message of an interrupted search with partial results.
    pub(crate) fn parting(&self) -> String {
        match &self.checkpoint {
            Some(file) => format!(
                "what is known so far; the search is saved in {} and goes on with --resume",
                file.display()
            ),
            None => "what is known so far".to_owned(),
        }
    }

    /// Returns the message of an interrupted search without results.
    pub(crate) fn parting_with_nothing(&self) -> String {
        match &self.checkpoint {
            Some(file) if file.exists() => {
                format!("the search goes on from {} with --resume", file.display())
            }
            _ => "nothing is known so far".to_owned(),
        }
    }

    /// Refuses files without a single question, overwriting a checkpoint with a new search, using
    /// one file in two roles, and a proof that cannot be written, which would show only at the end,
    /// perhaps hours later.
    pub(crate) fn check_files(&self) -> Result<(), Failure> {
        let ProofFlags { question, checkpoint, proof, ledger, hints, resume, .. } = self;
        for (flag, file) in [("checkpoint", checkpoint), ("proof", proof)] {
            if file.is_some() && question.is_none() {
                let reason = format!("--{flag} is of one question: give --question too");
                return Err(Failure::usage(reason));
            }
        }
        checkpoint.as_deref().map_or(Ok(()), check_replaceable)?;
        if let Some(path) = checkpoint.as_ref().filter(|path| !resume && path.exists()) {
            let path = path.display();
            let reason = format!("there is a checkpoint already, {path}: --resume goes on from it");
            return Err(Failure::usage(reason));
        }
        // A path that cannot be made absolute cannot be written either.
        let mut files: Vec<PathBuf> = [checkpoint, proof, ledger, hints]
            .into_iter()
            .filter_map(|file| absolute(file.as_ref()?).ok())
            .collect();
        files.sort();
        if let Some(pair) = files.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Failure::usage(format!(
                "the checkpoint, the proof, the ledger and the hints are four files: {} is named twice",
                pair[0].display()
            )));
        }
        proof.as_deref().map_or(Ok(()), try_place)
    }

    /// Returns true if a proof is asked for.
    pub(crate) fn is_proof_asked(&self) -> bool {
        self.proof.is_some()
    }
}

/// Checks that a file can be written, by creating a temporary file in its folder or, since writing
/// creates missing folders, in the nearest existing one above.
fn try_place(file: &Path) -> Result<(), Failure> {
    let refused = |why: &dyn fmt::Display| {
        Failure::environment(
            "io",
            format!("{}: no proof can be written there: {why}", file.display()),
        )
    };
    check_replaceable(file)?;
    let file = absolute(file).map_err(|error| refused(&error))?;
    let folder = file.ancestors().skip(1).find(|folder| folder.exists());
    tempfile::tempfile_in(folder.unwrap_or(&file)).map(drop).map_err(|error| refused(&error))
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=100.0).contains(&share) { Ok(share) } else { Err("out of range".to_owned()) }
}

fn free_share(text: &str) -> Result<f64, String> {
    share(text).and_then(|share| {
        if (0.01..=0.9).contains(&share) { Ok(share) } else { Err("from 0.01 to 0.9".to_owned()) }
    })
}
