//! The few shapes that the pictures consist of, drawn through `plotters`.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A point, in units of the picture: to the right, and down.
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

    fn rounded(self) -> (i32, i32) {
        (self.x.round() as i32, self.y.round() as i32)
    }
}

/// A color from its usual hexadecimal number.
pub(super) const fn color(hex: u32) -> RGBColor {
    let [_, red, green, blue] = hex.to_be_bytes();
    RGBColor(red, green, blue)
}

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    fill: Option<RGBColor>,
    outline: Option<(RGBColor, u32)>,
}

impl Paint {
    pub(super) const fn new(fill: RGBColor, outline: RGBColor, width: u32) -> Self {
        Self { fill: Some(fill), outline: Some((outline, width)) }
    }

    pub(super) const fn filled(fill: RGBColor) -> Self {
        Self { fill: Some(fill), outline: None }
    }

    pub(super) const fn outlined(outline: RGBColor, width: u32) -> Self {
        Self { fill: None, outline: Some((outline, width)) }
    }

    /// The styles of the shapes that show it, one over the other.
    fn layers(self) -> impl Iterator<Item = ShapeStyle> {
        let fill = self.fill.map(|color| color.filled());
        fill.into_iter().chain(self.outline.map(|(color, width)| color.stroke_width(width)))
    }
}

/// How a text is set. It is centred on its point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) color: RGBColor,
    pub(super) bold: bool,
}

/// A picture that is being drawn, later shapes over earlier ones.
pub(super) struct Svg<'a>(DrawingArea<SVGBackend<'a>, Shift>);

/// A picture of this size as SVG text.
pub(super) fn svg(width: f64, height: f64, draw: impl FnOnce(&Svg)) -> String {
    let mut text = String::new();
    let size = (width.ceil() as u32, height.ceil() as u32);
    let svg = Svg(SVGBackend::with_string(&mut text, size).into_drawing_area());
    svg.0.fill(&WHITE).expect(NEVER_FAILS);
    draw(&svg);
    svg.0.present().expect(NEVER_FAILS);
    drop(svg);
    text
}

const NEVER_FAILS: &str = "writing to a string never fails";

impl<'a> Svg<'a> {
    pub(super) fn circle(&self, centre: Point, radius: f64, style: Paint) {
        for style in style.layers() {
            self.draw(&Circle::new(centre.rounded(), radius.round() as i32, style));
        }
    }

    pub(super) fn rectangle(&self, centre: Point, width: f64, height: f64, style: Paint) {
        let corner = |sign: f64| centre.moved(sign * width / 2.0, sign * height / 2.0).rounded();
        for style in style.layers() {
            self.draw(&Rectangle::new([corner(-1.0), corner(1.0)], style));
        }
    }

    pub(super) fn polygon(&self, corners: &[Point], style: Paint) {
        if let Some(fill) = style.fill {
            self.draw(&Polygon::new(rounded(corners), fill.filled()));
        }
        let closed: Vec<Point> = corners.iter().chain(corners.first()).copied().collect();
        self.line(&closed, Paint { fill: None, ..style });
    }

    pub(super) fn line(&self, points: &[Point], style: Paint) {
        for style in style.layers() {
            self.draw(&PathElement::new(rounded(points), style));
        }
    }

    /// A quadratic curve from one point to another, drawn to a third on its way.
    pub(super) fn curve(&self, [from, control, to]: [Point; 3], style: Paint) {
        const PARTS: u32 = 24;
        let between = |from: f64, control: f64, to: f64, part: f64| {
            let rest = 1.0 - part;
            rest * rest * from + 2.0 * rest * part * control + part * part * to
        };
        let points = (0..=PARTS).map(|part| f64::from(part) / f64::from(PARTS)).map(|part| {
            Point::new(between(from.x, control.x, to.x, part), between(from.y, control.y, to.y, part))
        });
        self.line(&points.collect::<Vec<_>>(), style);
    }

    /// The head of an arrow at `tip` that comes from the direction of `from`.
    pub(super) fn arrow_head(&self, from: Point, tip: Point, color: RGBColor) {
        self.large_arrow_head(from, tip, color, 9.0);
    }

    /// The same with a head of this length.
    pub(super) fn large_arrow_head(&self, from: Point, tip: Point, color: RGBColor, length: f64) {
        let base = tip.towards(from, length);
        let (right, down) = ((tip.y - base.y) * 0.4, (base.x - tip.x) * 0.4);
        let corners = [tip, base.moved(right, down), base.moved(-right, -down)];
        self.polygon(&corners, Paint::filled(color));
    }

    pub(super) fn text(&self, centre: Point, font: Font, text: &str) {
        let weight = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
        let style = ("sans-serif", font.size).into_font().style(weight).color(&font.color);
        let style = style.pos(Pos::new(HPos::Center, VPos::Center));
        self.draw(&Text::new(text.to_owned(), centre.rounded(), style));
    }

    fn draw<E>(&self, shape: &E)
    where
        for<'b> &'b E: plotters::element::PointCollection<'b, (i32, i32)>,
        E: plotters::element::Drawable<SVGBackend<'a>>,
    {
        self.0.draw(shape).expect(NEVER_FAILS);
    }
}

fn rounded(points: &[Point]) -> Vec<(i32, i32)> {
    points.iter().map(|point| point.rounded()).collect()
}
