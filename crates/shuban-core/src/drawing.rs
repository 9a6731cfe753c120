//! Pictures as text: for terminals, and as SVG documents.

use std::fmt::{Display, Write};

/// What a position is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A terminal: lines of text, with ANSI colours or without, and no line break at the end.
    Terminal {
        /// Whether colours show.
        colour: bool,
    },
    /// An SVG document.
    Svg,
}

/// A text drawn as it is: what a game gives that has no drawing of its own.
pub fn drawn_text(text: &str, medium: Medium) -> String {
    match medium {
        Medium::Terminal { .. } => text.trim_end().to_owned(),
        Medium::Svg => {
            let wide = text.lines().map(|line| line.chars().count()).max().unwrap_or(0).max(8);
            let mut svg = Svg::new(9.0 * wide as f64 + 24.0, 20.0 * text.lines().count() as f64 + 24.0);
            for (number, line) in text.lines().enumerate() {
                let style = "font-family='monospace' font-size='15' xml:space='preserve'";
                svg.text(12.0, 20.0 * number as f64 + 27.0, style, line);
            }
            svg.finish()
        }
    }
}

/// An SVG document in the making: a size, a background, and elements in the order in which they are
/// drawn.
pub struct Svg {
    body: String,
}

impl Svg {
    /// An empty picture with a light background.
    pub fn new(width: f64, height: f64) -> Self {
        let mut svg = Svg { body: String::new() };
        svg.line(format_args!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' \
             viewBox='0 0 {width} {height}'>"
        ));
        svg.element("rect", format_args!("width='{width}' height='{height}' fill='#fdfbf5'"));
        svg
    }

    /// Adds a line as it is.
    pub fn line(&mut self, line: impl Display) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.body, "{line}");
    }

    /// Adds an element without content.
    pub fn element(&mut self, name: &str, attributes: impl Display) {
        self.line(format_args!("<{name} {attributes}/>"));
    }

    /// Adds a text; what has a meaning in XML is escaped.
    pub fn text(&mut self, x: f64, y: f64, attributes: impl Display, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.line(format_args!("<text x='{x}' y='{y}' {attributes}>{text}</text>"));
    }

    /// The document.
    pub fn finish(mut self) -> String {
        self.line("</svg>");
        self.body
    }
}
