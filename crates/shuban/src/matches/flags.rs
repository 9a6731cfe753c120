//! Flags of positions of a match, or of a game for money. The doc comments are the help texts.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use shuban::Failure;
use shuban_match::ToldPosition;
use shuban_match::match_play::{CubeOwner, MatchQuestion, MoneyRules};
use shuban_store::read_text;

#[derive(Args, Debug)]
#[command(next_help_heading = "Match play and money")]
pub(super) struct MatchFlags {
    /// A game of a match to this many points
    ///
    /// What is left out of these flags is read from an XGID, if the position is one.
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u32).range(1..))]
    length: Option<u32>,

    /// The points of the player about to roll and of the opponent, such as 3-2
    #[arg(long, value_name = "SCORE", value_parser = score)]
    score: Option<[u32; 2]>,

    /// Number on the cube [default: that of an XGID, else 1]
    #[arg(long, value_name = "VALUE")]
    cube: Option<u32>,

    /// Owner of a cube that has been turned
    #[arg(long, value_name = "PLAYER")]
    owner: Option<OwnerFlag>,

    /// This is the Crawford game, in which nobody doubles
    ///
    /// Without it, a game in which somebody needs one point comes after the Crawford game.
    #[arg(long)]
    crawford: bool,

    /// A single game for money, with a cube
    #[arg(long)]
    money: bool,

    /// For money: the highest value of the cube, 1 for none [default: that of an XGID, else 1024]
    #[arg(long, value_name = "VALUE")]
    cube_limit: Option<u32>,

    /// For money: gammons count only once the cube was turned (Jacoby's rule)
    #[arg(long)]
    jacoby: bool,

    /// For money: a player who takes may double back at once and keep the cube
    #[arg(long)]
    beavers: bool,

    /// Use the match equities in this file of GNU Backgammon, instead of those of a simple model
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OwnerFlag {
    /// The player about to roll
    Mover,
    /// The other one
    Opponent,
}

impl From<OwnerFlag> for CubeOwner {
    fn from(owner: OwnerFlag) -> Self {
        match owner {
            OwnerFlag::Mover => CubeOwner::Mover,
            OwnerFlag::Opponent => CubeOwner::Opponent,
        }
    }
}

impl MatchFlags {
    /// Returns true if the flags ask about a match, or a game for money.
    pub(super) fn are_given(&self) -> bool {
        let MatchFlags {
            length,
            score,
            cube,
            owner,
            crawford,
            money,
            cube_limit,
            jacoby,
            beavers,
            met,
        } = self;
        length.is_some()
            || score.is_some()
            || cube.is_some()
            || owner.is_some()
            || *crawford
            || *money
            || cube_limit.is_some()
            || *jacoby
            || *beavers
            || met.is_some()
    }

    /// Adds what kind of game a position is of.
    pub(super) fn of(self, told: &ToldPosition) -> Self {
        MatchFlags { money: !told.is_of_match, ..self }
    }

    /// Reads the text of the file of match equities.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be read, or is too long.
    pub(super) fn equities(&self) -> Result<Option<String>, Failure> {
        self.met.as_deref().map(read_equities).transpose()
    }

    /// Returns the question about a position.
    pub(super) fn question<'q>(
        &self,
        position: &'q str,
        roll: Option<&'q str>,
        equities: Option<&'q str>,
    ) -> MatchQuestion<'q> {
        MatchQuestion {
            position,
            roll,
            length: self.length,
            score: self.score,
            cube: self.cube,
            owner: self.owner.map(CubeOwner::from),
            is_crawford: self.crawford,
            equities,
            money: (self.money || self.cube_limit.is_some() || self.jacoby || self.beavers)
                .then_some(MoneyRules {
                    cube_limit: self.cube_limit,
                    is_jacoby: self.jacoby,
                    has_beavers: self.beavers,
                }),
        }
    }
}

/// Reads the text of a file of match equities.
///
/// # Errors
/// [`Failure`] if it cannot be read, is too long, or no text.
pub(super) fn read_equities(path: &Path) -> Result<String, Failure> {
    let text = read_text(path, MatchQuestion::MOST_EQUITIES as u64);
    text.map_err(|error| Failure::of_file(path, &error))
}

/// Parses two numbers of points.
fn score(text: &str) -> Result<[u32; 2], String> {
    let points = text.split_once('-').and_then(|(own, opponent)| {
        Some([own.trim().parse().ok()?, opponent.trim().parse().ok()?])
    });
    points.ok_or_else(|| "expected two numbers of points, such as 3-2".to_owned())
}

/// Returns the failure of arguments that are wrong.
pub(super) fn usage(error: &clap::Error) -> Failure {
    Failure::usage(error.to_string())
}
