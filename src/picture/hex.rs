//! Boards of Hex: weights, pairs, numbered stones and chains.

use plotters::style::{Color as _, HSLColor, RGBColor};

use super::graph::{Face, layered};
use super::svg::{Font, Paint, Point, Svg, color, svg};
use super::value_color::ValueColor;
use crate::lab::hex::{CellSet, Check, Hex, Pairing, Solved, Stones, UpToTurn, cells_of};
use crate::lab::{Player, Value, Values};

const ACROSS: RGBColor = color(0x21_66ac);
const DOWN: RGBColor = color(0x40_404a);
const EMPTY: RGBColor = color(0xf4_f1e8);
const BORDER: RGBColor = color(0x8a_8578);
const CHAIN: RGBColor = color(0x92_c5de);
const DARK: RGBColor = color(0x22_2222);
const WHITE: RGBColor = color(0xff_ffff);

/// A board with marks on its cells.
#[derive(Clone, Debug)]
pub struct HexBoard {
    hex: Hex,
    title: String,
    cells: Vec<CellStyle>,
    /// The cells that a line joins.
    chain: CellSet,
}

/// The look of a cell.
#[derive(Clone, Debug)]
struct CellStyle {
    fill: RGBColor,
    text: String,
    stone: Option<Player>,
}

impl HexBoard {
    fn empty(hex: Hex, title: &str) -> Self {
        let cell = CellStyle { fill: EMPTY, text: String::new(), stone: None };
        Self { hex, title: title.to_owned(), cells: vec![cell; hex.cells() as usize], chain: 0 }
    }

    fn with_cells(mut self, cell: impl Fn(u32) -> (RGBColor, String)) -> Self {
        for (number, shown) in (0..).zip(&mut self.cells) {
            (shown.fill, shown.text) = cell(number);
        }
        self
    }

    /// The weight of each cell: the heavier, the darker.
    #[must_use]
    pub fn of_weights(hex: Hex, title: &str, weights: &[f64]) -> Self {
        let most = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        Self::empty(hex, title).with_cells(|cell| {
            let weight = weights[cell as usize];
            let text = if weight < 0.001 { format!("{weight:.0e}") } else { format!("{weight:.3}") };
            (shade(weight / most), text)
        })
    }

    /// The factor of each cell, in 64ths.
    #[must_use]
    pub fn of_factors(hex: Hex, title: &str, factors: &[u32]) -> Self {
        Self::empty(hex, title).with_cells(|cell| {
            let factor = factors[cell as usize];
            (shade(f64::from(factor) / 64.0), factor.to_string())
        })
    }

    /// The pairs: both cells of a pair have the same letter.
    #[must_use]
    pub fn of_pairs(hex: Hex, title: &str, pairing: &Pairing) -> Self {
        let firsts: Vec<u32> = (0..hex.cells()).filter(|&cell| cell < pairing.partner(cell)).collect();
        Self::empty(hex, title).with_cells(|cell| {
            let first = cell.min(pairing.partner(cell));
            let number = firsts.iter().position(|&other| other == first).unwrap_or(0);
            let hue = number as f64 / firsts.len() as f64;
            (rgb(hue, 0.55, 0.84), format!("{}", char::from(b'A' + number as u8)))
        })
    }

    /// The value of each first move for the first player.
    #[must_use]
    pub fn of_openings(hex: Hex, title: &str, openings: &[Value]) -> Self {
        Self::empty(hex, title).with_cells(|cell| {
            let value = openings[cell as usize];
            let plies = value.remoteness().map_or(String::new(), |plies| plies.to_string());
            (ValueColor::of(value).fill, plies)
        })
    }

    /// The stones of a line, numbered, with the chain of Across if there is one.
    #[must_use]
    pub fn of_line(hex: Hex, title: &str, line: &[u32]) -> Self {
        let mut board = Self::empty(hex, title);
        let mut stones = Stones::NONE;
        for (ply, &cell) in line.iter().enumerate() {
            let shown = &mut board.cells[cell as usize];
            (shown.stone, shown.text) = (Some(stones.turn()), (ply + 1).to_string());
            stones = stones.with(cell);
        }
        board.chain = if hex.joins_across(stones.across) { minimal_chain(&hex, stones.across) } else { 0 };
        board
    }

    /// The losing line of a failed check. Returns `None` if the strategy holds.
    #[must_use]
    pub fn of_check(hex: Hex, check: &Check) -> Option<Self> {
        match check {
            Check::Holds { .. } => None,
            Check::Loses { line } => Some(Self::of_line(hex, "The losing line", line)),
        }
    }
}

/// A minimal chain among these cells.
fn minimal_chain(hex: &Hex, across: CellSet) -> CellSet {
    cells_of(across).fold(across, |chain, cell| {
        let less = chain & !(1 << cell);
        if hex.joins_across(less) { less } else { chain }
    })
}

fn shade(part: f64) -> RGBColor {
    rgb(212.0 / 360.0, 0.62, 0.97 - 0.37 * part)
}

/// A color by hue, saturation and lightness, each from 0 to 1.
fn rgb(hue: f64, saturation: f64, lightness: f64) -> RGBColor {
    let (red, green, blue) = HSLColor(hue, saturation, lightness).to_rgba().rgb();
    RGBColor(red, green, blue)
}

/// The distance from the middle of a cell to its corners.
const LARGE: f64 = 34.0;
const SMALL: f64 = 9.0;

/// Half the distance between two neighbours in a row.
fn half_step(radius: f64) -> f64 {
    radius * 3_f64.sqrt() / 2.0
}

/// The width and height of a board.
fn extent(hex: &Hex, radius: f64) -> (f64, f64) {
    let (rows, columns) = (f64::from(hex.rows()), f64::from(hex.columns()));
    (half_step(radius) * (2.0 * columns + rows - 1.0), radius * (1.5 * rows + 0.5))
}

/// A board on a page, which knows where its cells are.
#[derive(Clone, Copy)]
struct Layout {
    hex: Hex,
    radius: f64,
    /// The top left corner.
    corner: Point,
}

impl Layout {
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

    /// Letters above the columns and numbers beside the rows.
    fn names(&self, svg: &Svg) {
        let font = Font { size: 11.0, color: color(0x77_7777), bold: false };
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
    fn sides(&self, svg: &Svg, width: u32) {
        let sides = [
            (self.hex.top(), [5, 0, 1], DOWN),
            (self.hex.bottom(), [2, 3, 4], DOWN),
            (self.hex.left(), [3, 4, 5], ACROSS),
            (self.hex.right(), [0, 1, 2], ACROSS),
        ];
        for (cells, corners, color) in sides {
            for cell in cells_of(cells) {
                let all = self.corners(cell);
                svg.line(&corners.map(|corner| all[corner]), Paint::outlined(color, width));
            }
        }
    }
}

/// Draws boards, one below the other.
#[must_use]
pub fn hex_boards(boards: &[HexBoard]) -> String {
    let widths = boards.iter().map(|board| {
        let title = 9.0 * board.title.chars().count() as f64;
        extent(&board.hex, LARGE).0.max(title)
    });
    let width = widths.fold(CAPTION_WIDTH, f64::max) + 2.0 * MARGIN;
    let heights = boards.iter().map(|board| TITLE + extent(&board.hex, LARGE).1 + MARGIN);
    let height = heights.sum::<f64>() + 2.0 * MARGIN;
    svg(width, height, |svg| {
        let mut bottom = MARGIN;
        for board in boards {
            let (wide, high) = extent(&board.hex, LARGE);
            let title = Font { size: 15.0, color: DARK, bold: true };
            svg.text(Point::new(width / 2.0, bottom), title, &board.title);
            let corner = Point::new((width - wide) / 2.0, bottom + TITLE);
            draw(svg, board, Layout { hex: board.hex, radius: LARGE, corner });
            bottom = corner.y + high + MARGIN;
        }
        let font = Font { size: 12.0, color: color(0x55_5555), bold: false };
        svg.text(Point::new(width / 2.0, bottom), font, CAPTION);
    })
}

/// The height of a title with the names of the columns.
const TITLE: f64 = 38.0;
const MARGIN: f64 = 28.0;
const CAPTION: &str = "Across (blue): left to right · Down (grey): top to bottom";
const CAPTION_WIDTH: f64 = 330.0;

fn draw(svg: &Svg, board: &HexBoard, layout: Layout) {
    for (cell, shown) in (0..).zip(&board.cells) {
        let style = Paint::new(shown.fill, BORDER, 1);
        svg.polygon(&layout.corners(cell), style);
    }
    layout.sides(svg, 4);
    layout.names(svg);
    let stones = (0..).zip(&board.cells).filter_map(|(cell, shown)| Some((cell, shown.stone?)));
    stones.for_each(|(cell, player)| stone(svg, &layout, cell, player));
    join(svg, &layout, board.chain);
    for (cell, shown) in (0..).zip(&board.cells) {
        let (color, bold) = if shown.stone.is_some() { (WHITE, true) } else { (DARK, false) };
        svg.text(layout.middle(cell), Font { size: 14.0, color, bold }, &shown.text);
    }
}

fn stone(svg: &Svg, layout: &Layout, cell: u32, player: Player) {
    let fill = if player == Player::First { ACROSS } else { DOWN };
    svg.circle(layout.middle(cell), layout.radius * 0.68, Paint::new(fill, WHITE, 1));
}

/// Joins each cell of a chain with its neighbours in the chain.
fn join(svg: &Svg, layout: &Layout, chain: CellSet) {
    for cell in cells_of(chain) {
        let later = layout.hex.neighbours(1 << cell) & chain & !((1 << cell) - 1);
        for next in cells_of(later) {
            let ends = [layout.middle(cell), layout.middle(next)];
            svg.line(&ends, Paint::outlined(CHAIN, 7));
        }
        svg.circle(layout.middle(cell), layout.radius * 0.45, Paint::filled(ACROSS));
        svg.circle(layout.middle(cell), layout.radius * 0.68, Paint::outlined(CHAIN, 4));
    }
}

/// The graph of a small board. Positions that a turn by 180° makes equal are drawn once.
#[must_use]
pub fn hex_graph(hex: Hex, solved: &Solved) -> String {
    let (width, height) = extent(&hex, SMALL);
    let draw = |svg: &Svg, stones: Stones, at: Point| {
        let layout = Layout { hex, radius: SMALL, corner: at.moved(-width / 2.0, -height / 2.0) };
        for cell in 0..hex.cells() {
            svg.polygon(&layout.corners(cell), Paint::new(EMPTY, BORDER, 1));
        }
        layout.sides(svg, 2);
        cells_of(stones.across).for_each(|cell| stone(svg, &layout, cell, Player::First));
        cells_of(stones.down).for_each(|cell| stone(svg, &layout, cell, Player::Second));
    };
    let face = Face { width: width + 16.0, height: height + 14.0, draw: &draw };
    let values: &Values<Stones> = solved.values();
    layered(&UpToTurn(hex), hex.canonical(Stones::NONE), hex.cells() as usize, values, &face)
}
