//! The test of the paper that the never-lose player goes back to (Romano, Never-losing play): thousands of games,
//! none of which is lost, with tables of eight pieces to judge the claims by.
//!
//! `cargo bench --bench never_lose -- 12000` takes an hour for each of the two 6×6 games; the default is 200
//! games with a judge of six pieces.

#[path = "../tests/never_lose/games.rs"]
mod games;

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use remise::board::{Checkers, Draughts, Game};
use remise::endgame::{Build, Kind};
use remise::engine::{SmallTables, TableFolder, Variant};

/// The number of games without an argument.
const GAMES: u64 = 200;
/// The pieces in the tables of the player.
const PIECES: usize = 6;

fn main() {
    let games = std::env::args().find_map(|word| word.parse().ok());
    let pieces = if games.is_some() { 8 } else { PIECES };
    let games = games.unwrap_or(GAMES);
    play::<Checkers<6>>(Variant::Checkers6, games, pieces);
    play::<Draughts<6>>(Variant::Draughts6, games, pieces);
}

/// Plays the games and reports every 200 of them.
fn play<G: Game + Default>(variant: Variant, games: u64, pieces: usize) {
    let [tables, judges] = [PIECES, pieces].map(|pieces| tables_of::<G>(variant, pieces));
    for first in (0..games).step_by(200) {
        let range = first..games.min(first + 200);
        let tally = games::check_games::<G>(variant, range, &tables, &judges);
        writeln!(stdout(), "{variant}, games from {first}: {tally:?}").expect("the output is open");
    }
}

/// The tables of this many pieces. Those of an earlier run are used again.
fn tables_of<G: Game + Default>(variant: Variant, pieces: usize) -> TableFolder {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("never-lose-{pieces}"));
    let build = Build { pieces, kind: Kind::Dtw, threads: 1, memory: None, disk: None };
    build.run(G::default(), &path.join(variant.name()), &mut |_| ()).expect("there is room");
    TableFolder { path, small: SmallTables::Leave }
}
