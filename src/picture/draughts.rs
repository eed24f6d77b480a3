//! The board as a picture in SVG.

use plotters::style::RGBColor;

use super::board::Light;
use super::svg::{Font, Paint, Point, Svg, color, svg};
use super::value_color::{ValueColor, legend};
use crate::board::{Cell, Color, Game, Geometry, Piece, Placement, Rank};
use crate::notation::Square;

/// How a board is drawn as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDrawing {
    /// The player at the bottom.
    pub bottom: Color,
    /// Whether every playing square has its name.
    pub numbers: bool,
    /// The squares that moves lead to, by number, each with the best value of such a move and its text.
    pub lights: Vec<(usize, Light, String)>,
    /// Moves, drawn as arrows. If there are more than one, they are numbered.
    pub arrows: Vec<Arrow>,
}

/// A move that is drawn as an arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The player who makes it.
    pub color: Color,
    /// The numbers of the squares that the piece visits, at least two.
    pub route: Vec<usize>,
    /// The numbers of the captured squares, which are crossed out.
    pub captured: Vec<usize>,
}

/// Where the squares of a board are in its picture, for those who draw it themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardLayout {
    /// The width of a square.
    pub side: f64,
    /// The width and height of the board with its margin.
    pub width: f64,
    /// The middles of the playing squares in the order of their numbers: to the right, and down.
    pub middles: Vec<[f64; 2]>,
}

/// Where the squares are with this player at the bottom.
#[must_use]
pub fn board_layout<G: Game>(bottom: Color) -> BoardLayout {
    let middles = (1..=G::Board::SQUARES).filter_map(G::Board::cell).map(|cell| {
        let Point { x, y } = middle::<G>(bottom, G::Board::row(cell), G::Board::column(cell));
        [x, y]
    });
    let width = SIDE * G::Board::SIZE as f64 + 2.0 * MARGIN;
    BoardLayout { side: SIDE, width, middles: middles.collect() }
}

/// The middle of a square.
fn middle<G: Game>(bottom: Color, row: usize, column: usize) -> Point {
    let seen = |index: usize| match bottom {
        Color::White => index,
        Color::Black => G::Board::SIZE - 1 - index,
    };
    let place = |index: usize| MARGIN + SIDE * (seen(index) as f64 + 0.5);
    Point::new(place(column), place(row))
}

/// The width of a square.
const SIDE: f64 = 60.0;
const MARGIN: f64 = 20.0;
const LEGEND: f64 = 34.0;
/// The legend is not wider than the smallest board.
const ENTRIES: [(ValueColor, &str); 4] = [
    (ValueColor::GREEN, "wins"),
    (ValueColor::YELLOW, "draws"),
    (ValueColor::RED, "loses"),
    (ValueColor::GRAY, "not known"),
];

const LIGHT_SQUARE: RGBColor = color(0xf0_d9b5);
const DARK_SQUARE: RGBColor = color(0xb5_8863);
const INK: RGBColor = color(0x22_2222);
const WHITE: RGBColor = color(0xfd_faf2);
const BLACK: RGBColor = color(0x2b_2724);
const WHITE_MOVES: RGBColor = color(0x1f_5fa8);
const BLACK_MOVES: RGBColor = color(0x7a_1fa2);

/// The board as a picture.
#[must_use]
pub fn draughts_board<G: Game>(placement: &Placement<G>, drawing: &BoardDrawing) -> String {
    let side = SIDE * G::Board::SIZE as f64;
    let legend_height = if drawing.lights.is_empty() { 0.0 } else { LEGEND };
    let picture = Picture { placement, drawing };
    svg(side + 2.0 * MARGIN, side + 2.0 * MARGIN + legend_height, |svg| {
        picture.squares(svg);
        picture.lights(svg);
        picture.names(svg);
        picture.pieces(svg);
        picture.arrows(svg);
        if !drawing.lights.is_empty() {
            legend(svg, Point::new(MARGIN + 8.0, side + 1.5 * MARGIN + LEGEND / 2.0), &ENTRIES);
        }
    })
}

struct Picture<'a, G: Game> {
    placement: &'a Placement<G>,
    drawing: &'a BoardDrawing,
}

impl<G: Game> Picture<'_, G> {
    /// The middle of a square.
    fn middle(&self, row: usize, column: usize) -> Point {
        middle::<G>(self.drawing.bottom, row, column)
    }

    fn middle_of(&self, cell: Cell) -> Point {
        self.middle(G::Board::row(cell), G::Board::column(cell))
    }

    /// The middle of the square with this number.
    fn middle_of_square(&self, square: usize) -> Option<Point> {
        G::Board::cell(square).map(|cell| self.middle_of(cell))
    }

    fn squares(&self, svg: &Svg) {
        let side = SIDE * G::Board::SIZE as f64;
        let centre = Point::new(MARGIN + side / 2.0, MARGIN + side / 2.0);
        svg.rectangle(centre, side + 4.0, side + 4.0, Paint::filled(INK));
        for row in 0..G::Board::SIZE {
            for column in 0..G::Board::SIZE {
                let is_dark = G::Board::at(row, column).is_some();
                let fill = if is_dark { DARK_SQUARE } else { LIGHT_SQUARE };
                svg.rectangle(self.middle(row, column), SIDE, SIDE, Paint::filled(fill));
            }
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        (1..=G::Board::SQUARES).filter_map(G::Board::cell)
    }

    fn names(&self, svg: &Svg) {
        if !self.drawing.numbers {
            return;
        }
        for cell in self.cells() {
            let is_lit = self.drawing.lights.iter().any(|(square, ..)| *square == G::Board::square(cell));
            let font = Font { size: 11.0, color: if is_lit { INK } else { WHITE }, bold: false };
            let corner = self.middle_of(cell).moved(-SIDE / 2.0 + 9.0, -SIDE / 2.0 + 8.0);
            svg.text(corner, font, &Square::of(self.placement.game, cell).to_string());
        }
    }

    fn lights(&self, svg: &Svg) {
        let font = Font { size: 13.0, color: INK, bold: true };
        for (square, light, text) in &self.drawing.lights {
            let Some(middle) = self.middle_of_square(*square) else { continue };
            svg.rectangle(middle, SIDE - 4.0, SIDE - 4.0, light_color(*light).style());
            svg.text(middle, font, text);
        }
    }

    fn pieces(&self, svg: &Svg) {
        for cell in self.cells() {
            if let Some(piece) = self.placement.piece(cell) {
                draw_piece(svg, piece, self.middle_of(cell));
            }
        }
    }

    fn points(&self, squares: &[usize]) -> Vec<Point> {
        squares.iter().filter_map(|&square| self.middle_of_square(square)).collect()
    }

    /// The points of an arrow. Among several arrows each keeps to the right, so that opposite ones are apart.
    fn route(&self, arrow: &Arrow) -> Vec<Point> {
        let points = self.points(&arrow.route);
        let [from, next, ..] = points[..] else { return points };
        let ahead = from.towards(next, if self.drawing.arrows.len() > 1 { 6.0 } else { 0.0 });
        let (right, down) = (from.y - ahead.y, ahead.x - from.x);
        points.into_iter().map(|point| point.moved(right, down)).collect()
    }

    fn arrows(&self, svg: &Svg) {
        let arrows = &self.drawing.arrows;
        for arrow in arrows {
            self.points(&arrow.captured).into_iter().for_each(|middle| cross_out(svg, middle));
        }
        for arrow in arrows {
            draw_route(svg, &self.route(arrow), move_color(arrow.color));
        }
        for (number, arrow) in (1..).zip(arrows).filter(|_| arrows.len() > 1) {
            if let [from, next, ..] = self.route(arrow)[..] {
                let at = from.towards(next, SIDE / 2.0);
                svg.circle(at, 10.0, Paint::new(WHITE, move_color(arrow.color), 2));
                svg.text(at, Font { size: 12.0, color: INK, bold: true }, &number.to_string());
            }
        }
    }
}

const fn light_color(light: Light) -> ValueColor {
    match light {
        Light::Win => ValueColor::GREEN,
        Light::Draw => ValueColor::YELLOW,
        Light::Loss => ValueColor::RED,
        Light::Unknown => ValueColor::GRAY,
    }
}

const fn move_color(color: Color) -> RGBColor {
    match color {
        Color::White => WHITE_MOVES,
        Color::Black => BLACK_MOVES,
    }
}

fn draw_piece(svg: &Svg, piece: Piece, middle: Point) {
    let (fill, line) = match piece.color() {
        Color::White => (WHITE, BLACK),
        Color::Black => (BLACK, WHITE),
    };
    svg.circle(middle, 22.0, Paint::new(fill, BLACK, 2));
    match piece.rank() {
        Rank::Man => svg.circle(middle, 15.0, Paint::outlined(line, 1)),
        Rank::King => svg.polygon(&crown(middle), Paint::new(color(0xd9_a520), line, 1)),
    }
}

/// The outline of a crown.
fn crown(middle: Point) -> [Point; 7] {
    let corners =
        [(-14.0, 10.0), (-16.0, -9.0), (-7.0, -1.0), (0.0, -13.0), (7.0, -1.0), (16.0, -9.0), (14.0, 10.0)];
    corners.map(|(right, down)| middle.moved(right, down))
}

fn cross_out(svg: &Svg, middle: Point) {
    let style = Paint::outlined(color(0xc6_2828), 4);
    svg.line(&[middle.moved(-15.0, -15.0), middle.moved(15.0, 15.0)], style);
    svg.line(&[middle.moved(-15.0, 15.0), middle.moved(15.0, -15.0)], style);
}

/// An arrow along a route.
fn draw_route(svg: &Svg, route: &[Point], color: RGBColor) {
    let (Some((&tip, before)), Some(&from)) = (route.split_last(), route.iter().rev().nth(1)) else { return };
    // The line ends within the head.
    let end = tip.towards(from, 14.0);
    let line: Vec<_> = before.iter().copied().chain([end]).collect();
    svg.line(&line, Paint::outlined(color, 6));
    svg.large_arrow_head(from, tip, color, 24.0);
}
