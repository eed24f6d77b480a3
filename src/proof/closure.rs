//! What follows from everything that was looked at together.
//!
//! A win follows when it does not need itself. That the attacker does not win follows when a set of
//! positions cannot be left against the defender's will: each of the attacker's moves stays in the set,
//! and some move of the defender does. The greatest such set is found by dropping what cannot be in it.

use std::collections::VecDeque;

use super::Field;
use super::graph::Net;
use super::node::State;

/// Decides every node that is decided by what was looked at, and takes back claims that do not hold.
pub(super) fn close<F: Field>(net: &mut Net<F>) {
    let region = Region::of(net);
    spread_wins(net, &region);
    let stays = stays_inside(net, &region);
    for (&number, stays) in region.nodes.iter().zip(stays) {
        let moves = net.moves(number).len() as u32;
        let node = &mut net.nodes[number as usize];
        if stays {
            node.set_safe();
        } else if node.state() == State::Claimed {
            node.reset(moves);
        }
    }
}

/// The undecided nodes whose moves are listed, and the moves between them backwards.
struct Region {
    /// Their numbers.
    nodes: Vec<u32>,
    /// The place in `nodes` of each node of the net, or [`Region::OUTSIDE`].
    places: Vec<u32>,
    /// Where the list of each place begins in `before`.
    begins: Vec<u32>,
    /// The places from which a move leads there.
    before: Vec<u32>,
}

impl Region {
    const OUTSIDE: u32 = u32::MAX;

    fn of<F: Field>(net: &Net<F>) -> Self {
        let mut places = vec![Self::OUTSIDE; net.nodes.len()];
        let undecided =
            (0..).zip(&net.nodes).filter(|(number, node)| net.is_expanded(*number) && !node.is_fact());
        let nodes: Vec<u32> = undecided.map(|(number, _)| number).collect();
        for (place, &number) in (0..).zip(&nodes) {
            places[number as usize] = place;
        }
        let mut region = Self { begins: vec![0; nodes.len() + 1], nodes, places, before: Vec::new() };
        region.turn_moves_around(net);
        region
    }

    fn turn_moves_around<F: Field>(&mut self, net: &Net<F>) {
        let Self { nodes, places, begins, before } = self;
        let inside = |number| {
            let next = net.moves(number).iter().map(|&next| places[next as usize]);
            next.filter(|&place| place != Self::OUTSIDE)
        };
        for place in nodes.iter().flat_map(|&number| inside(number)) {
            begins[place as usize] += 1;
        }
        for place in 1..begins.len() {
            begins[place] += begins[place - 1];
        }
        // Each place has the end of its list now, and is filled from there down to its beginning.
        before.resize(begins[nodes.len()] as usize, 0);
        for (from, &number) in (0..).zip(nodes.iter()) {
            for place in inside(number) {
                begins[place as usize] -= 1;
                before[begins[place as usize] as usize] = from;
            }
        }
    }

    fn before(&self, place: u32) -> &[u32] {
        &self.before[self.begins[place as usize] as usize..self.begins[place as usize + 1] as usize]
    }

    fn contains(&self, number: u32) -> bool {
        self.places[number as usize] != Self::OUTSIDE
    }
}

/// Goes back from wins to what they decide, the nearest first.
fn spread_wins<F: Field>(net: &mut Net<F>, region: &Region) {
    // How many moves have still to be won before the node is.
    let mut missing: Vec<u32> = Vec::with_capacity(region.nodes.len());
    let mut queue = VecDeque::new();
    for (place, &number) in (0..).zip(&region.nodes) {
        let moves = net.moves(number);
        let won = moves.iter().filter(|&&next| net.nodes[next as usize].is_won()).count() as u32;
        let needed = if net.nodes[number as usize].is_attackers { 1 } else { moves.len() as u32 };
        missing.push(needed.saturating_sub(won));
        if won >= needed {
            queue.push_back(place);
        }
    }
    while let Some(place) = queue.pop_front() {
        let number = region.nodes[place as usize];
        let rank = net.rank_by_moves(number);
        net.nodes[number as usize].set_won(rank);
        for &before in region.before(place) {
            if missing[before as usize] > 0 {
                missing[before as usize] -= 1;
                if missing[before as usize] == 0 {
                    queue.push_back(before);
                }
            }
        }
    }
}

/// Which places belong to the greatest set that cannot be left against the defender's will.
fn stays_inside<F: Field>(net: &Net<F>, region: &Region) -> Vec<bool> {
    // How many moves of the defender stay inside; for the attacker 1 as long as all do.
    let mut support: Vec<u32> = Vec::with_capacity(region.nodes.len());
    let mut dropped = Vec::new();
    for (place, &number) in (0..).zip(&region.nodes) {
        let is_inside = |&&next: &&u32| {
            let node = &net.nodes[next as usize];
            node.is_safe() || region.contains(next) && !node.is_won()
        };
        let moves = net.moves(number);
        let inside = moves.iter().filter(is_inside).count();
        let node = &net.nodes[number as usize];
        let is_supported = if node.is_attackers { inside == moves.len() } else { inside > 0 };
        let stays = is_supported && !node.is_won();
        support.push(if !stays {
            0
        } else if node.is_attackers {
            1
        } else {
            inside as u32
        });
        // What is won was not counted as inside anywhere.
        if !stays && !node.is_won() {
            dropped.push(place);
        }
    }
    while let Some(place) = dropped.pop() {
        for &before in region.before(place) {
            if support[before as usize] > 0 {
                support[before as usize] -= 1;
                if support[before as usize] == 0 {
                    dropped.push(before);
                }
            }
        }
    }
    support.into_iter().map(|support| support > 0).collect()
}
