//! `pdn stats`: what the games of files have in common.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Counts, GameLine, PdnFiles, each_game, text_of};
use crate::app::ExitStatus;
use crate::app::error::{Error, warn};
use crate::app::options::Options;
use crate::app::output::Output;
use crate::engine::{ReplayedGame, Variant};
use crate::notation::GameResult;

/// The totals of the games.
#[derive(Default, Serialize)]
struct StatsLine {
    #[serde(flatten)]
    counts: Counts,
    white: usize,
    draws: usize,
    black: usize,
    unfinished: usize,
    plies_mean: f64,
    shortest: Option<usize>,
    longest: Option<usize>,
    /// How many games begin with each move at the initial position.
    first_moves: BTreeMap<String, usize>,
}

pub(super) fn run(options: &Options, args: &PdnFiles, output: &mut Output) -> Result<ExitStatus, Error> {
    let mut stats = StatsLine::default();
    stats.counts.files = args.files.len();
    for path in &args.files {
        each_game(options, path, &text_of(path)?, Variant::replay, |game, replayed| {
            let line = GameLine::new(game, &replayed.verdict);
            stats.counts.add(game, &line);
            stats.add(&replayed);
            if options.json {
                return Ok(output.json(&line)?);
            }
            line.error.iter().flat_map(|_| line.notes()).for_each(|note| warn(&note));
            Ok(())
        })?;
    }
    stats.plies_mean = stats.counts.plies as f64 / stats.counts.legal.max(1) as f64;
    options.tell(output, &stats, stats.sentence())?;
    Ok(stats.counts.status())
}

impl StatsLine {
    fn add(&mut self, game: &ReplayedGame) {
        match game.verdict.result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
            GameResult::Forfeit | GameResult::Unknown => self.unfinished += 1,
        }
        let plies = game.verdict.plies;
        if game.verdict.problem.is_none() && plies > 0 {
            self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
            self.longest = self.longest.max(Some(plies));
        }
        let first = game.segments.first().filter(|segment| segment.fen.is_none());
        if let Some((_, mv)) = first.and_then(|segment| segment.moves.first()) {
            *self.first_moves.entry(mv.notation.clone()).or_default() += 1;
        }
    }

    fn sentence(&self) -> String {
        let Self { white, draws, black, unfinished, plies_mean, .. } = self;
        let (shortest, longest) = (self.shortest.unwrap_or(0), self.longest.unwrap_or(0));
        let mut moves: Vec<_> = self.first_moves.iter().collect();
        moves.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let moves: Vec<_> = moves.iter().map(|(mv, count)| format!("{mv} {count}")).collect();
        format!(
            "{}\nWhite {white}, draws {draws}, Black {black}, unfinished {unfinished}\n\
             {plies_mean:.1} plies per game, from {shortest} to {longest}\nfirst moves: {}",
            self.counts.sentence(),
            moves.join(", ")
        )
    }
}
