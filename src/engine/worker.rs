//! What the engine's thread does.

use std::hash::{Hash, Hasher};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender};
use rustc_hash::FxHasher;

use super::played::Played;
use super::{Done, Event, Go, Purpose, Report, Request, Settings, Start, TableFolder, Task, variant};
use crate::board::{Game, Move, Position};
use crate::endgame::Tables;
use crate::eval::Weights;
use crate::search::{Depth, GameTree, Iteration, Limits, Options, Query, Search, Signals, Stop, Table};

/// Serves requests until there is nobody left who could make one.
pub(super) fn work(settings: Settings, requests: &Receiver<Request>, events: &Sender<Event>, quit: &Stop) {
    let mut worker = Worker { settings: settings.clone(), table: smallest_table(), requests, events, quit };
    worker.change(settings);
    while let Some(settings) = variant::with(worker.settings.variant, Serve(&mut worker)) {
        worker.change(settings);
    }
}

fn smallest_table() -> Table {
    Table::new(1).expect("there is room for the smallest table")
}

/// What does not depend on the game.
struct Worker<'a> {
    settings: Settings,
    table: Table,
    requests: &'a Receiver<Request>,
    events: &'a Sender<Event>,
    quit: &'a Stop,
}

/// Serving requests about one game.
struct Serve<'a, 'b>(&'a mut Worker<'b>);

impl Task for Serve<'_, '_> {
    /// The settings for another game. None: it is over.
    type Output = Option<Settings>;

    fn run<G: Game>(self) -> Option<Settings> {
        let worker = self.0;
        let mut game = Played::<G>::new(Position::start());
        let mut tables = worker.tables();
        for request in worker.requests {
            match request {
                Request::Ready => worker.tell(Event::Ready),
                Request::NewGame => worker.table.clear(),
                Request::Position { start, moves } => worker.set_up(&mut game, &start, &moves),
                Request::Go(go) => worker.go(&game, &tables, &go),
                Request::Settings(settings) if settings.variant == worker.settings.variant => {
                    let same_tables = settings.tables == worker.settings.tables;
                    worker.change(settings);
                    if !same_tables {
                        tables = worker.tables();
                    }
                }
                Request::Settings(settings) => return Some(settings),
            }
        }
        None
    }
}

impl Worker<'_> {
    fn tell(&self, event: Event) {
        // Nobody has to listen.
        let _ = self.events.send(event);
    }

    /// Takes these settings. A table that does not fit in memory is the smallest one instead.
    fn change(&mut self, settings: Settings) {
        if self.table.mib() != settings.hash_mib {
            self.table = smallest_table();
            match Table::new(settings.hash_mib) {
                Ok(table) => self.table = table,
                Err(error) => self.tell(Event::Refused(error.to_string())),
            }
        }
        self.settings = settings;
    }

    /// The tables of the game `G`, which is the variant's.
    fn tables<G: Game>(&self) -> Tables<G> {
        let open = |folder: &TableFolder| folder.open(self.settings.variant.name());
        self.settings.tables.as_ref().map_or_else(Tables::none, open)
    }

    /// Plays the moves as far as they are legal. A bad position leaves the game as it was.
    fn set_up<G: Game>(&self, game: &mut Played<G>, start: &Start, moves: &[String]) {
        match Played::begun(start) {
            Ok(begun) => *game = begun,
            Err(reason) => return self.tell(Event::Refused(reason)),
        }
        for text in moves {
            match game.read(text) {
                Ok(mv) => game.play(&mv),
                Err(error) => return self.tell(Event::Refused(error.to_string())),
            }
        }
    }

    fn go<G: Game>(&self, game: &Played<G>, tables: &Tables<G>, go: &Go) {
        let tree = GameTree::new(Weights::new::<G>()).with_tables(tables);
        let began = Instant::now();
        let stopped = || go.stop.is_asked() || self.quit.is_asked();
        let elapsed = || match go.purpose {
            Purpose::Ponder => go.ponder_hit.elapsed(),
            Purpose::Think | Purpose::Analyze => began.elapsed(),
        };
        let signals = Signals { stopped: &stopped, elapsed: &elapsed };
        let mut search = Search::new(&tree, &self.table, self.options(tables), signals);
        let query = Query {
            root: game.position(),
            game: game.history().keys(),
            only: &self.read_all(game, &go.only),
            lines: go.lines,
            limits: limits(game, go),
        };
        let found = search.deepen(&query, |iteration| self.report(game, iteration, began));
        self.tell(Event::Done(done(game, found.map_or(Vec::new(), |found| found.pv))));
    }

    /// Nothing that the table keeps is met again in another game or with other endgame tables.
    fn options<G: Game>(&self, tables: &Tables<G>) -> Options {
        let mut hasher = FxHasher::default();
        (self.settings.variant, tables.signature()).hash(&mut hasher);
        Options { profile: self.settings.profile, salt: hasher.finish() }
    }

    /// The moves that can be played of those that are named.
    fn read_all<G: Game>(&self, game: &Played<G>, texts: &[String]) -> Vec<Move<G>> {
        let mut moves = Vec::new();
        for text in texts {
            match game.read(text) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.tell(Event::Refused(error.to_string())),
            }
        }
        moves
    }

    fn report<G: Game>(&self, game: &Played<G>, iteration: &Iteration<Move<G>>, began: Instant) {
        self.tell(Event::Iteration(Report {
            depth: iteration.depth.0,
            longest: iteration.longest,
            line: iteration.line,
            score: iteration.score,
            nodes: iteration.nodes,
            table_hits: iteration.table_hits,
            time: began.elapsed(),
            fullness: self.table.fullness(),
            pv: game.write(&iteration.pv),
        }));
    }
}

/// Who has no choice does not think: one ply says what the move is worth.
fn limits<G: Game>(game: &Played<G>, go: &Go) -> Limits {
    if go.purpose == Purpose::Think && game.legal_moves().len() == 1 {
        Limits { depth: Depth::ONE, ..Limits::NONE }
    } else {
        let clock = go.limits.clock.or(go.clocks.of(game.position().turn()));
        Limits { clock, ..go.limits }
    }
}

fn done<G: Game>(game: &Played<G>, pv: Vec<Move<G>>) -> Done {
    let mut texts = game.write(&pv).into_iter();
    let best = texts.next();
    let mut next = game.clone();
    if let Some(mv) = pv.first() {
        next.play(mv);
    }
    let ponder = texts.next().filter(|_| next.outcome().is_none());
    Done { best, ponder, result: game.outcome() }
}
