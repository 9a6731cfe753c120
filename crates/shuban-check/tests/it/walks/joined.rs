//! Several proofs that become one.

use shuban_check::{Checked, Proof, check};
use shuban_core::{Game, Silent};
use shuban_solve::proof::{JoinedProofs, ProofQuestion};
use shuban_store::{Database, Disk};
use shuban_store_testing::{OpenedUp, rewrite};
use shuban_trax::{Lines, Position, Trax};
use tempfile::TempDir;

use super::{Proved, disk, trax, written};

/// Proofs of positions, in files of one folder.
struct Parts {
    folder: TempDir,
    proofs: Vec<Database>,
}

impl Parts {
    /// Proves that white does not lose these positions.
    fn of(trax: &Trax, roots: &[String]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let part = |(number, moves): (usize, &String)| {
            let proved = Proved::of(trax, moves, ProofQuestion::DrawOrBetter);
            assert!(proved.answer, "{moves}");
            let path = folder.path().join(format!("{number}.shuban"));
            proved.write(trax, &path).unwrap();
            Database::open(&Disk::default(), &path).unwrap()
        };
        let proofs = roots.iter().enumerate().map(part).collect();
        Parts { folder, proofs }
    }

    /// Joins proofs into one of a root.
    fn joined(
        &self,
        trax: &Trax,
        proofs: &[Database],
        root: Option<&str>,
    ) -> Result<Checked, String> {
        let root = root.map(|moves| trax.parse(moves).unwrap());
        let one = JoinedProofs::read(trax, proofs, root.as_ref(), &Silent);
        let path = self.folder.path().join("joined.shuban");
        let written = one.map_err(|error| error.to_string())?.write(disk(), &path, trax).unwrap();
        let proof = Proof::open(&path).unwrap();
        assert_eq!(written.leaves, proof.walk.leaves);
        check(&proof).map_err(|refusal| refusal.to_string())
    }
}

#[test]
fn proofs_of_all_replies_make_one_of_the_start() {
    // Five replies to the straight tile on 4×4 are not won at once, up to symmetry.
    let trax = trax(4, Lines::Full);
    let first = trax.parse("@0/").unwrap();
    let mut plays = Vec::new();
    trax.plays(&first, (), &mut plays);
    let mut replies: Vec<Position> = plays.iter().map(|play| trax.canonical(&play.after)).collect();
    replies.sort();
    replies.dedup();
    let texts: Vec<String> = replies.iter().map(|reply| trax.format(reply)).collect();
    let parts = Parts::of(&trax, &texts);
    for root in ["start", "@0/"] {
        let checked = parts.joined(&trax, &parts.proofs, Some(root)).unwrap();
        assert!(checked.nodes > 10, "{checked:?}");
    }
    // If a part is missing that plain search cannot replace, the others do not make a proof.
    let mut rest = parts.proofs.clone();
    let is_refused = (0..rest.len()).any(|_| {
        let missing = rest.remove(0);
        let found = parts.joined(&trax, &rest, Some("@0/"));
        rest.push(missing);
        found.is_err_and(|error| error.contains("does not always come to these proofs"))
    });
    assert!(is_refused);
    // One alone is of its own root.
    assert!(parts.joined(&trax, &parts.proofs[..1], None).is_ok());
}

#[test]
fn proofs_of_other_claims_do_not_make_one() {
    let folder = tempfile::tempdir().unwrap();
    let trax = trax(4, Lines::Full);
    let parts = [ProofQuestion::DrawOrBetter, ProofQuestion::Win].map(|asked| {
        let path = folder.path().join(asked.name());
        Proved::of(&trax, "start", asked).write(&trax, &path).unwrap();
        Database::open(&Disk::default(), &path).unwrap()
    });
    let refused = JoinedProofs::read(&trax, &parts, None, &Silent).err().unwrap().to_string();
    assert!(refused.contains("another claim"), "{refused}");
}

#[test]
fn a_file_that_claims_more_positions_than_can_be_counted_is_refused() {
    let trax = trax(4, Lines::Full);
    let (_folder, path) = written();
    rewrite(&disk(), &path, |opened: &mut OpenedUp| {
        opened.account.parts[0].positions = 1 << 63;
        let again = opened.account.parts[0].clone();
        opened.account.parts.push(again);
    });
    let database = Database::open(&Disk::default(), &path).unwrap();
    let refused = JoinedProofs::read(&trax, &[database], None, &Silent).err().unwrap().to_string();
    assert!(refused.contains("does not say how many positions"), "{refused}");
}
