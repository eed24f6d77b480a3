//! The plot of strength by generation.

use std::path::Path;

use plotters::prelude::*;

use super::super::error::Error;
use super::generations::GenerationLine;

/// The size of the plot.
const SIZE: (u32, u32) = (640, 420);

/// A point: the generation, its strength, and half of the confidence interval.
type Point = (f64, f64, f64);

/// Draws the strength of each generation relative to what the run began with. A generation that was dropped
/// is a cross beside the line.
pub(super) fn draw(path: &Path, lines: &[GenerationLine]) -> Result<(), Error> {
    let cannot = |error: &dyn std::fmt::Display| Error::file(path, error);
    let text = svg(lines).map_err(|error| cannot(&error))?;
    std::fs::write(path, text).map_err(|error| cannot(&error))
}

/// The points of the generations that were kept, and of those that were dropped.
fn points(lines: &[GenerationLine]) -> (Vec<Point>, Vec<Point>) {
    let (mut kept, mut dropped) = (vec![(0.0, 0.0, 0.0)], Vec::new());
    for line in lines {
        let (_, base, _) = kept[kept.len() - 1];
        // A match without a loss has no finite difference.
        let elo = line.elo.unwrap_or(if line.kept { LARGEST } else { -LARGEST });
        let point = (f64::from(line.generation), base + elo, line.elo_error.unwrap_or(0.0));
        if line.kept { kept.push(point) } else { dropped.push(point) }
    }
    (kept, dropped)
}

/// Half of the width of the ends of error bars, in generations.
const CAP: f64 = 0.06;
/// What stands for an infinite difference.
const LARGEST: f64 = 800.0;

fn svg(lines: &[GenerationLine]) -> Result<String, String> {
    let (kept, dropped) = points(lines);
    let all = || kept.iter().chain(&dropped);
    let lowest = all().map(|(_, elo, error)| elo - error).fold(0.0, f64::min);
    let highest = all().map(|(_, elo, error)| elo + error).fold(50.0, f64::max);
    let last = f64::from(lines.last().map_or(1, |line| line.generation));
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        let drawn = root.fill(&WHITE).and_then(|()| {
            let mut chart = ChartBuilder::on(&root)
                .caption("Strength by generation", ("sans-serif", 18))
                .margin(14)
                .x_label_area_size(36)
                .y_label_area_size(56)
                .build_cartesian_2d(-0.2..last + 0.2, lowest * 1.08..highest * 1.08)?;
            chart
                .configure_mesh()
                .x_desc("generation")
                .y_desc("Elo")
                .x_labels(lines.len().min(12) + 1)
                .x_label_formatter(&|number| format!("{number:.0}"))
                .light_line_style(WHITE)
                .draw()?;
            let line = kept.iter().map(|&(number, elo, _)| (number, elo));
            chart.draw_series(LineSeries::new(line.clone(), BLUE.stroke_width(2)))?;
            chart.draw_series(line.map(|point| Circle::new(point, 4, BLUE.filled())))?;
            let bars = all().filter(|(_, _, error)| *error > 0.0).flat_map(|&(number, elo, error)| {
                let [low, high] = [elo - error, elo + error];
                let end = |elo| [(number - CAP, elo), (number + CAP, elo)];
                [[(number, low), (number, high)], end(low), end(high)]
            });
            chart.draw_series(bars.map(|bar| PathElement::new(bar, BLACK.stroke_width(1))))?;
            let crosses = dropped.iter().map(|&(number, elo, _)| (number, elo));
            chart.draw_series(crosses.map(|point| Cross::new(point, 5, RED.stroke_width(2))))?;
            root.present()
        });
        drawn.map_err(|error| error.to_string())?;
    }
    Ok(text)
}
