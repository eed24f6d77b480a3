//! N-to-0-by-1-or-2 as a row of heaps.

use super::svg::{Font, Paint, Point, Svg, color, svg};
use super::value_color::{LEGEND_WIDTH, VALUES, ValueColor, label, legend};
use crate::lab::{Heap, Player, Value, Values};

const STEP: f64 = 84.0;
const RADIUS: f64 = 22.0;
const MIDDLE: f64 = 110.0;

/// The graph of the heaps up to `most`. Both players have the same moves, so a heap has one value, that of
/// the player to move. `values` contains all positions that can follow the heap of `most`.
#[must_use]
pub fn nim(most: u32, values: &Values<Heap>) -> String {
    let value = |left| {
        let heap = Player::ALL.into_iter().find_map(|player| values.get(Heap { left, player }));
        heap.expect("every smaller heap can arise")
    };
    let width = (STEP * f64::from(most + 1)).max(LEGEND_WIDTH + 30.0);
    svg(width, MIDDLE + 105.0, |svg| {
        for left in 1..=most {
            for taken in 1..=left.min(2) {
                let seen = value(left - taken).of_move(Player::First, Player::Second);
                draw_move(svg, centre(most, left), centre(most, left - taken), seen);
            }
        }
        for left in 0..=most {
            draw_heap(svg, centre(most, left), left, value(left));
        }
        legend(svg, Point::new(30.0, MIDDLE + 80.0), &VALUES);
    })
}

fn centre(most: u32, left: u32) -> Point {
    Point::new(STEP * (f64::from(most - left) + 0.5), MIDDLE)
}

fn draw_heap(svg: &Svg, at: Point, left: u32, value: Value) {
    svg.circle(at, RADIUS, ValueColor::of(value).style());
    svg.text(at, Font { size: 18.0, color: color(0x11_1111), bold: true }, &left.to_string());
    let small = Font { size: 12.0, color: color(0x33_3333), bold: false };
    svg.text(at.moved(0.0, 36.0), small, &label(value));
}

/// A straight arrow takes one, a curve above takes two.
fn draw_move(svg: &Svg, from: Point, to: Point, value: Value) {
    let color = ValueColor::of(value).line;
    let style = Paint::outlined(color, 2);
    if to.x - from.x < 1.5 * STEP {
        let (start, end) = (from.towards(to, RADIUS), to.towards(from, RADIUS + 2.0));
        svg.line(&[start, end.towards(from, 5.0)], style);
        svg.arrow_head(start, end, color);
    } else {
        let top = Point::new((from.x + to.x) / 2.0, from.y - 100.0);
        let (start, end) = (from.towards(top, RADIUS), to.towards(top, RADIUS + 2.0));
        svg.curve([start, top, end.towards(top, 5.0)], style);
        svg.arrow_head(top, end, color);
    }
}
