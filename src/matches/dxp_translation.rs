//! Positions and moves as DXP writes them, and back.

use std::time::Duration;

use protocol::dxp::{self, Side};

use crate::board::{Color, Goal};
use crate::engine::{GameState, MoveText, Start, Variant};

/// Whether a game can be played over DXP, which knows only boards of 50 squares and no rules. A partner takes it
/// for granted that a player who cannot move has lost, and that the game starts with 20 men each.
pub(crate) fn is_playable(variant: Variant) -> bool {
    let rules = variant.rules();
    rules.goal == Goal::Block
        && rules.rows.is_none()
        && GameState::initial(variant).letters().len() == 1 + dxp::SQUARES
}

/// Returns the side of a color.
pub(crate) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// Returns the color of a side.
pub(crate) const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// Returns a move with the time that it took.
pub(crate) fn written_move(mv: &MoveText, time: Duration) -> dxp::Move {
    // Squares up to 50 fit.
    let number = |square: usize| u8::try_from(square).unwrap_or(u8::MAX);
    dxp::Move {
        seconds: u16::try_from(time.as_secs()).unwrap_or(u16::MAX),
        from: number(mv.from),
        to: number(mv.to),
        captured: mv.captured.iter().copied().map(number).collect(),
    }
}

/// Returns the legal move that is meant. Returns `None` if it is not legal.
pub(crate) fn legal_move(state: &GameState, meant: &dxp::Move) -> Option<MoveText> {
    let is_meant = |mv: &MoveText| {
        mv.from == usize::from(meant.from)
            && mv.to == usize::from(meant.to)
            && mv.captured.iter().copied().eq(meant.captured.iter().copied().map(usize::from))
    };
    state.legal_moves().into_iter().find(is_meant)
}

/// Returns where a game begins that goes on from a position. Not all programs know who moves first at the initial
/// position of other games than international draughts.
pub(crate) fn written_start(state: &GameState) -> dxp::Start {
    let initial = GameState::initial(state.variant());
    let (turn, letters) = (state.turn(), state.letters());
    if letters == initial.letters() && turn == Color::White {
        return dxp::Start::Initial;
    }
    let letter = |letter| match letter {
        'b' => 'z',
        'B' => 'Z',
        _ => letter,
    };
    dxp::Start::Position { turn: side(turn), squares: letters.chars().skip(1).map(letter).collect() }
}

/// Returns where a game begins.
pub(crate) fn read_start(start: &dxp::Start) -> Start {
    let dxp::Start::Position { turn, squares } = start else { return Start::Opening };
    let letter = |letter| match letter {
        'z' => 'b',
        'Z' => 'B',
        _ => letter,
    };
    let turn = match turn {
        Side::White => 'W',
        Side::Black => 'B',
    };
    Start::Hub(std::iter::once(turn).chain(squares.chars().map(letter)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(fen: &str) -> GameState {
        GameState::new(Variant::Draughts10, &Start::Fen(fen.to_owned())).expect("a position")
    }

    #[test]
    fn the_initial_position_and_others_are_read_as_they_are_written() {
        assert_eq!(written_start(&GameState::initial(Variant::Draughts10)), dxp::Start::Initial);
        for fen in ["B:W28,32,37,38,42,K1:B10,12,20,22,23,33", "W:W31,K46:B20,K5", "B:WK50:BK1"] {
            let state = state(fen);
            let read = read_start(&written_start(&state));
            let again = GameState::new(Variant::Draughts10, &read).expect("a position");
            assert_eq!((again.fen(), again.turn()), (state.fen(), state.turn()));
        }
    }

    #[test]
    fn black_opens_checkers_so_its_start_is_a_position() {
        let start = written_start(&GameState::initial(Variant::Checkers10));
        assert!(matches!(start, dxp::Start::Position { turn: Side::Black, .. }), "{start:?}");
    }

    #[test]
    fn a_move_is_found_by_its_squares_and_victims() {
        let state = state("W:WK4:B13,20,32,37");
        for mv in state.legal_moves() {
            let written = written_move(&mv, Duration::from_millis(2999));
            assert_eq!(written.seconds, 2);
            assert_eq!(legal_move(&state, &written), Some(mv));
        }
        assert_eq!(legal_move(&state, &dxp::Move { from: 4, to: 10, ..dxp::Move::default() }), None);
    }

    #[test]
    fn only_boards_of_ten_rows_can_be_played() {
        let playable: Vec<_> = Variant::ALL.iter().filter(|&&variant| is_playable(variant)).collect();
        assert_eq!(
            playable,
            [&Variant::Draughts10, &Variant::Checkers10, &Variant::Killer10, &Variant::Frisian]
        );
    }
}
