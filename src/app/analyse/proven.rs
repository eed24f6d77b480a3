//! What is proven about a position: for scripts, and for people as a traffic light.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::tables::{table_hashes, value_name};
use crate::board::Game;
use crate::endgame::{Tables, Value};
use crate::engine::{Claim, Judgement, MoveClaim};

/// What is proven.
#[derive(Serialize)]
pub(super) struct Proven {
    claim: &'static str,
    claim_plies: Option<u16>,
    rule_may_draw: bool,
    moves: Vec<MoveLine>,
    #[serde(flatten)]
    basis: Option<Basis>,
    #[serde(skip)]
    sentence: String,
}

/// What is proven about a move.
#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    value: &'static str,
    plies: Option<u16>,
    claim: &'static str,
    claim_plies: Option<u16>,
    rule_may_draw: bool,
    #[serde(skip)]
    backed: Claim,
}

/// What it rests on.
#[derive(Serialize)]
pub(super) struct Basis {
    rules: String,
    table_hashes: BTreeMap<String, String>,
}

impl Proven {
    pub(super) fn new(judgement: &Judgement, basis: Option<Basis>) -> Self {
        Self {
            claim: judgement.claim.name(),
            claim_plies: judgement.claim.plies(),
            rule_may_draw: judgement.claim.rule_may_draw(),
            moves: judgement.moves.iter().map(MoveLine::new).collect(),
            basis,
            sentence: judgement.claim.sentence(),
        }
    }

    /// For people to read.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![String::new()];
        lines.extend(self.moves.iter().map(MoveLine::text));
        lines.push(format!("{}: {}", self.claim, self.sentence));
        if let Some(basis) = &self.basis {
            lines.push(format!("rules: {}", basis.rules));
            lines.extend(basis.table_hashes.iter().map(|(slice, hash)| format!("table {slice} {hash}")));
        }
        lines
    }
}

impl MoveLine {
    fn new(proven: &MoveClaim) -> Self {
        Self {
            r#move: proven.mv.notation.clone(),
            value: value_name(proven.value),
            plies: proven.value.and_then(Value::plies),
            claim: proven.claim.name(),
            claim_plies: proven.claim.plies(),
            rule_may_draw: proven.claim.rule_may_draw(),
            backed: proven.claim,
        }
    }

    /// The light and what backs it: `green  13-10        win in 9      proven-win 9`.
    fn text(&self) -> String {
        let light = match self.value {
            "win" => "green",
            "draw" => "yellow",
            "loss" => "red",
            _ => "-",
        };
        let value = self.plies.map_or(self.value.to_owned(), |plies| format!("{} in {plies}", self.value));
        format!("{light:<6} {:<12} {value:<12} {}", self.r#move, self.backed)
    }
}

impl Basis {
    /// The rules of `G`, and the hashes of its tables of at most so many pieces.
    pub(super) fn of<G: Game>(options: &Options, pieces: usize) -> Result<Self, Error> {
        let rules = format!(
            "{}; play without end is a draw, repetition too; no rule that counts moves",
            options.variant
        );
        let tables =
            options.tables_folder().map_or_else(Tables::none, |folder| Tables::<G>::open(&folder, 1));
        Ok(Self { rules, table_hashes: table_hashes(&tables, pieces)? })
    }
}
