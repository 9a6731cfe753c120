//! Positions of the first two plies, up to symmetry, and answers backed up from later to earlier
//! ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use shuban_catalog::Error;
use shuban_core::present::WrittenIn;
use shuban_core::{Game, Medium, Present};
use shuban_trax::{Position, Trax, format_move};

/// A position with its predecessors.
pub(super) struct OpeningNode {
    /// Moves to it; of several ways the last in order of the letters.
    pub(super) played: WrittenIn<Trax>,
    /// Predecessors, by index in the ply before.
    parents: BTreeSet<usize>,
}

impl OpeningNode {
    pub(super) fn name(&self) -> String {
        self.played.text.clone()
    }

    pub(super) fn position(&self) -> &Position {
        &self.played.position
    }
}

/// Positions after no ply, one and two.
pub(super) struct Opening {
    pub(super) trax: Trax,
    pub(super) plies: [Vec<OpeningNode>; 3],
}

impl Opening {
    pub(super) fn new(trax: Trax) -> Result<Self, Error> {
        let played = trax.read("").map_err(Error::position)?;
        let start = vec![OpeningNode { played, parents: BTreeSet::new() }];
        let first = after(&trax, &start)?;
        let second = after(&trax, &first)?;
        Ok(Opening { trax, plies: [start, first, second] })
    }

    /// Returns the positions after two plies that follow one after the first.
    pub(super) fn replies_to(&self, first: usize) -> impl Iterator<Item = &OpeningNode> {
        self.plies[2].iter().filter(move |node| node.parents.contains(&first))
    }

    /// Returns the answers of all positions that follow from those after two plies: white chooses
    /// at the start, red after the first tile.
    pub(super) fn backed_up(&self, last: &[Option<bool>]) -> [Vec<Option<bool>>; 3] {
        let back = |ply: usize, after: &[Option<bool>]| -> Vec<Option<bool>> {
            let aim = self.trax.to_move(self.plies[ply][0].position()) == 0;
            let of = |parent: usize| {
                let nodes = self.plies[ply + 1].iter().zip(after);
                let known: Vec<Option<bool>> = nodes
                    .filter(|(node, _)| node.parents.contains(&parent))
                    .map(|(_, known)| *known)
                    .collect();
                if known.contains(&Some(aim)) {
                    Some(aim)
                } else if known.contains(&None) {
                    None
                } else {
                    Some(!aim)
                }
            };
            (0..self.plies[ply].len()).map(of).collect()
        };
        let first = back(1, last);
        [back(0, &first), first, last.to_vec()]
    }

    /// Draws the graph, each position with its name and a few lines about it.
    pub(super) fn svg(&self, about: &[Vec<Vec<String>>; 3]) -> String {
        let widest = self.plies.iter().map(Vec::len).max().unwrap_or(0);
        let width = widest * WIDTH;
        let place = |ply: usize, number: usize| {
            let count = self.plies[ply].len();
            ((2 * number + 1) * width / (2 * count), MARGIN + ply * HEIGHT)
        };
        let lines = about.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let height = MARGIN + 3 * HEIGHT + lines * LINE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}: the first two \
             plies</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#f4f1ea\"/>\n",
            Game::name(&self.trax)
        );
        // Writing to a String cannot fail.
        let mut put = |text: String| {
            let _ = writeln!(svg, "{text}");
        };
        for ply in 1..3 {
            for (number, node) in self.plies[ply].iter().enumerate() {
                let (x, y) = place(ply, number);
                for &parent in &node.parents {
                    let (from_x, from_y) = place(ply - 1, parent);
                    let from_y = from_y + HEIGHT - LINE;
                    put(format!("<path d=\"M{from_x} {from_y}L{x} {y}\" stroke=\"#8a867c\"/>"));
                }
            }
        }
        for (ply, nodes) in self.plies.iter().enumerate() {
            for (number, node) in nodes.iter().enumerate() {
                let (x, y) = place(ply, number);
                let last = node.played.last.as_ref();
                let picture = self.trax.draw(node.position(), last, Medium::Svg);
                let left = x - WIDTH / 2;
                put(placed(&picture, left, y));
                let texts = std::iter::once(node.name()).chain(about[ply][number].iter().cloned());
                for (line, text) in texts.enumerate() {
                    let y = y + PICTURE + LINE / 2 + line * LINE;
                    put(format!(
                        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" \
                         font-family=\"sans-serif\" font-size=\"12\">{text}</text>"
                    ));
                }
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Embeds a picture in another one, in the cell of a position, as large as fits.
fn placed(picture: &str, x: usize, y: usize) -> String {
    let size = picture.split_once(" width=").and_then(|(head, rest)| {
        let (_, tail) = rest.split_once(" role=")?;
        let room = format!("x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{PICTURE}\"");
        Some(format!("{head} {room} role={tail}"))
    });
    size.unwrap_or_else(|| picture.to_owned())
}

// In pixels: the cell of a position, that of its picture, and a line of text.
const WIDTH: usize = 165;
const HEIGHT: usize = 210;
const PICTURE: usize = 130;
const LINE: usize = 16;
const MARGIN: usize = 12;

/// Returns the positions a ply later, each once up to symmetry.
fn after(trax: &Trax, before: &[OpeningNode]) -> Result<Vec<OpeningNode>, Error> {
    let mut found: BTreeMap<Position, (String, BTreeSet<usize>)> = BTreeMap::new();
    for (number, node) in before.iter().enumerate() {
        let before = Some(node.name()).filter(|_| node.played.last.is_some());
        for (action, position) in trax.turns(node.position()) {
            let moves: Vec<String> = before.iter().cloned().chain([format_move(&action)]).collect();
            let name = moves.join(" ");
            let (best, parents) = found.entry(trax.canonical(&position)).or_default();
            if name > *best {
                *best = name;
            }
            parents.insert(number);
        }
    }
    let mut nodes: Vec<(String, BTreeSet<usize>)> = found.into_values().collect();
    nodes.sort();
    let node = |(name, parents): (String, BTreeSet<usize>)| {
        Ok(OpeningNode { played: trax.read(&name).map_err(Error::position)?, parents })
    };
    nodes.into_iter().rev().map(node).collect()
}

#[cfg(test)]
mod tests {
    use shuban_trax::Lines;

    use super::*;

    #[test]
    fn two_plies_of_8x8_are_those_of_the_paper() {
        let opening = Opening::new(Trax::new(8, Lines::Full).unwrap()).unwrap();
        let names = opening
            .plies
            .each_ref()
            .map(|nodes| nodes.iter().map(OpeningNode::name).collect::<Vec<_>>());
        assert_eq!(names[0], ["start"]);
        assert_eq!(names[1], ["@0/", "@0+"]);
        let second = [
            "@0/ B1\\", "@0/ B1/", "@0/ B1+", "@0/ A0\\", "@0/ A0/", "@0/ A0+", "@0+ A0+",
            "@0+ @1+",
        ];
        assert_eq!(names[2], second);
        let shared = opening.plies[2].iter().filter(|node| node.parents.len() == 2).count();
        assert_eq!(shared, 2, "a curve beside a straight tile, either being the first");
        let svg = opening
            .svg(&opening.plies.each_ref().map(|nodes| vec![vec!["x".to_owned()]; nodes.len()]));
        // Six of each picture are the supply below its board.
        assert_eq!(svg.matches("class=\"tile\"").count(), 2 + 2 * 8 + 11 * 6);
        assert_eq!(
            (svg.matches("<path d=\"M").count(), svg.matches(">x</text>").count()),
            (2 + 8 + shared, 11)
        );
    }

    #[test]
    fn one_good_reply_of_reds_spoils_a_first_move() {
        let opening = Opening::new(Trax::new(8, Lines::Full).unwrap()).unwrap();
        let mut last = vec![Some(true); 8];
        assert_eq!(opening.backed_up(&last)[0], [Some(true)]);
        last[0] = Some(false);
        let [start, first, _] = opening.backed_up(&last);
        assert_eq!((start, first), (vec![Some(true)], vec![Some(false), Some(true)]));
        last[7] = None;
        let [start, first, _] = opening.backed_up(&last);
        assert_eq!((start, first), (vec![None], vec![Some(false), None]));
    }
}
