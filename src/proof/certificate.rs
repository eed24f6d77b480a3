//! Strategies written down, for others to check.
//!
//! The form of the file is an agreement with whoever checks it; `verify` reads it, and has nothing to do
//! with what is here.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::{Domain, DraughtsDomain, ProofState, Prover};
use crate::board::{Color, Game, Geometry, Move, MoveList, Placement, Set, movegen};
use crate::notation::fen;

/// What a certificate claims of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// The player never loses.
    Safe,
    /// The player wins.
    Win,
}

impl Guarantee {
    /// Its name in the file.
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
    claim: Guarantee,
    side: Color,
    pieces: usize,
    root: Placement<G>,
    listed: FxHashMap<Placement<G>, Entry<G>>,
}

/// What is listed with a position.
#[derive(Clone, Copy, Debug)]
struct Entry<G: Game> {
    /// The move of the player, when it is the player's turn.
    mv: Option<Move<G>>,
    /// The plies to the win at most.
    rank: u16,
}

impl<G: Game> Certificate<G> {
    /// The strategy by which a prover knows that the claim is true of `side` here. None: it does not know.
    #[must_use]
    pub fn of(
        prover: &Prover<DraughtsDomain<G>>,
        root: &Placement<G>,
        side: Color,
        claim: Guarantee,
    ) -> Option<Self> {
        let pieces = prover.domain().pieces();
        let certificate = Self { claim, side, pieces, root: *root, listed: FxHashMap::default() };
        let mut strategy = Strategy { prover, certificate };
        strategy.list_all().then_some(strategy.certificate)
    }

    /// The claim.
    #[must_use]
    pub fn claim(&self) -> Guarantee {
        self.claim
    }

    /// Of whom it is.
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// How many positions are listed.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.listed.len()
    }

    /// The file, for a game of this name.
    #[must_use]
    pub fn text(&self, variant: &str) -> String {
        let Self { pieces, root, .. } = self;
        let (claim, side, positions) = (self.claim.name(), self.side.name(), self.positions());
        let mut text = format!(
            "remise certificate 1\nvariant {variant}\nclaim {claim}\nside {side}\ntables {pieces}\nroot {}\n\
             positions {positions}\n",
            fen(root)
        );
        let mut lines: Vec<_> =
            self.listed.iter().map(|(position, entry)| self.line(position, entry)).collect();
        lines.sort_unstable();
        lines.iter().for_each(|line| text += line);
        let sum = Sha256::digest(&text);
        text += "sha256 ";
        sum.iter().for_each(|byte| write!(text, "{byte:02x}").expect("a string takes everything"));
        text + "\n"
    }

    fn line(&self, position: &Placement<G>, entry: &Entry<G>) -> String {
        let mv = entry.mv.as_ref().map_or_else(|| "-".to_owned(), in_full);
        match self.claim {
            Guarantee::Safe => format!("{} {mv}\n", fen(position)),
            Guarantee::Win => format!("{} {mv} {}\n", fen(position), entry.rank),
        }
    }
}

/// A move with all captured squares.
fn in_full<G: Game>(mv: &Move<G>) -> String {
    let square = |cell| G::Board::square(cell).to_string();
    let sign = if mv.is_capture() { "x" } else { "-" };
    let named = [mv.from, mv.to].into_iter().chain(mv.captured.cells());
    named.map(square).collect::<Vec<_>>().join(sign)
}

/// A strategy that is being written down.
struct Strategy<'a, G: Game> {
    prover: &'a Prover<DraughtsDomain<G>>,
    certificate: Certificate<G>,
}

/// How good a move is for a certificate: first the claim's own measure, then how little there is to list.
type Cost = (u16, u8);

impl<G: Game> Strategy<'_, G> {
    /// Lists every position that can arise. False: something is not proven.
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
            self.certificate.listed.insert(position, Entry { mv, rank });
        }
        true
    }

    /// Whether it is not listed: the game is over, or tables have the position.
    fn is_leaf(&self, position: &Placement<G>) -> bool {
        self.prover.domain().is_tabled(*position) || !movegen::has_moves(position)
    }

    /// The plies to the win at most, 0 where only safety is claimed. None: the claim is not proven here.
    fn rank(&self, position: &Placement<G>) -> Option<u16> {
        let Certificate { claim, side, .. } = self.certificate;
        let attacker = if claim == Guarantee::Win { side } else { !side };
        match (claim, self.prover.state(*position, attacker)?) {
            (Guarantee::Safe, ProofState::Safe) => Some(0),
            (Guarantee::Win, ProofState::Won(rank)) => Some(rank),
            _ => None,
        }
    }

    /// The move that wins soonest, and of several the one with the least to list.
    fn choice(&self, position: &Placement<G>, legal: &[Move<G>]) -> Option<Move<G>> {
        let proven = legal.iter().filter_map(|mv| Some((self.cost(&position.play(mv))?, *mv)));
        proven.min_by_key(|(cost, _)| *cost).map(|(_, mv)| mv)
    }

    /// What a move there costs. None: it is not proven.
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
