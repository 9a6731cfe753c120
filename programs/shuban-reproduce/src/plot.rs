//! Figures: curves over a logarithmic axis, as SVG and as numbers, and totals as bars.

use std::fmt::Write as _;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use shuban_catalog::Error;

use crate::paper::Recomputation;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws on a white area of this size, as an SVG document.
fn drawn(
    width: u32,
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn std::error::Error>>,
) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
    // The backend writes to a String: drawing has nothing to fail on, and an incomplete figure
    // would show it.
    let _ = area.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&area));
    drop(area);
    svg
}

/// A named curve.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// Kind of the x axis; the y axis is logarithmic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Across {
    /// Anything positive, on a logarithmic axis.
    Logarithm,
    /// A few whole numbers, each with a mark at its point.
    Whole,
}

/// A figure: curves over two axes.
pub(super) struct Figure<'a> {
    pub(super) title: &'a str,
    pub(super) x: &'a str,
    pub(super) across: Across,
    pub(super) y: &'a str,
    pub(super) curves: &'a [Curve],
}

/// Colours that differ for colour-blind readers too (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

impl Figure<'_> {
    /// Writes `name.svg` and `name.csv`.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be written.
    pub(super) fn write(&self, run: &Recomputation<'_>, name: &str) -> Result<(), Error> {
        run.write(&format!("{name}.svg"), &self.svg())?;
        run.write(&format!("{name}.csv"), &self.csv())
    }

    /// Returns the points that a logarithmic axis can show.
    fn shown(curve: &Curve) -> impl Iterator<Item = (f64, f64)> + '_ {
        curve.points.iter().copied().filter(|&(x, y)| x > 0.0 && y > 0.0)
    }

    fn csv(&self) -> String {
        let mut text = format!("curve,{},{}\n", self.x, self.y);
        for curve in self.curves {
            for (x, y) in &curve.points {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{},{x:e},{y:e}", curve.name.replace(',', ";"));
            }
        }
        text
    }

    fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(Figure::shown);
        let range = |of: fn((f64, f64)) -> f64| {
            let least = points().map(of).fold(f64::INFINITY, f64::min);
            let most = points().map(of).fold(0.0, f64::max);
            if least < most { least / 1.2..most * 1.2 } else { 1.0..10.0 }
        };
        let (x, y) = (range(|p| p.0), range(|p| p.1));
        drawn(860, 560, |area| match self.across {
            Across::Logarithm => self.draw(area, x.log_scale(), y, &|x| format!("{x:.0e}")),
            Across::Whole => self.draw(area, x, y, &|x| format!("{x:.0}")),
        })
    }

    fn draw<X>(
        &self,
        area: &Area<'_>,
        x: X,
        y: Range<f64>,
        x_label: &dyn Fn(&f64) -> String,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        X: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
    {
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 20))
            .margin(14)
            .x_label_area_size(46)
            .y_label_area_size(78)
            .build_cartesian_2d(x, y.log_scale())?;
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .x_label_formatter(x_label)
            .y_label_formatter(&|y| format!("{y:.0e}"))
            .light_line_style(RGBColor(240, 240, 240))
            .draw()?;
        let mark = if self.across == Across::Whole { 4 } else { 0 };
        for (curve, colour) in self.curves.iter().zip(COLOURS.into_iter().cycle()) {
            chart
                .draw_series(
                    LineSeries::new(Figure::shown(curve), colour.stroke_width(2)).point_size(mark),
                )?
                .label(&curve.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerLeft)
            .background_style(WHITE.mix(0.85))
            .border_style(RGBColor(200, 200, 200))
            .draw()?;
        Ok(())
    }
}

/// A bar: a name, its length, and its bounds.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) total: f64,
    pub(super) interval: [f64; 2],
    /// True if it is highlighted.
    pub(super) marked: bool,
}

const BLUE: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(150, 160, 170);

/// Draws the bars one below the other, as an SVG document; a line stands at `even`.
pub(super) fn bars_svg(title: &str, what: &str, bars: &[Bar], even: f64) -> String {
    drawn(760, 110 + 44 * bars.len() as u32, |area| draw_bars(area, title, what, bars, even))
}

fn draw_bars(
    area: &Area<'_>,
    title: &str,
    what: &str,
    bars: &[Bar],
    even: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let longest = bars.iter().map(|bar| bar.interval[1].max(bar.total)).fold(even, f64::max);
    let count = bars.len() as f64;
    let mut chart = ChartBuilder::on(area)
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
        // Within the bar, or behind it if it is too short.
        let is_long = bar.total > longest * 0.6;
        let (x, colour) =
            if is_long { (0.0, WHITE) } else { (bar.interval[1].max(bar.total), BLACK) };
        let font = ("sans-serif", 15).into_font().color(&colour);
        Text::new(label, (x + longest * 0.01, y + 0.16), font)
    }))?;
    Ok(())
}
