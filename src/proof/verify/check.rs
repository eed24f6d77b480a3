//! Plays a certificate against every line of the opponent.

use rustc_hash::FxHashMap;

use super::position::{read_position, write_move, write_position};
use super::read::CertificateLine;
use super::{CertificateClaim, ParsedCertificate, Reason, Rejection};
use crate::board::{Game, Move, Placement, Position, rulebook};
use crate::endgame::{Pair, Rulebook, Slice, Tables, Value};

/// The result of a successful check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The number of listed positions.
    pub positions: usize,
    /// The number of listed positions that cannot arise. They do no harm.
    pub unreachable: usize,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The certificate is wrong.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A table is missing or corrupt, so the check has no result.
    #[error("the table {0} is missing or corrupt")]
    Table(Pair),
}

/// Checks a certificate of the game `G` over these tables.
///
/// # Errors
/// If the certificate is wrong, or a table that it names is missing or corrupt.
pub fn check<G: Game>(certificate: &ParsedCertificate, tables: &Tables<G>) -> Result<Accepted, CheckError> {
    let checker = CertificateChecker::new(certificate, tables)?;
    // Faults that do not depend on tables are reported even if tables are missing.
    for (index, position) in checker.positions.iter().enumerate() {
        checker.moves(index, position).map_err(|reason| certificate.reject(index, reason))?;
    }
    check_tables(certificate.tables, tables)?;
    let root = read_position(tables.game(), &certificate.root);
    let root = root.map_err(|reason| certificate.reject_root(reason))?;
    let begin = checker.check_reached(root.placement())?.map_err(|reason| certificate.reject_root(reason))?;
    let mut next = Vec::with_capacity(checker.positions.len());
    for (index, position) in checker.positions.iter().enumerate() {
        let reached = checker.check_entry(index, position)?;
        next.push(reached.map_err(|reason| certificate.reject(index, reason))?);
    }
    let unreachable = next.len() - count_reachable(&next, begin);
    Ok(Accepted { positions: next.len(), unreachable })
}

/// Checks that all tables exist and are intact.
fn check_tables<G: Game>(pieces: usize, tables: &Tables<G>) -> Result<(), CheckError> {
    let there: Vec<_> = tables.list().into_iter().map(|table| table.pair).collect();
    for pair in (2..=pieces).flat_map(|pieces| tables.pairs(pieces)) {
        if !there.contains(&pair) || tables.verify_blocks(pair).is_err() {
            return Err(CheckError::Table(pair));
        }
    }
    Ok(())
}

/// The number of entries that can be reached from the root.
fn count_reachable(next: &[Vec<usize>], begin: Option<usize>) -> usize {
    let mut reached = vec![false; next.len()];
    let mut open: Vec<_> = begin.into_iter().collect();
    let mut count = 0;
    while let Some(index) = open.pop() {
        if !reached[index] {
            reached[index] = true;
            count += 1;
            open.extend_from_slice(&next[index]);
        }
    }
    count
}

/// A certificate whose positions are read.
struct CertificateChecker<'a, G: Game> {
    certificate: &'a ParsedCertificate,
    tables: &'a Tables<G>,
    positions: Vec<Position<G>>,
    listed: FxHashMap<Placement<G>, usize>,
}

/// The outer error is a failed table, the inner one a fault of the certificate.
type Checked<T> = Result<Result<T, Reason>, CheckError>;

impl<'a, G: Game> CertificateChecker<'a, G> {
    fn new(certificate: &'a ParsedCertificate, tables: &'a Tables<G>) -> Result<Self, Rejection> {
        let mut positions = Vec::with_capacity(certificate.entries.len());
        let mut listed = FxHashMap::default();
        for (index, entry) in certificate.entries.iter().enumerate() {
            let position = read_position(tables.game(), &entry.position);
            let position = position.map_err(|reason| certificate.reject(index, reason))?;
            listed.insert(*position.placement(), index);
            positions.push(position);
        }
        Ok(Self { certificate, tables, positions, listed })
    }

    /// The moves to check in a listed position: the listed one, or all moves of the opponent.
    fn moves(&self, index: usize, position: &Position<G>) -> Result<Vec<Move<G>>, Reason> {
        let CertificateLine { mv, .. } = &self.certificate.entries[index];
        let mut moves = rulebook::moves(position);
        if moves.is_empty() {
            return Err(Reason::Over);
        }
        if self.is_tabled(position.placement()) {
            return Err(Reason::Tabled);
        }
        if position.turn() == self.certificate.side {
            moves.retain(|legal| write_move(legal) == *mv);
            if moves.is_empty() {
                return Err(Reason::Move);
            }
        } else if mv != "-" {
            return Err(Reason::OpponentsMove);
        }
        Ok(moves)
    }

    /// Checks a listed position. Returns the entries that its moves lead to.
    fn check_entry(&self, index: usize, position: &Position<G>) -> Checked<Vec<usize>> {
        let moves = match self.moves(index, position) {
            Ok(moves) => moves,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut next = Vec::new();
        for mv in &moves {
            match self.check_move(index, &position.placement().play(mv))? {
                Ok(entry) => next.extend(entry),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(next))
    }

    /// Checks a move from an entry to a position. Returns the entry of that position, if it is listed.
    fn check_move(&self, index: usize, next: &Placement<G>) -> Checked<Option<usize>> {
        let reached = self.check_reached(next)?;
        let rank = |index: usize| self.certificate.entries[index].rank;
        if let Ok(Some(entry)) = reached
            && self.certificate.claim == CertificateClaim::Win
            && rank(entry) >= rank(index)
        {
            return Ok(Err(Reason::Rises(write_position(next))));
        }
        Ok(reached)
    }

    /// Checks a position that a move reaches. Returns its entry, if it is listed: that is checked by itself.
    fn check_reached(&self, placement: &Placement<G>) -> Checked<Option<usize>> {
        if let Some(&entry) = self.listed.get(placement) {
            return Ok(Ok(Some(entry)));
        }
        let side = self.certificate.side;
        let is_over = Position::new(*placement).is_ok_and(|it| rulebook::moves(&it).is_empty());
        if is_over {
            let is_lost = placement.game.rules().winner_without_move(placement.turn) != side;
            return Ok(if is_lost { Err(Reason::Lost(write_position(placement))) } else { Ok(None) });
        }
        if !self.is_tabled(placement) {
            return Ok(Err(Reason::Missing(write_position(placement))));
        }
        let value = self.tables.probe_with(Rulebook, placement).0;
        let value = value.ok_or_else(|| missing(placement))?;
        let value = if placement.turn == side { value } else { value.before() };
        let holds = match self.certificate.claim {
            CertificateClaim::Safe => !matches!(value, Value::Loss(_)),
            CertificateClaim::Win => matches!(value, Value::Win(_)),
        };
        Ok(if holds { Ok(None) } else { Err(Reason::Table(write_position(placement))) })
    }

    fn is_tabled(&self, placement: &Placement<G>) -> bool {
        Tables::cover(placement, self.certificate.tables)
    }
}

/// The failed table that contains this position.
fn missing<G: Game>(placement: &Placement<G>) -> CheckError {
    // A position without pieces of one player needs no table.
    let slice = Slice::of(placement).expect("both players have pieces");
    CheckError::Table(Pair::of(slice))
}
