//! `lab wintree`: a search for wins in a graph with cycles, and the draw strategy where there is none.

use std::fmt;
use std::path::PathBuf;

use clap::ValueEnum;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;

use super::draw;
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::files;
use crate::lab::{
    Defender, ExplicitGraph, GameGraph, GraphSize, Mark, Ordering, Player, Turns, Value, Values, WinTree,
};
use crate::picture;

/// The arguments of `lab wintree`.
#[derive(clap::Args)]
#[command(after_help = FORMAT)]
pub(super) struct WinTreeArgs {
    /// The graph, one vertex per line [default: a random graph]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Number of vertices of a random graph
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(1, 1000))]
    #[arg(conflicts_with = "file")]
    vertices: usize,
    /// Maximum number of moves per vertex of a random graph
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>(1, 100))]
    #[arg(conflicts_with = "file")]
    moves: usize,
    /// Make the players alternate in a random graph
    #[arg(long, conflicts_with = "file")]
    alternate: bool,
    /// Vertex to search from
    #[arg(long, value_name = "VERTEX", default_value_t = 0, value_parser = whole::<usize>(0, u64::MAX))]
    root: usize,
    /// Player whose wins to search for
    #[arg(long, value_enum, default_value_t = PlayerName::First)]
    player: PlayerName,
    /// Combine moves in the order printed in the paper, which can mark vertices wrongly
    #[arg(long)]
    printed: bool,
}

const FORMAT: &str = "\
Format of FILE: one vertex per line, numbered from 0; '#' begins a comment.
  0 first -> 1 3      first is to move, to vertex 1 or 3
  3 second = first    a sink: second is to move, first has won (or 'second', 'none')

Exit code: 0 if all marks are correct, 1 if one is wrong, 3 if the search exceeds its budget.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayerName {
    First,
    Second,
}

impl From<PlayerName> for Player {
    fn from(side: PlayerName) -> Self {
        match side {
            PlayerName::First => Self::First,
            PlayerName::Second => Self::Second,
        }
    }
}

/// The most bytes of a file with a graph.
const MOST_BYTES: u64 = 64 << 20;

/// The most visits of a search.
const BUDGET: u64 = 10_000_000;

/// The most vertices of a graph that is drawn.
const MOST_DRAWN: usize = 60;

pub(super) fn run(
    options: &Options,
    args: &WinTreeArgs,
    svg: Option<OutputFile<'_>>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let (graph, seed) = args.graph(options)?;
    if !graph.vertices().contains(&args.root) {
        return Err(Error::Input(format!("--root: the graph has no vertex {}", args.root)));
    }
    if svg.is_some() && graph.vertices().len() > MOST_DRAWN {
        return Err(Error::Input(format!("--svg: cannot draw a graph of more than {MOST_DRAWN} vertices")));
    }
    let ordering = if args.printed { Ordering::Printed } else { Ordering::Repaired };
    let mut tree = WinTree::with_ordering(&graph, args.player.into(), ordering);
    if let Err(error) = tree.search(args.root, BUDGET) {
        output.line(error)?;
        return Ok(ExitStatus::Undecided);
    }
    let values = Values::of(&graph, graph.vertices(), usize::MAX).map_err(Error::input)?;
    let report = WinTreeReport::new(&tree, &values, args.root, ordering, seed);
    if options.json {
        output.json(&report)?;
    } else {
        report.lines().into_iter().try_for_each(|line| output.line(line))?;
    }
    draw(svg, || picture::wintree(&tree, &report.path(), &report.wrong_marks))?;
    Ok(if report.wrong_marks.is_empty() { ExitStatus::Done } else { ExitStatus::No })
}

impl WinTreeArgs {
    /// The graph, and the seed of a random one.
    fn graph(&self, options: &Options) -> Result<(ExplicitGraph, Option<u64>), Error> {
        let Some(path) = &self.file else {
            let seed = options.seed();
            let size = GraphSize { vertices: self.vertices, most_moves: self.moves };
            let turns = if self.alternate { Turns::Alternate } else { Turns::Free };
            return Ok((ExplicitGraph::random(&mut StdRng::seed_from_u64(seed), size, turns), Some(seed)));
        };
        let shown = path.display();
        let text = files::read_text(path, MOST_BYTES)
            .map_err(|error| Error::Input(format!("cannot read {shown}: {error}")))?;
        let graph = text.parse().map_err(|error| Error::Input(format!("{shown}: {error}")))?;
        Ok((graph, None))
    }
}

/// The results of a search.
#[derive(Serialize)]
struct WinTreeReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    ordering: OrderingName,
    player: Player,
    root: usize,
    mark: MarkName,
    distance: Option<u32>,
    visits: u64,
    vertices: Vec<VertexLine>,
    /// The line to the win, if the root is TRUE.
    winning_line: Vec<usize>,
    /// The vertices that NIL paths join to the root, if it is NIL.
    nil_paths: Vec<usize>,
    /// The draw strategy of the opponent, if the root is not TRUE.
    draw_strategy: Vec<Reply>,
    wrong_marks: Vec<usize>,
}

/// A vertex with its mark, and its value by retrograde analysis.
#[derive(Serialize)]
struct VertexLine {
    vertex: usize,
    player: Player,
    moves: Vec<usize>,
    mark: MarkName,
    distance: Option<u32>,
    value: &'static str,
    remoteness: Option<u32>,
}

/// A move of the draw strategy. The move is null if no move is marked as safe.
#[derive(Serialize)]
struct Reply {
    vertex: usize,
    r#move: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum OrderingName {
    Repaired,
    Printed,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum MarkName {
    True,
    False,
    Nil,
    Unvisited,
}

impl MarkName {
    fn of(mark: Option<Mark>) -> (Self, Option<u32>) {
        match mark {
            Some(Mark::True { distance }) => (Self::True, Some(distance)),
            Some(Mark::False) => (Self::False, None),
            Some(Mark::Nil) => (Self::Nil, None),
            Some(Mark::Gray) | None => (Self::Unvisited, None),
        }
    }
}

impl fmt::Display for MarkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::True => "TRUE",
            Self::False => "FALSE",
            Self::Nil => "NIL",
            Self::Unvisited => "-",
        })
    }
}

impl WinTreeReport {
    fn new(
        tree: &WinTree<ExplicitGraph>,
        values: &Values<usize>,
        root: usize,
        ordering: Ordering,
        seed: Option<u64>,
    ) -> Self {
        let (mark, distance) = MarkName::of(tree.mark(root));
        let mut wrong_marks = tree.wrong_marks(root, values);
        wrong_marks.sort_unstable();
        let value = |vertex| values.get(vertex).expect("every vertex has a value");
        let strategy = if mark == MarkName::True { Vec::new() } else { Defender::strategy(tree, root) };
        Self {
            seed,
            ordering: match ordering {
                Ordering::Repaired => OrderingName::Repaired,
                Ordering::Printed => OrderingName::Printed,
            },
            player: tree.player(),
            root,
            mark,
            distance,
            visits: tree.calls(),
            vertices: tree.graph().vertices().map(|it| VertexLine::new(tree, it, value(it))).collect(),
            winning_line: tree.winning_line(root),
            nil_paths: tree.nil_paths(root),
            draw_strategy: strategy.into_iter().map(|(vertex, r#move)| Reply { vertex, r#move }).collect(),
            wrong_marks,
        }
    }

    /// The moves of the winning line or of the draw strategy.
    fn path(&self) -> Vec<(usize, usize)> {
        let line = self.winning_line.windows(2).map(|ends| (ends[0], ends[1]));
        line.chain(self.draw_strategy.iter().filter_map(|reply| Some((reply.vertex, reply.r#move?))))
            .collect()
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.title(), "vertex  player  mark        value       moves".to_owned()];
        lines.extend(self.vertices.iter().map(VertexLine::text));
        if !self.winning_line.is_empty() {
            lines.push(format!("Winning line: {}", listed(&self.winning_line, " ")));
        }
        if !self.nil_paths.is_empty() {
            lines.push(format!("NIL paths from the root: {}", listed(&self.nil_paths, " ")));
        }
        if !self.draw_strategy.is_empty() {
            let replies: Vec<String> = self.draw_strategy.iter().map(Reply::text).collect();
            lines.push(format!("Draw strategy of {}: {}", !self.player, replies.join(", ")));
        }
        lines.extend(self.wrong_marks.iter().map(|&vertex| {
            let VertexLine { mark, .. } = &self.vertices[vertex];
            format!(
                "Wrong mark: vertex {vertex} is {mark}, but its value is {}",
                self.vertices[vertex].value()
            )
        }));
        if self.wrong_marks.is_empty() {
            lines.push("All marks agree with retrograde analysis".to_owned());
        }
        lines
    }

    fn title(&self) -> String {
        let ordering = match self.ordering {
            OrderingName::Repaired => "repaired ordering",
            OrderingName::Printed => "printed ordering",
        };
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let distance = self.distance.map_or(String::new(), |distance| format!(" in {distance}"));
        let Self { player, root, mark, visits, .. } = self;
        format!("Wins of {player} from vertex {root}: {mark}{distance}, {visits} visits, {ordering}{seed}")
    }
}

impl VertexLine {
    fn new(tree: &WinTree<ExplicitGraph>, vertex: usize, value: Value) -> Self {
        let graph = tree.graph();
        let (mark, distance) = MarkName::of(tree.mark(vertex));
        Self {
            vertex,
            player: graph.player(vertex),
            moves: graph.moves[vertex].clone(),
            mark,
            distance,
            value: value.name(),
            remoteness: value.remoteness(),
        }
    }

    fn value(&self) -> String {
        in_plies(self.value, self.remoteness)
    }

    fn text(&self) -> String {
        let Self { vertex, player, moves, mark, distance, .. } = self;
        let (mark, player) = (in_plies(mark, *distance), player.to_string());
        format!("{vertex:>6}  {player:<6}  {mark:<10}  {:<10}  {}", self.value(), listed(moves, " "))
            .trim_end()
            .to_owned()
    }
}

impl Reply {
    fn text(&self) -> String {
        let Self { vertex, r#move } = self;
        r#move.map_or(format!("{vertex} has no safe move"), |next| format!("{vertex}→{next}"))
    }
}

fn in_plies(name: impl fmt::Display, plies: Option<u32>) -> String {
    plies.map_or(name.to_string(), |plies| format!("{name} in {plies}"))
}

fn listed(vertices: &[usize], separator: &str) -> String {
    vertices.iter().map(usize::to_string).collect::<Vec<_>>().join(separator)
}
