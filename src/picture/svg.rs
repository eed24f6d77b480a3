//! The few shapes that the pictures are made of, as SVG text.

use std::fmt::Write;

/// Where something is, in units of the picture: to the right, and down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(super) fn moved(self, right: f64, down: f64) -> Self {
        Self::new(self.x + right, self.y + down)
    }

    /// The point that is `distance` nearer to `other`.
    pub(super) fn towards(self, other: Self, distance: f64) -> Self {
        let (right, down) = (other.x - self.x, other.y - self.y);
        let length = right.hypot(down).max(f64::EPSILON);
        self.moved(right / length * distance, down / length * distance)
    }
}

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    pub(super) fill: &'a str,
    pub(super) stroke: &'a str,
    pub(super) width: f64,
}

impl<'a> Style<'a> {
    pub(super) const fn filled(fill: &'a str) -> Self {
        Self { fill, stroke: "none", width: 0.0 }
    }

    pub(super) const fn drawn(stroke: &'a str, width: f64) -> Self {
        Self { fill: "none", stroke, width }
    }
}

/// How a text is set, centred on its point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font<'a> {
    pub(super) size: f64,
    pub(super) color: &'a str,
    pub(super) bold: bool,
}

/// A picture that is being drawn, later shapes over earlier ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Svg {
    shapes: String,
}

impl Svg {
    pub(super) fn circle(&mut self, at: Point, radius: f64, style: Style) {
        self.shape(&format!(r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}""#, at.x, at.y), style);
    }

    pub(super) fn rectangle(&mut self, centre: Point, width: f64, height: f64, style: Style) {
        let corner = centre.moved(-width / 2.0, -height / 2.0);
        let (x, y) = (corner.x, corner.y);
        let start = format!(r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="4""#);
        self.shape(&start, style);
    }

    pub(super) fn polygon(&mut self, corners: &[Point], style: Style) {
        self.shape(&format!(r#"<polygon points="{}""#, listed(corners)), style);
    }

    pub(super) fn polyline(&mut self, points: &[Point], style: Style) {
        let start = format!(
            r#"<polyline stroke-linejoin="round" stroke-linecap="round" points="{}""#,
            listed(points)
        );
        self.shape(&start, style);
    }

    /// A curve from one point to another, drawn to a third on its way.
    pub(super) fn curve(&mut self, from: Point, control: Point, to: Point, style: Style) {
        let (a, b, c) = (from, control, to);
        let start =
            format!(r#"<path d="M {:.1} {:.1} Q {:.1} {:.1} {:.1} {:.1}""#, a.x, a.y, b.x, b.y, c.x, c.y);
        self.shape(&start, style);
    }

    /// The head of an arrow at `tip` that comes from the direction of `from`.
    pub(super) fn arrow_head(&mut self, from: Point, tip: Point, color: &str) {
        let base = tip.towards(from, 9.0);
        let (right, down) = ((tip.y - base.y) * 0.4, (base.x - tip.x) * 0.4);
        let corners = [tip, base.moved(right, down), base.moved(-right, -down)];
        self.polygon(&corners, Style::filled(color));
    }

    pub(super) fn text(&mut self, at: Point, font: Font, text: &str) {
        let Point { x, y } = at;
        let baseline = y + font.size * 0.35;
        let weight = if font.bold { "bold" } else { "normal" };
        writeln!(
            self.shapes,
            r#"<text x="{x:.1}" y="{baseline:.1}" font-size="{:.1}" font-weight="{weight}" fill="{}">{}</text>"#,
            font.size,
            font.color,
            escaped(text)
        )
        .expect("a string takes everything");
    }

    fn shape(&mut self, start: &str, style: Style) {
        let Style { fill, stroke, width } = style;
        writeln!(self.shapes, r#"{start} fill="{fill}" stroke="{stroke}" stroke-width="{width:.1}"/>"#)
            .expect("a string takes everything");
    }

    /// The whole picture.
    pub(super) fn finish(self, width: f64, height: f64) -> String {
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0}" height="{h:.0}" "#,
                r#"viewBox="0 0 {w:.0} {h:.0}" font-family="sans-serif" text-anchor="middle">"#,
                "\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{shapes}</svg>\n"
            ),
            w = width,
            h = height,
            shapes = self.shapes
        )
    }
}

fn listed(points: &[Point]) -> String {
    points.iter().map(|point| format!("{:.1},{:.1}", point.x, point.y)).collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
