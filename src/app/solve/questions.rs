//! The proofs that a value needs: who can force a win?

use std::time::{Duration, Instant};

use super::answer::{MoveValueLine, ProvenValue};
use crate::app::progress::ProgressDisplay;
use crate::board::Color;
use crate::board::movegen::stop_if;
use crate::engine::{CertificateText, GameState, MoveText, Solver};
use crate::interrupt;
use crate::proof::{Answer, Guarantee, Undecided};

/// The limits of all proofs together.
pub(super) struct ProofLimits {
    nodes: u64,
    deadline: Option<Instant>,
}

impl ProofLimits {
    pub(super) fn new(nodes: Option<u64>, seconds: Option<f64>) -> Self {
        let deadline = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        Self { nodes: nodes.unwrap_or(u64::MAX), deadline }
    }

    /// Whether the time is over, or the program was asked to end.
    fn is_time_over(&self) -> bool {
        interrupt::is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The answers for a position: can White, can Black force a win?
#[derive(Clone, Copy, Default)]
pub(super) struct PositionAnswers {
    white: Option<Answer>,
    black: Option<Answer>,
}

impl PositionAnswers {
    fn answer(&self, color: Color) -> Option<Answer> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn set(&mut self, color: Color, answer: Answer) {
        match color {
            Color::White => self.white = Some(answer),
            Color::Black => self.black = Some(answer),
        }
        // If one player wins, the other one does not.
        if answer != Answer::Safe {
            match color {
                Color::White => self.black = Some(Answer::Safe),
                Color::Black => self.white = Some(Answer::Safe),
            }
        }
    }

    /// Whether this player can force a win. Returns `None` if that is not known.
    pub(super) fn wins(&self, color: Color) -> Option<bool> {
        self.answer(color).map(|answer| answer != Answer::Safe)
    }

    /// The value for the player to move, as far as it follows.
    pub(super) fn value(&self, turn: Color) -> ProvenValue {
        ProvenValue::of(self.wins(turn), self.wins(!turn))
    }

    /// The most plies to the end, if a player wins and the distance is known.
    pub(super) fn plies(&self) -> Option<u16> {
        Color::ALL.into_iter().find_map(|color| match self.answer(color)? {
            Answer::Wins { plies } => plies,
            Answer::Safe => None,
        })
    }

    /// The guarantees that follow: the win of a player, or the safety of one or both.
    pub(super) fn guarantees(&self) -> Vec<(Color, Guarantee)> {
        let winner = Color::ALL.into_iter().find(|&color| self.wins(color) == Some(true));
        if let Some(winner) = winner {
            return vec![(winner, Guarantee::Win)];
        }
        let holders = Color::ALL.into_iter().filter(|&color| self.wins(!color) == Some(false));
        holders.map(|color| (color, Guarantee::Safe)).collect()
    }
}

/// The proofs about one position.
pub(super) struct Questions {
    solver: Solver,
    game: GameState,
    limits: ProofLimits,
    progress: ProgressDisplay,
    why: Option<Undecided>,
    found: PositionAnswers,
}

impl Questions {
    /// The most positions to expand for the first question before the other one has its turn.
    const SHARE: u64 = 50_000;
    /// The most positions to expand for a move, or four times the number so far if that is more.
    const FOR_A_MOVE: u64 = 200_000;
    /// The number of moves that are looked up in the tables even if the time is over.
    const MOVES_LOOKED_UP: usize = 256;

    pub(super) fn new(solver: Solver, game: GameState, limits: ProofLimits) -> Self {
        let progress = ProgressDisplay::new("positions expanded");
        Self { solver, game, limits, progress, why: None, found: PositionAnswers::default() }
    }

    pub(super) fn solver(&self) -> &Solver {
        &self.solver
    }

    pub(super) fn game(&self) -> &GameState {
        &self.game
    }

    /// A certificate of a proven guarantee, for the root or the position after the move with a number.
    pub(super) fn certificate(
        &self,
        after: Option<usize>,
        side: Color,
        guarantee: Guarantee,
    ) -> Option<CertificateText> {
        self.solver.certificate(&self.game, after, side, guarantee)
    }

    /// Why an answer is missing.
    pub(super) fn why(&self) -> Option<Undecided> {
        self.why
    }

    /// Tries to prove whether this player can force a win.
    pub(super) fn can_win(&mut self, color: Color) -> PositionAnswers {
        match self.ask(None, color, u64::MAX) {
            Ok(answer) => self.found.set(color, answer),
            Err(why) => self.why = Some(why),
        }
        self.found
    }

    /// Tries to prove the value. Both questions take turns with growing limits, because one may be easy and the
    /// other hard.
    pub(super) fn value(&mut self) -> PositionAnswers {
        let mut share = Self::SHARE;
        let mut open = vec![self.game.turn(), !self.game.turn()];
        while !open.is_empty() {
            open.retain(|&color| {
                if self.found.wins(color).is_some() {
                    return false;
                }
                match self.ask(None, color, share) {
                    Ok(answer) => self.found.set(color, answer),
                    Err(why) => self.why = Some(why),
                }
                let is_open = self.found.wins(color).is_none();
                is_open && self.why == Some(Undecided::Nodes) && self.nodes_left() > 0
            });
            share = share.saturating_mul(4);
        }
        self.ask_about_moves();
        self.found
    }

    /// Tries to prove the values of the moves, as far as they can differ.
    fn ask_about_moves(&mut self) {
        let turn = self.game.turn();
        let questions: &[Color] = match self.found.value(turn) {
            ProvenValue::Win => &[turn, !turn],
            ProvenValue::Draw => &[!turn],
            ProvenValue::Loss | ProvenValue::Unknown => &[],
        };
        for number in 0..self.game.choices() {
            if self.limits.is_time_over() || self.nodes_left() == 0 {
                break;
            }
            for &color in questions {
                let share = Self::FOR_A_MOVE.max(self.solver.expanded().saturating_mul(4));
                if self.ask(Some(number), color, share) != Ok(Answer::Safe) {
                    break;
                }
            }
        }
    }

    /// The moves with their proven values.
    pub(super) fn moves(&self) -> Vec<MoveValueLine> {
        let line = |mv: MoveText| {
            let found = self.answers_after(mv.number);
            let plies = found.plies().map(|plies| plies.saturating_add(1));
            MoveValueLine::new(mv.notation, found.value(self.game.turn()), plies)
        };
        self.game.legal_moves().into_iter().map(line).collect()
    }

    /// What is proven about the position after the move with this number.
    pub(super) fn answers_after(&self, number: usize) -> PositionAnswers {
        let turn = self.game.turn();
        let is_over = || self.limits.is_time_over();
        let poll = &mut || stop_if(is_over());
        let mut known = |color| match number >= Self::MOVES_LOOKED_UP && is_over() {
            true => self.solver.stored(Some(number), color),
            false => self.solver.known(Some(number), color, poll),
        };
        let (mut mine, mut theirs) = (known(turn), known(!turn));
        if self.found.wins(turn) == Some(false) {
            mine = Some(Answer::Safe);
        }
        if self.found.wins(!turn) == Some(true) {
            theirs = theirs.or(Some(Answer::Wins { plies: None }));
        }
        let mut answers = PositionAnswers::default();
        for (color, answer) in [(turn, mine), (!turn, theirs)] {
            if let Some(answer) = answer {
                answers.set(color, answer);
            }
        }
        answers
    }

    fn nodes_left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.solver.expanded())
    }

    /// Tries to prove one answer within `share` positions and the limits that are left.
    fn ask(&mut self, after: Option<usize>, color: Color, share: u64) -> Result<Answer, Undecided> {
        let nodes = share.min(self.nodes_left());
        let before = self.solver.expanded();
        let Self { solver, progress, limits, .. } = self;
        let answer = solver.prove(after, color, nodes, &mut |seen| {
            progress.tell(before + seen.expanded);
            stop_if(limits.is_time_over())
        });
        progress.clear();
        answer
    }
}
