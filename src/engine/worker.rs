//! Serves the requests to an engine, in its own thread or the caller's.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ThreadTime;
use crossbeam_channel::{Receiver, Sender};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rustc_hash::FxHasher;

use super::local::Server;
use super::never_lose::{FURTHER_SEARCH_SHARE, MoveBudget, NeverLosePlayer, RootProofState, Shares};
use super::played::Played;
use super::skill::LatestIterations;
use super::{
    Event, Go, Level, Purpose, Report, Request, SearchResult, Settings, Start, TableFolder, TimeSource,
    tables,
};
use crate::board::{Game, Move, Position};
use crate::endgame::Tables;
use crate::eval::Noise;
use crate::interrupt;
use crate::search::{Depth, GameTree, Iteration, Limits, Query, Search, SearchOptions, Signals, Stop, Table};

/// Serves requests until all their senders are gone.
pub(super) fn work(settings: Settings, requests: &Receiver<Request>, events: Sender<Event>, quit: Stop) {
    let mut server = Server::new(settings, events, quit);
    requests.iter().for_each(|request| server.serve(request));
}

fn smallest_table() -> Table {
    Table::new(1).expect("there is room for the smallest table")
}

/// The state of an engine that does not depend on the type of the game.
pub(super) struct Worker {
    settings: Settings,
    random: StdRng,
    table: Table,
    events: Sender<Event>,
    quit: Stop,
}

/// The state of an engine that depends on the type of the game.
pub(super) struct EngineState<G: Game> {
    game: Played<G>,
    tables: Arc<Tables<G>>,
    player: NeverLosePlayer<G>,
}

impl<G: Game> EngineState<G> {
    /// The initial position of `G`, which is the type of the worker's variant.
    pub(super) fn new(game: G, worker: &Worker) -> Self {
        let tables = worker.tables(game);
        worker.tell_of(&tables);
        Self { game: Played::new(Position::start(game)), player: NeverLosePlayer::new(&tables), tables }
    }

    fn change_tables(&mut self, tables: Arc<Tables<G>>) {
        self.player = NeverLosePlayer::new(&tables);
        self.tables = tables;
    }

    /// The player keeps to what is proven after this move.
    fn keep(&mut self, proof_state: &RootProofState<G>, best: &Move<G>, named: &[Move<G>]) {
        if proof_state.allowed().contains(best) {
            self.player.remember_claim(proof_state.claim(), &self.game.position().placement().play(best));
        } else {
            debug_assert!(!named.is_empty(), "a move is played that may not be");
        }
    }
}

/// A search to be made.
#[derive(Clone, Copy)]
struct SearchTask<'a, M> {
    go: &'a Go,
    began: Instant,
    /// The moves to choose from. If empty, all moves.
    only: &'a [M],
    /// Whether the search probes the endgame tables.
    has_tables: bool,
}

impl Worker {
    pub(super) fn new(settings: Settings, events: Sender<Event>, quit: Stop) -> Self {
        let random = StdRng::seed_from_u64(settings.seed.unwrap_or_else(rand::random));
        let mut worker = Self { settings: settings.clone(), random, table: smallest_table(), events, quit };
        worker.change(settings);
        worker
    }

    /// Serves a request. Returns the new settings if they are for another variant.
    pub(super) fn serve<G: Game>(
        &mut self,
        state: &mut EngineState<G>,
        request: Request,
    ) -> Option<Settings> {
        match request {
            Request::Ready => self.tell(Event::Ready),
            Request::NewGame => {
                self.table.clear();
                state.player.forget();
            }
            Request::ClearTable => self.table.clear(),
            Request::Position { start, moves } => self.set_up(&mut state.game, &start, &moves),
            Request::Game(game) => match game.played(state.game.position().game()) {
                Some(played) => state.game = played.clone(),
                None => self.tell(Event::Refused(format!("this engine does not play {}", game.variant()))),
            },
            Request::Play(text) => self.play_all(&mut state.game, &[text]),
            Request::Go(go) => self.go(state, &go),
            Request::Settings(settings) if settings.variant == self.settings.variant => {
                let same_tables = settings.tables == self.settings.tables;
                self.change(settings);
                if !same_tables {
                    let tables = self.tables(state.game.position().game());
                    self.tell_of(&tables);
                    state.change_tables(tables);
                }
            }
            Request::Settings(settings) => return Some(settings),
        }
        None
    }

    fn tell(&self, event: Event) {
        // The receiver may be gone.
        let _ = self.events.send(event);
    }

    /// Changes the settings. If there is no memory for the transposition table, it gets the smallest size.
    pub(super) fn change(&mut self, settings: Settings) {
        if self.table.mib() != settings.hash_mib {
            self.table = smallest_table();
            match Table::new(settings.hash_mib) {
                Ok(table) => self.table = table,
                Err(error) => self.tell(Event::Refused(error.to_string())),
            }
        }
        self.settings = settings;
    }

    /// The tables of the game `G`, which is the type of the variant.
    fn tables<G: Game>(&self, game: G) -> Arc<Tables<G>> {
        let open = |folder: &TableFolder| folder.open(game, self.settings.variant.name());
        Arc::new(self.settings.tables.as_ref().map_or_else(|| Tables::none(game), open))
    }

    /// Says which tables were found, and that one cannot be read, if so.
    fn tell_of<G: Game>(&self, tables: &Tables<G>) {
        if let Some(folder) = &self.settings.tables {
            let variant = self.settings.variant.name();
            let found = tables::found(variant, &folder.path.join(variant), tables);
            log::info!("{found}");
            self.tell(Event::Tables(found));
        }
        self.warn_of(tables);
    }

    /// Says that a table cannot be read, if so.
    fn warn_of<G: Game>(&self, tables: &Tables<G>) {
        if let Err(error) = tables.check_readable() {
            self.tell(Event::Warning(format!("{error}; it is not used")));
        }
    }

    /// Sets up a position and plays the moves up to the first illegal one. An invalid position changes
    /// nothing.
    fn set_up<G: Game>(&self, game: &mut Played<G>, start: &Start, moves: &[String]) {
        match Played::begun(game.position().game(), start) {
            Ok(begun) => *game = begun,
            Err(error) => return self.tell(Event::Refused(error.to_string())),
        }
        self.play_all(game, moves);
    }

    /// Plays the moves up to the first illegal one.
    fn play_all<G: Game>(&self, game: &mut Played<G>, moves: &[String]) {
        for text in moves {
            match game.read(text) {
                Ok(mv) => game.play(&mv),
                Err(error) => return self.tell(Event::Refused(error.to_string())),
            }
        }
    }

    fn go<G: Game>(&mut self, state: &mut EngineState<G>, go: &Go) {
        let began = Instant::now();
        let quit = self.quit.clone();
        let stopped = || go.stop.is_asked() || quit.is_asked() || interrupt::is_requested();
        let thread_began = ThreadTime::now();
        let elapsed = || match (go.purpose, go.time_source) {
            (Purpose::Ponder, _) => go.ponder_hit.elapsed(),
            (Purpose::Think | Purpose::Analyze, TimeSource::Wall) => began.elapsed(),
            (Purpose::Think | Purpose::Analyze, TimeSource::ThreadCpu) => thread_began.elapsed(),
        };
        let signals = Signals { stopped: &stopped, elapsed: &elapsed };
        let limits = limits(&state.game, go);
        let only = self.read_all(&state.game, &go.only);
        let was_readable = state.tables.check_readable().is_ok();
        let task = SearchTask { go, began, only: &only, has_tables: true };
        let found = match self.settings.never_lose {
            true => self.search_safely(state, &task, limits, signals),
            false => self.search(state, &task, limits, signals),
        };
        if was_readable {
            self.warn_of(&state.tables);
        }
        let pv = found.map_or(Vec::new(), |found| found.pv);
        self.tell(Event::Done(done(&state.game, pv)));
    }

    /// The same where what is proven to lose is left out, and where nothing is chosen but what is proven not
    /// to lose, if there is such a move.
    fn search_safely<G: Game>(
        &mut self,
        state: &mut EngineState<G>,
        task: &SearchTask<'_, Move<G>>,
        limits: Limits,
        signals: Signals<'_>,
    ) -> Option<Iteration<Move<G>>> {
        let EngineState { game, player, .. } = state;
        let SearchTask { go, only: named, .. } = *task;
        let mut budget = MoveBudget::new(limits, signals);
        let is_forced = is_forced(game, go);
        let before = (!is_forced).then(|| budget.allot_before_search::<G>(go.purpose)).flatten();
        let begun = player.expanded();
        let proof_state = player.prove_before_search(game, budget.lookup_deadline(), before.as_ref());
        budget.charge(player.expanded() - begun);
        // An analysis has examined all moves, not only the one that the search would prefer.
        let was_asked = before.is_some() && (go.purpose == Purpose::Analyze || proof_state.claim().is_safe());
        let (found, proof_state) = if is_forced || was_asked || proof_state.is_settled() {
            (self.search_allowed(state, task, &proof_state, budget), proof_state)
        } else {
            self.search_and_prove(state, task, proof_state, budget)
        };
        let best = found.as_ref().map(|found| &found.pv[0]);
        let position_claim = proof_state.position_claim(best);
        if let Some(best) = best {
            state.keep(&proof_state, best, named);
            log::info!("{}: {}", state.game.text(best).notation, position_claim.claim);
        }
        self.tell(Event::Claimed(position_claim));
        found
    }

    /// Searches among the moves that may be played. Where everything is known and there is one, it is played.
    fn search_allowed<G: Game>(
        &mut self,
        state: &EngineState<G>,
        task: &SearchTask<'_, Move<G>>,
        proof_state: &RootProofState<G>,
        mut budget: MoveBudget<'_>,
    ) -> Option<Iteration<Move<G>>> {
        let only = proof_state.playable(task.only);
        let allowed = SearchTask { only: &only, has_tables: !proof_state.is_draw(), ..*task };
        let has_no_choice = proof_state.is_settled()
            && only.len() == 1
            && task.only.is_empty()
            && task.go.purpose == Purpose::Think;
        budget.search(1.0, |limits, signals| {
            let limits = if has_no_choice { ONE_PLY } else { limits };
            self.search(state, &allowed, limits, signals)
        })
    }

    /// Asks about the move that the search likes best until it is one that may be played. What the search
    /// does not like need not be proven.
    fn search_and_prove<G: Game>(
        &mut self,
        state: &mut EngineState<G>,
        task: &SearchTask<'_, Move<G>>,
        mut proof_state: RootProofState<G>,
        mut budget: MoveBudget<'_>,
    ) -> (Option<Iteration<Move<G>>>, RootProofState<G>) {
        let is_within_reach = state.player.is_within_reach(state.game.position().placement());
        let shares = Shares::of_play(proof_state.claim().is_safe(), is_within_reach);
        let only = proof_state.candidates(task.only);
        let wanted = SearchTask { only: &only, ..*task };
        let mut found =
            budget.search(shares.search, |limits, signals| self.search(state, &wanted, limits, signals));
        while let Some(preferred) = &found {
            let for_proofs = budget.allot_proofs::<G>(shares.proofs);
            let EngineState { game, player, .. } = state;
            let begun = player.expanded();
            proof_state = player.prove_after_search(
                game,
                &proof_state,
                (&preferred.pv[0], preferred.score),
                &for_proofs,
            );
            budget.charge(player.expanded() - begun);
            if proof_state.allows(&preferred.pv[0], task.only) {
                break;
            }
            let only = proof_state.playable(task.only);
            let second = SearchTask { only: &only, ..*task };
            found = budget
                .search(FURTHER_SEARCH_SHARE, |limits, signals| self.search(state, &second, limits, signals));
        }
        (found, proof_state)
    }

    /// The best line, where only some moves are chosen from, unless there is none of them. In a draw that is
    /// proven the search does without endgame tables: it looks for what is hard for the opponent.
    fn search<G: Game>(
        &mut self,
        state: &EngineState<G>,
        task: &SearchTask<'_, Move<G>>,
        limits: Limits,
        signals: Signals<'_>,
    ) -> Option<Iteration<Move<G>>> {
        let EngineState { game, tables, .. } = state;
        let &SearchTask { go, began, only, has_tables } = task;
        let none = Tables::none(tables.game());
        let tables = if has_tables { tables } else { &none };
        let tree = self.tree(tables.game(), go).with_tables(tables);
        let mut search = Search::new(&tree, &self.table, self.options(tables, go), signals);
        if let Some(seed) = go.noise_seed {
            search = search.shuffled(seed);
        }
        let level = if go.purpose == Purpose::Analyze { Level::MOST } else { self.settings.level };
        let query = Query {
            root: game.position(),
            game: game.history().keys(),
            legal: game.legal_moves(),
            only,
            lines: if level.is_full() { go.lines } else { usize::MAX },
            limits: level.limited(limits),
        };
        let mut lines = LatestIterations::default();
        let found = search.deepen_with(self.settings.threads, &query, |iteration| {
            if iteration.line <= go.lines.max(1) {
                self.report(game, iteration, began);
            }
            if !level.is_full() {
                lines.record(iteration);
            }
        });
        let mut own = go.seed.map(StdRng::seed_from_u64);
        let chosen = lines.choose(level, own.as_mut().unwrap_or(&mut self.random));
        if let Some(chosen) = &chosen {
            self.report(game, chosen, began);
        }
        chosen.or(found)
    }

    fn tree<G: Game>(&self, game: G, go: &Go) -> GameTree<'static, G> {
        let evaluation = self.settings.evaluation.of(game, self.settings.network_of_game());
        GameTree::new(evaluation).with_noise(go.noise_seed.map_or(Noise::NONE, Noise::new))
    }

    /// The salt keeps entries of the transposition table apart that belong to another variant, evaluation or
    /// noise, or to other endgame tables.
    fn options<G: Game>(&self, tables: &Tables<G>, go: &Go) -> SearchOptions {
        let mut hasher = FxHasher::default();
        let network = self.settings.network.as_ref().map(|network| network.checksum());
        (self.settings.variant, self.settings.evaluation, network, tables.signature(), go.noise_seed)
            .hash(&mut hasher);
        SearchOptions { profile: self.settings.profile, salt: hasher.finish() }
    }

    /// The legal moves among those that are named.
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
            lines: iteration.lines,
            score: iteration.score,
            nodes: iteration.nodes,
            table_hits: iteration.table_hits,
            time: began.elapsed(),
            hashfull: self.table.hashfull(),
            pv: game.write(&iteration.pv),
        }));
    }
}

/// Whether the engine must move now and has one legal move only.
fn is_forced<G: Game>(game: &Played<G>, go: &Go) -> bool {
    go.purpose == Purpose::Think && game.legal_moves().len() == 1
}

/// The limits for a forced move: one ply is enough for a score.
const ONE_PLY: Limits = Limits { depth: Depth::ONE, ..Limits::NONE };

fn limits<G: Game>(game: &Played<G>, go: &Go) -> Limits {
    if is_forced(game, go) {
        ONE_PLY
    } else {
        let clock = go.limits.clock.or(go.clocks.of(game.position().turn()));
        Limits { clock, ..go.limits }
    }
}

fn done<G: Game>(game: &Played<G>, pv: Vec<Move<G>>) -> SearchResult {
    let mut texts = game.write(&pv).into_iter();
    let best = texts.next();
    let mut next = game.clone();
    if let Some(mv) = pv.first() {
        next.play(mv);
    }
    let ponder = texts.next().filter(|_| next.outcome().is_none());
    SearchResult { best, ponder, result: game.outcome() }
}
