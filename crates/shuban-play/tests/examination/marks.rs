//! A player whose values are arbitrary, and always the same: a fixed policy without any sense.

use shuban_catalog::names::PlacedLayer;
use shuban_catalog::{Catalog, OpenFamily};
use shuban_core::{Progress, Silent};
use shuban_play::examination::{
    AnswerForm, Answered, AskedTurn, Deadline, ExaminationOptions, Examinee, ExamineeReply,
    Findings, examine,
};
use shuban_solve::BuildOptions;

/// Returns an arbitrary value of a position, from -1 to 1 (FNV-1a).
pub(crate) fn mark(position: &str) -> f64 {
    let hash = position
        .bytes()
        .fold(0xcbf2_9ce4_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    f64::from(hash % 2_001) / 1_000.0 - 1.0
}

/// A player who values positions by [`mark`].
pub(crate) struct Marks;

impl Examinee for Marks {
    fn name(&self) -> &'static str {
        "marks"
    }

    fn form(&self) -> AnswerForm {
        AnswerForm::Values
    }

    fn answer(
        &mut self,
        asked: &[AskedTurn],
        _deadline: &Deadline,
        _progress: &dyn Progress,
    ) -> Answered {
        let replies = asked.iter().map(|asked| Ok(ExamineeReply::Value(mark(&asked.position))));
        Answered { replies: replies.collect(), ended: None }
    }
}

/// A layer that is built for a test.
pub(crate) struct Built<'c> {
    pub(crate) placed: PlacedLayer<'c>,
    pub(crate) open: Box<dyn OpenFamily + 'c>,
    _data: tempfile::TempDir,
}

impl<'c> Built<'c> {
    pub(crate) fn new(catalog: &'c Catalog, layer: &str) -> Self {
        let placed = catalog.layer(layer).unwrap();
        let data = tempfile::tempdir().unwrap();
        let options = BuildOptions { threads: 1, ..BuildOptions::new(data.path()) };
        placed.family.build(placed.layer, &options, &Silent).unwrap();
        Built { placed, open: placed.family.open(data.path()), _data: data }
    }

    /// Examines [`Marks`], with the worth of its play.
    pub(crate) fn examined(&self, progress: &dyn Progress) -> Findings {
        let options = ExaminationOptions {
            batch: 100,
            most_faults: 1,
            exact_play: true,
            ..ExaminationOptions::default()
        };
        let parts = (&*self.open, self.placed.game);
        let (family, layer) = (self.placed.family, self.placed.layer);
        examine(family, layer, parts, &mut Marks, &options, progress).unwrap()
    }
}
