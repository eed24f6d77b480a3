//! The figures: branching factor and length of games against depth, one curve for each variant.

use std::ops::Range;

use plotters::prelude::*;

use crate::app::error::Error;
use crate::app::output_file::OutputFile;
use crate::complexity::estimate::DepthLine;

/// The size of a figure, and the width of the legend beside them.
const WIDTH: u32 = 480;
const LEGEND: u32 = 160;
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
    let (depths, values) = (depths(lines), values(lines.iter().map(&figure)));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(46)
        .build_cartesian_2d(depths.start - 0.4..depths.end + 0.4, values)?;
    chart
        .configure_mesh()
        .x_desc("depth in plies")
        .x_labels((depths.end - depths.start) as usize + 1)
        .x_label_formatter(&|ply| if ply.fract() == 0.0 { format!("{ply:.0}") } else { String::new() })
        .light_line_style(WHITE)
        .draw()?;
    let variants = variants(lines);
    for (index, &variant) in variants.iter().enumerate() {
        let style = color(index).stroke_width(2);
        let points = lines.iter().filter(|line| line.variant == variant).map(|line| {
            let (value, error) = figure(line);
            (f64::from(line.ply) + shift(index, variants.len()), value, error)
        });
        chart.draw_series(LineSeries::new(points.clone().map(|(x, value, _)| (x, value)), style))?;
        let bars = points.clone().filter(|(_, _, error)| *error > 0.0);
        chart
            .draw_series(bars.clone().map(|(x, value, error)| {
                PathElement::new([(x, value - error), (x, value + error)], style)
            }))?;
        let ends = bars.flat_map(|(x, value, error)| [(x, value - error), (x, value + error)]);
        chart.draw_series(ends.map(|end| EmptyElement::at(end) + PathElement::new(CAP, style)))?;
        chart.draw_series(points.map(|(x, value, _)| EmptyElement::at((x, value)) + marker(index)))?;
    }
    Ok(())
}

/// The end of an error bar, in pixels.
const CAP: [(i32, i32); 2] = [(-5, 0), (5, 0)];

/// The least and the greatest depth.
fn depths(lines: &[DepthLine]) -> Range<f64> {
    let depths = || lines.iter().map(|line| f64::from(line.ply));
    let least = depths().fold(f64::INFINITY, f64::min);
    if least.is_finite() { least..depths().fold(least, f64::max) } else { 0.0..0.0 }
}

/// The values that an axis shows: all of these with their errors, and a little more.
fn values(estimates: impl Iterator<Item = (f64, f64)> + Clone) -> Range<f64> {
    let least = estimates.clone().map(|(value, error)| value - error).fold(f64::INFINITY, f64::min);
    if !least.is_finite() {
        return 0.0..1.0;
    }
    let most = estimates.map(|(value, error)| value + error).fold(least, f64::max);
    let margin = 0.06 * (most - least).max(1.0);
    least - margin..most + margin
}

/// How far the points of a variant are shifted, so that error bars at one depth do not hide each other.
fn shift(index: usize, variants: usize) -> f64 {
    let step = (0.5 / variants as f64).min(0.06);
    (index as f64 - (variants as f64 - 1.0) / 2.0) * step
}

/// The colors of Okabe and Ito that are dark enough on paper. People who are color-blind can tell them apart.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 0, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

fn color(index: usize) -> RGBColor {
    COLORS[index % COLORS.len()]
}

/// The shapes of the points, in pixels: a square, a diamond, and two triangles. Variants that print in the same gray
/// have different ones.
const MARKERS: [&[(i32, i32)]; 4] = [
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    &[(0, -6), (6, 4), (-6, 4)],
    &[(0, 6), (6, -4), (-6, -4)],
];

/// The point of a variant.
fn marker(index: usize) -> Polygon<(i32, i32)> {
    Polygon::new(MARKERS[index % MARKERS.len()], color(index))
}

/// Draws the color, the marker and the name of each variant.
fn legend(area: &Area<'_>, lines: &[DepthLine]) -> Drawn<()> {
    for (index, variant) in variants(lines).into_iter().enumerate() {
        let y = 60 + 22 * index as i32;
        area.draw(&PathElement::new([(4, y), (30, y)], color(index).stroke_width(2)))?;
        area.draw(&(EmptyElement::at((17, y)) + marker(index)))?;
        area.draw(&Text::new(variant.to_owned(), (36, y - 7), ("sans-serif", 16)))?;
    }
    if lines.iter().any(|line| line.branching_error > 0.0) {
        let y = 60 + 22 * variants(lines).len() as i32;
        area.draw(&Text::new("bars: ± 1 standard error", (4, y), ("sans-serif", 11)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(variant: &str, ply: u8, branching: f64) -> DepthLine {
        DepthLine {
            variant: variant.to_owned(),
            ply,
            games: 100,
            unique: 100,
            branching,
            branching_error: 0.5,
            length: 40.0,
            length_error: 2.0,
        }
    }

    fn figures() -> String {
        let lines = [("draughts-6", 3, 7.0), ("draughts-6", 4, 7.5), ("checkers-6", 3, 8.0)];
        svg(&lines.map(|(variant, ply, branching)| line(variant, ply, branching))).expect("a picture")
    }

    /// The texts of the picture.
    fn texts(svg: &str) -> Vec<&str> {
        let texts = svg.split("<text").skip(1);
        texts.filter_map(|text| Some(text.split_once('>')?.1.split_once('<')?.0.trim())).collect()
    }

    /// The points of lines of two points.
    fn segments(svg: &str) -> Vec<[(i32, i32); 2]> {
        let lines = svg.split("points=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let point = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        let points = lines.map(|line| line.split_whitespace().filter_map(point).collect::<Vec<_>>());
        points.filter_map(|points| points.try_into().ok()).collect()
    }

    #[test]
    fn the_axes_begin_and_end_near_the_values() {
        let svg = figures();
        let numbers: Vec<f64> = texts(&svg).iter().filter_map(|text| text.parse().ok()).collect();
        let near = |number: &f64| {
            [3.0, 4.0].contains(number) || (6.0..9.0).contains(number) || (37.0..43.0).contains(number)
        };
        assert!(numbers.len() > 8 && numbers.iter().all(near), "{numbers:?}");
    }

    #[test]
    fn each_error_bar_has_two_ends_and_stands_beside_the_others() {
        let segments = segments(&figures());
        let bars: Vec<_> = segments.iter().filter(|[low, high]| low.0 == high.0 && low.1 > high.1).collect();
        for &&[low, high] in &bars {
            for (x, y) in [low, high] {
                assert!(segments.contains(&[(x - 5, y), (x + 5, y)]), "no end at {x}, {y}");
            }
        }
        let mut places: Vec<_> = bars.iter().map(|[low, _]| low.0).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!((bars.len(), places.len()), (6, 6));
    }

    #[test]
    fn colors_and_markers_are_dark_enough_and_differ() {
        let gray = |RGBColor(red, green, blue)| {
            0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
        };
        assert!(COLORS.iter().all(|&color| gray(color) < 170.0));
        let looks: Vec<_> = (0..28).map(|index| (color(index), MARKERS[index % MARKERS.len()])).collect();
        assert!((0..28).all(|index| !looks[..index].contains(&looks[index])));
    }
}
