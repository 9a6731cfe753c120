//! The rules of Daihinmin with open hands, with their parameters.

use std::fmt;

use crate::leads::{Alphabet, MAX_CARDS, MAX_PLAYERS};

/// The cards that are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deck {
    /// Single cards, of which several may have one rank.
    Ties,
    /// Single cards of different ranks.
    Distinct,
    /// Sets of one to four cards of a rank. One rank may be the **eights**, which clear the table:
    /// their player leads again. Four of a kind are a **revolution**: from then on the order of
    /// ranks is reversed, until the next one.
    Sets,
}

/// The end of a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Clearing {
    /// The trick ends when all but one have passed: the last player leads.
    #[default]
    Tanhinmin,
    /// The trick ends when all have passed, the last player too: it may play again on its own card,
    /// while the others are locked, and leads once it passes: the rule of the servers of the UEC
    /// contest.
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

/// The players who may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Passing {
    /// Every player that is to follow, even with a card to play.
    #[default]
    Voluntary,
    /// Every player that is to follow; but values are found as the tables of Nishino and Nishino
    /// were: a pass is examined only where no card gives a value set that contains the mover. That
    /// overlooks forced wins which need a pass, and claims no win falsely.
    Print,
    /// Only a player that has no card to play.
    Forced,
}

/// An error in the parameters of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Too few players or too many.
    #[error("{0} players; Tanhinmin is for 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// The points do not fit the players, or do not order the places.
    #[error(
        "the points of the places are to be one number a player, none larger than the one before, \
         not all alike"
    )]
    Points,
    /// No table has values of places behind the first.
    #[error("tables hold who goes out first; places behind that have points here")]
    Places,
    /// With sets the game ends with the first empty hand.
    #[error("where sets are played the first empty hand ends the game: no other place has points")]
    SetsEnd,
}

/// The rules of a game of open hands without suits: of Tanhinmin, or of Daihinmin with sets.
///
/// Every card has a rank. The player to lead plays a card, or a set ([`Deck`]); then in seat order
/// each plays as many cards of a stronger rank than the one that lies, or passes and is out until
/// the trick ends ([`Clearing`]). The first empty hand is first. Places behind it are played for if
/// they have [`points`](CardRules::with_points) of their own.
///
/// ```
/// use shuban_tanhinmin::{CardRules, Clearing};
///
/// let rules = CardRules::tanhinmin(4)?.distinct().with_clearing(Clearing::Uecda);
/// assert_eq!(rules.name(), "tanhinmin/4p-distinct/uecda");
/// assert_eq!(CardRules::by_name("tanhinmin/4p-distinct/uecda"), Some(rules));
/// let rules = CardRules::daihinmin(3)?;
/// assert_eq!(rules.name_with_cards(8), "daihinmin-open/3p-8");
/// # Ok::<_, shuban_tanhinmin::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardRules {
    players: usize,
    deck: Deck,
    /// The players who may pass.
    pub passing: Passing,
    /// The end of a trick.
    pub clearing: Clearing,
    points: [i16; MAX_PLAYERS],
}

impl CardRules {
    /// Tanhinmin for n players: single cards, which may tie; any player may pass, the last player
    /// leads when all others have passed, and the first empty hand gets the only point.
    ///
    /// # Errors
    /// [`RulesError::Players`].
    pub fn tanhinmin(players: usize) -> Result<Self, RulesError> {
        CardRules::new(players, Deck::Ties)
    }

    /// Daihinmin for n players, without suits and jokers: the same with sets, eights and
    /// revolutions.
    ///
    /// # Errors
    /// [`RulesError::Players`].
    pub fn daihinmin(players: usize) -> Result<Self, RulesError> {
        CardRules::new(players, Deck::Sets)
    }

    fn new(players: usize, deck: Deck) -> Result<Self, RulesError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(RulesError::Players(players));
        }
        let (passing, clearing) = (Passing::default(), Clearing::default());
        Ok(CardRules { players, deck, passing, clearing, points: FIRST_ALONE })
    }

    /// The most common rules for as many players with the same deck.
    #[must_use]
    pub(crate) fn common(self) -> Self {
        let (passing, clearing) = (Passing::default(), Clearing::default());
        CardRules { passing, clearing, points: FIRST_ALONE, ..self }
    }

    /// The rules with single cards of different ranks.
    #[must_use]
    pub fn distinct(self) -> Self {
        self.with_deck(Deck::Distinct)
    }

    /// The rules with another deck.
    #[must_use]
    pub(crate) fn with_deck(self, deck: Deck) -> Self {
        CardRules { deck, ..self }
    }

    /// The rules with another rule for passing.
    #[must_use]
    pub fn with_passing(self, passing: Passing) -> Self {
        CardRules { passing, ..self }
    }

    /// The rules with another rule for the end of a trick.
    #[must_use]
    pub fn with_clearing(self, clearing: Clearing) -> Self {
        CardRules { clearing, ..self }
    }

    /// The rules with points for each place, the first place first: `[2, 1, 0]`. The game goes on
    /// until the places that are left are worth the same.
    ///
    /// # Errors
    /// [`RulesError::Points`]; [`RulesError::SetsEnd`] if sets are played.
    pub fn with_points(self, points: &[i16]) -> Result<Self, RulesError> {
        if self.has_sets() {
            return Err(RulesError::SetsEnd);
        }
        let falls = points.is_sorted_by(|better, worse| better >= worse);
        if points.len() != self.players || !falls || points.first() == points.last() {
            return Err(RulesError::Points);
        }
        let mut all = [0; MAX_PLAYERS];
        all[..points.len()].copy_from_slice(points);
        Ok(CardRules { points: all, ..self })
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The cards that are played.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns true if several cards may have one rank.
    pub fn allows_ties(&self) -> bool {
        self.deck != Deck::Distinct
    }

    /// Returns true if sets, eights and revolutions are played.
    pub fn has_sets(&self) -> bool {
        self.deck == Deck::Sets
    }

    /// The points of the places, the first place first.
    pub fn points(&self) -> &[i16] {
        &self.points[..self.players]
    }

    /// Returns true if a place behind the first is worth more than 0.
    pub(crate) fn has_places(&self) -> bool {
        self.points()[1..].iter().any(|&points| points != 0)
    }

    /// Returns true if adjacent ranks of one and the same player make no difference. They do where
    /// sets are played, and where a player may play twice in a row in one trick: with
    /// `1,5,6|2|3,4,7` the leader then wins, and with `1,4,4|2|3,3,5` it does not.
    pub fn merges(&self) -> bool {
        !self.has_sets() && self.clearing == Clearing::Tanhinmin
    }

    /// The strongest rank that a card may have.
    pub(crate) fn most_rank(&self) -> u8 {
        if self.has_sets() { MAX_CARDS as u8 } else { 99 }
    }

    /// The word for a rank in texts.
    pub(crate) fn rank_word(&self) -> &'static str {
        if self.has_sets() { "rank" } else { "strength" }
    }

    /// The letters of reduced deals of up to `cards` cards.
    pub fn alphabet(&self, cards: usize) -> Alphabet {
        let largest = if self.allows_ties() { cards } else { 1 };
        match self.deck {
            Deck::Sets => Alphabet::with_sets(self.players, cards),
            _ => Alphabet::single(self.players, cards, largest, self.merges()),
        }
    }

    /// The name of the family: `tanhinmin/3p`, `tanhinmin/4p-distinct/print`, `daihinmin-open/3p`.
    pub fn name(&self) -> String {
        self.named("")
    }

    /// The name with a number of cards: `tanhinmin/3p-10`, `tanhinmin/4p-10-distinct/print`.
    pub fn name_with_cards(&self, cards: usize) -> String {
        self.named(&format!("-{cards}"))
    }

    fn named(&self, cards: &str) -> String {
        let game = if self.has_sets() { DAIHINMIN } else { TANHINMIN };
        let distinct = if self.allows_ties() { "" } else { "-distinct" };
        let passing = match self.passing {
            Passing::Voluntary => "",
            Passing::Print => "/print",
            Passing::Forced => "/forced",
        };
        let clearing = if self.clearing == Clearing::Uecda { "/uecda" } else { "" };
        let mut name = format!("{game}/{}p{cards}{distinct}{passing}{clearing}", self.players);
        if self.points != FIRST_ALONE {
            let points: Vec<String> = self.points().iter().map(i16::to_string).collect();
            name = format!("{name}/{}", points.join(","));
        }
        name
    }

    /// The rules of a family's name, as [`name`](CardRules::name) writes it.
    pub fn by_name(name: &str) -> Option<Self> {
        let mut parts = name.split('/');
        let deck = if parts.next()? == DAIHINMIN { Deck::Sets } else { Deck::Ties };
        let players = parts.next()?;
        let (players, deck) = players
            .strip_suffix("-distinct")
            .map_or((players, deck), |players| (players, Deck::Distinct));
        let mut rules = CardRules::new(players.strip_suffix('p')?.parse().ok()?, deck).ok()?;
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
        // Words in another order, twice or written otherwise are not a name.
        (rules.name() == name).then_some(rules)
    }
}

/// The names of the games, for any number of players.
pub(crate) const TANHINMIN: &str = "tanhinmin";
pub(crate) const DAIHINMIN: &str = "daihinmin-open";

/// One point for the first place.
const FIRST_ALONE: [i16; MAX_PLAYERS] = [1, 0, 0, 0, 0];

/// Writes the rules by their name.
impl fmt::Display for CardRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
