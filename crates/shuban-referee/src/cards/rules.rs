//! The rules that a layer's name states.

/// Rules of a game of open hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) players: usize,
    /// True if several cards may have one strength.
    pub(crate) ties: bool,
    /// True if sets, eights and revolutions are played.
    pub(crate) sets: bool,
    /// True if a pass counts only where no card gives the mover a chance.
    pub(crate) print: bool,
    /// True if a trick ends only when its last player has passed too.
    pub(crate) last_may_go_on: bool,
}

impl Rules {
    /// Reads the name of a layer: `tanhinmin/3p-10-distinct/print`, `daihinmin-open/3p-8/uecda`.
    /// Returns the number of cards too.
    pub(crate) fn named(domain: &str) -> Option<(Self, usize)> {
        let mut words = domain.split('/');
        let sets = match words.next()? {
            "tanhinmin" => false,
            "daihinmin-open" => true,
            _ => return None,
        };
        let (players, cards) = words.next()?.split_once("p-")?;
        let (cards, ties) = match cards.strip_suffix("-distinct") {
            Some(cards) if !sets => (cards, false),
            Some(_) => return None,
            None => (cards, true),
        };
        let (players, cards): (usize, usize) = (players.parse().ok()?, cards.parse().ok()?);
        let mut rules = Rules { players, ties, sets, print: false, last_may_go_on: false };
        for word in words {
            match word {
                "print" if !sets => rules.print = true,
                "uecda" => rules.last_may_go_on = true,
                _ => return None,
            }
        }
        // A set of winners is a byte, and words of more cards have more letters than can be listed.
        let is_one = (2..=5).contains(&players) && (players..=16).contains(&cards);
        (is_one && rules.name(cards) == domain).then_some((rules, cards))
    }

    /// Returns the name of the layer with this number of cards.
    pub(crate) fn name(&self, cards: usize) -> String {
        let game = if self.sets { "daihinmin-open" } else { "tanhinmin" };
        let distinct = if self.ties { "" } else { "-distinct" };
        let print = if self.print { "/print" } else { "" };
        let clearing = if self.last_may_go_on { "/uecda" } else { "" };
        format!("{game}/{}p-{cards}{distinct}{print}{clearing}", self.players)
    }

    /// Returns true if adjacent strengths of one player alone make no difference: they do where
    /// sets are played, and where a player may play twice in a row.
    pub(crate) fn merges(&self) -> bool {
        !self.sets && !self.last_may_go_on
    }

    /// Returns the parameters of a file.
    pub(crate) fn parameters(&self) -> Vec<(&'static str, String)> {
        let clearing = match self.last_may_go_on {
            true => "when all have passed",
            false => "when all but one have passed",
        };
        let mut all =
            vec![("clearing", clearing.to_owned()), ("players", self.players.to_string())];
        if !self.sets {
            let passing = if self.print { PRINT } else { "voluntary" };
            all.push(("passing", passing.to_owned()));
            all.push(("ties", self.ties.to_string()));
        }
        all
    }
}

/// The rule for passes of the printed tables, as files state it.
const PRINT: &str = "voluntary, looked at where no card leaves a chance";
