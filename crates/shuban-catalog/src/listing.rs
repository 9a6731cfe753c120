//! Everything there is, as a list.

use std::path::Path;

use serde::Serialize;
use shuban_core::bytes_text;
use shuban_solve::{BuildOptions, program_name};
use shuban_store::layer_path;

use crate::catalog::Catalog;
use crate::error::Error;
use shuban_core::grouped;

use crate::AnyFamily;
use crate::names::pattern;
use crate::report::Report;
use shuban_core::LayerId;

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedGame {
    /// Its name.
    pub game: String,
    /// What it is.
    pub description: String,
    /// Whether it is one of many with a parameter, which people find under another name.
    #[serde(skip)]
    pub in_brief: bool,
}

/// A layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedLayer {
    /// The name by which it is built and probed.
    pub domain: String,
    /// Other names for it, by games that have the same positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// What it holds.
    pub holds: String,
    /// Its positions.
    pub positions: u64,
    /// Whether it is built in the data folder.
    pub built: bool,
    /// The file's length, if it is built.
    pub bytes: Option<u64>,
    /// What building it alone takes on the disk at most, with a checkpoint beside the file.
    pub estimated_bytes: u64,
    /// What building it alone takes in memory, about.
    pub estimated_memory: u64,
    /// How long building it alone takes on this machine, about.
    pub estimated_seconds: f64,
}

/// A family of layers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedFamily {
    /// Its name.
    pub family: String,
    /// Whose positions they are.
    pub game: String,
    /// The layers, smaller ones first.
    pub layers: Vec<ListedLayer>,
    /// Larger layers that are not in the list.
    pub left_out: usize,
    /// The family of the same positions by the rules that are more common.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_of: Option<String>,
}

impl ListedFamily {
    /// Whether people need not see its layers: a variant of which nothing is built.
    fn in_brief(&self) -> bool {
        self.variant_of.is_some() && self.layers.iter().all(|layer| !layer.built)
    }
}

/// Everything there is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// The games.
    pub games: Vec<ListedGame>,
    /// The families of layers.
    pub families: Vec<ListedFamily>,
}

impl Catalog {
    /// Lists all games and families, with layers of at most `most` positions and whatever is built.
    ///
    /// # Errors
    /// [`Error`] if the data folder cannot be read.
    pub fn listing(&self, options: &BuildOptions, most: u64) -> Result<Listing, Error> {
        let groups = self.groups().iter().map(|group| ListedGame {
            game: group.name.clone(),
            description: group.about.clone(),
            in_brief: false,
        });
        let games = self.games().map(|game| ListedGame {
            game: game.name(),
            description: game.about(),
            in_brief: self.is_in_group(&game.name()),
        });
        let families = self.families().map(|family| {
            let mut layers = Vec::new();
            let mut left_out = 0;
            for id in (0..family.layers().len()).map(LayerId) {
                let layer = self.listed(family, id, options)?;
                if layer.built || layer.positions <= most {
                    layers.push(layer);
                } else {
                    left_out += 1;
                }
            }
            let variant_of = family.variant_of();
            Ok(ListedFamily {
                family: family.name(),
                game: family.game().name(),
                layers,
                left_out,
                variant_of,
            })
        });
        Ok(Listing {
            games: games.chain(groups).collect(),
            families: families.collect::<Result<_, Error>>()?,
        })
    }

    fn listed(
        &self,
        family: &dyn AnyFamily,
        id: LayerId,
        options: &BuildOptions,
    ) -> Result<ListedLayer, Error> {
        let layer = &family.layers()[id.0];
        let estimate = family.estimate(id, options)?.pop();
        let built = estimate.as_ref().is_some_and(|estimate| estimate.built);
        Ok(ListedLayer {
            domain: layer.name.clone(),
            aliases: self.twins(family, &layer.name),
            holds: family.about(id),
            positions: estimate.as_ref().map_or(0, |estimate| estimate.positions),
            built,
            bytes: if built { length(&options.data, &layer.name) } else { None },
            estimated_bytes: estimate.as_ref().map_or(0, |estimate| estimate.disk),
            estimated_memory: estimate.as_ref().map_or(0, |estimate| estimate.memory),
            estimated_seconds: family.seconds(id, options.threads),
        })
    }
}

fn length(data: &Path, layer: &str) -> Option<u64> {
    Some(std::fs::metadata(layer_path(data, layer).ok()?).ok()?.len())
}

impl Report for Listing {
    fn text(&self) -> String {
        let mut lines = vec!["Games".to_owned()];
        for ListedGame { game, description, .. } in self.games.iter().filter(|game| !game.in_brief) {
            lines.push(format!("  {game:<22}  {description}"));
        }
        for family in self.families.iter().filter(|family| !family.in_brief()) {
            lines.push(String::new());
            let names = family.layers.first().map_or_else(String::new, |layer| pattern(&layer.domain));
            lines.push(format!(
                "{names:<26}  {:>16}  {:>10}  {:>10}  {:>9}  built",
                "positions", "disk", "memory", "time"
            ));
            for layer in &family.layers {
                let disk = layer
                    .bytes
                    .map_or_else(|| format!("≤ {}", bytes_text(layer.estimated_bytes)), bytes_text);
                let line = format!(
                    "  {:<24}  {:>16}  {disk:>10}  {:>10}  {:>9}  {}",
                    layer.domain,
                    grouped(layer.positions),
                    bytes_text(layer.estimated_memory),
                    time_text(layer.estimated_seconds),
                    if layer.built { "yes" } else { "" }
                );
                lines.push(line.trim_end().to_owned());
            }
            if family.left_out > 0 {
                lines.push(format!("  and {} larger ones (--all)", family.left_out));
            }
            let variants = self.families.iter().filter(|other| other.in_brief());
            let variants = variants.filter(|other| other.variant_of.as_ref() == Some(&family.family));
            let names: Vec<String> =
                variants.filter_map(|other| Some(pattern(&other.layers.first()?.domain))).collect();
            if !names.is_empty() {
                lines.push(format!("  by other rules: {}", names.join(", ")));
            }
        }
        lines.push(String::new());
        lines.push(format!(
            "To build a layer is to build what it needs too: `{} build DOMAIN`.",
            program_name()
        ));
        lines.join("\n")
    }
}

/// A time for people, about.
fn time_text(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "< 1 s".to_owned(),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3_600.0),
        s if s < 3e7 => format!("{:.0} days", s / 86_400.0),
        s if s < 3e9 => format!("{:.0} years", s / 31_556_952.0),
        _ => "ages".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn numbers_in_names_become_letters() {
        let names = ["half-gammon/contact-1-1", "half-gammon/bearoff2", "amazons/1", "amazons/10/canonical"];
        let patterns =
            ["half-gammon/contact-A-B", "half-gammon/bearoff2", "amazons/N", "amazons/N/canonical"];
        assert_eq!(names.map(pattern), patterns);
    }
}
