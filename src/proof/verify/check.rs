//! Plays a certificate against every line of the opponent.

use std::fmt;

use rustc_hash::FxHashMap;

use super::position::{read_position, write_move, write_position};
use super::read::Entry;
use super::{CertificateClaim, ParsedCertificate, Reason, Rejection};
use crate::board::{Game, Move, Placement, Position, Set, rulebook};
use crate::endgame::{Pair, Rulebook, Slice, Tables, Value};

/// A certificate holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The positions that are listed.
    pub positions: usize,
    /// How many of them cannot arise: they do no harm.
    pub unreachable: usize,
}

/// Why a certificate could not be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// It does not hold.
    Rejected(Rejection),
    /// A table is not there, or broken: nobody knows.
    Table(Pair),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(rejection) => rejection.fmt(f),
            Self::Table(pair) => write!(f, "the table {pair} is not there, or not whole"),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<Rejection> for CheckError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

/// Checks a certificate of the game `G` over these tables.
///
/// # Errors
/// When it does not hold, or a table of at most as many pieces as it names is missing.
pub fn check<G: Game>(certificate: &ParsedCertificate, tables: &Tables<G>) -> Result<Accepted, CheckError> {
    let checker = Checker::new(certificate, tables)?;
    // What is wrong whatever the tables say is named though they are missing.
    for (index, position) in checker.positions.iter().enumerate() {
        checker.moves(index, position).map_err(|reason| certificate.reject(index, reason))?;
    }
    check_tables(certificate.tables, tables)?;
    let root = read_position::<G>(&certificate.root).map_err(|reason| certificate.reject_root(reason))?;
    let begin = checker.meet(root.placement())?.map_err(|reason| certificate.reject_root(reason))?;
    let mut next = Vec::with_capacity(checker.positions.len());
    for (index, position) in checker.positions.iter().enumerate() {
        let met = checker.look(index, position)?;
        next.push(met.map_err(|reason| certificate.reject(index, reason))?);
    }
    let unreachable = next.len() - count_reachable(&next, begin);
    Ok(Accepted { positions: next.len(), unreachable })
}

/// Whether all tables are there, and whole.
fn check_tables<G: Game>(pieces: usize, tables: &Tables<G>) -> Result<(), CheckError> {
    let there: Vec<_> = tables.reports().into_iter().map(|report| report.pair).collect();
    for pair in (2..=pieces).flat_map(Pair::all) {
        if !there.contains(&pair) || tables.verify(pair).is_err() {
            return Err(CheckError::Table(pair));
        }
    }
    Ok(())
}

/// How many entries can be come to from the first one.
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

/// A certificate whose positions were understood.
struct Checker<'a, G: Game> {
    certificate: &'a ParsedCertificate,
    tables: &'a Tables<G>,
    positions: Vec<Position<G>>,
    listed: FxHashMap<Placement<G>, usize>,
}

/// What is right or wrong, unless a table fails.
type Checked<T> = Result<Result<T, Reason>, CheckError>;

impl<'a, G: Game> Checker<'a, G> {
    fn new(certificate: &'a ParsedCertificate, tables: &'a Tables<G>) -> Result<Self, Rejection> {
        let mut positions = Vec::with_capacity(certificate.entries.len());
        let mut listed = FxHashMap::default();
        for (index, entry) in certificate.entries.iter().enumerate() {
            let position = read_position::<G>(&entry.position);
            let position = position.map_err(|reason| certificate.reject(index, reason))?;
            listed.insert(*position.placement(), index);
            positions.push(position);
        }
        Ok(Self { certificate, tables, positions, listed })
    }

    /// The moves that have to be looked at in a listed position: the one that is written, or all.
    fn moves(&self, index: usize, position: &Position<G>) -> Result<Vec<Move<G>>, Reason> {
        let Entry { mv, .. } = &self.certificate.entries[index];
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

    /// Looks at a listed position. The entries that play can go on to.
    fn look(&self, index: usize, position: &Position<G>) -> Checked<Vec<usize>> {
        let moves = match self.moves(index, position) {
            Ok(moves) => moves,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut next = Vec::new();
        for mv in &moves {
            match self.go_on(index, &position.placement().play(mv))? {
                Ok(entry) => next.extend(entry),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(next))
    }

    /// Goes from an entry to a position. The entry of that, if there is one.
    fn go_on(&self, index: usize, next: &Placement<G>) -> Checked<Option<usize>> {
        let met = self.meet(next)?;
        let rank = |index: usize| self.certificate.entries[index].rank;
        if let Ok(Some(entry)) = met
            && self.certificate.claim == CertificateClaim::Win
            && rank(entry) >= rank(index)
        {
            return Ok(Err(Reason::Rises(write_position(next))));
        }
        Ok(met)
    }

    /// Whether a position is good. Its entry, if there is one: that is looked at for itself.
    fn meet(&self, placement: &Placement<G>) -> Checked<Option<usize>> {
        if let Some(&entry) = self.listed.get(placement) {
            return Ok(Ok(Some(entry)));
        }
        let side = self.certificate.side;
        let is_over = Position::new(*placement).is_ok_and(|it| rulebook::moves(&it).is_empty());
        if is_over {
            let is_lost = placement.turn == side;
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
        placement.occupied().count() as usize <= self.certificate.tables
    }
}

/// The table that a position is in fails.
fn missing<G: Game>(placement: &Placement<G>) -> CheckError {
    // Where a player has no piece the value is known without a table.
    let slice = Slice::of(placement).expect("both players have pieces");
    CheckError::Table(Pair::of(slice))
}
