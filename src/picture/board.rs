//! Boards of Hex: weights, pairs, stones in the order in which they were laid, and what joins.

use super::graph::{Face, layered};
use super::light::Light;
use super::svg::{Font, Point, Style, Svg};
use crate::lab::hex::{CellSet, Check, Hex, Pairing, Solved, Stones, UpToTurn, cells_of};
use crate::lab::{Player, Value, Values};

const ACROSS: &str = "#2166ac";
const DOWN: &str = "#40404a";
const PAPER: &str = "#f4f1e8";

/// A board with something to see on it.
#[derive(Clone, Debug)]
pub struct Diagram {
    hex: Hex,
    title: String,
    cells: Vec<Cell>,
    /// The cells to be joined by a line.
    chain: CellSet,
}

/// What a cell shows.
#[derive(Clone, Debug)]
struct Cell {
    fill: String,
    text: String,
    stone: Option<Player>,
}

impl Diagram {
    fn empty(hex: Hex, title: &str) -> Self {
        let cell = Cell { fill: PAPER.to_owned(), text: String::new(), stone: None };
        Self { hex, title: title.to_owned(), cells: vec![cell; hex.cells() as usize], chain: 0 }
    }

    fn with_cells(mut self, cell: impl Fn(u32) -> (String, String)) -> Self {
        for (number, shown) in (0..).zip(&mut self.cells) {
            (shown.fill, shown.text) = cell(number);
        }
        self
    }

    /// What each cell weighs, the heavier the darker.
    #[must_use]
    pub fn of_weights(hex: Hex, title: &str, weights: &[f64]) -> Self {
        let most = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        Self::empty(hex, title).with_cells(|cell| {
            let weight = weights[cell as usize];
            let text = if weight < 0.001 { format!("{weight:.0e}") } else { format!("{weight:.3}") };
            (shade(weight / most), text)
        })
    }

    /// What each cell takes off a chain, in 64ths.
    #[must_use]
    pub fn of_factors(hex: Hex, title: &str, factors: &[u32]) -> Self {
        Self::empty(hex, title).with_cells(|cell| {
            let factor = factors[cell as usize];
            (shade(f64::from(factor) / 64.0), factor.to_string())
        })
    }

    /// The same letter for the two cells of a pair.
    #[must_use]
    pub fn of_pairs(hex: Hex, title: &str, pairing: &Pairing) -> Self {
        let firsts: Vec<u32> = (0..hex.cells()).filter(|&cell| cell < pairing.partner(cell)).collect();
        Self::empty(hex, title).with_cells(|cell| {
            let first = cell.min(pairing.partner(cell));
            let number = firsts.iter().position(|&other| other == first).unwrap_or(0);
            let hue = 360.0 * number as f64 / firsts.len() as f64;
            (rgb(hue, 0.55, 0.84), format!("{}", char::from(b'A' + number as u8)))
        })
    }

    /// What the first player makes of each opening.
    #[must_use]
    pub fn of_openings(hex: Hex, title: &str, openings: &[Value]) -> Self {
        Self::empty(hex, title).with_cells(|cell| {
            let value = openings[cell as usize];
            let plies = value.remoteness().map_or(String::new(), |plies| plies.to_string());
            (Light::of(value).fill.to_owned(), plies)
        })
    }

    /// The stones of a line, numbered, and the chain of Across if there is one.
    #[must_use]
    pub fn of_line(hex: Hex, title: &str, line: &[u32]) -> Self {
        let mut diagram = Self::empty(hex, title);
        let mut stones = Stones::NONE;
        for (ply, &cell) in line.iter().enumerate() {
            let shown = &mut diagram.cells[cell as usize];
            (shown.stone, shown.text) = (Some(stones.turn()), (ply + 1).to_string());
            stones = stones.with(cell);
        }
        diagram.chain = if hex.joins_across(stones.across) { needed(&hex, stones.across) } else { 0 };
        diagram
    }

    /// The line of a check that failed. None: it did not.
    #[must_use]
    pub fn of_check(hex: Hex, check: &Check) -> Option<Self> {
        match check {
            Check::Holds { .. } => None,
            Check::Loses { line } => Some(Self::of_line(hex, "The line that loses", line)),
        }
    }
}

/// The cells that cannot be done without.
fn needed(hex: &Hex, across: CellSet) -> CellSet {
    cells_of(across).fold(across, |chain, cell| {
        let less = chain & !(1 << cell);
        if hex.joins_across(less) { less } else { chain }
    })
}

fn shade(part: f64) -> String {
    rgb(212.0, 0.62, 0.97 - 0.37 * part)
}

/// A color by hue in degrees, saturation and lightness from 0 to 1, as all readers of SVG know it.
fn rgb(hue: f64, saturation: f64, lightness: f64) -> String {
    let reach = saturation * lightness.min(1.0 - lightness);
    let part = |offset: f64| {
        let place = (offset + hue / 30.0) % 12.0;
        let value = lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
        (255.0 * value).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", part(0.0), part(8.0), part(4.0))
}

/// The size of a board: from the middle of a cell to its corners.
const LARGE: f64 = 34.0;
const SMALL: f64 = 9.0;

/// Half the way between two neighbours in a row.
fn half_step(radius: f64) -> f64 {
    radius * 3_f64.sqrt() / 2.0
}

/// How wide and high a board is.
fn extent(hex: &Hex, radius: f64) -> (f64, f64) {
    let (rows, columns) = (f64::from(hex.rows()), f64::from(hex.columns()));
    (half_step(radius) * (2.0 * columns + rows - 1.0), radius * (1.5 * rows + 0.5))
}

/// A board on a page: where its cells are.
#[derive(Clone, Copy)]
struct Place {
    hex: Hex,
    radius: f64,
    /// The top left corner.
    corner: Point,
}

impl Place {
    fn middle(&self, cell: u32) -> Point {
        let (row, column) = (f64::from(cell / self.hex.columns()), f64::from(cell % self.hex.columns()));
        let right = half_step(self.radius) * (2.0 * column + row + 1.0);
        self.corner.moved(right, self.radius * (1.5 * row + 1.0))
    }

    /// The corners of a cell, clockwise from the top.
    fn corners(&self, cell: u32) -> [Point; 6] {
        let (middle, half, radius) = (self.middle(cell), half_step(self.radius), self.radius);
        [
            middle.moved(0.0, -radius),
            middle.moved(half, -radius / 2.0),
            middle.moved(half, radius / 2.0),
            middle.moved(0.0, radius),
            middle.moved(-half, radius / 2.0),
            middle.moved(-half, -radius / 2.0),
        ]
    }

    /// Letters over the columns and numbers before the rows.
    fn names(&self, svg: &mut Svg) {
        let font = Font { size: 11.0, color: "#777", bold: false };
        for column in 0..self.hex.columns() {
            let over = self.middle(column).moved(0.0, -self.radius - 9.0);
            svg.text(over, font, self.hex.name(column).trim_end_matches('1'));
        }
        for row in 0..self.hex.rows() {
            let before = self.middle(row * self.hex.columns()).moved(-half_step(self.radius) - 11.0, 0.0);
            svg.text(before, font, &(row + 1).to_string());
        }
    }

    /// The sides of the board in the colors of the players who join them.
    fn sides(&self, svg: &mut Svg, width: f64) {
        let sides = [
            (self.hex.top(), [5, 0, 1], DOWN),
            (self.hex.bottom(), [2, 3, 4], DOWN),
            (self.hex.left(), [3, 4, 5], ACROSS),
            (self.hex.right(), [0, 1, 2], ACROSS),
        ];
        for (cells, corners, color) in sides {
            for cell in cells_of(cells) {
                let all = self.corners(cell);
                svg.polyline(&corners.map(|corner| all[corner]), Style::drawn(color, width));
            }
        }
    }
}

/// Boards below each other.
#[must_use]
pub fn hex_boards(diagrams: &[Diagram]) -> String {
    let widths = diagrams.iter().map(|diagram| {
        let title = 9.0 * diagram.title.chars().count() as f64;
        extent(&diagram.hex, LARGE).0.max(title)
    });
    let width = widths.fold(CAPTION_WIDTH, f64::max) + 2.0 * MARGIN;
    let (mut svg, mut bottom) = (Svg::default(), MARGIN);
    for diagram in diagrams {
        let (wide, high) = extent(&diagram.hex, LARGE);
        let title = Font { size: 15.0, color: "#222", bold: true };
        svg.text(Point::new(width / 2.0, bottom), title, &diagram.title);
        let corner = Point::new((width - wide) / 2.0, bottom + 38.0);
        draw(&mut svg, diagram, Place { hex: diagram.hex, radius: LARGE, corner });
        bottom = corner.y + high + MARGIN;
    }
    svg.text(Point::new(width / 2.0, bottom), Font { size: 12.0, color: "#555", bold: false }, CAPTION);
    svg.finish(width, bottom + MARGIN)
}

const MARGIN: f64 = 28.0;
const CAPTION: &str = "Across (blue): left to right · Down (grey): top to bottom";
const CAPTION_WIDTH: f64 = 330.0;

fn draw(svg: &mut Svg, diagram: &Diagram, place: Place) {
    for (cell, shown) in (0..).zip(&diagram.cells) {
        let style = Style { fill: &shown.fill, stroke: "#8a8578", width: 1.0 };
        svg.polygon(&place.corners(cell), style);
    }
    place.sides(svg, 4.0);
    place.names(svg);
    let stones = (0..).zip(&diagram.cells).filter_map(|(cell, shown)| Some((cell, shown.stone?)));
    stones.for_each(|(cell, player)| stone(svg, &place, cell, player));
    join(svg, &place, diagram.chain);
    for (cell, shown) in (0..).zip(&diagram.cells) {
        let (color, bold) = if shown.stone.is_some() { ("white", true) } else { ("#222", false) };
        svg.text(place.middle(cell), Font { size: 14.0, color, bold }, &shown.text);
    }
}

fn stone(svg: &mut Svg, place: &Place, cell: u32, player: Player) {
    let fill = if player == Player::First { ACROSS } else { DOWN };
    svg.circle(place.middle(cell), place.radius * 0.68, Style { fill, stroke: "white", width: 0.5 });
}

/// A line from each cell of a chain to its neighbours in the chain.
fn join(svg: &mut Svg, place: &Place, chain: CellSet) {
    for cell in cells_of(chain) {
        let later = place.hex.neighbours(1 << cell) & chain & !((1 << cell) - 1);
        for next in cells_of(later) {
            let ends = [place.middle(cell), place.middle(next)];
            svg.polyline(&ends, Style::drawn("#92c5de", 7.0));
        }
        svg.circle(place.middle(cell), place.radius * 0.45, Style::filled(ACROSS));
        svg.circle(place.middle(cell), place.radius * 0.68, Style::drawn("#92c5de", 4.0));
    }
}

/// The graph of a small board, positions that are the same up to a turn by 180° drawn once.
#[must_use]
pub fn hex_graph(hex: Hex, solved: &Solved) -> String {
    let (width, height) = extent(&hex, SMALL);
    let draw = |svg: &mut Svg, stones: Stones, at: Point| {
        let place = Place { hex, radius: SMALL, corner: at.moved(-width / 2.0, -height / 2.0) };
        for cell in 0..hex.cells() {
            svg.polygon(&place.corners(cell), Style { fill: PAPER, stroke: "#8a8578", width: 0.6 });
        }
        place.sides(svg, 1.8);
        cells_of(stones.across).for_each(|cell| stone(svg, &place, cell, Player::First));
        cells_of(stones.down).for_each(|cell| stone(svg, &place, cell, Player::Second));
    };
    let face = Face { width: width + 16.0, height: height + 14.0, draw: &draw };
    let values: &Values<Stones> = solved.values();
    layered(&UpToTurn(hex), hex.canonical(Stones::NONE), hex.cells() as usize, values, &face)
}
