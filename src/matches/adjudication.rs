//! Games that end before they are over by the rules.

use super::termination::Termination;
use crate::board::{Color, Piece, Rank};
use crate::engine::GameState;
use crate::eval;
use crate::notation::GameResult;

/// When a game ends because the scores of both players agree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Adjudication {
    /// A player wins after [`Adjudication::PLIES`] plies in which both scores say that it is this many men
    /// ahead.
    pub(crate) win: Option<f64>,
    /// The game is drawn after this many plies, if both scores were near zero in the last
    /// [`Adjudication::PLIES`] of them.
    pub(crate) draw: Option<usize>,
}

impl Adjudication {
    /// The number of plies in which the scores have to agree.
    pub(crate) const PLIES: usize = 8;
    /// The largest score that is near zero, in men.
    const NEAR_ZERO: f64 = 0.1;

    /// Returns the result that the players agree on. Returns `None` if the game goes on.
    pub(crate) fn result(&self, scores: &Scores) -> Option<GameResult> {
        let last = scores.last(Self::PLIES)?;
        let all = |test: &dyn Fn(f64) -> bool| last.iter().all(|&score| test(score));
        if let Some(men) = self.win {
            if all(&|score| score >= men) {
                return Some(GameResult::White);
            }
            if all(&|score| score <= -men) {
                return Some(GameResult::Black);
            }
        }
        let drawn = self.draw.is_some_and(|plies| scores.count >= plies);
        (drawn && all(&|score| score.abs() <= Self::NEAR_ZERO)).then_some(GameResult::Draw)
    }
}

/// The scores of the last plies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    /// From White's point of view, in men, since the last move without a score.
    latest: Vec<f64>,
    /// The number of moves, with and without a score.
    count: usize,
}

impl Scores {
    /// Adds the score that a player gave with its move.
    pub(crate) fn add(&mut self, color: Color, score: Option<f64>) {
        self.count += 1;
        match score {
            Some(score) => self.latest.push(if color == Color::White { score } else { -score }),
            None => self.latest.clear(),
        }
    }

    /// Returns the scores of the last plies. Returns `None` if one of them has no score.
    fn last(&self, plies: usize) -> Option<&[f64]> {
        self.latest.len().checked_sub(plies).map(|first| &self.latest[first..])
    }
}

/// When a game is cut short because the rest does not count as part of its length: the experiment of Table 3
/// in *Complexity of checkers and draughts on different board sizes* (van Horssen).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truncation {
    /// The game ends when at most this many pieces are left.
    pub(crate) pieces: usize,
    /// The number of pieces that do not win against a king on this board. `None` where kings are short.
    pub(crate) drawish: Option<u32>,
    /// The value of a king in hundredths of a man.
    pub(crate) king: u32,
}

impl Truncation {
    /// Returns the limits of the experiment on a board of this size. Endgame tables can know the rest.
    pub(crate) fn of_board(size: usize, flying_kings: bool) -> Self {
        let pieces = match size {
            6 => 6,
            8 => 10,
            10 => 8,
            12 => 7,
            _ => 6,
        };
        let drawish = flying_kings.then_some(if size >= 10 { 3 } else { 2 });
        Self { pieces, drawish, king: eval::king_value(size, flying_kings) }
    }

    /// The largest score that is near zero, in men.
    const NEAR_ZERO: f64 = 0.3;

    /// Returns why the game is cut short here. Returns `None` if it goes on.
    pub(crate) fn termination(&self, state: &GameState, scores: &Scores) -> Option<Termination> {
        if state.pieces() <= self.pieces {
            return Some(Termination::Pieces);
        }
        let even = scores.last(1).is_some_and(|last| last[0].abs() <= Self::NEAR_ZERO);
        (even && self.is_drawish(state)).then_some(Termination::Drawish)
    }

    /// Returns whether the player who is behind has a king, and the other one too few pieces to catch it.
    ///
    /// This is the rule of the experiment, wider than that of the evaluation: the king need not be alone. On
    /// small boards a king on the main diagonal also draws against three pieces, but there the number of
    /// pieces ends the game first.
    fn is_drawish(&self, state: &GameState) -> bool {
        let Some(few) = self.drawish else { return false };
        let men = |color: Color| state.count(Piece::new(color, Rank::Man));
        let kings = |color: Color| state.count(Piece::new(color, Rank::King));
        let value = |color: Color| 100 * men(color) + self.king * kings(color);
        Color::ALL.into_iter().any(|behind| {
            value(behind) <= value(!behind) && kings(behind) > 0 && men(!behind) + kings(!behind) <= few
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Start, Variant};

    fn scores(values: &[f64]) -> Scores {
        let mut scores = Scores::default();
        let mut color = Color::White;
        for &score in values {
            scores.add(color, Some(if color == Color::White { score } else { -score }));
            color = !color;
        }
        scores
    }

    #[test]
    fn a_win_is_given_when_both_agree_for_long_enough() {
        let win = Adjudication { win: Some(3.0), draw: None };
        assert_eq!(win.result(&scores(&[4.0; 8])), Some(GameResult::White));
        assert_eq!(win.result(&scores(&[-3.0; 9])), Some(GameResult::Black));
        assert_eq!(win.result(&scores(&[4.0; 7])), None);
        assert_eq!(win.result(&scores(&[4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 2.9, 4.0])), None);
    }

    #[test]
    fn a_draw_is_given_late_enough() {
        let draw = Adjudication { win: None, draw: Some(20) };
        assert_eq!(draw.result(&scores(&[0.05; 19])), None);
        assert_eq!(draw.result(&scores(&[0.05; 20])), Some(GameResult::Draw));
        assert_eq!(draw.result(&scores(&[0.2; 20])), None);
    }

    #[test]
    fn a_move_without_a_score_agrees_with_nothing() {
        let mut silent = scores(&[4.0; 20]);
        silent.add(Color::White, None);
        assert_eq!(Adjudication { win: Some(3.0), draw: Some(0) }.result(&silent), None);
    }

    #[track_caller]
    fn check(fen: &str, score: f64, expected: Option<Termination>) {
        let state = GameState::new(Variant::Draughts10, &Start::Fen(fen.to_owned())).expect("a position");
        let truncation = Truncation::of_board(10, true);
        assert_eq!(truncation.termination(&state, &scores(&[score])), expected, "{fen}");
    }

    #[test]
    fn few_pieces_or_drawish_ones_end_the_experiment() {
        check("W:W31-35:B6-8", 1.0, Some(Termination::Pieces));
        check("W:W31-35:B6-9", 0.0, None);
        check("W:WK46,K47,K48:BK5,6,7,8,9,10", 0.2, Some(Termination::Drawish));
        check("W:WK46,K47,K48:BK5,6,7,8,9,10", 0.4, None);
        check("W:WK46,K47,K48:B5,6,7,8,9,10", 0.0, None);
        check("W:WK46,K47,K48,K49:BK5,6,7,8,9,10", 0.0, None);
    }
}
