//! The board as text, plain or for a terminal with colors.

use anstyle::{Ansi256Color, Color as Shade, Style};

use crate::board::{Cell, Color, Game, Geometry, Notation, Piece, Placement, Rank};
use crate::notation::{Square, column_letter};

/// How a board is drawn as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// The player at the bottom.
    pub bottom: Color,
    /// What the board is drawn with.
    pub look: BoardLook,
    /// Whether the name of an empty square stands on it.
    pub numbers: bool,
}

impl TextStyle {
    /// White at the bottom, letters in a frame.
    pub const PLAIN: Self = Self { bottom: Color::White, look: BoardLook::Letters, numbers: false };
}

/// What a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLook {
    /// Letters in a frame of ASCII characters.
    Ascii,
    /// Letters in a frame. Without colors no symbol would do: what is a white piece on a dark terminal is a
    /// black one on a light terminal.
    Letters,
    /// Symbols on colored squares, with the escape sequences of terminals.
    Colors,
}

/// What is marked on a board, by the numbers of the squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardMarks {
    /// The squares of the last move. They are marked where there are colors.
    pub last: Vec<usize>,
    /// The squares that a move leads to, with the best value of such a move.
    pub lights: Vec<(usize, Light)>,
}

/// The value of a move for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Light {
    /// It loses.
    Loss,
    /// Its value is unknown.
    Unknown,
    /// It draws.
    Draw,
    /// It wins.
    Win,
}

impl Light {
    /// The sign on a square.
    const fn sign(self) -> char {
        match self {
            Self::Win => '+',
            Self::Draw => '=',
            Self::Loss => '-',
            Self::Unknown => '?',
        }
    }

    /// The color of a square.
    const fn shade(self) -> u8 {
        match self {
            Self::Win => 71,
            Self::Draw => 178,
            Self::Loss => 167,
            Self::Unknown => 246,
        }
    }
}

/// Draws the board for a terminal.
///
/// Men are lower-case letters and kings are capitals in brackets, or men are disks and kings are crowns. Each
/// row shows the numbers of its first and last square. With algebraic notation it shows the number of the row,
/// and the letters of the columns are below the board.
#[must_use]
pub fn text_board<G: Game>(placement: &Placement<G>, style: &TextStyle, marks: &BoardMarks) -> String {
    let board = TextBoard { placement, style, marks };
    let mut lines: Vec<_> = board.shown().map(|row| board.line(row)).collect();
    if let Some([top, bottom]) = board.frame() {
        lines.insert(0, top);
        lines.push(bottom);
    }
    if matches!(placement.game.notation(), Notation::Algebraic { .. }) {
        let columns: String =
            board.shown().map(|column| format!("{:^WIDTH$}", column_letter(column))).collect();
        lines.push(format!("{:MARGIN$}{columns}", ""));
    }
    lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The width of a square.
const WIDTH: usize = 3;
/// The width of what is left of the squares.
const MARGIN: usize = 5;

struct TextBoard<'a, G: Game> {
    placement: &'a Placement<G>,
    style: &'a TextStyle,
    marks: &'a BoardMarks,
}

impl<G: Game> TextBoard<'_, G> {
    /// The numbers of rows or columns, in the order in which they are shown.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let size = G::Board::SIZE;
        let bottom = self.style.bottom;
        (0..size).map(move |index| if bottom == Color::White { index } else { size - 1 - index })
    }

    fn frame(&self) -> Option<[String; 2]> {
        let [side, corners] = match self.style.look {
            BoardLook::Colors => return None,
            BoardLook::Letters => ["─", "┌┐└┘"],
            BoardLook::Ascii => ["-", "++++"],
        };
        let rule = side.repeat(WIDTH * G::Board::SIZE);
        let corners: Vec<_> = corners.chars().collect();
        Some(
            [[0, 1], [2, 3]].map(|[left, right]| {
                format!("{:1$}{2}{rule}{3}", "", MARGIN - 1, corners[left], corners[right])
            }),
        )
    }

    fn line(&self, row: usize) -> String {
        let cells: String = self.shown().map(|column| self.square(row, column)).collect();
        let [left, right] = self.beside(row);
        let side = match self.style.look {
            BoardLook::Colors => " ",
            BoardLook::Letters => "│",
            BoardLook::Ascii => "|",
        };
        format!("{left:>3} {side}{cells}{side} {right}")
    }

    /// The labels left and right of a row.
    fn beside(&self, row: usize) -> [String; 2] {
        let half = G::Board::HALF;
        match (self.placement.game.notation(), self.style.bottom) {
            (Notation::Algebraic { .. }, _) => [(G::Board::SIZE - row).to_string(), String::new()],
            (Notation::Numeric, Color::White) => [row * half + 1, (row + 1) * half].map(|it| it.to_string()),
            (Notation::Numeric, Color::Black) => [(row + 1) * half, row * half + 1].map(|it| it.to_string()),
        }
    }

    fn square(&self, row: usize, column: usize) -> String {
        let cell = G::Board::at(row, column);
        let text = cell.map_or_else(|| " ".repeat(WIDTH), |cell| self.content(cell));
        if self.style.look != BoardLook::Colors {
            return text;
        }
        let style = cell.map_or(on(LIGHT_SQUARE), |cell| self.colors(cell));
        format!("{style}{text}{style:#}")
    }

    /// What stands on a square.
    fn content(&self, cell: Cell) -> String {
        let has_colors = self.style.look == BoardLook::Colors;
        let piece = match self.placement.piece(cell) {
            None => return self.empty(cell),
            Some(Piece::WhiteMan) if !has_colors => " w ",
            Some(Piece::WhiteKing) if !has_colors => "(W)",
            Some(Piece::BlackMan) if !has_colors => " b ",
            Some(Piece::BlackKing) if !has_colors => "(B)",
            Some(piece) if piece.rank() == Rank::King => " ♛ ",
            Some(_) => " ● ",
        };
        piece.to_owned()
    }

    fn empty(&self, cell: Cell) -> String {
        let letter = match (self.light(cell), self.style.look) {
            (Some(light), _) => light.sign(),
            (None, _) if self.style.numbers => {
                return format!("{:>2} ", Square::of(self.placement.game, cell).to_string());
            }
            (None, BoardLook::Colors) => ' ',
            (None, BoardLook::Letters) => '·',
            (None, BoardLook::Ascii) => '.',
        };
        format!(" {letter} ")
    }

    fn light(&self, cell: Cell) -> Option<Light> {
        let square = G::Board::square(cell);
        self.marks.lights.iter().filter(|(lit, _)| *lit == square).map(|(_, light)| *light).max()
    }

    fn colors(&self, cell: Cell) -> Style {
        let is_last = self.marks.last.contains(&G::Board::square(cell));
        let shade = if is_last { LAST_SQUARE } else { DARK_SQUARE };
        let shade = self.light(cell).map_or(shade, Light::shade);
        match self.placement.piece(cell) {
            Some(piece) if piece.color() == Color::White => on(shade).fg_color(color(WHITE)).bold(),
            Some(_) => on(shade).fg_color(color(BLACK)).bold(),
            None if self.light(cell).is_some() => on(shade).fg_color(color(BLACK)),
            None => on(shade).fg_color(color(LIGHT_SQUARE)),
        }
    }
}

const LIGHT_SQUARE: u8 = 223;
const DARK_SQUARE: u8 = 95;
const LAST_SQUARE: u8 = 66;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

const fn color(shade: u8) -> Option<Shade> {
    Some(Shade::Ansi256(Ansi256Color(shade)))
}

/// Nothing on a background.
const fn on(shade: u8) -> Style {
    Style::new().bg_color(color(shade))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Draughts};
    use crate::notation::Setup;

    #[track_caller]
    fn check<G: Game>(game: G, fen: &str, style: &TextStyle, marks: &BoardMarks, expected: &[&str]) {
        let position = fen.parse::<Setup>().expect("a FEN").position(game).expect("a position");
        let text = text_board(position.placement(), style, marks);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbers_stand_at_both_ends_of_a_row() {
        check(
            Checkers::<6>,
            "W:WK3,16:B4,K18",
            &TextStyle::PLAIN,
            &BoardMarks::default(),
            &[
                "    ┌──────────────────┐",
                "  1 │    ·     ·    (W)│ 3",
                "  4 │ b     ·     ·    │ 6",
                "  7 │    ·     ·     · │ 9",
                " 10 │ ·     ·     ·    │ 12",
                " 13 │    ·     ·     · │ 15",
                " 16 │ w     ·    (B)   │ 18",
                "    └──────────────────┘",
            ],
        );
    }

    #[test]
    fn columns_have_letters_where_people_use_them() {
        check(
            Draughts::<8>,
            "W:Wa1,Kh8:Bb8",
            &TextStyle::PLAIN,
            &BoardMarks::default(),
            &[
                "    ┌────────────────────────┐",
                "  8 │    b     ·     ·    (W)│",
                "  7 │ ·     ·     ·     ·    │",
                "  6 │    ·     ·     ·     · │",
                "  5 │ ·     ·     ·     ·    │",
                "  4 │    ·     ·     ·     · │",
                "  3 │ ·     ·     ·     ·    │",
                "  2 │    ·     ·     ·     · │",
                "  1 │ w     ·     ·     ·    │",
                "    └────────────────────────┘",
                "      a  b  c  d  e  f  g  h",
            ],
        );
    }

    #[test]
    fn black_can_be_at_the_bottom_and_empty_squares_can_be_numbered() {
        let style = TextStyle { bottom: Color::Black, look: BoardLook::Ascii, numbers: true };
        let lights = vec![(1, Light::Loss), (1, Light::Draw), (11, Light::Win), (18, Light::Loss)];
        check(
            Checkers::<6>,
            "W:WK3,16:B4,K18",
            &style,
            &BoardMarks { last: vec![7], lights },
            &[
                "    +------------------+",
                " 18 |   (B)   17     w | 16",
                " 15 |15    14    13    | 13",
                " 12 |   12     +    10 | 10",
                "  9 | 9     8     7    | 7",
                "  6 |    6     5     b | 4",
                "  3 |(W)    2     =    | 1",
                "    +------------------+",
            ],
        );
        check(
            Draughts::<8>,
            "W:Wa1:Bb8",
            &style,
            &BoardMarks::default(),
            &[
                "    +------------------------+",
                "  1 |   g1    e1    c1     w |",
                "  2 |h2    f2    d2    b2    |",
                "  3 |   g3    e3    c3    a3 |",
                "  4 |h4    f4    d4    b4    |",
                "  5 |   g5    e5    c5    a5 |",
                "  6 |h6    f6    d6    b6    |",
                "  7 |   g7    e7    c7    a7 |",
                "  8 |h8    f8    d8     b    |",
                "    +------------------------+",
                "      h  g  f  e  d  c  b  a",
            ],
        );
    }

    #[test]
    fn colors_hide_nothing_that_letters_show() {
        let style = TextStyle { look: BoardLook::Colors, ..TextStyle::PLAIN };
        let position = "W:WK3,16:B4,K18".parse::<Setup>().expect("a FEN").position(Checkers::<6>);
        let marks = BoardMarks { last: vec![16], lights: vec![(11, Light::Draw)] };
        let text = text_board(position.expect("a position").placement(), &style, &marks);
        let [white, black] = [WHITE, BLACK].map(|shade| format!("\u{1b}[38;5;{shade}m"));
        let rows: Vec<_> = text.lines().collect();
        assert!(rows[0].contains(&format!("{white}\u{1b}[48;5;{DARK_SQUARE}m ♛ ")), "{text:?}");
        assert!(rows[1].contains(&format!("{black}\u{1b}[48;5;{DARK_SQUARE}m ● ")), "{text:?}");
        assert!(rows[3].contains(&format!("{black}\u{1b}[48;5;178m = ")), "{text:?}");
        assert!(rows[5].contains(&format!("{white}\u{1b}[48;5;{LAST_SQUARE}m ● ")), "{text:?}");
        assert!(rows[5].contains(&format!("{black}\u{1b}[48;5;{DARK_SQUARE}m ♛ ")), "{text:?}");
    }
}
