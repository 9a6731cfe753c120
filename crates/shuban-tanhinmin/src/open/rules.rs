//! The rules of Daihinmin with open hands and without suits.

use std::fmt;

use crate::leads::MAX_PLAYERS;
use crate::tanhinmin::{Clearing, RulesError};

/// Daihinmin with open hands, without suits and jokers: what Tanhinmin leaves out but these.
///
/// Cards have ranks, of up to four cards each. A play is a set of one to four cards of one rank; it
/// is answered by as many cards of a stronger rank, or by passing for the rest of the trick. The
/// **eights** clear the table at once, and who played them leads again. Four of a kind are a
/// **revolution**: from then on the order of ranks is turned round, until the next one. The first
/// empty hand wins.
///
/// ```
/// use shuban_tanhinmin::OpenRules;
///
/// let rules = OpenRules::new(3)?;
/// assert_eq!(rules.name_with_cards(8), "daihinmin-open/3p-8");
/// assert_eq!(OpenRules::by_name("daihinmin-open/3p"), Some(rules));
/// # Ok::<_, shuban_tanhinmin::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenRules {
    players: usize,
    /// When a trick ends.
    pub clearing: Clearing,
}

impl OpenRules {
    /// For n players; the last one leads when all others have passed.
    ///
    /// # Errors
    /// [`RulesError::Players`].
    pub fn new(players: usize) -> Result<Self, RulesError> {
        match (2..=MAX_PLAYERS).contains(&players) {
            true => Ok(OpenRules { players, clearing: Clearing::Tanhinmin }),
            false => Err(RulesError::Players(players)),
        }
    }

    /// With another rule for the end of a trick.
    #[must_use]
    pub fn with_clearing(self, clearing: Clearing) -> Self {
        OpenRules { clearing, ..self }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The name of the family: `daihinmin-open/3p`.
    pub fn name(&self) -> String {
        self.named("")
    }

    /// The name with a number of cards: `daihinmin-open/3p-8`.
    pub fn name_with_cards(&self, cards: usize) -> String {
        self.named(&format!("-{cards}"))
    }

    fn named(&self, cards: &str) -> String {
        let clearing = if self.clearing == Clearing::Uecda { "/uecda" } else { "" };
        format!("daihinmin-open/{}p{cards}{clearing}", self.players)
    }

    /// The rules of a family's name, as [`name`](OpenRules::name) writes it.
    pub fn by_name(name: &str) -> Option<Self> {
        let all = (2..=MAX_PLAYERS).filter_map(|players| OpenRules::new(players).ok());
        let mut all = all.flat_map(|rules| [rules, rules.with_clearing(Clearing::Uecda)]);
        all.find(|rules| rules.name() == name)
    }
}

/// By its name.
impl fmt::Display for OpenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
