//! The learning rate: it rises in the first steps, then falls like a cosine.

use std::f32::consts::PI;

/// The steps of a run.
#[derive(Clone, Copy)]
pub(super) struct Schedule {
    pub(super) rate: f32,
    pub(super) steps: usize,
}

/// The number of steps in which the rate rises, if there are many.
const WARM_UP: usize = 200;
/// The part of the rate that is left at the end.
const LAST: f32 = 0.01;

impl Schedule {
    /// The rate of a step, counted from 0.
    pub(super) fn at(&self, step: usize) -> f32 {
        let warm_up = WARM_UP.min(self.steps / 10).max(1);
        if step < warm_up {
            return self.rate * (step + 1) as f32 / warm_up as f32;
        }
        let part = (step - warm_up) as f32 / (self.steps - warm_up).max(1) as f32;
        self.rate * (LAST + (1.0 - LAST) * (1.0 + (PI * part).cos()) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let schedule = Schedule { rate: 1.0, steps: 10_000 };
        assert_eq!((schedule.at(0), schedule.at(199)), (0.005, 1.0));
        assert!((schedule.at(200) - 1.0).abs() < 1e-6);
        assert!((schedule.at(5_100) - 0.505).abs() < 1e-3);
        assert!((schedule.at(9_999) - 0.01).abs() < 1e-4);
        let short = Schedule { rate: 1.0, steps: 1 };
        assert_eq!(short.at(0), 1.0);
    }
}
