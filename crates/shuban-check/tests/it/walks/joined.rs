//! Several proofs that become one.

use shuban_check::{Checked, Proof, check};
use shuban_core::Game;
use shuban_solve::proof::{JoinedProofs, ProofQuestion};
use shuban_store::{Database, Disk};
use shuban_store_testing::{OpenedUp, rewrite};
use shuban_trax::{Lines, Position, Trax};

use super::{Proved, disk, trax, written};

/// Joins proofs of positions into one of a root.
fn joined(trax: &Trax, roots: &[&str], root: Option<&str>) -> Result<Checked, String> {
    let folder = tempfile::tempdir().unwrap();
    let asked = ProofQuestion::DrawOrBetter;
    let parts = roots.iter().enumerate().map(|(number, moves)| {
        let path = folder.path().join(format!("{number}.shuban"));
        Proved::of(trax, moves, asked).write(trax, &path).unwrap();
        Database::open(&Disk::default(), &path).unwrap()
    });
    let parts: Vec<Database> = parts.collect();
    let root = root.map(|moves| trax.parse(moves).unwrap());
    let one = JoinedProofs::read(trax, &parts, root.as_ref()).map_err(|error| error.to_string())?;
    let path = folder.path().join("joined.shuban");
    let written = one.write(disk(), &path, trax).unwrap();
    let proof = Proof::open(&path).unwrap();
    assert_eq!(written.leaves, proof.walk.leaves);
    check(&proof).map_err(|refusal| refusal.to_string())
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
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let proves = |moves: &&str| Proved::of(&trax, moves, ProofQuestion::DrawOrBetter).answer;
    assert!(texts.iter().all(proves));
    let checked = joined(&trax, &texts, Some("start")).unwrap();
    assert!(checked.nodes > 10, "{checked:?}");
    let checked = joined(&trax, &texts, Some("@0/")).unwrap();
    assert!(checked.nodes > 10, "{checked:?}");
    // If a part is missing that plain search cannot replace, the others do not make a proof.
    let refused = (0..texts.len()).filter(|&missing| {
        let rest: Vec<&str> = texts
            .iter()
            .enumerate()
            .filter(|&(at, _)| at != missing)
            .map(|(_, &text)| text)
            .collect();
        let found = joined(&trax, &rest, Some("@0/"));
        found.is_err_and(|error| error.contains("does not always come to these proofs"))
    });
    assert!(refused.count() > 0);
    // One alone is of its own root.
    assert!(joined(&trax, &texts[..1], None).is_ok());
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
    let refused = JoinedProofs::read(&trax, &parts, None).err().unwrap().to_string();
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
    let refused = JoinedProofs::read(&trax, &[database], None).err().unwrap().to_string();
    assert!(refused.contains("does not say how many positions"), "{refused}");
}
