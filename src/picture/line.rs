//! N-to-0-by-1-or-2 as a row of heaps.

use super::light::{LEGEND_WIDTH, Light, in_words, legend};
use super::svg::{Font, Point, Style, Svg};
use crate::lab::{Heap, Player, Value, Values};

const STEP: f64 = 84.0;
const RADIUS: f64 = 22.0;
const MIDDLE: f64 = 110.0;

/// The graph of a heap, as seen by whoever is to move: the players have the same moves. `values` are those
/// of all that follows the heap of `most`.
#[must_use]
pub fn nim(most: u32, values: &Values<Heap>) -> String {
    let value = |left| {
        let heap = Player::ALL.into_iter().find_map(|player| values.get(Heap { left, player }));
        heap.expect("every smaller heap can arise")
    };
    let mut svg = Svg::default();
    for left in 1..=most {
        for taken in 1..=left.min(2) {
            let seen = value(left - taken).of_move(Player::First, Player::Second);
            draw_move(&mut svg, place(most, left), place(most, left - taken), seen);
        }
    }
    for left in 0..=most {
        draw_heap(&mut svg, place(most, left), left, value(left));
    }
    legend(&mut svg, Point::new(30.0, MIDDLE + 80.0));
    svg.finish((STEP * f64::from(most + 1)).max(LEGEND_WIDTH + 30.0), MIDDLE + 105.0)
}

fn place(most: u32, left: u32) -> Point {
    Point::new(STEP * (f64::from(most - left) + 0.5), MIDDLE)
}

fn draw_heap(svg: &mut Svg, at: Point, left: u32, value: Value) {
    svg.circle(at, RADIUS, Light::of(value).style());
    svg.text(at, Font { size: 18.0, color: "#111", bold: true }, &left.to_string());
    svg.text(at.moved(0.0, 36.0), Font { size: 12.0, color: "#333", bold: false }, &in_words(value));
}

/// One is taken straight ahead, two in a bow above.
fn draw_move(svg: &mut Svg, from: Point, to: Point, value: Value) {
    let color = Light::of(value).line;
    let style = Style::drawn(color, 2.0);
    if to.x - from.x < 1.5 * STEP {
        let (start, end) = (from.towards(to, RADIUS), to.towards(from, RADIUS + 2.0));
        svg.polyline(&[start, end.towards(from, 5.0)], style);
        svg.arrow_head(start, end, color);
    } else {
        let top = Point::new((from.x + to.x) / 2.0, from.y - 100.0);
        let (start, end) = (from.towards(top, RADIUS), to.towards(top, RADIUS + 2.0));
        svg.curve(start, top, end.towards(top, 5.0), style);
        svg.arrow_head(top, end, color);
    }
}
