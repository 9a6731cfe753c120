//! Tables of a match: read where they are built, and worked out where they are not.

use std::any::Any;
use std::sync::Mutex;

use shuban_core::shelf::{EmptyShelf, OracleError, Shelf, StoredFamily};
use shuban_core::tabulate::OneThread;
use shuban_core::{Domain, LayerId, Progress, Silent};
use shuban_daihinmin::matches::{Error, MatchOptions, MatchReport, PlayerSetting, play, setup};
use shuban_daihinmin::players::PlayerKind::{Base, Default, Endgame};
use shuban_daihinmin_game::ContestRules;
use shuban_daihinmin_game::players::endgame::EndgameLimits;
use shuban_tanhinmin::LeadDomain;

/// The table of one family with six cards; that with seven cannot be read.
struct SixCards(LeadDomain);

impl Shelf for SixCards {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        (self.0.name() == name).then_some(self)
    }
}

impl StoredFamily for SixCards {
    fn value(&self, _: &dyn Any, _: &mut dyn Any) -> Result<(), OracleError> {
        Ok(())
    }

    fn each_value(
        &self,
        layer: LayerId,
        each: &mut dyn FnMut(&dyn Any),
    ) -> Result<bool, OracleError> {
        match self.0.cards(layer) {
            6 => self.0.records(layer)?.iter().for_each(|record| each(&record.winners())),
            7 => return Err("damaged".into()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Keeps the notes.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Progress for Notes {
    fn note(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

#[test]
fn tables_that_are_built_are_read_and_the_others_worked_out() {
    let shelf =
        SixCards(LeadDomain::new(shuban_tanhinmin::CardRules::tanhinmin(3).unwrap()).unwrap());
    let notes = Notes::default();
    let with = |shelf: &dyn Shelf, cards: usize| -> Result<MatchReport, Error> {
        let players = [Endgame, Endgame, Base, Default, Base];
        let options = MatchOptions { players, games: 30, seed: 1, records: None };
        let limits = EndgameLimits { cards, ..EndgameLimits::default() };
        let setting = PlayerSetting { limits, ..PlayerSetting::default() };
        let setup = setup(&players, ContestRules::default(), &setting, shelf, &OneThread, &notes)?;
        Ok(play(&setup, &options, &Silent)?.report)
    };
    assert_eq!(with(&shelf, 6).unwrap(), with(&EmptyShelf, 6).unwrap());
    let told = notes.0.lock().unwrap().clone();
    assert!(
        told[0].starts_with("11 endgame tables") && told[1].starts_with("12 endgame tables"),
        "{told:?}"
    );
    // A damaged table is an error; it is not computed instead.
    assert!(matches!(with(&shelf, 7), Err(Error::Stored(_))));
}
