//! A game graph with the marks of WinTree: vertices on a circle, moves as curved arrows.

use std::f64::consts::TAU;

use plotters::style::RGBColor;

use super::svg::{Font, Paint, Point, Svg, color, svg};
use super::value_color::{LEGEND_WIDTH, ValueColor, legend};
use crate::lab::{ExplicitGraph, GameGraph, Mark, Player, WinTree};

const RADIUS: f64 = 20.0;
const MARGIN: f64 = 70.0;
const LEGEND: [(ValueColor, &str); 3] =
    [(ValueColor::GREEN, "TRUE: the player wins"), (ValueColor::YELLOW, "NIL"), (ValueColor::RED, "FALSE")];
const CAPTION: &str = "Circle: first is to move · square: second is to move · thick: wrong mark";
const UNMARKED: RGBColor = color(0xf0_f0f0);
const ARROW: RGBColor = color(0x70_7070);
const PATH: RGBColor = color(0x21_66ac);
const TEXT: RGBColor = color(0x22_2222);

/// The graph with the marks of a search. `path` lists the moves to be emphasised, `wrong` the vertices whose
/// marks are wrong.
#[must_use]
pub fn wintree(tree: &WinTree<ExplicitGraph>, path: &[(usize, usize)], wrong: &[usize]) -> String {
    let vertices = tree.graph().vertices().len();
    let radius = (3.5 * RADIUS * vertices as f64 / TAU).max(110.0);
    let width = (2.0 * (radius + MARGIN)).max(LEGEND_WIDTH);
    let height = 2.0 * (radius + MARGIN) + 50.0;
    let drawing = TreeDrawing { tree, centre: Point::new(width / 2.0, radius + MARGIN), radius };
    svg(width, height, |svg| {
        for (from, to) in edges(tree.graph()) {
            let emphasised = path.contains(&(from, to));
            drawing.edge(svg, from, to, if emphasised { (PATH, 3) } else { (ARROW, 1) });
        }
        for vertex in tree.graph().vertices() {
            drawing.vertex(svg, vertex, wrong.contains(&vertex));
        }
        legend(svg, Point::new(30.0, height - 45.0), &LEGEND);
        svg.text(Point::new(width / 2.0, height - 20.0), font(12.0), CAPTION);
    })
}

const fn font(size: f64) -> Font {
    Font { size, color: TEXT, bold: false }
}

/// The moves, each once.
fn edges(graph: &ExplicitGraph) -> Vec<(usize, usize)> {
    let mut edges: Vec<_> =
        graph.vertices().flat_map(|from| graph.moves[from].iter().map(move |&to| (from, to))).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

struct TreeDrawing<'a> {
    tree: &'a WinTree<'a, ExplicitGraph>,
    centre: Point,
    radius: f64,
}

impl TreeDrawing<'_> {
    /// A point in the direction of a vertex, 0 at the top and clockwise from there.
    fn point(&self, vertex: usize, radius: f64) -> Point {
        let angle = TAU * vertex as f64 / self.tree.graph().vertices().len() as f64;
        self.centre.moved(radius * angle.sin(), -radius * angle.cos())
    }

    /// Opposite moves bend to opposite sides. A move from a vertex to itself is a loop outside of the circle.
    fn edge(&self, svg: &Svg, from: usize, to: usize, (color, width): (RGBColor, u32)) {
        let style = Paint::outlined(color, width);
        let (start, end) = (self.point(from, self.radius), self.point(to, self.radius));
        if from == to {
            svg.circle(self.point(from, self.radius + RADIUS + 6.0), 10.0, style);
            return;
        }
        let (right, down) = (end.x - start.x, end.y - start.y);
        let control = Point::new((start.x + end.x) / 2.0, (start.y + end.y) / 2.0);
        let control = control.moved(-0.18 * down, 0.18 * right);
        let tip = end.towards(control, RADIUS + 3.0);
        svg.curve([start.towards(control, RADIUS), control, tip.towards(control, 5.0)], style);
        svg.arrow_head(control, tip, color);
    }

    fn vertex(&self, svg: &Svg, vertex: usize, is_wrong: bool) {
        let (graph, at) = (self.tree.graph(), self.point(vertex, self.radius));
        let mark = self.tree.mark(vertex);
        let style = match mark {
            Some(Mark::True { .. }) => ValueColor::GREEN.style(),
            Some(Mark::Nil) => ValueColor::YELLOW.style(),
            Some(Mark::False) => ValueColor::RED.style(),
            Some(Mark::Gray) | None => Paint::new(UNMARKED, ARROW, 2),
        };
        if graph.player(vertex) == Player::First {
            svg.circle(at, RADIUS, style);
        } else {
            svg.rectangle(at, 2.0 * RADIUS, 2.0 * RADIUS, style);
        }
        if is_wrong {
            svg.circle(at, 1.6 * RADIUS, Paint::outlined(ValueColor::RED.line, 4));
        }
        svg.text(at, Font { bold: true, ..font(16.0) }, &vertex.to_string());
        svg.text(self.point(vertex, self.radius + 2.3 * RADIUS), font(12.0), &label(graph, vertex, mark));
    }
}

/// The distance of a TRUE vertex, and the winner of a sink.
fn label(graph: &ExplicitGraph, vertex: usize, mark: Option<Mark>) -> String {
    let winner = |winner: Option<Player>| winner.map_or("no winner".to_owned(), |it| format!("{it} wins"));
    match mark {
        _ if graph.moves[vertex].is_empty() => winner(graph.winners[vertex]),
        Some(Mark::True { distance }) => format!("in {distance}"),
        _ => String::new(),
    }
}
