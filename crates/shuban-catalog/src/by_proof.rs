//! Proof search of a game, whatever its types.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use shuban_answer::{AnyAnswer, AnyPlay, AnyPosition, AnyRules, Detail};
use shuban_core::solver::SearchSetting;
use shuban_core::{Present, Progress, Provable, ValuedPlay};
use shuban_solve::proof::{
    JoinedProofs, ProofFile, ProofIndex, ProofSetting, ProofStep, Prover, ProverAnswer,
};
use shuban_store::{Database, Disk};

use crate::any_game::AnyGame;
use crate::any_proof::{
    AnyProof, AnyProofMove, AnyProofStep, AnyProofs, ProofAbout, WrittenProof, claim_name,
};
use crate::any_solver::{AnySolve, AnySolver};
use crate::error::Error;
use crate::recorded::{self, AnyLedger};

/// A game whose positions are solved by proof search.
pub(crate) struct ByProof<G>(pub(crate) G);

impl<G: Provable + Present + 'static> AnySolver for ByProof<G> {
    fn game(&self) -> &dyn AnyGame {
        &self.0
    }

    fn begin<'a>(
        &'a self,
        proof: &'a ProofSetting,
        known: Option<&'a AnyLedger>,
        setting: SearchSetting<'a>,
    ) -> AnySolve<'a> {
        let game = &self.0;
        let mut prover = Prover::new(game, proof, setting);
        if let Some(ledger) = known.and_then(AnyLedger::of::<G>) {
            prover = prover.knowing(ledger);
        }
        Box::new(move |position| {
            let ProverAnswer { answer, asked } = prover.solve(position.of(game)?)?;
            Ok(AnyAnswer { asked, ..AnyAnswer::new(game, position, answer, &Detail::All) })
        })
    }

    fn proofs(&self) -> Option<&dyn AnyProofs> {
        Some(self)
    }
}

impl<G: Provable + Present + 'static> AnyProofs for ByProof<G> {
    fn ledger(
        &self,
        texts: &[(&str, &[u8])],
        refused: &mut dyn FnMut(&str, &str),
    ) -> Option<Box<dyn Any + Send + Sync>> {
        recorded::joined(&self.0, texts, refused)
    }

    fn tell(&self, ledger: &AnyLedger, answer: &mut AnyAnswer) -> Result<bool, Error> {
        match ledger.of::<G>() {
            Some(ledger) => recorded::tell(&self.0, ledger, answer),
            None => Ok(false),
        }
    }

    fn proof(&self, database: Database) -> Result<Box<dyn AnyProof + '_>, Error> {
        let file = ProofFile::of(&self.0, database).map_err(shuban_solve::Error::from)?;
        Ok(Box::new(OpenProof { game: &self.0, file }))
    }

    fn join(
        &self,
        proofs: &[Database],
        root: Option<&str>,
        file: &Path,
        progress: &dyn Progress,
    ) -> Result<WrittenProof, Error> {
        let game = &self.0;
        let root = root.map(|text| AnyRules::read(game, text)).transpose()?;
        let root = root.as_ref().map(|root| root.of(game)).transpose()?;
        let joined = JoinedProofs::read(game, proofs, root, progress);
        let joined = joined.map_err(shuban_solve::Error::from)?;
        let written = joined.write(Arc::new(Disk::default()), file, game);
        let written = written.map_err(shuban_solve::Error::from)?;
        Ok(WrittenProof {
            file: file.to_owned(),
            game: shuban_core::Game::name(game),
            root: game.format(joined.root()),
            side: game.seat_name(joined.claimant()),
            claim: claim_name(joined.is_win() || !game.has_draws()),
            positions: written.positions,
            leaves: written.leaves,
            bytes: written.published.bytes,
            content_hash: written.published.content_hash,
        })
    }
}

/// A proof of a game's types.
struct OpenProof<'g, G: Provable> {
    game: &'g G,
    file: ProofFile<G>,
}

impl<G: Provable + Present + 'static> AnyProof for OpenProof<'_, G> {
    fn game(&self) -> &dyn AnyGame {
        self.game
    }

    fn about(&self) -> ProofAbout {
        let OpenProof { game, file } = self;
        let manifest = file.manifest();
        let provenance = &manifest.account.provenance;
        ProofAbout {
            game: shuban_core::Game::name(*game),
            root: game.format(file.root()),
            question: provenance.settings.get("question").cloned(),
            seat: file.claimant(),
            side: game.seat_name(file.claimant()),
            claim: claim_name(file.is_win() || !game.has_draws()),
            positions: file.positions(),
            bytes: file.bytes(),
            content_hash: manifest.content_hash.clone(),
            program: format!("{} {}", provenance.program, provenance.version).trim().to_owned(),
        }
    }

    fn root(&self) -> AnyPosition {
        AnyPosition::new(self.game, self.file.root().clone())
    }

    fn index(&self, progress: &dyn Progress) -> Result<ProofIndex, Error> {
        Ok(self.file.index(self.game, progress).map_err(shuban_solve::Error::from)?)
    }

    fn step(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        nodes: u64,
    ) -> Result<AnyProofStep, Error> {
        let (game, here) = (self.game, position.of(self.game)?);
        let ProofStep { to_move, status, moves } = self.file.step(game, index, here, nodes);
        let moves = moves
            .into_iter()
            .map(|one| {
                let answer = one.answer.map(|reply| game.format_move(&one.play.after, (), &reply));
                let valued = ValuedPlay { play: one.play, number: 0, value: None, rank: 0 };
                let AnyPlay { action, touched, after, .. } =
                    AnyPlay::new(game, (position, here), (), valued);
                AnyProofMove { action, touched, answer, after, status: one.status }
            })
            .collect();
        let (seat, side) = (to_move, game.seat_name(to_move));
        Ok(AnyProofStep { position: position.clone(), seat, side, status, moves })
    }

    fn follows(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        after: &AnyPosition,
    ) -> Result<bool, Error> {
        let (here, there) = (position.of(self.game)?, after.of(self.game)?);
        Ok(self.file.follows(self.game, index, here, there))
    }
}
