//! When a game is over for who looks at it, though it is not by the rules.

use crate::board::{Color, Piece};
use crate::engine::GameState;
use crate::matches::duel::Reason;
use crate::notation::GameResult;

/// When the players agree enough about the game to end it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Adjudication {
    /// Both say for [`Adjudication::PLIES`] plies that a player is so many men ahead.
    pub(crate) win: Option<f64>,
    /// After so many plies both say for as long that nobody is ahead by more than a part of a man.
    pub(crate) draw: Option<usize>,
}

impl Adjudication {
    /// For how many plies the players have to agree.
    pub(crate) const PLIES: usize = 8;
    /// Part of a man that does not count.
    const NEAR_ZERO: f64 = 0.1;

    /// What the players agree on.
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

/// What the players said about the last plies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    /// White's point of view, in men. Broken off where somebody said nothing.
    said: Vec<f64>,
    count: usize,
}

impl Scores {
    /// A player has moved, and said this about it.
    pub(crate) fn add(&mut self, color: Color, score: Option<f64>) {
        self.count += 1;
        match score {
            Some(score) => self.said.push(if color == Color::White { score } else { -score }),
            None => self.said.clear(),
        }
    }

    fn last(&self, plies: usize) -> Option<&[f64]> {
        self.said.len().checked_sub(plies).map(|first| &self.said[first..])
    }
}

/// When the rest of a game is of no interest for its length: the experiment of Table 3 in *Complexity of
/// checkers and draughts on different board sizes* (van Horssen).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truncation {
    /// So many pieces are left, or less.
    pub(crate) pieces: usize,
    /// So many pieces do not win against a king, on this board. None: kings are short.
    pub(crate) drawish: Option<u32>,
    /// What a king is worth, in hundredths of a man.
    pub(crate) king: u32,
}

impl Truncation {
    /// The experiment's on a board of N×N: endgame tables, where there are some, know the rest.
    pub(crate) fn of_board(size: usize, flying_kings: bool) -> Self {
        let pieces = match size {
            6 => 6,
            8 => 10,
            10 => 8,
            12 => 7,
            _ => 6,
        };
        let drawish = flying_kings.then_some(if size >= 10 { 3 } else { 2 });
        Self { pieces, drawish, king: if flying_kings { (10_000 * size as u32).isqrt() } else { 150 } }
    }

    /// Parts of a man that are near zero.
    const NEAR_ZERO: f64 = 0.3;

    /// Why nobody has to see the rest. None: it goes on.
    pub(crate) fn reason(&self, referee: &GameState, scores: &Scores) -> Option<Reason> {
        if referee.pieces() <= self.pieces {
            return Some(Reason::Pieces);
        }
        let even = scores.last(1).is_some_and(|last| last[0].abs() <= Self::NEAR_ZERO);
        (even && self.is_drawish(referee)).then_some(Reason::Drawish)
    }

    /// Whether who is behind has a king, and the other one too few pieces to catch it. One king against
    /// three on the main diagonal of a small board is also drawish, but then fewer pieces are left than
    /// are looked at.
    fn is_drawish(&self, referee: &GameState) -> bool {
        let Some(most) = self.drawish else { return false };
        let men = |color: Color| referee.count(Piece::new(color, crate::board::Rank::Man));
        let kings = |color: Color| referee.count(Piece::new(color, crate::board::Rank::King));
        let worth = |color: Color| 100 * men(color) + self.king * kings(color);
        Color::ALL.into_iter().any(|behind| {
            worth(behind) <= worth(!behind) && kings(behind) > 0 && men(!behind) + kings(!behind) <= most
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Start, Variant};

    fn scores(said: &[f64]) -> Scores {
        let mut scores = Scores::default();
        let mut color = Color::White;
        for &score in said {
            scores.add(color, Some(if color == Color::White { score } else { -score }));
            color = !color;
        }
        scores
    }

    #[test]
    fn a_win_is_given_when_both_agree_long_enough() {
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
    fn who_says_nothing_agrees_with_nothing() {
        let mut silent = scores(&[4.0; 20]);
        silent.add(Color::White, None);
        assert_eq!(Adjudication { win: Some(3.0), draw: Some(0) }.result(&silent), None);
    }

    #[track_caller]
    fn check(fen: &str, score: f64, expected: Option<Reason>) {
        let referee = GameState::new(Variant::Draughts10, &Start::Fen(fen.to_owned())).expect("a position");
        let truncation = Truncation::of_board(10, true);
        assert_eq!(truncation.reason(&referee, &scores(&[score])), expected, "{fen}");
    }

    #[test]
    fn few_pieces_or_drawish_ones_end_the_experiment() {
        check("W:W31-35:B6-8", 1.0, Some(Reason::Pieces));
        check("W:W31-35:B6-9", 0.0, None);
        check("W:WK46,K47,K48:BK5,6,7,8,9,10", 0.2, Some(Reason::Drawish));
        check("W:WK46,K47,K48:BK5,6,7,8,9,10", 0.4, None);
        check("W:WK46,K47,K48:B5,6,7,8,9,10", 0.0, None);
        check("W:WK46,K47,K48,K49:BK5,6,7,8,9,10", 0.0, None);
    }
}
