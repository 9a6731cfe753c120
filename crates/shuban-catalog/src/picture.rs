//! Pictures as pixels.

use crate::error::Error;

/// Draws an SVG document as the bytes of a PNG file, `width` pixels wide, or twice as wide as the
/// document says.
///
/// Texts are set in DejaVu Sans Condensed, whatever fonts the machine has: pictures show their
/// numbers on a machine without fonts, and a document gives the same bytes everywhere.
///
/// # Errors
/// [`Error`] if the text is not an SVG document, the picture would be empty or too large, or the
/// program is built without the feature `png`.
#[cfg(feature = "png")]
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, Error> {
    use resvg::{tiny_skia, usvg};

    let failed = |reason: &dyn std::fmt::Display| {
        let message = format!("the picture cannot be drawn: {reason}");
        Error::Failed { kind: "picture", message }
    };
    let options = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let scale = width.map_or(2.0, |width| width as f32 / tree.size().width());
    // A requested width is met to the pixel, whatever scaling back and forth rounds to.
    let width = width.unwrap_or_else(|| (tree.size().width() * scale).round() as u32);
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| failed(&format!("{width} × {height} pixels are too few or too many")))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}

/// Always returns an [`Error`]: this program is built without PNG pictures.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str, _width: Option<u32>) -> Result<Vec<u8>, Error> {
    Err(Error::LeftOut { what: ".png files", feature: "png" })
}

/// Returns the fonts of every picture: condensed, so that captions are as wide as in Arial.
#[cfg(feature = "png")]
fn fonts() -> std::sync::Arc<resvg::usvg::fontdb::Database> {
    use std::sync::{Arc, LazyLock};

    use resvg::usvg::fontdb::{Database, Source};

    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        for face in [dejavu::sans_condensed::regular(), dejavu::sans_condensed::bold()] {
            fonts.load_font_source(Source::Binary(Arc::new(face)));
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    FONTS.clone()
}
