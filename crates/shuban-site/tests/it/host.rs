//! A host with the files of layers, and a page that asks it for parts of them.

use std::fs;
use std::sync::LazyLock;

use serde_json::{Value as Json, json};
use shuban_catalog::Catalog;
use shuban_core::Silent;
use shuban_site::Site;
use shuban_solve::BuildOptions;
use shuban_store::layer_path;
use tempfile::TempDir;

pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

/// Files of layers, by the numbers that a page gives them.
pub(crate) struct Host {
    pub(crate) data: TempDir,
    pub(crate) names: Vec<String>,
    pub(crate) files: Vec<Vec<u8>>,
    /// The number of parts that were asked for, and of rounds in which they were.
    pub(crate) parts: usize,
    pub(crate) rounds: usize,
}

impl Host {
    /// Builds a layer with all that it needs.
    pub(crate) fn of(layer: &str) -> Self {
        let data = tempfile::tempdir().unwrap();
        let named = CATALOG.layer(layer).unwrap();
        named.build(&BuildOptions::new(data.path()), &Silent).unwrap();
        let needed = named.family.needed(named.layer).into_iter();
        let names: Vec<String> =
            needed.map(|id| named.family.layers()[id.0].name.clone()).collect();
        let file = |name: &String| fs::read(layer_path(data.path(), name).unwrap()).unwrap();
        let files = names.iter().map(file).collect();
        Host { data, names, files, parts: 0, rounds: 0 }
    }

    /// Tells a page of its layers.
    pub(crate) fn tell(&self, site: &mut Site) -> Json {
        let layers = self.names.iter().zip(&self.files);
        let layers = layers.map(|(name, file)| json!({ "name": name, "bytes": file.len() }));
        let layers: Vec<Json> = layers.collect();
        said(site, &json!({ "what": "layers", "layers": layers }))
    }

    /// Asks until there is a reply, giving what is needed.
    pub(crate) fn ask(&mut self, site: &mut Site, question: &Json) -> Json {
        for _ in 0..20 {
            let reply = said(site, question);
            let Some(needs) = reply.get("needs") else { return reply };
            self.rounds += 1;
            for need in needs.as_array().unwrap() {
                let number = |name: &str| need[name].as_u64().unwrap() as usize;
                let (layer, range) = (number("layer"), number("start")..number("end"));
                self.parts += 1;
                site.give(layer, range.start as u64, &self.files[layer][range]);
            }
        }
        panic!("no end of needs: {question}");
    }
}

/// Asks once.
pub(crate) fn said(site: &mut Site, question: &Json) -> Json {
    serde_json::from_str(&site.ask(&question.to_string())).unwrap()
}
