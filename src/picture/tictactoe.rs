//! The beginning of tic-tac-toe, with symmetric positions drawn once.

use super::graph::{Face, layered};
use super::svg::{Paint, Point, Svg, color};
use crate::lab::{GameGraph, Marks, Player, TicTacToe, Values};

/// The game up to turning and reflecting the board.
struct UpToSymmetry;

impl GameGraph for UpToSymmetry {
    type Vertex = Marks;

    fn player(&self, vertex: Marks) -> Player {
        TicTacToe.player(vertex)
    }

    fn moves(&self, vertex: Marks, list: &mut Vec<Marks>) {
        let first = list.len();
        TicTacToe.moves(vertex, list);
        list[first..].iter_mut().for_each(|marks| *marks = marks.canonical());
    }

    fn winner(&self, sink: Marks) -> Option<Player> {
        TicTacToe.winner(sink)
    }
}

/// As many plies as fit on a page.
const PLIES: usize = 2;

const CELL: f64 = 16.0;

/// The first plies of the game. `values` contains the whole game.
#[must_use]
pub fn tictactoe(values: &Values<Marks>) -> String {
    let face = Face { width: 62.0, height: 62.0, draw: &draw };
    layered(&UpToSymmetry, Marks::EMPTY, PLIES, values, &face)
}

fn draw(svg: &Svg, marks: Marks, at: Point) {
    let grid = Paint::outlined(color(0x66_6666), 1);
    for offset in [-CELL / 2.0, CELL / 2.0] {
        let end = 1.5 * CELL;
        svg.line(&[at.moved(offset, -end), at.moved(offset, end)], grid);
        svg.line(&[at.moved(-end, offset), at.moved(end, offset)], grid);
    }
    for cell in 0..9 {
        let middle = at.moved(CELL * (cell % 3) as f64 - CELL, CELL * (cell / 3) as f64 - CELL);
        match marks.at(cell) {
            Some(Player::First) => cross(svg, middle),
            Some(Player::Second) => svg.circle(middle, 4.8, Paint::outlined(color(0x11_1111), 2)),
            None => {}
        }
    }
}

fn cross(svg: &Svg, at: Point) {
    let style = Paint::outlined(color(0x11_1111), 2);
    svg.line(&[at.moved(-4.5, -4.5), at.moved(4.5, 4.5)], style);
    svg.line(&[at.moved(-4.5, 4.5), at.moved(4.5, -4.5)], style);
}
