//! Commands for developers, which are not part of the protocol: `d`, `eval`, `bench` and `go perft`.

use std::time::Instant;

use super::super::bench;
use super::super::error::Error;
use super::super::session::{PLIES, number_in};
use super::Uci;
use crate::engine::{GameState, PerftCounter, PerftSettings, Settings};
use crate::perft::Method;

impl Uci<'_> {
    /// Shows the board, the position and its key.
    pub(super) fn display(&mut self) -> Result<(), Error> {
        let (diagram, fen, key) = (self.game.diagram(), self.game.fen(), self.game.key());
        self.output.line(diagram)?;
        self.output.line(format_args!("Fen: {fen}"))?;
        Ok(self.output.line(format_args!("Key: {:016x}{:016x}", key.high(), key.low()))?)
    }

    /// Tells the static evaluation in men for the player to move.
    pub(super) fn evaluate(&mut self) -> Result<(), Error> {
        let settings = self.player.settings();
        let variant = settings.variant;
        let evaluation = variant.static_evaluation(settings.evaluation, settings.network_of_game());
        let hundredths = variant.static_score(self.game.seen_by_mover(), &evaluation);
        let text = format!("Evaluation: {:+.2} (men, for the player to move)", f64::from(hundredths) / 100.0);
        Ok(self.output.line(text)?)
    }

    /// Searches fixed positions of the variant, with an engine of its own. Other commands wait for the end.
    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<(), Error> {
        let plies = match depth.map(|depth| number_in(depth as usize, PLIES)).transpose() {
            Ok(plies) => plies.map_or(bench::DEPTH, |plies| plies as u32),
            Err(text) => return self.refuse(format!("bench: {text}")),
        };
        let Settings { variant, threads, .. } = *self.player.settings();
        let settings = Settings { variant, threads, ..Settings::default() };
        let (began, output) = (Instant::now(), &mut *self.output);
        let nodes = bench::search_all(settings, GameState::initial(variant), plies, |line| {
            Ok(output.line(format_args!("{}: {}", line.fen, line.nodes))?)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        self.output.line(format_args!("Nodes/second: {:.0}", nodes as f64 / seconds.max(1e-6)))?;
        self.tell_nodes(nodes)
    }

    /// Counts the leaves below each move. Other commands wait for the end.
    pub(super) fn perft(&mut self, plies: u32) -> Result<(), Error> {
        if let Err(text) = number_in(plies as usize, PLIES) {
            return self.refuse(format!("perft: {text}"));
        }
        let threads = self.player.settings().threads;
        let settings = PerftSettings { method: Method::Counted, threads, table_mib: None };
        let counter =
            PerftCounter::new(&self.game, settings).map_err(|error| Error::Input(error.to_string()))?;
        let mut sum: u64 = 0;
        for mv in self.game.legal_moves() {
            let nodes = counter.count_after(&[mv.number], plies - 1);
            sum = sum.saturating_add(nodes);
            self.output.line(format_args!("{}: {nodes}", self.format.write(mv)))?;
        }
        self.tell_nodes(sum)
    }

    /// The last line of `bench` and `go perft`.
    fn tell_nodes(&mut self, nodes: u64) -> Result<(), Error> {
        let too_many = if nodes == u64::MAX { " or more" } else { "" };
        Ok(self.output.line(format_args!("Nodes searched: {nodes}{too_many}"))?)
    }
}
