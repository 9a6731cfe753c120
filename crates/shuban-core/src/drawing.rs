//! Pictures as text: for terminals, and as SVG documents.

use std::collections::BTreeSet;
use std::fmt::{Display, Write};

pub use crate::plot::{Curve, Plot};

/// The medium that a position is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A terminal: lines of text, with ANSI colours or without, and no line break at the end.
    Terminal {
        /// True to use colours.
        colour: bool,
    },
    /// An SVG document.
    Svg,
}

/// Draws a text as it is, for games without a drawing of their own.
pub fn drawn_text(text: &str, medium: Medium) -> String {
    match medium {
        Medium::Terminal { .. } => text.trim_end().to_owned(),
        Medium::Svg => {
            let wide = text.lines().map(|line| line.chars().count()).max().unwrap_or(0).max(8);
            let mut svg = Svg::new(9 * wide + 24, 20 * text.lines().count() + 24);
            svg.style(".text{font:15px monospace;text-anchor:start}");
            for (number, line) in text.lines().enumerate() {
                svg.text("text", 12, 20 * number + 22, line);
            }
            svg.finish()
        }
    }
}

/// Returns the names of the parts of an SVG document (its attributes `data-part`), in order.
pub fn parts_of(svg: &str) -> BTreeSet<String> {
    let names = svg.split("data-part=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let plain = |name: &str| {
        let name = name.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
        name.replace("&amp;", "&")
    };
    names.map(plain).collect()
}

/// Returns width and height of an SVG document whose `viewBox` begins at 0 0, in whole pixels.
pub fn size_of(svg: &str) -> Option<(usize, usize)> {
    let numbers = svg.split_once("viewBox=\"0 0 ")?.1.split_once('"')?.0;
    let (width, height) = numbers.split_once(' ')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    (width > 0 && height > 0).then_some((width, height))
}

/// A builder of an SVG document: elements in the order in which they are drawn, on a light
/// background, and a caption below them. All measures are whole pixels, so that the same position
/// gives the same bytes.
#[derive(Clone, Debug)]
pub struct Svg {
    width: usize,
    height: usize,
    title: String,
    style: String,
    dark: String,
    body: String,
}

/// The style of all texts; a picture [adds](Svg::style) its own.
const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle}\
.number{font-size:14px}\
.caption{fill:#33261a}\
.area{fill:none;pointer-events:all}";

/// The style where the reader prefers dark pages.
const DARK: &str = ".paper{fill:#3b404b}.caption{fill:#e4e0d6}";

impl Svg {
    /// Smallest width that fits a caption under the smallest boards.
    pub const LEAST_WIDTH: usize = 320;

    /// Creates an empty picture.
    pub fn new(width: usize, height: usize) -> Self {
        let (title, style, body) = (String::new(), STYLE.to_owned(), String::new());
        Svg { width, height, title, style, dark: DARK.to_owned(), body }
    }

    /// Adds rules to the style sheet, without commas between selectors. Texts are in a sans-serif
    /// font, around their place; the class `number` is for the numbers of rows and columns. The
    /// rules hold inside of SVG alone, so that a page can contain the document.
    pub fn style(&mut self, rules: &str) {
        self.style += rules;
    }

    /// Adds rules as [`style`](Svg::style) does, for readers who prefer dark pages: the background is
    /// dark then, and so whatever is drawn on it must be light.
    pub fn dark(&mut self, rules: &str) {
        self.dark += rules;
    }

    /// Adds an element without content: its name and attributes.
    pub fn element(&mut self, element: impl Display) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.body, "<{element}/>");
    }

    /// Adds a part that a person can touch: what `draw` adds belongs to it. Its name, by which
    /// moves and [tools](crate::present::Tool) call it, is the attribute `data-part`; its label is in words.
    /// Similar parts may share a name.
    pub fn part(&mut self, name: &str, label: &str, draw: impl FnOnce(&mut Self)) {
        let (name, label) = (escaped(name).replace('"', "&quot;"), escaped(label));
        let _ = writeln!(self.body, r#"<g data-part="{name}"><title>{label}</title>"#);
        draw(self);
        self.body += "</g>\n";
    }

    /// Adds a group with some attributes: what `draw` adds belongs to it.
    pub fn group(&mut self, attributes: impl Display, draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.body, "<g {attributes}>");
        draw(self);
        self.body += "</g>\n";
    }

    /// Adds another SVG document as a picture in this one: its place, its width and its height. A
    /// text that is no SVG document, or whose [size](size_of) is unknown, is left out.
    pub fn inset(&mut self, [x, y, width, height]: [usize; 4], document: &str) {
        let opened = document.split_once("<svg").and_then(|(_, rest)| rest.split_once('>'));
        if let (Some((_, content)), Some((of_width, of_height))) = (opened, size_of(document)) {
            let place = format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#);
            let _ = writeln!(
                self.body,
                r#"<svg {place} viewBox="0 0 {of_width} {of_height}" xml:space="preserve">{content}"#
            );
        }
    }

    /// Adds an invisible area, so that a part can be touched all over.
    pub fn area(&mut self, x: usize, y: usize, width: usize, height: usize) {
        self.element(format_args!(
            r#"rect class="area" x="{x}" y="{y}" width="{width}" height="{height}""#
        ));
    }

    /// Adds a text of a class, centred at a place.
    pub fn text(&mut self, class: &str, x: usize, y: usize, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            r#"<text class="{class}" x="{x}" y="{y}" dy=".35em">{text}</text>"#
        );
    }

    /// Adds two lines below the picture: the game and the position, and whose turn it is or what
    /// ended the game. They make the document's title too. A line too long for the picture is set
    /// smaller, and cut if need be.
    pub fn caption(&mut self, game: &str, position: &str, status: &str) {
        self.title = format!("{game}  {position}: {status}");
        for line in [format!("{game}  {position}"), status.to_owned()] {
            let (room, count) = (self.width - 16, line.chars().count());
            // A character of the fonts in use is about 3/5 as wide as their size.
            let size = (room * 5 / 3 / count.max(1)).clamp(10, 16);
            let most = room * 5 / 3 / size;
            let line: String = match count > most {
                true => line.chars().take(most - 1).chain(['…']).collect(),
                false => line,
            };
            let line = escaped(&line);
            let (x, y) = (self.width / 2, self.height + 16);
            let place = format!(r#"x="{x}" y="{y}" dy=".35em""#);
            let _ = writeln!(
                self.body,
                r#"<text class="caption" font-size="{size}" {place}>{line}</text>"#
            );
            self.height += 24;
        }
        self.height += 8;
    }

    /// Returns the document.
    pub fn finish(self) -> String {
        let Svg { width, height, title, style, dark, body } = self;
        let title = escaped(&title);
        let inside = |rules: &str| -> String {
            rules.split_inclusive('}').map(|rule| format!("svg {rule}")).collect()
        };
        let (style, dark) = (inside(&style), inside(&dark));
        let size = format!(r#"viewBox="0 0 {width} {height}" width="{width}" height="{height}""#);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" xml:space="preserve">
<title>{title}</title>
<style>{style}@media(prefers-color-scheme:dark){{{dark}}}</style>
<rect class="paper" width="{width}" height="{height}" rx="12" fill="#f7f1e5"/>
{body}</svg>
"##
        )
    }
}

/// Escapes text for XML and HTML between tags.
pub fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Characters that XML cannot represent.
            c if c.is_control() => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
        escaped
    })
}
