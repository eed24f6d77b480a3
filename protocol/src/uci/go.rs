//! The command `go`.

use std::iter::Peekable;
use std::time::Duration;

use super::Error;
use crate::line;

/// A search and its limits. Limits hold together.
///
/// White and Black are colors, also where Black moves first. Times are never negative, and never so long
/// that adding them to an instant would fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Moves to a win.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time on White's clock.
    pub white_time: Option<Duration>,
    /// Time on Black's clock.
    pub black_time: Option<Duration>,
    /// White's increment per move.
    pub white_increment: Option<Duration>,
    /// Black's increment per move.
    pub black_increment: Option<Duration>,
    /// Moves until time is added to the clocks.
    pub moves_to_go: Option<u32>,
    /// Search until stopped.
    pub infinite: bool,
    /// Search in the opponent's time.
    pub ponder: bool,
    /// Count the leaves of the move tree at this depth in plies instead of searching.
    pub perft: Option<u32>,
    /// Search only these moves, if there are any.
    pub search_moves: Vec<String>,
}

impl Go {
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let mut go = Self::default();
        let mut words = line::words(text).peekable();
        while let Some(word) = words.next() {
            if let Some(key) = Key::of(word) {
                go.take(key, &mut words)?;
            }
        }
        Ok(go)
    }

    fn take<'a>(
        &mut self,
        key: Key,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<(), Error> {
        match key {
            Key::Infinite => self.infinite = true,
            Key::Ponder => self.ponder = true,
            Key::SearchMoves => {
                while let Some(mv) = words.next_if(|word| Key::of(word).is_none()) {
                    self.search_moves.push(mv.to_owned());
                }
            }
            Key::Number(name, set) => {
                let value = words.next().unwrap_or("");
                set(self, value).ok_or_else(|| Error::bad_number(name, value))?;
            }
        }
        Ok(())
    }
}

/// A keyword after `go`.
enum Key {
    Infinite,
    Ponder,
    SearchMoves,
    /// Takes the next word as a number.
    Number(&'static str, fn(&mut Go, &str) -> Option<()>),
}

impl Key {
    fn of(word: &str) -> Option<Self> {
        use Key::Number;
        Some(match word {
            "infinite" => Self::Infinite,
            "ponder" => Self::Ponder,
            "searchmoves" => Self::SearchMoves,
            "depth" => Number("depth", |go, value| put(&mut go.depth, line::small(value))),
            "nodes" => Number("nodes", |go, value| put(&mut go.nodes, line::whole(value))),
            "mate" => Number("mate", |go, value| put(&mut go.mate, line::small(value))),
            "movetime" => Number("movetime", |go, value| put(&mut go.move_time, milliseconds(value))),
            "wtime" => Number("wtime", |go, value| put(&mut go.white_time, milliseconds(value))),
            "btime" => Number("btime", |go, value| put(&mut go.black_time, milliseconds(value))),
            "winc" => Number("winc", |go, value| put(&mut go.white_increment, milliseconds(value))),
            "binc" => Number("binc", |go, value| put(&mut go.black_increment, milliseconds(value))),
            "perft" => Number("perft", |go, value| put(&mut go.perft, line::small(value))),
            "movestogo" => Number("movestogo", |go, value| put(&mut go.moves_to_go, line::small(value))),
            _ => return None,
        })
    }
}

/// Stores a value. Returns `None` if there is none.
fn put<T>(place: &mut Option<T>, value: Option<T>) -> Option<()> {
    *place = Some(value?);
    Some(())
}

fn milliseconds(text: &str) -> Option<Duration> {
    const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);
    line::real(text).map(|number| Duration::from_millis(number as u64).min(LONGEST))
}
