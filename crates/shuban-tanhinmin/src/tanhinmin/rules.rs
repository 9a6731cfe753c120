//! The rules of Tanhinmin, with their parameters.

use std::fmt;

use crate::leads::{Alphabet, MAX_PLAYERS};

/// When a trick ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Clearing {
    /// When all but one have passed: the last player leads.
    #[default]
    Tanhinmin,
    /// When all have passed, the last player too: it may play again on its own card, while the
    /// others are locked, and leads once it passes. So the servers of the UEC contest do it.
    Uecda,
}

impl Clearing {
    /// The rule in words: a trick ends …
    pub(crate) fn description(self) -> &'static str {
        match self {
            Clearing::Tanhinmin => "when all but one have passed",
            Clearing::Uecda => "when all have passed",
        }
    }
}

/// Who may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Passing {
    /// Whoever is to follow, even with a card to play.
    #[default]
    Voluntary,
    /// Whoever is to follow; but values are found as the tables of Nishino and Nishino were: a pass
    /// is looked at solely where no card gives a value set that contains the mover. That overlooks
    /// forced wins which need a pass, and claims none that is not there.
    Print,
    /// Only who has no card to play.
    Forced,
}

/// Why there are no such rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Too few players or too many.
    #[error("{0} players; Tanhinmin is for 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// The points do not fit the players, or order nothing.
    #[error(
        "the points of the places are to be one number a player, none larger than the one before, \
         not all alike"
    )]
    Points,
    /// Values of places behind the first are in no table.
    #[error("tables hold who goes out first; places behind that have points here")]
    Places,
}

/// The rules of one kind of Tanhinmin: single cards, open hands, no suits.
///
/// Every card has a strength. Whoever leads plays one card; then in seat order each plays one
/// strictly stronger than the card that lies, or passes and is out until the trick ends
/// ([`Clearing`]). The first empty hand is first. Places behind it are played for if they have
/// [`points`](CardRules::with_points) of their own.
///
/// ```
/// use shuban_tanhinmin::{Clearing, CardRules};
///
/// let rules = CardRules::new(4)?.distinct().with_clearing(Clearing::Uecda);
/// assert_eq!(rules.name(), "tanhinmin/4p-distinct/uecda");
/// assert_eq!(CardRules::by_name("tanhinmin/4p-distinct/uecda"), Some(rules));
/// # Ok::<_, shuban_tanhinmin::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardRules {
    players: usize,
    /// Whether several cards may have one strength.
    pub ties: bool,
    /// Who may pass.
    pub passing: Passing,
    /// When a trick ends.
    pub clearing: Clearing,
    points: [i16; MAX_PLAYERS],
}

impl CardRules {
    /// Tanhinmin for n players: cards may tie, anybody may pass, the last player leads when
    /// all others have passed, and the first empty hand gets the one point that there is.
    ///
    /// # Errors
    /// [`RulesError::Players`].
    pub fn new(players: usize) -> Result<Self, RulesError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(RulesError::Players(players));
        }
        let (passing, clearing) = (Passing::default(), Clearing::default());
        Ok(CardRules { players, ties: true, passing, clearing, points: [1, 0, 0, 0, 0] })
    }

    /// With all strengths different.
    #[must_use]
    pub fn distinct(self) -> Self {
        CardRules { ties: false, ..self }
    }

    /// With another rule for passing.
    #[must_use]
    pub fn with_passing(self, passing: Passing) -> Self {
        CardRules { passing, ..self }
    }

    /// With another rule for the end of a trick.
    #[must_use]
    pub fn with_clearing(self, clearing: Clearing) -> Self {
        CardRules { clearing, ..self }
    }

    /// With points for each place, the first place first: `[2, 1, 0]`. The game goes on until the
    /// places that are left are worth the same.
    ///
    /// # Errors
    /// [`RulesError::Points`].
    pub fn with_points(self, points: &[i16]) -> Result<Self, RulesError> {
        let falls = points.is_sorted_by(|better, worse| better >= worse);
        if points.len() != self.players || !falls || points.first() == points.last() {
            return Err(RulesError::Points);
        }
        let mut all = [0; MAX_PLAYERS];
        all[..points.len()].copy_from_slice(points);
        Ok(CardRules { points: all, ..self })
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The points of the places, the first place first.
    pub fn points(&self) -> &[i16] {
        &self.points[..self.players]
    }

    /// Whether a place behind the first is worth more than none.
    pub(crate) fn has_places(&self) -> bool {
        self.points()[1..].iter().any(|&points| points != 0)
    }

    /// Whether adjacent strengths of one and the same player make no difference. They do where
    /// somebody may play twice in a row in one trick: with `1,5,6|2|3,4,7` the leader then wins,
    /// and with `1,4,4|2|3,3,5` it does not.
    pub fn merges(&self) -> bool {
        self.clearing == Clearing::Tanhinmin
    }

    /// The letters of reduced deals of up to `cards` cards.
    pub fn alphabet(&self, cards: usize) -> Alphabet {
        let largest = if self.ties { cards } else { 1 };
        Alphabet::single(self.players, cards, largest, self.merges())
    }

    /// The name of the family: `tanhinmin/3p`, `tanhinmin/4p-distinct/print`.
    pub fn name(&self) -> String {
        self.named("")
    }

    /// The name with a number of cards: `tanhinmin/3p-10`, `tanhinmin/4p-10-distinct/print`.
    pub fn name_with_cards(&self, cards: usize) -> String {
        self.named(&format!("-{cards}"))
    }

    fn named(&self, cards: &str) -> String {
        let distinct = if self.ties { "" } else { "-distinct" };
        let passing = match self.passing {
            Passing::Voluntary => "",
            Passing::Print => "/print",
            Passing::Forced => "/forced",
        };
        let clearing = if self.clearing == Clearing::Uecda { "/uecda" } else { "" };
        let mut name = format!("tanhinmin/{}p{cards}{distinct}{passing}{clearing}", self.players);
        if self.points != [1, 0, 0, 0, 0] {
            let points: Vec<String> = self.points().iter().map(i16::to_string).collect();
            name = format!("{name}/{}", points.join(","));
        }
        name
    }

    /// The rules of a family's name, as [`name`](CardRules::name) writes it.
    pub fn by_name(name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix("tanhinmin/")?.split('/');
        let players = parts.next()?;
        let (players, ties) =
            players.strip_suffix("-distinct").map_or((players, true), |players| (players, false));
        let players: usize = players.strip_suffix('p')?.parse().ok()?;
        let mut rules = CardRules { ties, ..CardRules::new(players).ok()? };
        for part in parts {
            rules = match part {
                "print" => rules.with_passing(Passing::Print),
                "forced" => rules.with_passing(Passing::Forced),
                "uecda" => rules.with_clearing(Clearing::Uecda),
                points => {
                    let points: Option<Vec<i16>> =
                        points.split(',').map(|point| point.parse().ok()).collect();
                    rules.with_points(&points?).ok()?
                }
            };
        }
        // Words in another order, twice or written otherwise are no name.
        (rules.name() == name).then_some(rules)
    }
}

/// By its name.
impl fmt::Display for CardRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
