//! Positions and moves in certificates, where each has exactly one text.

use super::Reason;
use super::read::plain_number;
use crate::board::{
    Cell, Color, Game, Geometry, KingRun, KingRuns, Move, Piece, Placement, Position, Rank, Set,
};

/// Reads a position.
pub(super) fn read_position<G: Game>(game: G, text: &str) -> Result<Position<G>, Reason> {
    let wrong = || Reason::Position("the position is not written as W:W1,K2:B3");
    let mut parts = text.split(':');
    let [Some(turn), Some(white), Some(black), runs, None] = [(); 5].map(|()| parts.next()) else {
        return Err(wrong());
    };
    let turn = match turn {
        "W" => Color::White,
        "B" => Color::Black,
        _ => return Err(wrong()),
    };
    let mut placement = Placement::empty(game, turn);
    read_list(&mut placement, white.strip_prefix('W').ok_or_else(wrong)?, Color::White)?;
    read_list(&mut placement, black.strip_prefix('B').ok_or_else(wrong)?, Color::Black)?;
    if let Some(runs) = runs {
        placement.runs = read_runs::<G>(runs).filter(|_| G::Runs::ARE_COUNTED).ok_or_else(wrong)?;
    }
    Position::new(placement).map_err(|_| Reason::Position("this position is impossible"))
}

/// Reads how many moves in a row the players have made with the same king, Black first: `+0+224`. Returns `None` if the
/// text is not the only one for this.
fn read_runs<G: Game>(text: &str) -> Option<G::Runs> {
    let (black, white) = text.strip_prefix('+')?.split_once('+')?;
    let runs = [(Color::White, read_run::<G>(white)?), (Color::Black, read_run::<G>(black)?)];
    let is_counted = runs.iter().any(|(_, run)| run.is_some());
    let all = runs.into_iter().fold(G::Runs::default(), |all, (color, run)| all.with(color, run));
    is_counted.then_some(all)
}

/// Reads the run of a player: the number of moves, and the square in two digits.
fn read_run<G: Game>(text: &str) -> Option<Option<KingRun>> {
    if text == "0" {
        return Some(None);
    }
    let digit = |index: usize| {
        text.as_bytes().get(index).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0')
    };
    let (moves, square) = (digit(0)?, 10 * digit(1)? + digit(2)?);
    let king: Cell = G::Board::cell(usize::from(square))?;
    (text.len() == 3 && moves > 0).then_some(Some(KingRun { king, moves }))
}

/// Reads the pieces of a player.
fn read_list<G: Game>(placement: &mut Placement<G>, list: &str, color: Color) -> Result<(), Reason> {
    let mut last = 0;
    for entry in list.split(',').filter(|_| !list.is_empty()) {
        let (rank, number) = match entry.strip_prefix('K') {
            Some(number) => (Rank::King, number),
            None => (Rank::Man, entry),
        };
        let number = plain_number(number).ok_or(Reason::Position("a square must be a number"))?;
        if number <= last {
            return Err(Reason::Position("the squares of a list are not in ascending order"));
        }
        let cell = G::Board::cell(number).ok_or(Reason::Position("the board has no such square"))?;
        if placement.occupied().contains(cell) {
            return Err(Reason::Position("two pieces are on one square"));
        }
        placement.put(cell, Piece::new(color, rank));
        last = number;
    }
    Ok(())
}

/// Writes a position.
pub(super) fn write_position<G: Game>(placement: &Placement<G>) -> String {
    let list = |color| {
        let pieces = placement.pieces(color).cells().map(|cell| {
            let king = if placement.kings.contains(cell) { "K" } else { "" };
            format!("{king}{}", G::Board::square(cell))
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let turn = if placement.turn == Color::White { "W" } else { "B" };
    let runs = match [Color::Black, Color::White].map(|color| placement.runs.of(color)) {
        [None, None] => String::new(),
        [black, white] => format!(":+{}+{}", write_run::<G>(black), write_run::<G>(white)),
    };
    format!("{turn}:W{}:B{}{runs}", list(Color::White), list(Color::Black))
}

fn write_run<G: Game>(run: Option<KingRun>) -> String {
    run.map_or_else(|| "0".to_owned(), |run| format!("{}{:02}", run.moves, G::Board::square(run.king)))
}

/// Writes a move: its origin, its destination, and every captured square.
pub(super) fn write_move<G: Game>(mv: &Move<G>) -> String {
    let mut text = G::Board::square(mv.from).to_string();
    text.push(if mv.captured.is_empty() { '-' } else { 'x' });
    text += &G::Board::square(mv.to).to_string();
    for cell in mv.captured.cells() {
        text.push('x');
        text += &G::Board::square(cell).to_string();
    }
    text
}
