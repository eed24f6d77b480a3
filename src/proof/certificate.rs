//! Certificates: proven strategies as text, for independent checkers.
//!
//! The file format is the only thing that this module shares with [`super::verify`], which reads it.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Domain, DraughtsDomain, ProofState, Prover};
use crate::board::{Color, Game, Move, MoveList, Placement, movegen};
use crate::notation::{fen, hub};

/// The result that a proven strategy guarantees its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Guarantee {
    /// The player never loses.
    Safe,
    /// The player wins.
    Win,
}

impl Guarantee {
    /// The name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Win => "win",
        }
    }
}

/// A strategy of one player: a move in each position that can arise.
#[derive(Clone, Debug)]
pub struct Certificate<G: Game> {
    guarantee: Guarantee,
    side: Color,
    pieces: usize,
    root: Placement<G>,
    listed: FxHashMap<Placement<G>, StrategyEntry<G>>,
}

/// A listed position's data.
#[derive(Clone, Copy, Debug)]
struct StrategyEntry<G: Game> {
    /// The move of the player, if the player is to move.
    mv: Option<Move<G>>,
    /// The most plies to the win.
    rank: u16,
}

impl<G: Game> Certificate<G> {
    /// The strategy with which `side` achieves the guarantee. Returns `None` if the prover has no proof of it.
    #[must_use]
    pub fn of(
        prover: &Prover<DraughtsDomain<G>>,
        root: &Placement<G>,
        side: Color,
        guarantee: Guarantee,
    ) -> Option<Self> {
        let pieces = prover.domain().pieces();
        let certificate = Self { guarantee, side, pieces, root: *root, listed: FxHashMap::default() };
        let mut strategy = StrategyBuilder { prover, certificate };
        strategy.list_all().then_some(strategy.certificate)
    }

    /// The guaranteed result.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    /// The player of the strategy.
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The number of listed positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.listed.len()
    }

    /// The text of the file, for the variant of this name.
    #[must_use]
    pub fn text(&self, variant: &str) -> String {
        let Self { pieces, root, .. } = self;
        let (guarantee, side, positions) = (self.guarantee.name(), self.side.name(), self.positions());
        let mut text = format!(
            "remise certificate 1\nvariant {variant}\nclaim {guarantee}\nside {side}\ntables {pieces}\nroot {}\n\
             positions {positions}\n",
            fen(root)
        );
        let mut lines: Vec<_> =
            self.listed.iter().map(|(position, entry)| self.line(position, entry)).collect();
        lines.sort_unstable();
        lines.iter().for_each(|line| text += line);
        let sum = Sha256::digest(&text);
        text += "sha256 ";
        sum.iter().for_each(|byte| write!(text, "{byte:02x}").expect("writing to a string never fails"));
        text + "\n"
    }

    fn line(&self, position: &Placement<G>, entry: &StrategyEntry<G>) -> String {
        let mv = entry.mv.as_ref().map_or_else(|| "-".to_owned(), hub::write_move);
        match self.guarantee {
            Guarantee::Safe => format!("{} {mv}\n", fen(position)),
            Guarantee::Win => format!("{} {mv} {}\n", fen(position), entry.rank),
        }
    }
}

/// A strategy under construction.
struct StrategyBuilder<'a, G: Game> {
    prover: &'a Prover<DraughtsDomain<G>>,
    certificate: Certificate<G>,
}

/// The cost of a move: its rank first, then the positions that it adds to the list.
type Cost = (u16, u8);

impl<G: Game> StrategyBuilder<'_, G> {
    /// Lists every position that can arise. Returns false if one of them is not proven.
    fn list_all(&mut self) -> bool {
        let root = self.certificate.root;
        if self.rank(&root).is_none() {
            return false;
        }
        let mut open = vec![root];
        while let Some(position) = open.pop() {
            if self.is_leaf(&position) || self.certificate.listed.contains_key(&position) {
                continue;
            }
            let Some(rank) = self.rank(&position) else { return false };
            let legal = MoveList::legal(&position);
            let mv = if position.turn == self.certificate.side {
                let Some(mv) = self.choice(&position, &legal) else { return false };
                open.push(position.play(&mv));
                Some(mv)
            } else {
                open.extend(legal.iter().map(|mv| position.play(mv)));
                None
            };
            self.certificate.listed.insert(position, StrategyEntry { mv, rank });
        }
        true
    }

    /// Whether a position is not listed, because the game is over or tables contain it.
    fn is_leaf(&self, position: &Placement<G>) -> bool {
        self.prover.domain().is_tabled(*position) || !movegen::has_moves(position)
    }

    /// The most plies to the win, or 0 for safety. Returns `None` if the guarantee is not proven here.
    fn rank(&self, position: &Placement<G>) -> Option<u16> {
        let Certificate { guarantee, side, .. } = self.certificate;
        let attacker = if guarantee == Guarantee::Win { side } else { !side };
        match (guarantee, self.prover.state(*position, attacker)?) {
            (Guarantee::Safe, ProofState::Safe) => Some(0),
            (Guarantee::Win, ProofState::Won(rank)) => Some(rank),
            _ => None,
        }
    }

    /// The move that wins soonest; among equals the one that adds the fewest positions.
    fn choice(&self, position: &Placement<G>, legal: &[Move<G>]) -> Option<Move<G>> {
        let proven = legal.iter().filter_map(|mv| Some((self.cost(&position.play(mv))?, *mv)));
        proven.min_by_key(|(cost, _)| *cost).map(|(_, mv)| mv)
    }

    /// The cost of a move to this position. Returns `None` if it is not proven.
    fn cost(&self, next: &Placement<G>) -> Option<Cost> {
        let work = if self.is_leaf(next) {
            0
        } else if self.certificate.listed.contains_key(next) {
            1
        } else {
            2
        };
        Some((self.rank(next)?, work))
    }
}
