//! Closure: decides all nodes whose values follow from the expanded part of the graph, cycles included.
//!
//! Wins spread backwards by retrograde analysis. The attacker does not win in a set of positions that the
//! defender can keep play in: each move of the attacker stays in the set, and at least one move of the
//! defender does. Removing positions that violate this leaves the greatest such set.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::Domain;
use super::graph::ProofGraph;
use super::node::ProofState;
use super::pace::Pace;
use crate::adjacency::Adjacency;
use crate::board::movegen::Poll;

/// Decides every node whose value follows, and resets path-dependent nodes that stay undecided. If `poll` breaks it
/// off, what was decided until then is proven, and the other nodes stay as they were.
pub(super) fn close<F: Domain>(graph: &mut ProofGraph<F>, poll: &mut Poll<'_>) -> ControlFlow<()> {
    let pace = &mut Pace::new(poll);
    let region = Region::of(graph, pace)?;
    spread_wins(graph, &region, pace)?;
    let stays = closed_set(graph, &region, pace)?;
    for (&number, stays) in region.nodes.iter().zip(stays) {
        let moves = graph.moves(number).len() as u32;
        let node = &mut graph.nodes[number as usize];
        if stays {
            node.set_safe();
        } else if node.state() == ProofState::PathDependent {
            node.reset(moves);
        }
    }
    ControlFlow::Continue(())
}

/// The expanded undecided nodes, and the moves between them backwards.
struct Region {
    /// The numbers of the nodes.
    nodes: Vec<u32>,
    /// The index of each node of the graph in `nodes`, or [`Region::OUTSIDE`].
    indices: Vec<u32>,
    /// The indices that have a move to each index.
    predecessors: Adjacency,
}

impl Region {
    const OUTSIDE: u32 = u32::MAX;

    fn of<F: Domain>(graph: &ProofGraph<F>, pace: &mut Pace<'_, '_>) -> ControlFlow<(), Self> {
        let mut indices = vec![Self::OUTSIDE; graph.nodes.len()];
        let undecided =
            (0..).zip(&graph.nodes).filter(|(number, node)| graph.is_expanded(*number) && !node.is_proven());
        let nodes: Vec<u32> = undecided.map(|(number, _)| number).collect();
        for (index, &number) in (0..).zip(&nodes) {
            indices[number as usize] = index;
        }
        let (pace, end) = (RefCell::new(pace), Cell::new(ControlFlow::Continue(())));
        let goes_on = |_: &_| {
            if end.get().is_continue() {
                end.set(pace.borrow_mut().work(1));
            }
            end.get().is_continue()
        };
        let moves = moves_inside(graph, &nodes, &indices).take_while(goes_on);
        let predecessors = Adjacency::reversed(nodes.len(), moves);
        end.get()?;
        ControlFlow::Continue(Self { nodes, indices, predecessors })
    }

    fn predecessors(&self, index: u32) -> &[u32] {
        self.predecessors.of(index)
    }

    fn contains(&self, number: u32) -> bool {
        self.indices[number as usize] != Self::OUTSIDE
    }
}

/// The moves between the nodes of a region, by their indices.
fn moves_inside<F: Domain>(
    graph: &ProofGraph<F>,
    nodes: &[u32],
    indices: &[u32],
) -> impl Iterator<Item = (u32, u32)> + Clone {
    let inside = |&next: &u32| Some(indices[next as usize]).filter(|&index| index != Region::OUTSIDE);
    (0..).zip(nodes).flat_map(move |(from, &number)| {
        graph.moves(number).iter().filter_map(inside).map(move |to| (from, to))
    })
}

/// Spreads wins backwards, the nearest first.
fn spread_wins<F: Domain>(
    graph: &mut ProofGraph<F>,
    region: &Region,
    pace: &mut Pace<'_, '_>,
) -> ControlFlow<()> {
    // The number of further won moves that the node needs.
    let mut missing: Vec<u32> = Vec::with_capacity(region.nodes.len());
    let mut queue = VecDeque::new();
    for (index, &number) in (0..).zip(&region.nodes) {
        let moves = graph.moves(number);
        pace.work(1 + moves.len())?;
        let won = moves.iter().filter(|&&next| graph.nodes[next as usize].is_won()).count() as u32;
        let needed = if graph.nodes[number as usize].is_attackers { 1 } else { moves.len() as u32 };
        missing.push(needed.saturating_sub(won));
        if won >= needed {
            queue.push_back(index);
        }
    }
    while let Some(index) = queue.pop_front() {
        let number = region.nodes[index as usize];
        pace.work(1 + graph.moves(number).len() + region.predecessors(index).len())?;
        let rank = graph.rank_by_moves(number);
        graph.nodes[number as usize].set_won(rank);
        for &predecessor in region.predecessors(index) {
            if missing[predecessor as usize] > 0 {
                missing[predecessor as usize] -= 1;
                if missing[predecessor as usize] == 0 {
                    queue.push_back(predecessor);
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Which indices belong to the greatest set that the defender can keep play in.
fn closed_set<F: Domain>(
    graph: &ProofGraph<F>,
    region: &Region,
    pace: &mut Pace<'_, '_>,
) -> ControlFlow<(), Vec<bool>> {
    // The moves of the defender that stay inside; for the attacker 1 as long as all do.
    let mut support: Vec<u32> = Vec::with_capacity(region.nodes.len());
    let mut dropped = Vec::new();
    for (index, &number) in (0..).zip(&region.nodes) {
        let is_inside = |&&next: &&u32| {
            let node = &graph.nodes[next as usize];
            node.is_safe() || region.contains(next) && !node.is_won()
        };
        let moves = graph.moves(number);
        pace.work(1 + moves.len())?;
        let inside = moves.iter().filter(is_inside).count();
        let node = &graph.nodes[number as usize];
        let is_supported = if node.is_attackers { inside == moves.len() } else { inside > 0 };
        let stays = is_supported && !node.is_won();
        support.push(if !stays {
            0
        } else if node.is_attackers {
            1
        } else {
            inside as u32
        });
        // Won nodes were never counted as inside.
        if !stays && !node.is_won() {
            dropped.push(index);
        }
    }
    while let Some(index) = dropped.pop() {
        pace.work(1 + region.predecessors(index).len())?;
        for &predecessor in region.predecessors(index) {
            if support[predecessor as usize] > 0 {
                support[predecessor as usize] -= 1;
                if support[predecessor as usize] == 0 {
                    dropped.push(predecessor);
                }
            }
        }
    }
    ControlFlow::Continue(support.into_iter().map(|support| support > 0).collect())
}
