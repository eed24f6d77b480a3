//! What is proven about a position: as JSON, and as lines.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::tables::{described, table_hashes, value_name};
use crate::endgame::Value;
use crate::engine::{Claim, MoveClaim, MoveText, PositionClaim};

/// What is proven about a position.
#[derive(Serialize)]
pub(super) struct Proven {
    #[serde(flatten)]
    claim: ClaimFields,
    moves: Vec<ProvenMoveLine>,
    #[serde(flatten)]
    basis: Option<Basis>,
}

/// A claim as JSON.
#[derive(Serialize)]
struct ClaimFields {
    #[serde(rename = "claim")]
    name: &'static str,
    #[serde(rename = "claim_plies")]
    plies: Option<u16>,
    rule_may_draw: bool,
    #[serde(skip)]
    claim: Claim,
}

/// A value as JSON.
#[derive(Serialize)]
struct ValueFields {
    #[serde(rename = "value")]
    name: &'static str,
    plies: Option<u16>,
    #[serde(skip)]
    value: Option<Value>,
}

/// What is proven about a move.
#[derive(Serialize)]
struct ProvenMoveLine {
    r#move: String,
    #[serde(flatten)]
    value: ValueFields,
    #[serde(flatten)]
    claim: ClaimFields,
}

/// What the proofs rest on.
#[derive(Serialize)]
pub(super) struct Basis {
    rules: String,
    table_hashes: BTreeMap<String, String>,
}

impl Proven {
    /// What is proven about a position with these legal moves.
    pub(super) fn new(judgement: &PositionClaim, legal: Vec<MoveText>, basis: Option<Basis>) -> Self {
        let named = legal.into_iter().zip(&judgement.moves);
        Self {
            claim: judgement.claim.into(),
            moves: named.map(|(mv, proven)| ProvenMoveLine::new(mv, *proven)).collect(),
            basis,
        }
    }

    /// The lines that are printed without `--json`.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![String::new()];
        lines.extend(self.moves.iter().map(ProvenMoveLine::text));
        lines.push(format!("{}: {}", self.claim.name, self.claim.claim.sentence()));
        if let Some(basis) = &self.basis {
            lines.push(format!("rules: {}", basis.rules));
            lines.extend(basis.table_hashes.iter().map(|(slice, hash)| format!("table {slice} {hash}")));
        }
        lines
    }
}

impl ProvenMoveLine {
    fn new(mv: MoveText, proven: MoveClaim) -> Self {
        Self { r#move: mv.notation, value: proven.value.into(), claim: proven.claim.into() }
    }

    /// The move with its value and the claim: `13-10        win in 9      proven-win 9`.
    fn text(&self) -> String {
        format!("{:<12} {:<12} {}", self.r#move, described(self.value.value), self.claim.claim)
    }
}

impl From<Claim> for ClaimFields {
    fn from(claim: Claim) -> Self {
        Self { name: claim.name(), plies: claim.plies(), rule_may_draw: claim.rule_may_draw(), claim }
    }
}

impl From<Option<Value>> for ValueFields {
    fn from(value: Option<Value>) -> Self {
        Self { name: value_name(value), plies: value.and_then(Value::plies), value }
    }
}

impl Basis {
    /// The rules, and the hashes of the tables up to this number of pieces.
    pub(super) fn of(options: &Options, pieces: usize) -> Result<Self, Error> {
        let rules =
            format!("{}; infinite play and repetition are draws; no rule that counts moves", options.variant);
        Ok(Self { rules, table_hashes: table_hashes(&options.open_tables(options.variant, 1), pieces)? })
    }
}
