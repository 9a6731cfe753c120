//! The files of a site, as they lie in a published folder.

use std::io::{self, Read};

use flate2::read::GzDecoder;
use serde_json::json;
use shuban_answer::equation::RECOMPUTE;

/// A module for the pages of some games ([`module!`](crate::module)).
#[derive(Clone, Copy, Debug)]
pub struct PageModule {
    /// The name of its file: `gammon.wasm`.
    pub file: &'static str,
    /// The module, compressed by gzip.
    pub packed: &'static [u8],
    /// The parts before the first `/` of the names of its layers.
    pub prefixes: &'static [&'static str],
}

impl PageModule {
    /// Returns true if the module looks up values of a layer.
    pub fn is_of(&self, layer: &str) -> bool {
        self.prefixes.iter().any(|prefix| Some(*prefix) == layer.split('/').next())
    }
}

macro_rules! web {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../web/", $name)))),*]
    };
}

/// The files that do not depend on what is published.
const FILES: [(&str, &str); 17] = web![
    "check.js",
    "dom.js",
    "drawing.js",
    "folder.js",
    "home.js",
    "icon.svg",
    "kept.js",
    "module.js",
    "play.js",
    "position.js",
    "ranges.js",
    "setup.js",
    "site.css",
    "site.js",
    "words.js",
    "sw.js",
    "index.html",
];

/// Returns the path in the folder of a file: a worker is for what lies beside it and below.
fn path_of(name: &str) -> String {
    match name {
        "index.html" | "sw.js" => name.to_owned(),
        _ => format!("site/{name}"),
    }
}

/// Returns a file as it is sent: scripts and style sheets without indentation and comments, which are a fifth of
/// them. Comments are lines of their own.
fn brief(name: &str, text: &str) -> Vec<u8> {
    if !(name.ends_with(".js") || name.ends_with(".css")) {
        return text.into();
    }
    let (mut brief, mut is_comment) = (String::with_capacity(text.len()), false);
    for line in text.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            brief.extend([line, "\n"]);
        }
        is_comment &= !line.ends_with("*/");
    }
    brief.into()
}

/// Returns all files of a site with some modules: each its path in the published folder, and its bytes.
///
/// # Errors
/// If a module is not compressed by gzip.
pub fn site_files(modules: &[PageModule]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let own = [("equation.js", RECOMPUTE)].into_iter().chain(FILES);
    let own = own.map(|(name, text)| (path_of(name), brief(name, text)));
    let mut files = Vec::new();
    let mut list = Vec::new();
    for PageModule { file, packed, prefixes } in modules {
        let mut bytes = Vec::new();
        GzDecoder::new(*packed).read_to_end(&mut bytes)?;
        files.push((format!("site/{file}"), bytes));
        list.push(json!({ "file": file, "prefixes": prefixes }));
    }
    files.push(("site/modules.json".to_owned(), json!(list).to_string().into_bytes()));
    // The page is the last: what it names is there.
    files.extend(own);
    Ok(files)
}
