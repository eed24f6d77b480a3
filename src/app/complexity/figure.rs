//! The figures: branching factor and length of games against depth, a line a variant.

use std::path::Path;

use plotters::prelude::*;

use super::measure::DepthLine;
use crate::app::error::Error;

const WIDTH: u32 = 1000;
const HEIGHT: u32 = 460;

/// Draws both figures side by side.
pub(super) fn draw(path: &Path, lines: &[DepthLine]) -> Result<(), Error> {
    let text = svg(lines).map_err(|error| Error::Input(format!("--plot: {error}")))?;
    std::fs::write(path, text)
        .map_err(|error| Error::Input(format!("--plot: cannot write {}: {error}", path.display())))
}

type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

fn svg(lines: &[DepthLine]) -> Result<String, String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, HEIGHT)).into_drawing_area();
        let drawn = root.fill(&WHITE).and_then(|()| {
            let (left, right) = root.split_horizontally(WIDTH / 2);
            panel(&left, "Branching factor", lines, |line| (line.branching, line.branching_error))?;
            panel(&right, "Length of a game in plies", lines, |line| (line.length, line.length_error))?;
            root.present()
        });
        drawn.map_err(|error| error.to_string())?;
    }
    Ok(text)
}

/// The variants in the order in which they come.
fn variants(lines: &[DepthLine]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.variant.as_str()) {
            names.push(&line.variant);
        }
    }
    names
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn panel(
    area: &Area<'_>,
    title: &str,
    lines: &[DepthLine],
    figure: impl Fn(&DepthLine) -> (f64, f64),
) -> Drawn<()> {
    let deepest = lines.iter().map(|line| line.ply).max().unwrap_or(0).max(1);
    let largest = lines.iter().map(|line| figure(line).0 + figure(line).1).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(46)
        .build_cartesian_2d(-0.2..f64::from(deepest) + 0.2, 0.0..largest * 1.08)?;
    chart
        .configure_mesh()
        .x_desc("depth in plies")
        .x_labels(usize::from(deepest) + 1)
        .x_label_formatter(&|ply| format!("{ply:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for (index, variant) in variants(lines).into_iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        let of_variant = || lines.iter().filter(move |line| line.variant == variant);
        let points: Vec<_> = of_variant().map(|line| (f64::from(line.ply), figure(line).0)).collect();
        let series = chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
        series
            .label(variant)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
        chart.draw_series(of_variant().map(|line| {
            let (x, (value, error)) = (f64::from(line.ply), figure(line));
            PathElement::new([(x, value - error), (x, value + error)], color)
        }))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
}
