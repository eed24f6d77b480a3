//! `lab hex`: boards solved, and strategies of Down checked against every line.

use clap::ValueEnum;
use serde::Serialize;

use super::search::{self, WeightSearchArgs};
use super::{described, draw};
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::app::progress::ProgressDisplay;
use crate::lab::Value;
use crate::lab::hex::{CellWeights, Check, Hex, Pairing, Potential, Solved, Stones, check};
use crate::notation::counted;
use crate::picture::{self, HexBoard};

/// The arguments of `lab hex`.
#[derive(clap::Args)]
pub(super) struct HexArgs {
    /// Number of rows
    #[arg(value_parser = whole::<u32>(0, u32::MAX.into()))]
    rows: u32,
    /// Number of columns
    #[arg(value_name = "COLS", value_parser = whole::<u32>(0, u32::MAX.into()))]
    columns: u32,
    /// Check the strategy of Down against every line of Across
    #[arg(long)]
    check: bool,
    /// Strategy of Down to check [default: potential]
    #[arg(long, value_enum)]
    strategy: Option<StrategyName>,
    /// Weights of the cells in 64ths, row by row [default: 32 for each cell]
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    #[arg(value_parser = whole::<u32>(1, 63))]
    weights: Vec<u32>,
    #[command(flatten)]
    search: WeightSearchArgs,
}

impl HexArgs {
    pub(super) const fn searches_weights(&self) -> bool {
        self.search.search_weights
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StrategyName {
    /// Take the cell whose chains have the greatest weight
    Potential,
    /// Take the partner of the cell that Across took
    Pairing,
}

/// The most positions that a check visits.
const MOST_CHECKED: usize = 20_000_000;

/// The most positions of a solved board; two positions equal up to a turn count as one.
const MOST_SOLVED: usize = 10_000_000;

/// Boards with more cells exceed that limit.
const MOST_CELLS: u32 = 16;

/// Larger graphs are not drawn; the board is drawn instead.
const MOST_DRAWN: usize = 40;

pub(super) fn run(
    options: &Options,
    args: &HexArgs,
    svg: Option<OutputFile<'_>>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let hex = Hex::new(args.rows, args.columns).map_err(Error::input)?;
    if args.search.search_weights {
        return search::run(options, hex, &args.search, svg, output);
    }
    let mut lab = Lab { hex, json: options.json, svg, output };
    match args.strategy {
        Some(StrategyName::Pairing) if !args.weights.is_empty() => {
            Err(Error::input("--weights applies to the potential strategy, not to the pairing"))
        }
        Some(StrategyName::Pairing) => lab.check_pairing(),
        None if !args.check && args.weights.is_empty() => lab.solve(),
        _ => lab.check_potential(&args.weights),
    }
}

pub(super) struct Lab<'a> {
    pub(super) hex: Hex,
    pub(super) json: bool,
    pub(super) svg: Option<OutputFile<'a>>,
    pub(super) output: &'a mut Output,
}

#[derive(Serialize)]
struct SolvedLine {
    rows: u32,
    cols: u32,
    value: &'static str,
    remoteness: Option<u32>,
    positions: usize,
}

#[derive(Serialize)]
struct CheckLine<'a> {
    rows: u32,
    cols: u32,
    strategy: &'static str,
    chains: Option<usize>,
    potential: Option<f64>,
    holds: bool,
    positions: Option<usize>,
    losing_line: Option<&'a [u32]>,
}

impl Lab<'_> {
    pub(super) fn size(&self) -> String {
        format!("{}×{}", self.hex.rows(), self.hex.columns())
    }

    fn solve(&mut self) -> Result<ExitStatus, Error> {
        if self.hex.cells() > MOST_CELLS {
            return Err(Error::Input(format!(
                "{} is too large to solve: the limit is {MOST_CELLS} cells; --check accepts larger boards",
                self.size()
            )));
        }
        let solved = Solved::new(self.hex, MOST_SOLVED).map_err(Error::input)?;
        let value = solved.value(Stones::NONE).expect("it is the root");
        let positions = solved.positions();
        if self.json {
            let (rows, cols) = (self.hex.rows(), self.hex.columns());
            let (value, remoteness) = (value.name(), value.remoteness());
            self.output.json(&SolvedLine { rows, cols, value, remoteness, positions })?;
        } else {
            let title = format!(
                "{}, {}: the first player has a {}",
                self.size(),
                counted(positions, "position"),
                described(value)
            );
            self.output.line(title)?;
            self.output.line("The value of each first move, in plies (+ win, - loss):")?;
            let openings = solved.openings();
            self.board(|cell| opening(openings[cell as usize]))?;
        }
        draw(self.svg, || self.picture_of(&solved))?;
        Ok(ExitStatus::Done)
    }

    fn picture_of(&self, solved: &Solved) -> String {
        if solved.values().len() <= MOST_DRAWN {
            return picture::hex_graph(self.hex, solved);
        }
        let title = format!(
            "Hex {}: first moves that win (green) or lose (red), with the plies to the end",
            self.size()
        );
        picture::hex_boards(&[HexBoard::of_openings(self.hex, &title, &solved.openings())])
    }

    fn check_pairing(&mut self) -> Result<ExitStatus, Error> {
        let pairing = Pairing::new(self.hex).map_err(Error::input)?;
        let mut progress = ProgressDisplay::new("positions");
        let found = check(&self.hex, &pairing, MOST_CHECKED, |seen| progress.tell(seen));
        progress.clear();
        let found = found.map_err(Error::input)?;
        if !self.json {
            self.output.line(format_args!("{}, each cell paired with another", self.size()))?;
        }
        self.report("pairing", None, &found)?;
        let title = format!("Pairing on {}", self.size());
        draw(self.svg, || {
            let pairs = HexBoard::of_pairs(self.hex, &title, &pairing);
            let line = HexBoard::of_check(self.hex, &found);
            picture::hex_boards(&std::iter::once(pairs).chain(line).collect::<Vec<_>>())
        })?;
        Ok(verdict(&found))
    }

    fn check_potential(&mut self, factors: &[u32]) -> Result<ExitStatus, Error> {
        if factors.is_empty() {
            let found = self.check(&Potential::halves(self.hex), None)?;
            return Ok(verdict(&found));
        }
        let weights = CellWeights::new(&self.hex, factors).ok_or_else(|| {
            let cells = self.hex.cells();
            Error::Input(format!("--weights needs {cells} numbers from 1 to 63, one for each cell"))
        })?;
        self.check_weights(&weights).map(|found| verdict(&found))
    }

    /// Checks the potential player with these weights.
    pub(super) fn check_weights(&mut self, weights: &CellWeights) -> Result<Check, Error> {
        let potential = Potential::new(self.hex, weights).map_err(Error::input)?;
        self.check(&potential, Some(weights))
    }

    /// Checks a potential player, and reports and draws the result.
    fn check(&mut self, potential: &Potential, weights: Option<&CellWeights>) -> Result<Check, Error> {
        let mut progress = ProgressDisplay::new("positions");
        let found = check(&self.hex, potential, MOST_CHECKED, |seen| progress.tell(seen));
        progress.clear();
        let found = found.map_err(Error::input)?;
        let (chains, sum) = (potential.chains().len(), potential.potential(Stones::NONE));
        if !self.json {
            let size = self.size();
            self.output
                .line(format_args!("{size}, {}, potential {sum}", counted(chains, "minimal chain")))?;
        }
        self.report("potential", Some((chains, sum)), &found)?;
        draw(self.svg, || self.picture_of_weights(potential, weights, &found))?;
        Ok(found)
    }

    fn picture_of_weights(
        &self,
        potential: &Potential,
        weights: Option<&CellWeights>,
        found: &Check,
    ) -> String {
        let factors = weights.map(|weights| {
            let title = format!("Hex {}: the weights of the cells, in 64ths", self.size());
            HexBoard::of_factors(self.hex, &title, weights.factors())
        });
        let title = format!("Hex {}: the weight of the chains through each cell", self.size());
        let sums = HexBoard::of_weights(self.hex, &title, &potential.cell_weights(Stones::NONE));
        let line = HexBoard::of_check(self.hex, found);
        picture::hex_boards(&factors.into_iter().chain([sums]).chain(line).collect::<Vec<_>>())
    }

    fn report(
        &mut self,
        strategy: &'static str,
        chains: Option<(usize, f64)>,
        found: &Check,
    ) -> Result<(), Error> {
        let (positions, losing_line) = match found {
            Check::Holds { positions } => (Some(*positions), None),
            Check::Loses { line } => (None, Some(line.as_slice())),
        };
        if self.json {
            let (rows, cols) = (self.hex.rows(), self.hex.columns());
            let (chains, potential) = chains.unzip();
            let holds = losing_line.is_none();
            let line = CheckLine { rows, cols, strategy, chains, potential, holds, positions, losing_line };
            return Ok(self.output.json(&line)?);
        }
        match found {
            Check::Holds { positions } => Ok(self.output.line(format_args!(
                "Down holds against every line, {} with Across to move",
                counted(*positions, "position")
            ))?),
            Check::Loses { line } => self.show_line(line),
        }
    }

    fn show_line(&mut self, line: &[u32]) -> Result<(), Error> {
        let names: Vec<String> = line.iter().map(|&cell| self.hex.name(cell)).collect();
        self.output.line(format_args!("Down loses; Across has the odd numbers: {}", names.join(" ")))?;
        let number = |cell| line.iter().position(|&taken| taken == cell).map(|ply| ply + 1);
        self.board(|cell| number(cell).map_or(".".to_owned(), |number| number.to_string()))
    }

    /// Prints the board, each row half a cell further to the right.
    pub(super) fn board(&mut self, text: impl Fn(u32) -> String) -> Result<(), Error> {
        for row in 0..self.hex.rows() {
            let cells = (0..self.hex.columns()).map(|column| text(row * self.hex.columns() + column));
            let cells: String = cells.map(|text| format!("{text:>4}")).collect();
            self.output.line(format_args!("{:indent$}{cells}", "", indent = 2 * row as usize))?;
        }
        Ok(())
    }
}

/// The plies to a win (`+`) or a loss (`-`).
fn opening(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("+{plies}"),
        Value::Lose(plies) => format!("-{plies}"),
        Value::Tie(_) | Value::Draw => "=".to_owned(),
    }
}

fn verdict(found: &Check) -> ExitStatus {
    match found {
        Check::Holds { .. } => ExitStatus::Done,
        Check::Loses { .. } => ExitStatus::No,
    }
}
