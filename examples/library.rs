//! What LIBRARY.md explains: a program that generates moves, searches, and probes endgame tables.

use std::error::Error;
use std::io::{Write, stdout};
use std::path::Path;

use remise::endgame::Value;
use remise::engine::{
    EndgameTables, Engine, Event, GameState, Go, Report, Request, Settings, SmallTables, Start, TableFolder,
    Variant,
};
use remise::search::{Depth, Limits};

/// Reads a position of international draughts.
fn position(fen: &str) -> Result<GameState, Box<dyn Error>> {
    Ok(GameState::new(Variant::Draughts10, &Start::Fen(fen.to_owned()))?)
}

/// The legal moves, in the notation of the game.
fn moves(game: &GameState) -> Vec<String> {
    game.legal_moves().into_iter().map(|mv| mv.notation).collect()
}

/// Searches to this depth. Returns what the last iteration found.
fn search(game: &GameState, plies: u8) -> Result<Option<Report>, Box<dyn Error>> {
    let settings = Settings { variant: game.variant(), ..Settings::default() };
    let (engine, events) = Engine::start(settings)?;
    engine.request(Request::Game(game.clone()));
    engine.request(Request::Go(Go::think(Limits { depth: Depth(plies), ..Limits::NONE })));
    let mut last = None;
    for event in events {
        match event {
            Event::Iteration(report) => last = Some(report),
            Event::Done(_) => return Ok(last),
            Event::Refused(reason) => return Err(reason.into()),
            _ => {}
        }
    }
    Err("the engine has ended".into())
}

/// The value of a position with few pieces, from tables in this folder. Small ones that are missing are built.
fn probe(game: &GameState, folder: &Path) -> Option<Value> {
    let folder = TableFolder { path: folder.to_owned(), small: SmallTables::Make };
    EndgameTables::open(game.variant(), &folder).probe(game)
}

/// Shows all of it.
pub(crate) fn show(output: &mut impl Write, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut game = position("W:W13,14,18,19,33,42:B21,22,27,31,38")?;
    writeln!(output, "{} legal moves: {}", moves(&game).len(), moves(&game).join(" "))?;
    if let Some(report) = search(&game, 4)? {
        let line: Vec<_> = report.pv.iter().map(|mv| mv.notation.as_str()).collect();
        writeln!(output, "best line: {}", line.join(" "))?;
        writeln!(output, "plies to the win: {:?}", report.score.plies_to_win())?;
    }
    game.play("33-29")?;
    writeln!(output, "after 33-29: {}, {}", game.fen(), moves(&game).join(" "))?;
    let ending = position("W:WK46:B20")?;
    writeln!(output, "{}: {:?}", ending.fen(), probe(&ending, folder))?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    show(&mut stdout().lock(), &std::env::temp_dir().join("remise-example-tables"))
}
