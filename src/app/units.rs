//! Times and rates in units that people read.

/// Returns a time in the unit that fits, from microseconds to hours.
pub(super) fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match seconds {
        seconds if seconds < 0.000_999_5 => short(seconds * 1e6, "µs"),
        seconds if seconds < 0.9995 => short(seconds * 1e3, "ms"),
        seconds if seconds < 59.95 => format!("{seconds:.1} s"),
        _ if whole < 3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A number below 1000, with at least two digits.
fn short(number: f64, unit: &str) -> String {
    if number < 9.95 { format!("{number:.1} {unit}") } else { format!("{number:.0} {unit}") }
}

/// Returns a number of things a second, in thousands or millions if there are so many.
pub(super) fn per_second(rate: f64) -> String {
    match rate {
        rate if rate < 999.5 => format!("{rate:.0} /s"),
        rate if rate < 999_950.0 => format!("{:.1} k/s", rate / 1e3),
        rate => format!("{:.1} M/s", rate / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_rates_are_not_zero() {
        assert_eq!([0.0, 12.0, 45_678.0].map(per_second), ["0 /s", "12 /s", "45.7 k/s"]);
        assert_eq!([2.5e6, 7.6e8].map(per_second), ["2.5 M/s", "760.0 M/s"]);
    }

    #[test]
    fn short_times_are_not_zero_and_long_ones_are_in_minutes_and_hours() {
        assert_eq!([0.000_000_4, 0.000_4, 0.0012].map(time), ["0.4 µs", "400 µs", "1.2 ms"]);
        assert_eq!([0.0123, 0.5].map(time), ["12 ms", "500 ms"]);
        assert_eq!([1.0, 5.04, 75.0].map(time), ["1.0 s", "5.0 s", "1 min 15 s"]);
        assert_eq!([3600.0, 9000.0].map(time), ["1 h 0 min", "2 h 30 min"]);
    }

    #[test]
    fn rounding_does_not_reach_the_next_unit() {
        assert_eq!([0.000_999_7, 0.009_97, 0.9997].map(time), ["1.0 ms", "10 ms", "1.0 s"]);
        assert_eq!([59.97, 3599.7].map(time), ["1 min 0 s", "1 h 0 min"]);
        assert_eq!([999.7, 999_970.0].map(per_second), ["1.0 k/s", "1.0 M/s"]);
    }
}
