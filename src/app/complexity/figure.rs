//! The figures: branching factor and length of games against depth, one curve for each variant.

use plotters::prelude::*;

use crate::app::error::Error;
use crate::app::output_file::OutputFile;
use crate::complexity::estimate::DepthLine;

/// The size of a figure, and the width of the legend beside them.
const WIDTH: u32 = 480;
const LEGEND: u32 = 140;
const HEIGHT: u32 = 460;

/// Draws both figures side by side.
pub(super) fn draw(file: OutputFile<'_>, lines: &[DepthLine]) -> Result<(), Error> {
    file.write(svg(lines).map_err(|error| file.error(error))?.as_bytes())
}

type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

fn svg(lines: &[DepthLine]) -> Result<String, String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (2 * WIDTH + LEGEND, HEIGHT)).into_drawing_area();
        let drawn = root.fill(&WHITE).and_then(|()| {
            let (left, rest) = root.split_horizontally(WIDTH);
            let (right, beside) = rest.split_horizontally(WIDTH);
            panel(&left, "Branching factor", lines, |line| (line.branching, line.branching_error))?;
            panel(&right, "Length of a game in plies", lines, |line| (line.length, line.length_error))?;
            legend(&beside, lines)?;
            root.present()
        });
        drawn.map_err(|error| error.to_string())?;
    }
    Ok(text)
}

/// Returns the variants in the order of the lines.
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
        chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
        chart.draw_series(of_variant().map(|line| {
            let (x, (value, error)) = (f64::from(line.ply), figure(line));
            PathElement::new([(x, value - error), (x, value + error)], color)
        }))?;
    }
    Ok(())
}

/// Draws the color and the name of each variant.
fn legend(area: &Area<'_>, lines: &[DepthLine]) -> Drawn<()> {
    for (index, variant) in variants(lines).into_iter().enumerate() {
        let (color, y) = (Palette99::pick(index).to_rgba(), 60 + 22 * index as i32);
        area.draw(&PathElement::new([(4, y), (26, y)], color.stroke_width(2)))?;
        area.draw(&Text::new(variant.to_owned(), (32, y - 7), ("sans-serif", 16)))?;
    }
    Ok(())
}
