//! A data folder that is asked by texts.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use shuban_site::Site;
use shuban_store::{Disk, FileSystem, ReadAt, answering_file};

/// Error of a question.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("a name, a position, a roll or room for a value is missing, or a text is not UTF-8")]
    NoText,
    #[error("the library failed, which it should not")]
    Fault,
    #[error("{0}")]
    Refused(String),
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{0} has no value that is a number: ask for the answer")]
    NoNumber(String),
}

/// A folder: its layers' files are opened when it is, and read as values are asked for.
pub(crate) struct Folder {
    site: Site,
    /// The files, by the numbers that the questions' needs name.
    files: Vec<(PathBuf, Box<dyn ReadAt>)>,
    /// The layers that could not be opened, with the reason.
    unread: Vec<(String, String)>,
}

impl Folder {
    /// Opens the files of all layers that the library knows. One that cannot be opened is missing, and a
    /// question that misses it has the reason.
    pub(crate) fn open(path: &Path) -> Self {
        let mut site = Site::default();
        shuban_gammon::register_tables(&mut site);
        shuban_amazons::register(&mut site);
        shuban_tanhinmin::register(&mut site);
        let disk = Disk::default();
        let (mut files, mut layers, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        for name in site.layers() {
            let found = answering_file(&disk, path, name).map_err(|error| error.to_string());
            let opened = found.and_then(|found| {
                let open = |(path, _): (PathBuf, _)| match disk.open(&path) {
                    Ok(file) => Ok((path, file)),
                    Err(error) => Err(format!("{}: {error}", path.display())),
                };
                found.map(open).transpose()
            });
            match opened {
                Ok(None) => {}
                Ok(Some((path, file))) => {
                    layers.push(json!({ "name": name, "bytes": file.len() }));
                    files.push((path, file));
                }
                Err(reason) => unread.push((name.to_owned(), reason)),
            }
        }
        site.ask(&json!({ "what": "layers", "layers": layers }).to_string());
        Folder { site, files, unread }
    }

    /// Returns a value, its lower and its upper bound.
    pub(crate) fn value(&mut self, name: &str, position: &str) -> Result<[f64; 3], Error> {
        let reply = self.ask("value", name, position, None)?;
        let number = |member: &str| reply["value"][member].as_f64();
        let value = number("value").ok_or_else(|| Error::NoNumber(name.to_owned()))?;
        let [lower, upper] = ["lower", "upper"].map(|bound| number(bound).unwrap_or(value));
        Ok([value, lower, upper])
    }

    pub(crate) fn answer(
        &mut self,
        name: &str,
        position: &str,
        roll: Option<&str>,
    ) -> Result<String, Error> {
        Ok(self.ask("probe", name, position, roll)?["answer"].to_string())
    }

    /// Asks until there is a reply, reading what is needed.
    fn ask(
        &mut self,
        what: &str,
        name: &str,
        position: &str,
        roll: Option<&str>,
    ) -> Result<Json, Error> {
        // A game has the name of none of its layers.
        let kind = if self.site.layers().any(|layer| layer == name) { "domain" } else { "game" };
        let question = json!({ "what": what, kind: name, "position": position, "roll": roll });
        let question = question.to_string();
        loop {
            let reply = self.site.ask(&question);
            let reply: Json = serde_json::from_str(&reply).map_err(|error| {
                // The library writes its replies itself.
                Error::Refused(error.to_string())
            })?;
            if let Some(reason) = reply["error"]["message"].as_str() {
                let unread = self.unread.iter().find(|(name, _)| reason.contains(&**name));
                let why = unread.map_or(String::new(), |(_, why)| format!(" ({why})"));
                // A data folder publishes nothing.
                let reason = reason.replace("is not published here", "is not in this folder");
                return Err(Error::Refused(reason + &why));
            }
            let Some(needs) = reply["needs"].as_array() else { return Ok(reply) };
            for need in needs {
                let number = |member: &str| need[member].as_u64().unwrap_or_default();
                let (layer, start, end) =
                    (number("layer") as usize, number("start"), number("end"));
                let (path, file) = &self.files[layer];
                let mut bytes = vec![0; (end - start) as usize];
                file.read_at(&mut bytes, start)
                    .map_err(|error| Error::Read { path: path.clone(), error })?;
                self.site.give(layer, start, &bytes);
            }
        }
    }
}
