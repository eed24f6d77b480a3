//! The board as text.

use crate::board::{Game, Geometry, Notation, Piece, Placement};
use crate::notation::column_letter;

/// Draws the board for a terminal, White at the bottom: men are lower-case letters, kings are capitals in
/// brackets.
///
/// Each row shows the numbers of its first and last square. With algebraic notation it shows the number of
/// the row, and the letters of the columns are below the board.
#[must_use]
pub fn text_board<G: Game>(placement: &Placement<G>) -> String {
    let rule = "─".repeat(3 * G::Board::SIZE);
    let mut lines = vec![format!("{:4}┌{rule}┐", "")];
    for row in 0..G::Board::SIZE {
        let [left, right] = beside::<G>(row);
        lines.push(format!("{left:>3} │{}│ {right}", row_of_cells(placement, row)));
    }
    lines.push(format!("{:4}└{rule}┘", ""));
    if matches!(G::NOTATION, Notation::Algebraic { .. }) {
        let columns: String =
            (0..G::Board::SIZE).map(|column| format!("{:>3}", column_letter(column))).collect();
        lines.push(format!("{:4}{columns}", ""));
    }
    lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The labels left and right of a row.
fn beside<G: Game>(row: usize) -> [String; 2] {
    match G::NOTATION {
        Notation::Numeric => [row * G::Board::HALF + 1, (row + 1) * G::Board::HALF].map(|it| it.to_string()),
        Notation::Algebraic { .. } => [(G::Board::SIZE - row).to_string(), String::new()],
    }
}

fn row_of_cells<G: Game>(placement: &Placement<G>, row: usize) -> String {
    let symbol = |column| match G::Board::at(row, column).map(|cell| placement.piece(cell)) {
        None => "   ",
        Some(None) => " · ",
        Some(Some(Piece::WhiteMan)) => " w ",
        Some(Some(Piece::WhiteKing)) => "(W)",
        Some(Some(Piece::BlackMan)) => " b ",
        Some(Some(Piece::BlackKing)) => "(B)",
    };
    (0..G::Board::SIZE).map(symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Draughts};
    use crate::notation::Setup;

    #[track_caller]
    fn check<G: Game>(fen: &str, expected: &[&str]) {
        let position = fen.parse::<Setup>().expect("a FEN").position::<G>().expect("a position");
        assert_eq!(text_board(position.placement()).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbers_stand_at_both_ends_of_a_row() {
        check::<Checkers<6>>(
            "W:WK3,16:B4,K18",
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
        check::<Draughts<8>>(
            "W:Wa1,Kh8:Bb8",
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
}
