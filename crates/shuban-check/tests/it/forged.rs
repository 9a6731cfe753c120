//! Proofs with sound checksums and additional or other contents are refused by name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value as Json, json};
use shuban_check::{Proof, check};
use shuban_core::{Game, Section, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_walk};
use shuban_store::{Database, Disk, FileSystem};
use shuban_store_testing::{OpenedSection, OpenedUp, rewrite, with_directory};
use shuban_trax::{Lines, Trax};
use tempfile::TempDir;

/// Returns a proof that the first player of 4×4 wins or draws.
fn written() -> (TempDir, PathBuf) {
    let trax = Trax::new(4, Lines::Full).unwrap();
    let root = trax.parse("start").unwrap();
    let asked = ProofQuestion::DrawOrBetter;
    let options = ProofOptions { strategy: true, memory: 32 << 20, ..ProofOptions::default() };
    let proved = prove(&trax, &root, asked.question(), &options, None, &Silent).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let answer = proved.outcome == ProofOutcome::Proven;
    let claim = ProofClaim { root: &root, asked, answer, options: " --threads 1" };
    let strategy = proved.strategy.unwrap();
    write_walk(Arc::new(Disk::default()), &path, &trax, &claim, &strategy).unwrap();
    (folder, path)
}

fn stream<'o>(opened: &'o mut OpenedUp, name: &str) -> &'o mut Vec<Vec<u8>> {
    match opened.section(name) {
        OpenedSection::Stream(section) => &mut section.entries,
        OpenedSection::Table(..) => panic!("`{name}` is a table"),
    }
}

/// Returns the reason why a rewritten file is refused when it is opened or checked.
fn refusal(edit: impl FnOnce(&mut OpenedUp)) -> String {
    let (_folder, path) = written();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    rewrite(&files, &path, edit);
    match Proof::open(&path) {
        Err(error) => error.to_string(),
        Ok(proof) => check(&proof).expect_err("a refusal").to_string(),
    }
}

#[test]
fn a_proof_says_how_it_was_found() {
    let (_folder, path) = written();
    let proof = Proof::open(&path).unwrap();
    check(&proof).unwrap();
    assert_eq!(proof.claimed, concat!("shuban ", env!("CARGO_PKG_VERSION"), " --threads 1"));
    let database = Database::open(&Disk::default(), &path).unwrap();
    let provenance = &database.manifest().account.provenance;
    assert_eq!(provenance.solver, "proof-number search");
    assert_eq!(provenance.settings["question"], "draw-or-better");
}

#[test]
fn a_proof_has_exactly_one_root() {
    let refused = refusal(|opened| {
        let root = stream(opened, "root");
        root.push(root[0].clone());
    });
    assert!(refused.contains("it has 2 roots"), "{refused}");
    let refused = refusal(|opened| stream(opened, "root").clear());
    assert!(refused.contains("it has 0 roots"), "{refused}");
}

#[test]
fn a_proof_says_nothing_else() {
    let names = |what: &str, edit: &dyn Fn(&mut OpenedUp)| {
        let refused = refusal(edit);
        assert!(refused.contains(what), "{what}: {refused}");
    };
    names("its sections", &|opened| {
        let section = Section { name: "more".to_owned(), entries: vec![vec![1]] };
        opened.sections.push(OpenedSection::Stream(section));
    });
    names("its sections", &|opened| opened.sections.reverse());
    names("its parts", &|opened| opened.account.parts.clear());
    names("its parts", &|opened| opened.account.parts[0].sections.clear());
    names("its facts", &|opened| {
        opened.account.facts.insert("nodes".to_owned(), json!(7));
    });
    names("its names", &|opened| opened.subject.family = "trax/5/proof".to_owned());
    names("its parameters", &|opened| {
        opened.subject.parameters.insert("colour".to_owned(), "red".to_owned());
    });
    names("its `seat` is 2", &|opened| {
        opened.subject.parameters.insert("seat".to_owned(), "2".to_owned());
    });
    names("its settings", &|opened| {
        let settings = &mut opened.account.provenance.settings;
        settings.insert("question".to_owned(), "win".to_owned());
    });
    let (_folder, path) = written();
    let bytes = std::fs::read(&path).unwrap();
    let edit = |directory: &mut Json| directory["colour"] = json!(1);
    std::fs::write(&path, with_directory(&path, &bytes, edit)).unwrap();
    let refused = Proof::open(&path).unwrap_err().to_string();
    assert!(refused.contains("a member `colour`"), "{refused}");
}

/// Lists are the format of the solver before walks.
#[test]
fn a_list_of_positions_is_refused_with_the_way_to_a_walk() {
    let refused = refusal(|opened| {
        let walk = opened.section("walk");
        let section = Section { name: "strategy".to_owned(), entries: vec![vec![0; 10]] };
        *walk = OpenedSection::Stream(section);
        opened.account.facts.remove("leaves");
        let part = &mut opened.account.parts[0];
        (part.name, part.sections) = ("strategy".to_owned(), vec!["strategy".to_owned()]);
        part.positions = 1;
    });
    assert!(refused.contains("`shuban solve trax/4 --proof FILE`"), "{refused}");
}

#[test]
fn plain_search_is_asked_for_ten_million_positions_at_most() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs/trax-2-win.shuban");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let opened = |nodes: &str| {
        std::fs::copy(&kept, &path).unwrap();
        rewrite(&files, &path, |opened| {
            opened.subject.parameters.insert("closed-nodes".to_owned(), nodes.to_owned());
        });
        Proof::open(&path)
    };
    assert_eq!(opened("10000000").unwrap().closed_nodes, 10_000_000);
    let refused = opened("10000001").unwrap_err().to_string();
    assert!(refused.contains("too much to plain search"), "{refused}");
}
