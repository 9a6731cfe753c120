//! `publish DOMAIN… --to DIR`, `publish --check URL`

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use shuban_core::text::{bytes_text, grouped};
use shuban_publish::{
    PublishOptions, is_address, open_source, publish, read_back, read_back_beside, write_beside,
};
use shuban_site::{PageModule, site_files};
use shuban_store::{Destination, Disk, FileSystem, answering_file, compact_path};

use crate::addresses::{destination, failure, refuse_address};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::units::size;

/// Bytes of the longest page that is looked at.
const LONGEST_PAGE: u64 = 1 << 20;

/// Write databases as plain files for any web server, from which others probe and fetch them
///
/// The files of layers, and of all that they need, are cut into pieces that are named by their content,
/// and never change; catalogue.json says which there are. What the folder has already stays. It may lie in a
/// bucket of an object store, whose keys come from the environment. Whoever has its address reads values
/// without a copy, `--data https://…`, or copies a layer, `fetch`.
#[derive(Args, Debug)]
pub(crate) struct Publish {
    /// The layers
    #[arg(required_unless_present = "check")]
    domains: Vec<String>,
    /// The folder to write, on this machine or in a bucket, `s3://BUCKET/DIR`
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    to: Option<PathBuf>,
    /// The length of pieces, since hosts have limits
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "95M")]
    piece: u64,
    /// The layers alone, without those that they need
    #[arg(long)]
    only: bool,
    /// Compact files, where the data folder has them, beside those that are published already
    #[arg(long)]
    compact: bool,
    /// Write pieces though they are there: one in a bucket may have lost its bytes
    #[arg(long)]
    anew: bool,
    /// Pages beside the data, which look positions up without a server program
    #[arg(long)]
    site: bool,
    /// The terms under which the values may be used [default: as the folder states, or the program's]
    #[arg(long, value_name = "TEXT")]
    licence: Option<String>,
    /// The form in which to cite them [default: as the folder states, or this program's name]
    #[arg(long, value_name = "TEXT")]
    cite: Option<String>,
    /// Read all that is published at an address, and compare it with its names; with `--site` its pages, too
    #[arg(long, value_name = "URL", conflicts_with_all = ["domains", "to", "only", "compact", "anew"])]
    check: Option<String>,
}

#[derive(Serialize)]
struct Published {
    folder: PathBuf,
    layers: usize,
    bytes: u64,
    pieces_written: u64,
    bytes_written: u64,
    pieces_kept: u64,
    /// Files of pages that were written, if any are asked for.
    pages_written: Option<usize>,
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Published { folder, layers, bytes, pieces_written, bytes_written, pieces_kept, .. } =
            self;
        let (folder, bytes) = (folder.display(), bytes_text(*bytes));
        let written = bytes_text(*bytes_written);
        let s = if *layers == 1 { "" } else { "s" };
        write!(f, "{folder}: {layers} layer{s} published ({bytes}), ")?;
        write!(f, "{pieces_written} pieces written ({written}), {pieces_kept} were there")?;
        match self.pages_written {
            Some(pages) => {
                write!(f, "; {pages} files of pages written")?;
                if self.folder.to_str().is_some_and(is_address) {
                    return Ok(());
                }
                let folder = self.folder.display();
                write!(f, "\nfor a look at them: python3 -m http.server --directory {folder}")
            }
            None => Ok(()),
        }
    }
}

#[derive(Serialize)]
struct Checked {
    address: String,
    passed: bool,
    layers: usize,
    pieces: u64,
    bytes: u64,
    /// Files of pages that were compared, if that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<usize>,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { address, layers, pieces, bytes, .. } = self;
        let (pieces, bytes) = (grouped(*pieces), bytes_text(*bytes));
        write!(f, "{address}: {layers} layers are as published: {pieces} pieces, {bytes}")?;
        match self.pages {
            Some(pages) => write!(f, "; {pages} files of pages are this program's"),
            None => Ok(()),
        }
    }
}

impl Publish {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        match (&self.check, &self.to) {
            (Some(address), _) => self.check(address, context),
            (None, Some(folder)) => self.publish(folder.clone(), context),
            (None, None) => Err(Failure::usage("`--to DIR` says where to")),
        }
    }

    /// Returns the file of a layer that is published.
    fn file(
        &self,
        files: &dyn FileSystem,
        data: &Path,
        name: &str,
    ) -> Result<Option<PathBuf>, shuban_store::Error> {
        let compact = compact_path(data, name)?;
        let is_compact = self.compact && matches!(files.len(&compact), Ok(Some(_)));
        if is_compact {
            return Ok(Some(compact));
        }
        Ok(answering_file(files, data, name)?.map(|(path, _)| path))
    }

    fn check(&self, address: &str, context: &Context<'_>) -> Result<Status, Failure> {
        context.if_interrupted(|| Parting::word("nothing was compared to the end"));
        let files: Arc<dyn FileSystem> = Arc::new(Disk { memory: context.common.memory() });
        let meter = context.meter();
        let source = || open_source(address).map_err(|error| failure(error.into()));
        let found = read_back(source()?, &files, &meter).map_err(failure)?;
        let pages = match self.site {
            true => files_of_pages(&found.domains, context)?,
            false => Vec::new(),
        };
        read_back_beside(&*source()?, &pages).map_err(failure)?;
        drop(meter);
        context.account(&Checked {
            address: address.to_owned(),
            passed: true,
            layers: found.domains.len(),
            pieces: found.pieces,
            bytes: found.bytes,
            pages: self.site.then_some(pages.len()),
        })
    }

    fn publish(&self, folder: PathBuf, context: &Context<'_>) -> Result<Status, Failure> {
        let to = &*destination(&folder)?;
        let data = context.common.data();
        let mut layers: Vec<(String, PathBuf)> = Vec::new();
        let mut files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        for domain in &self.domains {
            let layer = context.catalog.layer(domain)?;
            files = Arc::clone(layer.family.files());
            let needed =
                if self.only { vec![layer.layer] } else { layer.family.needed(layer.layer) };
            for id in needed {
                let name = &layer.family.layers()[id.0].name;
                if layers.iter().any(|(other, _)| other == name) {
                    continue;
                }
                let file = self.file(&*files, data, name).map_err(shuban_catalog::Error::from)?;
                let path = file.ok_or_else(|| shuban_catalog::Error::not_built(name))?;
                // What comes from elsewhere twice could be another the second time.
                refuse_address(&path, "fetch it first")?;
                layers.push((name.clone(), path));
            }
        }
        if self.site {
            check_pages(to, &layers, context)?;
        }
        context.if_interrupted(|| {
            Parting::word("the catalogue is as it was; publish again to go on where this ended")
        });
        let options = PublishOptions {
            piece_bytes: self.piece,
            licence: self.licence.clone(),
            citation: self.cite.clone(),
            anew: self.anew,
        };
        let meter = context.meter();
        let done = publish(&*files, &layers, to, &options, &meter).map_err(failure)?;
        drop(meter);
        let pages_written = match self.site {
            true => Some(write_site(to, &done.domains, context)?),
            false => None,
        };
        context.account(&Published {
            pages_written,
            folder,
            layers: done.layers,
            bytes: done.bytes,
            pieces_written: done.written,
            bytes_written: done.written_bytes,
            pieces_kept: done.kept,
        })
    }
}

/// Checks, before anything is written, that there are pages for some of the layers, and that the folder has no
/// page of somebody else.
fn check_pages(
    to: &dyn Destination,
    layers: &[(String, PathBuf)],
    context: &Context<'_>,
) -> Result<(), Failure> {
    if !layers.iter().any(|(name, _)| context.module_of(name).is_some()) {
        return Err(Failure::usage("this program has no pages for these databases"));
    }
    const INDEX: &str = "index.html";
    match to.read(INDEX, LONGEST_PAGE).map_err(shuban_catalog::Error::from)? {
        Some(bytes) if !String::from_utf8_lossy(&bytes).contains("site/site.js") => {
            let index = to.address(INDEX);
            let other =
                format!("{} is another page: pages need a folder of their own", index.display());
            Err(Failure::usage(&other))
        }
        _ => Ok(()),
    }
}

/// Returns the files of the pages for some layers.
fn files_of_pages(
    domains: &[String],
    context: &Context<'_>,
) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let is_used = |module: &&PageModule| domains.iter().any(|domain| module.is_of(domain));
    let used: Vec<PageModule> = context.modules.iter().filter(is_used).copied().collect();
    Ok(site_files(&used)?)
}

/// Writes pages for all layers of a folder, and returns the number of files that were not there yet.
fn write_site(
    to: &dyn Destination,
    domains: &[String],
    context: &Context<'_>,
) -> Result<usize, Failure> {
    let without = domains.iter().filter(|domain| context.module_of(domain).is_none());
    let without: Vec<&str> = without.map(String::as_str).collect();
    if !without.is_empty() {
        context.remark(&format!("no page looks up {}", without.join(", ")));
    }
    write_beside(to, &files_of_pages(domains, context)?).map_err(failure)
}
