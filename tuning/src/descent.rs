//! Minimization of a smooth function of many weights: L-BFGS.
//!
//! The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright,
//! *Numerical Optimization*, 2nd edition, algorithm 7.4) learns the curvature from its last steps.
//! The length of a step is found by bisection for the weak conditions of Wolfe (Lewis and Overton,
//! "Nonsmooth optimization via quasi-Newton methods", 2013).
//!
//! Why not stochastic descent such as Adam: the loss of logistic regression is convex, so the whole
//! gradient leads to the one minimum within tens of steps, there is no learning rate to choose, and
//! the order of the samples does not matter.

use std::collections::VecDeque;

/// A point, with the value and the gradient of the function there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) weights: Vec<f64>,
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The function is lower now.
    Down,
    /// This is the minimum, as far as numbers of this precision can tell.
    Arrived,
}

/// A descent in progress.
pub(crate) struct Descent<F> {
    function: F,
    /// The inverse of each weight's curvature, roughly. 0 holds the weight where it is.
    ///
    /// It makes features that are rare, or counted in large numbers, as quick to learn as others.
    reach: Vec<f64>,
    memory: VecDeque<Pair>,
    here: Point,
}

/// The descent ends if a step is expected to lower the function by less than this, in nats.
const NEGLIGIBLE: f64 = 1e-12;

/// The number of steps in memory.
const MEMORY: usize = 8;

/// The part of the decrease promised by the slope that a step must keep.
const KEPT: f64 = 1e-4;

/// The part of the slope that may be left after a step.
const LEFT: f64 = 0.9;

/// The most step lengths that are tried.
const TRIALS: u32 = 40;

impl<F: Fn(Vec<f64>) -> Point> Descent<F> {
    pub(crate) fn new(function: F, reach: Vec<f64>, start: Vec<f64>) -> Self {
        let here = function(start);
        Self { function, reach, memory: VecDeque::with_capacity(MEMORY), here }
    }

    pub(crate) fn here(&self) -> &Point {
        &self.here
    }

    /// Goes one step down.
    pub(crate) fn step(&mut self) -> Step {
        let direction = self.direction();
        let slope = dot(&self.here.gradient, &direction);
        let worth_going = NEGLIGIBLE < -slope / 2.0;
        match worth_going.then(|| self.lower(&direction, slope)).flatten() {
            Some(there) => {
                self.remember(&there);
                self.here = there;
                Step::Down
            }
            None => Step::Arrived,
        }
    }

    /// Where the minimum would be if the curvature were what the memory says it is: the two loops
    /// of algorithm 7.4.
    fn direction(&self) -> Vec<f64> {
        let mut direction: Vec<f64> = self.here.gradient.iter().map(|slope| -slope).collect();
        let mut shares = Vec::with_capacity(self.memory.len());
        for pair in self.memory.iter().rev() {
            let share = dot(&pair.step, &direction) / pair.bend;
            add(&mut direction, -share, &pair.change);
            shares.push(share);
        }
        let stretch = self.memory.back().map_or(1.0, |pair| pair.stretch);
        direction.iter_mut().zip(&self.reach).for_each(|(length, reach)| *length *= stretch * reach);
        for (pair, share) in self.memory.iter().zip(shares.into_iter().rev()) {
            let excess = share - dot(&pair.change, &direction) / pair.bend;
            add(&mut direction, excess, &pair.step);
        }
        direction
    }

    /// A point in this direction that is lower, and where it is not as steep as here.
    fn lower(&self, direction: &[f64], slope: f64) -> Option<Point> {
        let (mut short, mut long) = (0.0, f64::INFINITY);
        let mut length = 1.0;
        let mut lower = None;
        for _ in 0..TRIALS {
            let there = (self.function)(self.here.moved(length, direction));
            let is_lower = there.value <= self.here.value + KEPT * length * slope;
            if is_lower && LEFT * slope <= dot(&there.gradient, direction) {
                return Some(there);
            }
            if is_lower {
                short = length;
                lower = Some(there);
            } else {
                long = length;
            }
            length = if long.is_finite() { f64::midpoint(short, long) } else { 2.0 * short };
        }
        lower
    }

    /// Keeps what the step to this point tells of the curvature.
    fn remember(&mut self, there: &Point) {
        let pair = Pair::between(&self.here, there, &self.reach);
        // Not a number, or lost to rounding: the step tells nothing.
        if !(0.0 < pair.bend && pair.stretch.is_finite()) {
            return;
        }
        if self.memory.len() == MEMORY {
            self.memory.pop_front();
        }
        self.memory.push_back(pair);
    }
}

impl Point {
    fn moved(&self, length: f64, direction: &[f64]) -> Vec<f64> {
        let mut weights = self.weights.clone();
        add(&mut weights, length, direction);
        weights
    }
}

/// A step, and how the gradient changed.
struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    /// Step times change.
    bend: f64,
    /// By how much `reach` was too short for this step.
    stretch: f64,
}

impl Pair {
    fn between(from: &Point, to: &Point, reach: &[f64]) -> Self {
        let step = difference(&to.weights, &from.weights);
        let change = difference(&to.gradient, &from.gradient);
        let bend = dot(&step, &change);
        let reached: f64 = change.iter().zip(reach).map(|(change, reach)| change * change * reach).sum();
        Self { step, change, bend, stretch: bend / reached }
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn difference(left: &[f64], right: &[f64]) -> Vec<f64> {
    left.iter().zip(right).map(|(left, right)| left - right).collect()
}

/// Adds `factor` times `terms`.
fn add(sum: &mut [f64], factor: f64, terms: &[f64]) {
    sum.iter_mut().zip(terms).for_each(|(sum, term)| *sum += factor * term);
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Descends until it arrives and returns where, and in how many steps.
    fn arrive(function: impl Fn(Vec<f64>) -> Point, reach: &[f64], start: &[f64]) -> (Vec<f64>, u32) {
        let mut descent = Descent::new(function, reach.to_vec(), start.to_vec());
        let mut steps = 0;
        while descent.step() == Step::Down {
            steps += 1;
            assert!(steps < 200, "lost at {:?}", descent.here());
        }
        (descent.here().weights.clone(), steps)
    }

    /// The sum of stiffness · (weight − 1)² / 2.
    fn bowl(stiffness: &'static [f64]) -> impl Fn(Vec<f64>) -> Point {
        move |weights| {
            let away = weights.iter().map(|weight| weight - 1.0);
            let gradient: Vec<f64> = away.zip(stiffness).map(|(away, stiffness)| away * stiffness).collect();
            let value =
                weights.iter().zip(&gradient).map(|(weight, slope)| (weight - 1.0) * slope / 2.0).sum();
            Point { weights, value, gradient }
        }
    }

    /// Rosenbrock's curved valley, with its minimum at (1, 1).
    fn valley(weights: Vec<f64>) -> Point {
        let (x, y) = (weights[0], weights[1]);
        let off = y - x * x;
        let value = (1.0 - x).powi(2) + 100.0 * off * off;
        let gradient = vec![-2.0 * (1.0 - x) - 400.0 * x * off, 200.0 * off];
        Point { weights, value, gradient }
    }

    #[test]
    fn known_curvature_needs_one_step() {
        let (weights, steps) = arrive(bowl(&[4.0, 0.25]), &[0.25, 4.0], &[-3.0, 9.0]);
        assert_eq!((weights, steps), (vec![1.0, 1.0], 1));
    }

    #[test]
    fn unknown_curvature_is_learnt() {
        let (weights, steps) = arrive(bowl(&[1e4, 1.0, 1e-2]), &[1.0, 1.0, 1.0], &[-3.0, 9.0, 2.0]);
        assert!(steps < 30, "{steps}");
        assert!(weights.iter().all(|weight| (weight - 1.0).abs() < 1e-4), "{weights:?}");
    }

    #[test]
    fn a_reach_that_is_far_too_long_is_shortened_once() {
        let function = bowl(&[1e5, 2e5, 3e5, 4e5]);
        let trials = Cell::new(0);
        let counted = |weights| {
            trials.set(trials.get() + 1);
            function(weights)
        };
        arrive(counted, &[1.0; 4], &[-3.0, 9.0, 2.0, 5.0]);
        // The first step is halved 18 times or so.
        assert!(trials.get() < 40, "{trials:?}");
    }

    #[test]
    fn a_curved_valley_is_followed_to_its_end() {
        let (weights, steps) = arrive(valley, &[1.0, 1.0], &[-1.2, 1.0]);
        assert!(steps < 100, "{steps}");
        assert!(weights.iter().all(|weight| (weight - 1.0).abs() < 1e-5), "{weights:?}");
    }

    #[test]
    fn a_weight_without_reach_stays() {
        let (weights, _) = arrive(valley, &[0.0, 1.0], &[-1.2, 1.0]);
        assert_eq!(weights[0], -1.2);
        assert!((weights[1] - 1.44).abs() < 1e-6, "{weights:?}");
    }

    #[test]
    fn every_step_goes_down() {
        let mut descent = Descent::new(valley, vec![1.0, 1.0], vec![-1.2, 1.0]);
        let mut value = descent.here().value;
        while descent.step() == Step::Down {
            assert!(descent.here().value < value);
            value = descent.here().value;
        }
    }
}
