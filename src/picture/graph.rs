//! Small game graphs without cycles, ply by ply from the top.

use std::collections::HashMap;

use super::svg::{Font, Paint, Point, Svg, color, svg};
use super::value_color::{LEGEND_WIDTH, VALUES, ValueColor, label, legend};
use crate::lab::{GameGraph, Value, Values};

/// The look of a vertex, and its size.
pub(super) struct Face<'a, V> {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Draws a vertex around a point.
    pub(super) draw: &'a dyn Fn(&Svg, V, Point),
}

/// The space between two layers.
const GAP: f64 = 70.0;
const MARGIN: f64 = 24.0;

/// Draws the vertices within `plies` moves of `start`.
pub(super) fn layered<T: GameGraph>(
    graph: &T,
    start: T::Vertex,
    plies: usize,
    values: &Values<T::Vertex>,
    face: &Face<T::Vertex>,
) -> String {
    let layers = layers(graph, start, plies);
    let widest = layers.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let width = (widest * (face.width + 14.0)).max(LEGEND_WIDTH) + 2.0 * MARGIN;
    let mut points = HashMap::new();
    for (ply, layer) in layers.iter().enumerate() {
        let y = MARGIN + face.height / 2.0 + ply as f64 * (face.height + GAP);
        for (index, &vertex) in layer.iter().enumerate() {
            let x = width * (index as f64 + 0.5) / layer.len() as f64;
            points.insert(vertex, Point::new(x, y));
        }
    }
    let drawing = GraphDrawing { graph, values, face, points };
    let bottom = layers.len() as f64 * (face.height + GAP) + MARGIN;
    svg(width, bottom, |svg| {
        layers.iter().flatten().for_each(|&vertex| drawing.moves(svg, vertex));
        layers.iter().flatten().for_each(|&vertex| drawing.vertex(svg, vertex));
        legend(svg, Point::new(MARGIN + 8.0, bottom - 20.0), &VALUES);
    })
}

/// The vertices by their distance from the start. The order within a layer keeps crossings few.
fn layers<T: GameGraph>(graph: &T, start: T::Vertex, plies: usize) -> Vec<Vec<T::Vertex>> {
    let mut layers = vec![vec![start]];
    let mut moves = Vec::new();
    for _ in 0..plies {
        let last = layers.last().expect("the first layer exists");
        let mut points: HashMap<T::Vertex, Vec<f64>> = HashMap::new();
        let mut next = Vec::new();
        for (index, &vertex) in last.iter().enumerate() {
            graph.moves(vertex, &mut moves);
            for vertex in moves.drain(..) {
                let above = points.entry(vertex).or_default();
                if above.is_empty() {
                    next.push(vertex);
                }
                above.push(index as f64);
            }
        }
        if next.is_empty() {
            break;
        }
        let mean = |vertex: &T::Vertex| points[vertex].iter().sum::<f64>() / points[vertex].len() as f64;
        next.sort_by(|one, another| mean(one).total_cmp(&mean(another)));
        layers.push(next);
    }
    layers
}

struct GraphDrawing<'a, T: GameGraph> {
    graph: &'a T,
    values: &'a Values<T::Vertex>,
    face: &'a Face<'a, T::Vertex>,
    points: HashMap<T::Vertex, Point>,
}

impl<T: GameGraph> GraphDrawing<'_, T> {
    fn value(&self, vertex: T::Vertex) -> Value {
        self.values.get(vertex).expect("every drawn vertex has a value")
    }

    fn moves(&self, svg: &Svg, vertex: T::Vertex) {
        let mut moves = Vec::new();
        self.graph.moves(vertex, &mut moves);
        let mut drawn = Vec::new();
        for next in moves {
            let Some(&to) = self.points.get(&next) else { continue };
            if drawn.contains(&next) {
                continue;
            }
            drawn.push(next);
            let value = self.value(next).of_move(self.graph.player(vertex), self.graph.player(next));
            let half = self.face.height / 2.0;
            let from = self.points[&vertex].moved(0.0, half + 16.0);
            self.arrow(svg, from, to.moved(0.0, -half - 3.0), value);
        }
    }

    fn arrow(&self, svg: &Svg, from: Point, to: Point, value: Value) {
        let color = ValueColor::of(value).line;
        svg.line(&[from, to.towards(from, 6.0)], Paint::outlined(color, 1));
        svg.arrow_head(from, to, color);
    }

    fn vertex(&self, svg: &Svg, vertex: T::Vertex) {
        let (at, value) = (self.points[&vertex], self.value(vertex));
        svg.rectangle(at, self.face.width, self.face.height, ValueColor::of(value).style());
        (self.face.draw)(svg, vertex, at);
        let below = at.moved(0.0, self.face.height / 2.0 + 9.0);
        svg.text(below, Font { size: 10.0, color: color(0x33_3333), bold: false }, &label(value));
    }
}
