//! Values as traffic lights.

use super::svg::{Font, Point, Style, Svg};
use crate::lab::Value;

/// The colors of a value: of what lies inside, and of lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light {
    pub(super) fill: &'static str,
    pub(super) line: &'static str,
}

impl Light {
    pub(super) const fn of(value: Value) -> Self {
        match value {
            Value::Win(_) => Self { fill: "#a6dba0", line: "#1b7837" },
            Value::Tie(_) | Value::Draw => Self { fill: "#fee08b", line: "#b8860b" },
            Value::Lose(_) => Self { fill: "#f4a6a0", line: "#b2182b" },
        }
    }

    pub(super) const fn style(self) -> Style<'static> {
        Style { fill: self.fill, stroke: self.line, width: 1.5 }
    }
}

/// A value in a word and its plies.
pub(super) fn in_words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("win {plies}"),
        Value::Lose(plies) => format!("loss {plies}"),
        Value::Tie(plies) => format!("tie {plies}"),
        Value::Draw => "draw".to_owned(),
    }
}

/// What the colors mean, below a picture.
pub(super) fn legend(svg: &mut Svg, left: Point) {
    let entries = [
        (Value::Win(0), "the player to move wins"),
        (Value::Draw, "nobody wins"),
        (Value::Lose(0), "the player to move loses"),
    ];
    let mut at = left;
    for (value, text) in entries {
        svg.circle(at, 7.0, Light::of(value).style());
        let middle = 14.0 + 3.3 * text.len() as f64;
        svg.text(at.moved(middle, 0.0), Font { size: 12.0, color: "#333", bold: false }, text);
        at = at.moved(2.0 * middle + 4.0, 0.0);
    }
}

/// How wide a legend is.
pub(super) const LEGEND_WIDTH: f64 = 500.0;
