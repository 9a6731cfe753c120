//! The files of a site, as they lie in a published folder.

use std::io::{self, Read};

use flate2::read::GzDecoder;
use serde_json::json;

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
    ($($to:literal $from:literal),* $(,)?) => {
        [$(($to, include_bytes!(concat!("../web/", $from)) as &[u8])),*]
    };
}

/// The files that do not depend on what is published, by their path in the folder.
const FILES: [(&str, &[u8]); 17] = web![
    "site/check.js" "check.js",
    "site/dom.js" "dom.js",
    "site/drawing.js" "drawing.js",
    "site/folder.js" "folder.js",
    "site/home.js" "home.js",
    "site/icon.svg" "icon.svg",
    "site/kept.js" "kept.js",
    "site/module.js" "module.js",
    "site/play.js" "play.js",
    "site/position.js" "position.js",
    "site/ranges.js" "ranges.js",
    "site/setup.js" "setup.js",
    "site/site.css" "site.css",
    "site/site.js" "site.js",
    "site/words.js" "words.js",
    "sw.js" "sw.js",
    "index.html" "index.html",
];

/// Returns a file as it is sent: scripts and style sheets without indentation and comments, which are a fifth of
/// them. Comments are lines of their own.
fn brief(path: &str, bytes: &[u8]) -> Vec<u8> {
    if !(path.ends_with(".js") || path.ends_with(".css")) {
        return bytes.to_vec();
    }
    let mut brief = Vec::with_capacity(bytes.len());
    let mut is_comment = false;
    for line in bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        is_comment |= line.starts_with(b"/*");
        if !is_comment && !line.is_empty() && !line.starts_with(b"//") {
            brief.extend_from_slice(line);
            brief.push(b'\n');
        }
        is_comment &= !line.ends_with(b"*/");
    }
    brief
}

/// Returns all files of a site with some modules: each its path in the published folder, and its bytes.
///
/// # Errors
/// If a module is not compressed by gzip.
pub fn site_files(modules: &[PageModule]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let own = FILES.iter().map(|(path, bytes)| ((*path).to_owned(), brief(path, bytes)));
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
