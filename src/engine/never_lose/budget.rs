//! How the time and the nodes of a move are divided between the search and proofs.

use std::time::Duration;

use super::policy::share_before_search;
use crate::board::{Game, Geometry};
use crate::engine::request::Purpose;
use crate::search::{Limits, Signals};

/// What proofs may take.
pub(in crate::engine) struct ProofBudget<'a> {
    /// The most positions that may be expanded.
    pub(super) nodes: u64,
    /// The move has enough time and nodes for nearly all proofs that are needed in play.
    pub(super) is_ample: bool,
    /// When proofs end.
    deadline: Deadline<'a>,
}

/// When something has to end: at a time of the move, or when it is stopped.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Deadline<'a> {
    /// The time of the move.
    until: Option<Duration>,
    signals: Signals<'a>,
}

/// What is left of the time and the nodes of a move.
///
/// A part that is taken leaves the rest to those that follow, and the time that it does not use. All parts
/// together take no more than the whole, as long as none takes longer than it may.
pub(in crate::engine) struct MoveBudget<'a> {
    limits: Limits,
    signals: Signals<'a>,
    /// The share of the time that is not allotted yet.
    unallotted: f64,
    /// The nodes that are not used yet.
    nodes: u64,
}

/// A part of the time and the nodes of a move.
struct Allotment {
    limits: Limits,
    /// The time of the move at which it begins.
    from: Duration,
    /// Its share of the time that is planned for the move.
    share: f64,
}

/// The most bytes for facts and the search for them.
pub(super) const MAX_PROOF_BYTES: usize = 256 << 20;
/// The most positions to expand for one move of a game.
const MAX_PROOF_NODES: u64 = 6_000_000;
/// The same on larger boards where only the depth limits the search: a search of a few plies should not wait
/// long for proofs.
const MAX_UNTIMED_PROOF_NODES: u64 = 500_000;
/// The time of a move from which on it is enough for nearly all proofs that are needed.
const AMPLE_TIME: Duration = Duration::from_millis(300);
/// The same in positions.
const AMPLE_NODES: u64 = 1_000_000;

/// The share of the time that is left for looking up what is known about the moves. Only if there are thousands of
/// them, or captures that take long to generate, it can be used up.
const LOOKUP_SHARE: f64 = 0.5;

/// The least share of the time of a move, which is allotted when none is left: a search needs some to notice
/// that.
const MIN_SHARE: f64 = 1e-6;

/// Whether the game can be proven from its first position on.
pub(super) fn is_small<G: Game>() -> bool {
    G::Board::SIZE == 6
}

impl ProofBudget<'_> {
    /// The same budget with at most `nodes` nodes.
    pub(super) fn at_most(&self, nodes: u64) -> Self {
        Self { nodes: self.nodes.min(nodes), ..*self }
    }

    /// The same budget without the nodes of a part of it.
    pub(super) fn without(&self, part: &Self) -> Self {
        self.at_most(self.nodes - part.nodes)
    }

    /// A share of the nodes and of the time that is left.
    pub(super) fn part(&self, share: f64) -> Self {
        Self { nodes: (self.nodes as f64 * share) as u64, deadline: self.deadline.part(share), ..*self }
    }

    /// Whether there is no time left, or not enough to go over `positions` positions once more.
    pub(super) fn is_over(&self, positions: usize) -> bool {
        self.deadline.passes_within(time_to_go_over(positions))
    }
}

impl Deadline<'_> {
    /// The deadline of something that may take a share of the time that is left.
    fn part(&self, share: f64) -> Self {
        let now = (self.signals.elapsed)();
        let until = self.until.map(|until| now + until.saturating_sub(now).mul_f64(share));
        Self { until, ..*self }
    }

    pub(super) fn has_passed(&self) -> bool {
        self.passes_within(Duration::ZERO)
    }

    fn passes_within(&self, time: Duration) -> bool {
        (self.signals.stopped)()
            || self.until.is_some_and(|until| (self.signals.elapsed)().saturating_add(time) >= until)
    }
}

/// The time to derive what follows from all open positions. Each takes longer if there are many, since they do
/// not fit in the processor's caches.
fn time_to_go_over(positions: usize) -> Duration {
    let nanos = (50 + positions / 10_000).min(200);
    Duration::from_nanos(nanos.saturating_mul(positions) as u64)
}

fn is_ample(limits: &Limits) -> bool {
    limits.nodes >= AMPLE_NODES && limits.planned().is_none_or(|planned| planned >= AMPLE_TIME)
}

fn max_proof_nodes<G: Game>(limits: &Limits) -> u64 {
    let is_only_depth = limits.planned().is_none() && limits.nodes == u64::MAX;
    if is_only_depth && !is_small::<G>() { MAX_UNTIMED_PROOF_NODES } else { MAX_PROOF_NODES }
}

impl<'a> MoveBudget<'a> {
    pub(in crate::engine) fn new(limits: Limits, signals: Signals<'a>) -> Self {
        Self { limits, signals, unallotted: 1.0, nodes: limits.nodes }
    }

    /// A share of what is left, from now on.
    fn allot(&mut self, share: f64) -> Allotment {
        let from = (self.signals.elapsed)();
        let unused = self.limits.planned().map_or(0.0, |planned| 1.0 - from.div_duration_f64(planned));
        let of_planned = (self.unallotted.max(unused) * share).max(MIN_SHARE);
        self.unallotted -= self.unallotted * share;
        let nodes = match self.nodes {
            u64::MAX => u64::MAX,
            nodes => ((nodes as f64 * share) as u64).max(1),
        };
        Allotment { limits: Limits { nodes, ..self.limits }, from, share: of_planned }
    }

    /// Subtracts nodes that were used.
    pub(in crate::engine) fn charge(&mut self, nodes: u64) {
        if self.nodes != u64::MAX {
            self.nodes = self.nodes.saturating_sub(nodes);
        }
    }

    /// When to end looking up what is known about the moves. It takes nothing from what is allotted later but
    /// the time that it uses.
    pub(in crate::engine) fn lookup_deadline(&self) -> Deadline<'a> {
        Deadline { until: self.limits.planned(), signals: self.signals }.part(LOOKUP_SHARE)
    }

    /// A share of what is left, for proofs. The caller charges the nodes that they use.
    pub(in crate::engine) fn allot_proofs<G: Game>(&mut self, share: f64) -> ProofBudget<'a> {
        let Allotment { limits, from, share } = self.allot(share);
        let until = limits.planned().map(|planned| from + planned.mul_f64(share));
        let nodes = limits.nodes.min(max_proof_nodes::<G>(&limits));
        let deadline = Deadline { until, signals: self.signals };
        ProofBudget { nodes, is_ample: is_ample(&self.limits), deadline }
    }

    /// The part for proofs before the search. Returns `None` if nothing is to be proven before it.
    pub(in crate::engine) fn allot_before_search<G: Game>(
        &mut self,
        purpose: Purpose,
    ) -> Option<ProofBudget<'a>> {
        share_before_search::<G>(purpose).map(|share| self.allot_proofs::<G>(share))
    }

    /// Searches with a share of what is left, and charges its nodes.
    pub(in crate::engine) fn search<R>(
        &mut self,
        share: f64,
        search: impl FnOnce(Limits, Signals<'_>) -> R,
    ) -> R {
        let Allotment { limits, from, share } = self.allot(share);
        self.charge(limits.nodes);
        let elapsed = || (self.signals.elapsed)().saturating_sub(from).div_f64(share);
        search(limits, Signals { elapsed: &elapsed, ..self.signals })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::board::Draughts;

    #[test]
    fn parts_together_are_no_more_than_the_whole() {
        let limits = Limits { nodes: 1_000, move_time: Some(Duration::from_secs(100)), ..Limits::NONE };
        let planned = limits.planned().expect("there is a time");
        let now = Cell::new(Duration::ZERO);
        let elapsed = || now.get();
        let mut whole = MoveBudget::new(limits, Signals { elapsed: &elapsed, ..Signals::NONE });
        let mut nodes = 0;
        for _ in 0..3 {
            let end = now.get() + (planned - now.get()).mul_f64(0.9);
            whole.search(0.9, |limits, signals| {
                nodes += limits.nodes;
                // The part is used up when its search reads that the whole time has passed.
                now.set(end);
                assert!((signals.elapsed)().abs_diff(planned) < Duration::from_micros(1));
            });
            let budget = whole.allot_proofs::<Draughts<10>>(0.5);
            whole.charge(budget.nodes);
            nodes += budget.nodes;
            assert!(!budget.is_over(0));
            now.set(budget.deadline.until.expect("there is a time"));
            assert!(budget.is_over(0));
        }
        assert!(nodes <= 1_000 && now.get() <= planned, "{nodes} nodes, {:?}", now.get());
    }

    /// On a clock a search may take longer than planned.
    #[test]
    fn a_part_that_takes_too_long_leaves_the_others_their_time() {
        let limits = Limits { move_time: Some(Duration::from_secs(100)), ..Limits::NONE };
        let now = Cell::new(Duration::ZERO);
        let elapsed = || now.get();
        let mut whole = MoveBudget::new(limits, Signals { elapsed: &elapsed, ..Signals::NONE });
        whole.search(0.9, |_, _| now.set(Duration::from_secs(200)));
        let budget = whole.allot_proofs::<Draughts<10>>(0.5);
        let until = budget.deadline.until.expect("there is a time");
        assert!(until > now.get() + Duration::from_secs(4), "{until:?}");
        assert!(until < now.get() + Duration::from_secs(6), "{until:?}");
    }

    #[test]
    fn a_part_that_is_quick_leaves_the_others_more() {
        let limits = Limits { nodes: 1_000, move_time: Some(Duration::from_secs(100)), ..Limits::NONE };
        let planned = limits.planned().expect("there is a time");
        let mut whole = MoveBudget::new(limits, Signals::NONE);
        let budget = whole.allot_proofs::<Draughts<10>>(0.9);
        assert_eq!(budget.nodes, 900);
        whole.charge(1);
        whole.search(1.0, |limits, signals| {
            assert_eq!(limits.nodes, 999);
            assert_eq!(limits.planned(), Some(planned));
            assert_eq!((signals.elapsed)(), Duration::ZERO);
        });
    }

    #[test]
    fn a_search_limited_by_depth_alone_does_not_wait_long_for_proofs() {
        let nodes = |limits| MoveBudget::new(limits, Signals::NONE).allot_proofs::<Draughts<8>>(0.5).nodes;
        assert_eq!(nodes(Limits::NONE), MAX_UNTIMED_PROOF_NODES);
        assert_eq!(
            nodes(Limits { move_time: Some(Duration::from_secs(1)), ..Limits::NONE }),
            MAX_PROOF_NODES
        );
        assert_eq!(nodes(Limits { nodes: 3_000_000, ..Limits::NONE }), 1_500_000);
    }
}
