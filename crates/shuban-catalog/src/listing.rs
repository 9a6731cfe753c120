//! List of all games and families.

use std::fmt;

use serde::Serialize;
use shuban_core::LayerId;
use shuban_core::advice::program_name;
use shuban_core::echo::safe_line;
use shuban_core::text::{bytes_text, grouped};
use shuban_solve::{BuildOptions, Estimate, FileState};
use shuban_store::answering_file;
use textwrap::Options;

use crate::AnyFamily;
use crate::build_cost::time_text;
use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::pattern;

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedGame {
    /// Its name.
    pub game: String,
    /// Description, in a line.
    pub description: String,
    /// True if it is one of many with a parameter, which people find under another name.
    #[serde(skip)]
    pub in_brief: bool,
}

/// A layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedLayer {
    /// Name by which it is built and probed.
    pub domain: String,
    /// Other names for it, by games that have the same positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Description of its content.
    pub holds: String,
    /// Number of its positions.
    pub positions: u64,
    /// True if it is built in the data folder.
    pub built: bool,
    /// True if only the compact file is present.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub compact: bool,
    /// State of its file: `built`, `absent`, `damaged` or `outdated`.
    pub state: &'static str,
    /// Reason why the present file is not used, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Length of the file, if it is built.
    pub bytes: Option<u64>,
    /// Most disk space that building it alone takes, with a checkpoint beside the file.
    pub estimated_bytes: u64,
    /// Estimated memory for building it alone.
    pub estimated_memory: u64,
    /// True if the build uses more memory where granted; the time assumes that.
    #[serde(skip)]
    pub takes_more: bool,
    /// Estimated time to build it alone on this machine.
    pub estimated_seconds: f64,
}

impl ListedLayer {
    /// Formats a line of the table.
    fn line(&self) -> String {
        let disk = match self.bytes {
            Some(bytes) => bytes_text(bytes),
            None => format!("≤ {}", bytes_text(self.estimated_bytes)),
        };
        let memory = bytes_text(self.estimated_memory);
        let memory = if self.takes_more { format!("≥ {memory}") } else { memory };
        let line = format!(
            "  {:<24} {:>15} {disk:>11} {:>11} {:>7} {}",
            self.domain,
            grouped(self.positions),
            memory,
            time_text(self.estimated_seconds),
            match self.state {
                "built" if self.compact => "compact",
                "built" => "yes",
                "absent" => "",
                state => state,
            }
        );
        line.trim_end().to_owned()
    }

    /// Formats the reason why a file is unusable, which may quote the file, as a line of its own.
    fn complaint(&self) -> Option<String> {
        let reason = self.reason.as_ref().filter(|_| self.state == "damaged")?;
        Some(format!("  {}: {}", self.domain, safe_line(reason)))
    }
}

/// A family of layers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedFamily {
    /// Its name.
    pub family: String,
    /// Game of the positions.
    pub game: String,
    /// The layers, smaller ones first.
    pub layers: Vec<ListedLayer>,
    /// Number of larger layers that are not in the list.
    pub left_out: usize,
    /// Family of the same positions by more common rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_of: Option<String>,
}

impl ListedFamily {
    /// Returns true if lists leave out its layers: a variant of a listed family, with no file
    /// present.
    fn in_brief(&self, all: &[ListedFamily]) -> bool {
        all.iter().any(|other| Some(&other.family) == self.variant_of.as_ref())
            && self.layers.iter().all(|layer| layer.state == "absent")
    }
}

/// All games and families.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// The games.
    pub games: Vec<ListedGame>,
    /// The families of layers.
    pub families: Vec<ListedFamily>,
}

impl Catalog {
    /// Lists games and families, with layers of at most `most` positions and all that are built:
    /// without `filter`, or with it in their names. A family of that name is listed as a whole.
    ///
    /// # Errors
    /// [`Error`] if the data folder cannot be read.
    pub fn listing(
        &self,
        filter: Option<&str>,
        options: &BuildOptions,
        most: u64,
    ) -> Result<Listing, Error> {
        let matches = |name: &str| filter.is_none_or(|filter| name.contains(filter));
        let mut games = Vec::new();
        for game in self.games() {
            let name = game.name();
            // A group stands before the first of its members.
            let first = self.groups().iter().filter(|group| group.members.first() == Some(&name));
            games.extend(first.map(|group| ListedGame {
                game: group.name.clone(),
                description: group.about.clone(),
                in_brief: false,
            }));
            // A filter asks to see members, too.
            let in_brief = filter.is_none() && self.is_in_group(&name);
            games.push(ListedGame { game: name, description: game.about(), in_brief });
        }
        games.retain(|game| matches(&game.game));
        let mut families = Vec::new();
        for family in self.families() {
            let is_whole = matches(&family.name());
            let (mut layers, mut left_out) = (Vec::new(), 0);
            for id in (0..family.layers().len()).map(LayerId) {
                let aliases = self.twins(family, id);
                let name = &family.layers()[id.0].name;
                if !is_whole && !aliases.iter().chain([name]).any(|name| matches(name)) {
                    continue;
                }
                let layer = listed(family, id, aliases, options)?;
                if layer.state != "absent" || layer.positions <= most {
                    layers.push(layer);
                } else {
                    left_out += 1;
                }
            }
            if layers.len() + left_out > 0 {
                families.push(ListedFamily {
                    family: family.name(),
                    game: family.game().name(),
                    layers,
                    left_out,
                    variant_of: family.facts().variant_of,
                });
            }
        }
        Ok(Listing { games, families })
    }
}

fn listed(
    family: &dyn AnyFamily,
    id: LayerId,
    aliases: Vec<String>,
    options: &BuildOptions,
) -> Result<ListedLayer, Error> {
    let layer = &family.layers()[id.0];
    let estimate = family.estimate(id, options)?.pop();
    let estimate = estimate.ok_or_else(|| shuban_solve::Error::NoLayer(layer.name.clone()))?;
    let slowdown = estimate.slowdown();
    let Estimate { state, positions, .. } = estimate;
    let built = matches!(state, FileState::Built { .. });
    let compact = matches!(state, FileState::Built { is_compact: true, .. });
    let file = || answering_file(&**family.files(), &options.data, &layer.name).ok().flatten();
    Ok(ListedLayer {
        domain: layer.name.clone(),
        aliases,
        holds: family.about(id),
        positions,
        built,
        compact,
        state: state.name(),
        reason: match state {
            FileState::Absent | FileState::Built { .. } => None,
            FileState::Damaged { reason } | FileState::Outdated { reason } => Some(reason),
        },
        bytes: built.then(file).flatten().map(|(_, identity)| identity.len),
        estimated_bytes: estimate.disk.saturating_add(estimate.scratch),
        estimated_memory: estimate.memory,
        takes_more: estimate.takes_more,
        estimated_seconds: family.seconds(id, options.threads) * slowdown,
    })
}

/// Width of the narrowest usual terminal.
const WIDTH: usize = 80;

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games.is_empty() && self.families.is_empty() {
            return f.write_str("no game, family or layer has that in its name");
        }
        let mut lines = Vec::new();
        for ListedGame { game, description, .. } in self.games.iter().filter(|game| !game.in_brief)
        {
            if lines.is_empty() {
                lines.push("Games".to_owned());
            }
            let (head, indent) = (format!("  {game:<22}  "), " ".repeat(26));
            let wrapped = Options::new(WIDTH).initial_indent(&head).subsequent_indent(&indent);
            lines.push(textwrap::fill(description, wrapped));
        }
        let names = |family: &ListedFamily| Some(pattern(&family.layers.first()?.domain));
        for family in self.families.iter().filter(|family| !family.in_brief(&self.families)) {
            lines.push(format!(
                "\n{:<26} {:>15} {:>11} {:>11} {:>7} built",
                names(family).unwrap_or_default(),
                "positions",
                "disk",
                "memory",
                "time"
            ));
            lines.extend(family.layers.iter().map(ListedLayer::line));
            lines.extend(family.layers.iter().filter_map(ListedLayer::complaint));
            if family.left_out > 0 {
                lines.push(format!("  and {} larger ones (--all)", family.left_out));
            }
            let is_variant = |other: &&ListedFamily| {
                other.in_brief(&self.families) && other.variant_of.as_ref() == Some(&family.family)
            };
            let mut variants: Vec<String> =
                self.families.iter().filter(is_variant).filter_map(names).collect();
            variants.dedup();
            if !variants.is_empty() {
                lines.push(format!("  variants: {}", variants.join(", ")));
            }
        }
        let program = program_name();
        lines.push(format!(
            "\nTo build a layer is to build what it needs too: `{program} build DOMAIN`."
        ));
        f.write_str(&lines.join("\n"))
    }
}
