//! Game graphs given by lists of moves: read from text, or random.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand::rngs::StdRng;

use super::{GameGraph, Player};

/// A game graph whose vertices are the numbers from 0, with the moves of each listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplicitGraph {
    /// The player to move at each vertex.
    pub players: Vec<Player>,
    /// The vertices that the moves of each vertex lead to. A vertex without moves is a sink.
    pub moves: Vec<Vec<usize>>,
    /// The winner at each vertex, if it is a sink and has one.
    pub winners: Vec<Option<Player>>,
}

/// Which player may be to move after a move of a random graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// The opponent of the player who moved.
    Alternate,
    /// Either player.
    Free,
}

/// The size of a random graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphSize {
    /// The number of vertices.
    pub vertices: usize,
    /// The most moves of a vertex.
    pub most_moves: usize,
}

impl GameGraph for ExplicitGraph {
    type Vertex = usize;

    fn player(&self, vertex: usize) -> Player {
        self.players[vertex]
    }

    fn moves(&self, vertex: usize, list: &mut Vec<usize>) {
        list.extend(&self.moves[vertex]);
    }

    fn winner(&self, sink: usize) -> Option<Player> {
        self.winners[sink]
    }
}

impl ExplicitGraph {
    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    /// A random graph, with cycles and with sinks of all three kinds.
    #[must_use]
    pub fn random(rng: &mut StdRng, size: GraphSize, turns: Turns) -> Self {
        let players: Vec<_> = (0..size.vertices).map(|_| Player::ALL[rng.random_range(0..2)]).collect();
        let mut graph = Self { players, ..Self::default() };
        for vertex in graph.vertices() {
            let may_follow =
                |next: &usize| turns == Turns::Free || graph.players[*next] != graph.players[vertex];
            let candidates: Vec<usize> = graph.vertices().filter(may_follow).collect();
            let degree = if candidates.is_empty() { 0 } else { rng.random_range(0..=size.most_moves) };
            let moves = (0..degree).map(|_| candidates[rng.random_range(0..candidates.len())]).collect();
            graph.moves.push(moves);
            graph.winners.push([Some(Player::First), Some(Player::Second), None][rng.random_range(0..3)]);
        }
        graph
    }
}

/// Why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A line is not a vertex.
    #[error("line {line}: expected '0 first -> 1 2', or '3 second = first' for a sink")]
    Syntax {
        /// The number of the line, from 1.
        line: usize,
    },
    /// The vertices are not numbered in order.
    #[error("line {line}: expected vertex {expected}; vertices are numbered from 0 in order")]
    Number {
        /// The number of the line, from 1.
        line: usize,
        /// The number that belongs there.
        expected: usize,
    },
    /// A move leads to a vertex that the text does not have.
    #[error("a move leads from vertex {from} to vertex {to}, which does not exist")]
    NoSuchVertex {
        /// The vertex that has the move.
        from: usize,
        /// The missing vertex.
        to: usize,
    },
    /// There is no vertex at all.
    #[error("the graph has no vertices")]
    Empty,
}

impl FromStr for ExplicitGraph {
    type Err = GraphError;

    /// Reads one vertex per line: its number, the player to move, and `->` with the vertices that its moves
    /// lead to, or `=` with the winner of a sink (`first`, `second` or `none`). `#` begins a comment.
    fn from_str(text: &str) -> Result<Self, GraphError> {
        let mut graph = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if !text.is_empty() {
                graph.push_line(line, text)?;
            }
        }
        graph.check_moves()?;
        Ok(graph)
    }
}

impl ExplicitGraph {
    fn push_line(&mut self, line: usize, text: &str) -> Result<(), GraphError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let syntax = || GraphError::Syntax { line };
        let [number, player, sign, rest @ ..] = words.as_slice() else { return Err(syntax()) };
        let number: usize = number.parse().map_err(|_| syntax())?;
        let player = player.parse().map_err(|_| syntax())?;
        let (moves, winner) = match (*sign, rest) {
            ("->", [_, ..]) => {
                let moves: Result<_, _> = rest.iter().map(|next| next.parse()).collect();
                (moves.map_err(|_| syntax())?, None)
            }
            ("=", ["none"]) => (Vec::new(), None),
            ("=", [winner]) => (Vec::new(), Some(winner.parse().map_err(|_| syntax())?)),
            _ => return Err(syntax()),
        };
        let expected = self.players.len();
        if number != expected {
            return Err(GraphError::Number { line, expected });
        }
        self.players.push(player);
        self.moves.push(moves);
        self.winners.push(winner);
        Ok(())
    }

    fn check_moves(&self) -> Result<(), GraphError> {
        if self.players.is_empty() {
            return Err(GraphError::Empty);
        }
        let mut edges = self.vertices().flat_map(|from| self.moves[from].iter().map(move |&to| (from, to)));
        match edges.find(|(_, to)| *to >= self.players.len()) {
            Some((from, to)) => Err(GraphError::NoSuchVertex { from, to }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ExplicitGraph {
    /// Writes the text that [`ExplicitGraph::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for vertex in self.vertices() {
            write!(f, "{vertex} {}", self.players[vertex])?;
            match (self.moves[vertex].as_slice(), self.winners[vertex]) {
                ([], Some(winner)) => writeln!(f, " = {winner}")?,
                ([], None) => writeln!(f, " = none")?,
                (moves, _) => {
                    write!(f, " ->")?;
                    moves.iter().try_for_each(|next| write!(f, " {next}"))?;
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}
