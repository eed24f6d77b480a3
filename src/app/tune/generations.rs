//! `tune generations`: plays games, learns from all of them, and keeps the network if it wins a match against
//! the last one that was kept; again and again.
//!
//! Each generation has a folder with its samples, its network and its result. What is there is not done
//! again, so that an interrupted run continues with the same command.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::ExitStatus;
use super::super::error::{Error, resume_after_signals};
use super::super::options::{Options, whole};
use super::super::output::Output;
use super::duel::{Duel, DuelResult};
use super::samples::{RANDOM_PLIES, SampleSettings, write_samples};
use super::{fit, strength};
use crate::engine::{Evaluation, Settings};
use crate::eval::Network;
use crate::files;
use crate::matches::elo::StrengthEstimate;
use crate::matches::sprt::{Decision, Sprt};
use crate::notation::counted;
use crate::split_mix::seed_of;

/// The arguments of `tune generations`.
#[derive(clap::Args)]
pub(super) struct GenerationsArgs {
    /// Folder of the generations
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of generations, those that are there included
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>(1, 1000))]
    generations: u32,
    /// Number of games of each generation
    #[arg(long, value_name = "G", default_value_t = 12_000, value_parser = whole::<u32>(1, 100_000_000))]
    games: u32,
    /// Nodes per move of the first generation, whose games are played with the features unless --network is
    /// given
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
    /// Nodes per move that each further generation has more
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(0, u64::MAX))]
    more_nodes: u64,
    /// Begin with the network in the binary instead of the features
    #[arg(long)]
    network: bool,
    /// Number of times that all samples are seen
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(1, 1000))]
    epochs: u32,
    /// Nodes per move of the matches
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = whole::<u64>(1, u64::MAX))]
    match_nodes: u64,
    /// The most games of a match
    #[arg(long, value_name = "G", default_value_t = 400, value_parser = whole::<u32>(2, 10_000_000))]
    match_games: u32,
    /// Keep a network if this sequential test accepts it, or it scored more than half when games run out
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", default_value = "0,20", allow_hyphen_values = true)]
    sprt: Sprt,
}

/// The result of a generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GenerationLine {
    pub(super) generation: u32,
    samples: usize,
    loss: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    pub(super) elo: Option<f64>,
    pub(super) elo_error: Option<f64>,
    llr: f64,
    pub(super) kept: bool,
}

pub(super) fn run(
    options: &Options,
    args: &GenerationsArgs,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    resume_after_signals();
    Generations { options, args, seed: options.seed.unwrap_or(1) }.run(output)
}

struct Generations<'a> {
    options: &'a Options,
    args: &'a GenerationsArgs,
    seed: u64,
}

/// The evaluation that was kept last. `None` stands for the one that the run began with.
type Champion = Option<Arc<Network>>;

impl Generations<'_> {
    fn run(&self, output: &mut Output) -> Result<ExitStatus, Error> {
        let (mut champion, mut lines): (Champion, Vec<GenerationLine>) = (None, Vec::new());
        for number in 1..=self.args.generations {
            let folder = self.args.folder.join(format!("{number:03}"));
            fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
            let line = match self.result(&folder)? {
                Some(line) => line,
                None => self.generation(number, &folder, &champion)?,
            };
            if line.kept {
                champion =
                    Some(self.options.variant.load_network(&folder.join(NETWORK)).map_err(Error::Input)?);
            }
            self.options.tell(output, &line, line.sentence())?;
            lines.push(line);
            strength::draw(&self.args.folder.join("strength.svg"), &lines)?;
        }
        Ok(ExitStatus::Done)
    }

    /// The result of a generation that was finished before.
    fn result(&self, folder: &Path) -> Result<Option<GenerationLine>, Error> {
        let path = folder.join(RESULT);
        if !path.exists() {
            return Ok(None);
        }
        let text = files::read_text(&path, MOST_BYTES).map_err(|error| Error::file(&path, error))?;
        serde_json::from_str(&text).map(Some).map_err(|error| Error::file(&path, error))
    }

    fn generation(&self, number: u32, folder: &Path, champion: &Champion) -> Result<GenerationLine, Error> {
        self.play(number, folder, champion)?;
        let (samples, loss) = self.learn(number, folder)?;
        let network = self.options.variant.load_network(&folder.join(NETWORK)).map_err(Error::Input)?;
        let journal = folder.join("match.jsonl");
        let DuelResult { score, sprt } = self.duel(number, &network, champion, &journal).play()?;
        let StrengthEstimate { elo, elo_error, .. } = score.strength();
        let kept = match sprt.verdict {
            Decision::Accepted => true,
            Decision::Rejected => false,
            Decision::Undecided => 2.0 * score.points() > score.games() as f64,
        };
        let (wins, draws, losses) = (score.wins, score.draws, score.losses);
        let line = GenerationLine {
            generation: number,
            samples,
            loss,
            wins,
            draws,
            losses,
            elo,
            elo_error,
            llr: sprt.llr,
            kept,
        };
        let text = serde_json::to_string(&line).map_err(|error| Error::file(folder, error))?;
        write_whole(&folder.join(RESULT), text.as_bytes())?;
        Ok(line)
    }

    /// Plays the games of a generation.
    fn play(&self, number: u32, folder: &Path, champion: &Champion) -> Result<(), Error> {
        let settings = SampleSettings {
            games: self.args.games,
            nodes: self.args.nodes + u64::from(number - 1) * self.args.more_nodes,
            random_plies: RANDOM_PLIES,
            evaluation: self.evaluation_of(champion),
            network: champion.clone(),
            seed: seed_of(self.seed, number.into()),
        };
        write_samples(self.options, &settings, &folder.join(SAMPLES))
    }

    /// Learns from the samples of all generations. Returns their number and the loss.
    fn learn(&self, number: u32, folder: &Path) -> Result<(usize, f64), Error> {
        let files: Vec<PathBuf> =
            (1..=number).map(|number| self.args.folder.join(format!("{number:03}")).join(SAMPLES)).collect();
        let samples = fit::read_all(&files)?;
        let settings = fit::settings(self.options, self.args.epochs, seed_of(self.seed, number.into()));
        let (network, loss) = fit::learn_network(&samples, &settings, |_| ())?;
        write_whole(&folder.join(NETWORK), &network.to_bytes())?;
        Ok((samples.len(), loss))
    }

    /// The evaluation of a champion: a network, or what the run began with.
    fn evaluation_of(&self, champion: &Champion) -> Evaluation {
        match champion.is_some() || self.args.network {
            true => Evaluation::Network,
            false => Evaluation::Features,
        }
    }

    fn duel<'a>(
        &self,
        number: u32,
        network: &Arc<Network>,
        champion: &Champion,
        journal: &'a Path,
    ) -> Duel<'a> {
        let settings = self.options.player(HASH_MIB);
        let candidate = Settings { network: Some(Arc::clone(network)), ..settings.clone() };
        let evaluation = self.evaluation_of(champion);
        let other = Settings { evaluation, network: champion.clone(), ..settings };
        let name = |network: Option<&Arc<Network>>| {
            network.map_or("the first evaluation".to_owned(), |network| format!("{:08x}", network.checksum()))
        };
        Duel {
            names: format!("{} against {}", name(Some(network)), name(champion.as_ref())),
            engines: [candidate, other],
            nodes: self.args.match_nodes,
            games: self.args.match_games,
            sprt: self.args.sprt,
            seed: seed_of(self.seed, u64::from(number) << 32),
            threads: self.options.threads,
            journal,
            other: self.options.other_results(),
        }
    }
}

const SAMPLES: &str = "samples";
const NETWORK: &str = "network";
const RESULT: &str = "result.json";
/// The most bytes of a result.
const MOST_BYTES: u64 = 1 << 16;
/// The size of the transposition table in matches, in MiB.
const HASH_MIB: usize = 16;

impl GenerationLine {
    fn sentence(&self) -> String {
        let Self { generation, samples, loss, wins, draws, losses, llr, kept, .. } = self;
        let elo = match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0} Elo"),
            _ => "no finite Elo".to_owned(),
        };
        let verdict = if *kept { "kept" } else { "dropped" };
        format!(
            "generation {generation}: {}, loss {loss:.5}, +{wins} ={draws} -{losses}, {elo}, \
             LLR {llr:.2}: {verdict}",
            counted(*samples, "sample")
        )
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::write_whole(path, |file| file.write_all(bytes)).map_err(|error| Error::file(path, error))
}
