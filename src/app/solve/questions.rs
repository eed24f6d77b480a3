//! The questions of two answers that a value takes.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::answer::{MoveLine, Word};
use crate::app::progress::Progress;
use crate::board::{Color, Game, MoveList, Placement};
use crate::notation;
use crate::proof::Guarantee;
use crate::proof::{Answer, DraughtsDomain, Prover, Undecided};

/// What the questions together may take.
pub(super) struct Limits {
    nodes: u64,
    deadline: Option<Instant>,
}

impl Limits {
    pub(super) fn new(nodes: Option<u64>, seconds: Option<f64>) -> Self {
        let deadline = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        Self { nodes: nodes.unwrap_or(u64::MAX), deadline }
    }
}

/// What is known about the root: can White, can Black force a win?
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    white: Option<Answer>,
    black: Option<Answer>,
}

impl Found {
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
        // Not both players win.
        if answer != Answer::Safe {
            match color {
                Color::White => self.black = Some(Answer::Safe),
                Color::Black => self.white = Some(Answer::Safe),
            }
        }
    }

    /// Whether this player can force a win, if that is known.
    pub(super) fn wins(&self, color: Color) -> Option<bool> {
        self.answer(color).map(|answer| answer != Answer::Safe)
    }

    /// The value to the player to move, as far as it follows.
    pub(super) fn value(&self, turn: Color) -> Word {
        Word::of(self.wins(turn), self.wins(!turn))
    }

    /// Plies to the end at most, when somebody wins and it is known.
    pub(super) fn plies(&self) -> Option<u16> {
        Color::ALL.into_iter().find_map(|color| match self.answer(color)? {
            Answer::Wins { plies } => plies,
            Answer::Safe => None,
        })
    }

    /// What can be claimed, of whom: that somebody wins, or that somebody does not lose.
    pub(super) fn claims(&self) -> Vec<(Color, Guarantee)> {
        let winner = Color::ALL.into_iter().find(|&color| self.wins(color) == Some(true));
        if let Some(winner) = winner {
            return vec![(winner, Guarantee::Win)];
        }
        let holders = Color::ALL.into_iter().filter(|&color| self.wins(!color) == Some(false));
        holders.map(|color| (color, Guarantee::Safe)).collect()
    }
}

/// A prover that is asked about one position.
pub(super) struct Questions<G: Game> {
    prover: Prover<DraughtsDomain<G>>,
    root: Placement<G>,
    limits: Limits,
    progress: Progress,
    why: Option<Undecided>,
    found: Found,
}

impl<G: Game> Questions<G> {
    /// Positions that are looked at for the first question, before it is the turn of the other one.
    const SHARE: u64 = 50_000;
    /// Positions that are looked at for a move, or four times as many as there were for all before.
    const FOR_A_MOVE: u64 = 200_000;

    pub(super) fn new(prover: Prover<DraughtsDomain<G>>, root: Placement<G>, limits: Limits) -> Self {
        let progress = Progress::new("positions looked at");
        Self { prover, root, limits, progress, why: None, found: Found::default() }
    }

    pub(super) fn prover(&self) -> &Prover<DraughtsDomain<G>> {
        &self.prover
    }

    pub(super) fn root(&self) -> &Placement<G> {
        &self.root
    }

    /// Why something could not be proven.
    pub(super) fn why(&self) -> Option<Undecided> {
        self.why
    }

    /// Asks whether this player can force a win.
    pub(super) fn can_win(&mut self, color: Color) -> Found {
        let root = self.root;
        match self.ask(&root, color, u64::MAX) {
            Ok(answer) => self.found.set(color, answer),
            Err(why) => self.why = Some(why),
        }
        self.found
    }

    /// Asks who wins: both questions in turns, with more and more time, because only one of them may be easy.
    pub(super) fn value(&mut self) -> Found {
        let root = self.root;
        let mut share = Self::SHARE;
        let mut open = vec![root.turn, !root.turn];
        while !open.is_empty() {
            open.retain(|&color| {
                if self.found.wins(color).is_some() {
                    return false;
                }
                match self.ask(&root, color, share) {
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

    /// Asks what the moves are worth, as far as that can differ.
    fn ask_about_moves(&mut self) {
        let (root, turn) = (self.root, self.root.turn);
        let questions: &[Color] = match self.found.value(turn) {
            Word::Win => &[turn, !turn],
            Word::Draw => &[!turn],
            Word::Loss | Word::Unknown => &[],
        };
        for mv in &MoveList::legal(&root) {
            let next = root.play(mv);
            for &color in questions {
                let share = Self::FOR_A_MOVE.max(self.prover.expanded().saturating_mul(4));
                if self.ask(&next, color, share) != Ok(Answer::Safe) {
                    break;
                }
            }
        }
    }

    /// What is known of the moves.
    pub(super) fn moves(&self) -> Vec<MoveLine> {
        let legal = MoveList::legal(&self.root);
        let line = |mv| {
            let text = notation::to_text_among(&self.root, &legal, mv);
            let (value, plies) = self.value_after(&self.root.play(mv));
            MoveLine::new(text, value, plies.map(|plies| plies.saturating_add(1)))
        };
        legal.iter().map(line).collect()
    }

    /// The value of a move that leads here, to whoever moves at the root.
    fn value_after(&self, next: &Placement<G>) -> (Word, Option<u16>) {
        let turn = self.root.turn;
        let known = |color| self.prover.known(*next, color);
        let (mut mine, mut theirs) = (known(turn), known(!turn));
        if self.found.wins(turn) == Some(false) {
            mine = Some(Answer::Safe);
        }
        if self.found.wins(!turn) == Some(true) {
            theirs = theirs.or(Some(Answer::Wins { plies: None }));
        }
        let wins = |answer: Option<Answer>| answer.map(|answer| answer != Answer::Safe);
        let plies = [mine, theirs].into_iter().flatten().find_map(|answer| match answer {
            Answer::Wins { plies } => plies,
            Answer::Safe => None,
        });
        (Word::of(wins(mine), wins(theirs)), plies)
    }

    fn nodes_left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.prover.expanded())
    }

    /// Asks one question, which may take so much and no more than there is left.
    fn ask(&mut self, position: &Placement<G>, color: Color, share: u64) -> Result<Answer, Undecided> {
        let nodes = share.min(self.nodes_left());
        let before = self.prover.expanded();
        let Self { prover, progress, limits, .. } = self;
        let answer = prover.prove(*position, color, nodes, &mut |heard| {
            progress.tell(before + heard.expanded);
            if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        progress.clear();
        answer
    }
}
