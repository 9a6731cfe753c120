//! Totals as bars with their intervals.

use plotters::prelude::*;

/// A bar: a name, how long it is, and between what it lies.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) total: f64,
    pub(super) interval: [f64; 2],
    /// Whether it stands out.
    pub(super) marked: bool,
}

const BLUE: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(150, 160, 170);

/// The bars one below the other, as an SVG document; a line stands at `even`.
pub(super) fn svg(title: &str, what: &str, bars: &[Bar], even: f64) -> String {
    let mut svg = String::new();
    // The backend writes to a String: drawing has nothing to fail on, and an incomplete figure
    // would show it.
    let _ = draw(&mut svg, title, what, bars, even);
    svg
}

fn draw(
    svg: &mut String,
    title: &str,
    what: &str,
    bars: &[Bar],
    even: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let height = 110 + 44 * bars.len() as u32;
    let area = SVGBackend::with_string(svg, (760, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let longest = bars.iter().map(|bar| bar.interval[1].max(bar.total)).fold(even, f64::max);
    let count = bars.len() as f64;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(16)
        .build_cartesian_2d(0.0..longest * 1.08, 0.0..count)?;
    chart.configure_mesh().disable_y_mesh().disable_y_axis().x_desc(what).draw()?;
    // From the top down.
    let places = (0..bars.len()).map(|place| count - 0.5 - place as f64);
    chart.draw_series(bars.iter().zip(places.clone()).map(|(bar, y)| {
        let colour = if bar.marked { BLUE } else { GREY };
        Rectangle::new([(0.0, y - 0.36), (bar.total, y + 0.36)], colour.filled())
    }))?;
    chart.draw_series(bars.iter().zip(places.clone()).flat_map(|(bar, y)| {
        let [low, high] = bar.interval;
        let ends = [low, high].map(|x| PathElement::new([(x, y - 0.14), (x, y + 0.14)], BLACK));
        ends.into_iter().chain([PathElement::new([(low, y), (high, y)], BLACK)])
    }))?;
    chart.draw_series([PathElement::new([(even, 0.0), (even, count)], BLACK.mix(0.5))])?;
    chart.draw_series(bars.iter().zip(places).map(|(bar, y)| {
        let label = format!("{}  {:.0}", bar.name, bar.total);
        Text::new(label, (longest * 0.01, y + 0.16), ("sans-serif", 15).into_font().color(&WHITE))
    }))?;
    area.present()?;
    Ok(())
}
