//! From the domain to checked files.

use std::sync::Arc;

use crate::common::leads;
use shuban_core::{Domain, Game, LayerId, Silent, Winners};
use shuban_search::multi::{MultiSearch, Singleton};
use shuban_solve::{
    BuildOptions, OpenLayers, Retrograde, Solver, Tabulation, VerifyOptions, build, verify,
};
use shuban_store::{Disk, FileSystem};

#[test]
fn layers_are_built_into_the_same_values_by_sweep_and_by_definition_and_verified() {
    for name in ["tanhinmin/3p", "tanhinmin/4p-distinct/uecda", "tanhinmin/3p/print"] {
        let leads = leads(name);
        let last = leads.layer(7).unwrap();
        let solvers: [&dyn Solver; 2] = [&Tabulation(&leads), &Retrograde(&leads)];
        let values = solvers.map(|solver| {
            let folder = tempfile::tempdir().unwrap();
            let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
            let options = BuildOptions::new(folder.path());
            build(&files, solver, last, &options, &Silent).unwrap();
            let data = folder.path().to_owned();
            let options = VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new(data) };
            let verified = verify(&files, solver, last, &options, &Silent).unwrap();
            assert_eq!(verified.failure, None, "{name}");
            let layers = || (0..=last.0).map(LayerId);
            let tables = OpenLayers::open(&files, folder.path(), &leads, layers()).unwrap();
            layers()
                .map(|layer| tables.layer(layer).unwrap().values(0).unwrap())
                .collect::<Vec<_>>()
        });
        assert_eq!(values[0], values[1], "{name}");
    }
}

#[test]
fn deals_are_probed_lead_by_lead() {
    let leads = leads("tanhinmin/4p-distinct");
    let folder = tempfile::tempdir().unwrap();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let options = BuildOptions::new(folder.path());
    build(&files, &Tabulation(&leads), leads.layer(10).unwrap(), &options, &Silent).unwrap();
    let layers = (4..=10).map(|cards| leads.layer(cards).unwrap());
    let tables = OpenLayers::open(&files, folder.path(), &leads, layers).unwrap();
    let values = |text: &str| -> Vec<(String, String)> {
        let game = leads.game();
        let deal = game.parse(text).unwrap();
        let mut plays = Vec::new();
        game.plays(&deal, (), &mut plays);
        let value = |table| tables.value(table).unwrap().to_string();
        plays
            .iter()
            .map(|play| (game.format_move(&deal, (), &play.action), value(&play.after)))
            .collect()
    };
    let expected = |leads: &[(&str, &str)]| -> Vec<(String, String)> {
        leads.iter().map(|(lead, value)| ((*lead).to_owned(), (*value).to_owned())).collect()
    };
    // The paper's example, and a win that needs a voluntary pass.
    assert_eq!(values("1,3,10|2|4,6,8|5,7,9"), expected(&[("1", "2"), ("3", "1"), ("10", "24")]));
    let passes = values("1,6,7,10|2|5|3,4,8,9");
    assert_eq!(passes[1..3], expected(&[("6", "1"), ("7", "1")]));
    // With gaps and other seats first it is the same.
    assert_eq!(values("10,30,90|15|33,50,70|40,60,80")[1].1, "1");
    // Positions outside of the tables are computed: the deal itself.
    let deal = leads.game().parse("1,3,10|2|4,6,8|5,7,9").unwrap();
    assert_eq!(tables.value(&deal).unwrap(), Winners::only(0));
    let mut search = MultiSearch::new(leads.game(), Singleton { seats: 4 });
    assert_eq!(search.value(&deal).unwrap(), Winners::only(0));
}
