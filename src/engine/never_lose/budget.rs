//! How the time and the nodes of a move are divided between the search and proofs.

use std::time::Duration;

use crate::board::{Game, Geometry};
use crate::engine::request::Purpose;
use crate::search::{Limits, Signals};

/// How long may be proven.
pub(in crate::engine) struct Budget<'a> {
    /// Positions that may be looked at in all.
    pub(in crate::engine) nodes: u64,
    /// There is enough for the move to prove nearly all that has to be proven in play.
    pub(in crate::engine) is_ample: bool,
    /// Until so much time of the move was used.
    until: Option<Duration>,
    signals: Signals<'a>,
}

/// What is left of a move's time and nodes. Whoever takes a part of it leaves the rest to those who come
/// after, and the time that he did not use: together they take no more than there was, as long as none of
/// them takes longer than his part.
pub(in crate::engine) struct Purse<'a> {
    limits: Limits,
    signals: Signals<'a>,
    /// How much of the time nobody took.
    left: f64,
    /// Nodes that nobody took.
    nodes: u64,
}

/// A part of a move's time and nodes.
struct Part {
    limits: Limits,
    /// It begins when so much time was used.
    from: Duration,
    /// How much of the time that is planned for the move.
    share: f64,
}

/// Bytes that facts and the search for them may take.
pub(in crate::engine) const MEMORY: usize = 256 << 20;
/// Positions that are looked at for one move of a game, when nothing else ends it.
const MOST_NODES: u64 = 6_000_000;
/// The same on larger boards where only the depth ends a search: who asks for a few plies does not wait long.
const UNTIMED_NODES: u64 = 500_000;
/// A move that takes so long leaves time for nearly every proof that is needed.
const AMPLE_TIME: Duration = Duration::from_millis(300);
/// The same in positions.
const AMPLE_NODES: u64 = 1_000_000;

/// The least part of a move's time that is given, when there is none left: a search needs some to see that.
const LEAST_SHARE: f64 = 1e-6;

/// Whether the game is proven from its first position on.
pub(in crate::engine) fn is_small<G: Game>() -> bool {
    G::Board::SIZE == 6
}

impl Budget<'_> {
    /// So many positions of it at most.
    pub(in crate::engine) fn at_most(&self, nodes: u64) -> Self {
        Self { nodes: self.nodes.min(nodes), ..*self }
    }

    /// So much of it, and of the time that is left.
    pub(in crate::engine) fn part(&self, fraction: f64) -> Self {
        let now = (self.signals.elapsed)();
        let until = self.until.map(|until| now + until.saturating_sub(now).mul_f64(fraction));
        Self { nodes: (self.nodes as f64 * fraction) as u64, until, ..*self }
    }

    /// Whether there is no time left, or not enough to go once more over so many positions.
    pub(in crate::engine) fn is_over(&self, positions: usize) -> bool {
        let needed = time_to_go_over(positions);
        (self.signals.stopped)()
            || self.until.is_some_and(|until| (self.signals.elapsed)().saturating_add(needed) >= until)
    }
}

/// How long it takes to see what follows from so many positions: longer for each where there are many, which
/// do not stay near the processor.
fn time_to_go_over(positions: usize) -> Duration {
    let nanos = (50 + positions / 10_000).min(200);
    Duration::from_nanos(nanos.saturating_mul(positions) as u64)
}

fn is_ample(limits: &Limits) -> bool {
    limits.nodes >= AMPLE_NODES && limits.planned().is_none_or(|planned| planned >= AMPLE_TIME)
}

fn most_nodes<G: Game>(limits: &Limits) -> u64 {
    let is_only_depth = limits.planned().is_none() && limits.nodes == u64::MAX;
    if is_only_depth && !is_small::<G>() { UNTIMED_NODES } else { MOST_NODES }
}

impl<'a> Purse<'a> {
    pub(in crate::engine) fn new(limits: Limits, signals: Signals<'a>) -> Self {
        Self { limits, signals, left: 1.0, nodes: limits.nodes }
    }

    /// So much of what is left, from now on.
    fn take(&mut self, fraction: f64) -> Part {
        let from = (self.signals.elapsed)();
        let unused = self.limits.planned().map_or(0.0, |planned| 1.0 - from.div_duration_f64(planned));
        let share = (self.left.max(unused) * fraction).max(LEAST_SHARE);
        self.left -= self.left * fraction;
        let nodes = match self.nodes {
            u64::MAX => u64::MAX,
            nodes => ((nodes as f64 * fraction) as u64).max(1),
        };
        Part { limits: Limits { nodes, ..self.limits }, from, share }
    }

    /// So many nodes were needed.
    pub(in crate::engine) fn pay(&mut self, nodes: u64) {
        if self.nodes != u64::MAX {
            self.nodes = self.nodes.saturating_sub(nodes);
        }
    }

    /// So much of what is left, for proofs. Whoever proves pays the nodes that he needs.
    pub(in crate::engine) fn take_for_proofs<G: Game>(&mut self, fraction: f64) -> Budget<'a> {
        let Part { limits, from, share } = self.take(fraction);
        let until = limits.planned().map(|planned| from + planned.mul_f64(share));
        let nodes = limits.nodes.min(most_nodes::<G>(&limits));
        Budget { nodes, is_ample: is_ample(&self.limits), until, signals: self.signals }
    }

    /// The part that is spent on proofs before the search begins. None: whoever plays needs the time to look
    /// ahead, and proves what the search would like.
    pub(in crate::engine) fn take_before_search<G: Game>(&mut self, purpose: Purpose) -> Option<Budget<'a>> {
        match purpose {
            _ if is_small::<G>() => Some(self.take_for_proofs::<G>(0.75)),
            Purpose::Analyze => Some(self.take_for_proofs::<G>(0.3)),
            Purpose::Think | Purpose::Ponder => None,
        }
    }

    /// Searches with so much of what is left.
    pub(in crate::engine) fn spend<R>(
        &mut self,
        fraction: f64,
        search: impl FnOnce(Limits, Signals<'_>) -> R,
    ) -> R {
        let Part { limits, from, share } = self.take(fraction);
        self.pay(limits.nodes);
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
        let mut purse = Purse::new(limits, Signals { elapsed: &elapsed, ..Signals::NONE });
        let mut nodes = 0;
        for _ in 0..3 {
            let end = now.get() + (planned - now.get()).mul_f64(0.9);
            purse.spend(0.9, |limits, signals| {
                nodes += limits.nodes;
                // All of the part is used when its search believes that the whole time has passed.
                now.set(end);
                assert!((signals.elapsed)().abs_diff(planned) < Duration::from_micros(1));
            });
            let budget = purse.take_for_proofs::<Draughts<10>>(0.5);
            purse.pay(budget.nodes);
            nodes += budget.nodes;
            assert!(!budget.is_over(0));
            now.set(budget.until.expect("there is a time"));
            assert!(budget.is_over(0));
        }
        assert!(nodes <= 1_000 && now.get() <= planned, "{nodes} nodes, {:?}", now.get());
    }

    /// On a clock a search takes longer than planned where it is in doubt.
    #[test]
    fn who_takes_too_long_leaves_the_others_their_time() {
        let limits = Limits { move_time: Some(Duration::from_secs(100)), ..Limits::NONE };
        let now = Cell::new(Duration::ZERO);
        let elapsed = || now.get();
        let mut purse = Purse::new(limits, Signals { elapsed: &elapsed, ..Signals::NONE });
        purse.spend(0.9, |_, _| now.set(Duration::from_secs(200)));
        let budget = purse.take_for_proofs::<Draughts<10>>(0.5);
        let until = budget.until.expect("there is a time");
        assert!(until > now.get() + Duration::from_secs(4), "{until:?}");
        assert!(until < now.get() + Duration::from_secs(6), "{until:?}");
    }

    #[test]
    fn who_is_quick_leaves_the_others_more() {
        let limits = Limits { nodes: 1_000, move_time: Some(Duration::from_secs(100)), ..Limits::NONE };
        let planned = limits.planned().expect("there is a time");
        let mut purse = Purse::new(limits, Signals::NONE);
        let budget = purse.take_for_proofs::<Draughts<10>>(0.9);
        assert_eq!(budget.nodes, 900);
        purse.pay(1);
        purse.spend(1.0, |limits, signals| {
            assert_eq!(limits.nodes, 999);
            assert_eq!(limits.planned(), Some(planned));
            assert_eq!((signals.elapsed)(), Duration::ZERO);
        });
    }

    #[test]
    fn who_only_names_a_depth_does_not_wait_long() {
        let few = |limits| Purse::new(limits, Signals::NONE).take_for_proofs::<Draughts<8>>(0.5).nodes;
        assert_eq!(few(Limits::NONE), UNTIMED_NODES);
        assert_eq!(few(Limits { move_time: Some(Duration::from_secs(1)), ..Limits::NONE }), MOST_NODES);
        assert_eq!(few(Limits { nodes: 3_000_000, ..Limits::NONE }), 1_500_000);
    }
}
