//! Games of the never-lose player against players who err. Each claim on the way is checked.

use std::ops::Range;

use crossbeam_channel::Receiver;
use rand::RngExt;
use rand::{SeedableRng, rngs::StdRng};
use remise::board::{Color, Game, History, Move, MoveList, Outcome, Position};
use remise::endgame::{Tables, Value};
use remise::engine::{
    Claim, Engine, Event, Go, PositionClaim, Request, Settings, Start, TableFolder, Variant,
};
use remise::notation::{fen, hub};
use remise::search::{Depth, Limits};

/// What a player answers.
pub(crate) struct Answer {
    pub(crate) position_claim: PositionClaim,
    pub(crate) best: Option<String>,
}

impl Answer {
    /// The move that it plays in this position.
    pub(crate) fn best_in<G: Game + Default>(&self, position: &Position<G>) -> Move<G> {
        let best = self.best.as_ref().expect("the game goes on");
        hub::read_move(position.placement(), best).expect("a legal move")
    }
}

/// A player with a thread of its own.
pub(crate) struct Player {
    pub(crate) engine: Engine,
    pub(crate) events: Receiver<Event>,
}

impl Player {
    pub(crate) fn new(variant: Variant, tables: TableFolder) -> Self {
        let tables = Some(tables);
        Self::start(Settings { variant, hash_mib: 1, tables, never_lose: true, ..Settings::default() })
    }

    pub(crate) fn start(settings: Settings) -> Self {
        let (engine, events) = Engine::start(settings).expect("a thread");
        Self { engine, events }
    }

    /// What it plays after these moves of a game, which it thinks about to depth 2.
    pub(crate) fn answer(&self, start: &Start, moves: &[String], nodes: u64) -> Answer {
        let go = Go::think(Limits { depth: Depth(2), nodes, ..Limits::NONE });
        let (position_claim, best) = self.ask(start, moves, go);
        Answer { position_claim: position_claim.expect("it says what is proven"), best }
    }

    /// What it says is proven after these moves, and what it plays.
    pub(crate) fn ask(
        &self,
        start: &Start,
        moves: &[String],
        go: Go,
    ) -> (Option<PositionClaim>, Option<String>) {
        self.engine.request(Request::Position { start: start.clone(), moves: moves.to_vec() });
        self.engine.request(Request::Go(go));
        let mut position_claim = None;
        for event in &self.events {
            match event {
                Event::Claimed(judged) => position_claim = Some(judged),
                Event::Done(done) => return (position_claim, done.best.map(|mv| mv.hub)),
                Event::Refused(reason) | Event::Warning(reason) => panic!("{reason}"),
                Event::Ready | Event::Tables(_) | Event::Iteration(_) => {}
            }
        }
        panic!("the engine has ended");
    }
}

/// What came of some games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    /// How many answers of the player were safe.
    pub(crate) safe: u64,
    /// How many claims were made about positions and moves.
    pub(crate) claims: u64,
    /// How many of them the judge could check.
    pub(crate) judged: u64,
}

/// Plays against a player who errs at random, and against players who look ahead from 1 to 14 plies,
/// with either color. No game is lost, and every claim on the way has to be true.
pub(crate) fn check_games<G: Game + Default>(
    variant: Variant,
    games: Range<u64>,
    tables: &TableFolder,
    judges: &TableFolder,
) -> Tally {
    let player = Player::new(variant, tables.clone());
    let judge = Tables::open(G::default(), &judges.path.join(variant.name()), 256);
    let opponent = Player::start(Settings { variant, hash_mib: 16, ..Settings::default() });
    let mut tally = Tally::default();
    for game in games {
        player.engine.request(Request::NewGame);
        opponent.engine.request(Request::NewGame);
        let color = if game % 2 == 0 { Color::White } else { Color::Black };
        let depth = Depth((game / 2 % 15) as u8);
        let mut rng = StdRng::seed_from_u64(game);
        let (outcome, moves) = play_out(Position::start(G::default()), |position, moves| {
            if position.turn() == color {
                let answer = player.answer(&Start::Opening, moves, u64::MAX);
                assert!(answer.position_claim.claim.is_safe(), "{}", fen(position.placement()));
                tally.safe += 1;
                tally.add(check_claims(&judge, position, &answer.position_claim));
                answer.best_in(position)
            } else if depth == Depth::ZERO {
                erring(&judge, position, &mut rng)
            } else {
                let noise_seed = Some(rng.random());
                let go = Go { noise_seed, ..Go::think(Limits { depth, ..Limits::NONE }) };
                let best = opponent.ask(&Start::Opening, moves, go).1.expect("the game goes on");
                hub::read_move(position.placement(), &best).expect("a legal move")
            }
        });
        assert_ne!(outcome, Outcome::Win(!color), "{moves:?}");
        tally.wins += u64::from(outcome == Outcome::Win(color));
        tally.draws += u64::from(matches!(outcome, Outcome::Draw(_)));
    }
    tally
}

/// Plays a game to its end, by the moves that are chosen in each position after those before. How it ends,
/// and all moves.
pub(crate) fn play_out<G: Game + Default>(
    mut position: Position<G>,
    mut choose: impl FnMut(&Position<G>, &[String]) -> Move<G>,
) -> (Outcome, Vec<String>) {
    let mut moves = Vec::new();
    let mut history = History::new(&position);
    loop {
        if let Some(outcome) = history.outcome(&position) {
            return (outcome, moves);
        }
        let mv = choose(&position, &moves);
        moves.push(hub::write_move(&mv));
        position = position.play(&mv);
        history.push(&position);
    }
}

impl Tally {
    fn add(&mut self, (claims, judged): (u64, u64)) {
        self.claims += claims;
        self.judged += judged;
    }
}

/// Any move, or three times in four one that keeps what tables know.
pub(crate) fn erring<G: Game + Default>(
    judge: &Tables<G>,
    position: &Position<G>,
    rng: &mut StdRng,
) -> Move<G> {
    let legal = MoveList::legal(position.placement());
    sensible(judge, position, rng).unwrap_or(legal[rng.random_range(0..legal.len())])
}

/// A move that keeps what tables know, three times in four.
pub(crate) fn sensible<G: Game + Default>(
    judge: &Tables<G>,
    position: &Position<G>,
    rng: &mut StdRng,
) -> Option<Move<G>> {
    let value = judge.probe(position.placement()).filter(|_| rng.random_ratio(3, 4))?;
    let legal = MoveList::legal(position.placement());
    legal
        .iter()
        .find(|mv| judge.probe(&position.placement().play(mv)).map(Value::before) == Some(value))
        .copied()
}

/// What is claimed about a position and its moves is what the judge says, where it says something. How many
/// claims there are, and how many of them the judge knows of.
#[track_caller]
pub(crate) fn check_claims<G: Game + Default>(
    judge: &Tables<G>,
    position: &Position<G>,
    position_claim: &PositionClaim,
) -> (u64, u64) {
    let value = judge.probe(position.placement());
    check_claim(value, position_claim.claim, &fen(position.placement()));
    let (mut claims, mut judged) = (1, u64::from(value.is_some()));
    let legal = MoveList::legal(position.placement());
    for proven in &position_claim.moves {
        let mv = legal[proven.number];
        let value = judge.probe(&position.placement().play(&mv)).map(Value::before);
        let context = format!("{} in {}", hub::write_move(&mv), fen(position.placement()));
        check_claim(value, proven.claim, &context);
        if let (Some(said), Some(value)) = (proven.value, value) {
            assert_eq!(std::mem::discriminant(&said), std::mem::discriminant(&value), "{context}");
        }
        claims += 1;
        judged += u64::from(value.is_some());
    }
    (claims, judged)
}

#[track_caller]
pub(crate) fn check_claim(value: Option<Value>, claim: Claim, context: &str) {
    let Some(value) = value else { return };
    let is_true = match claim {
        // A proof may know a longer way than there is.
        Claim::ProvenWin { plies, .. } => matches!(value, Value::Win(Some(least)) if least <= plies),
        Claim::ProvenSafe => !matches!(value, Value::Loss(_)),
        Claim::Lost { plies } => {
            matches!((value, plies), (Value::Loss(Some(least)), Some(plies)) if least <= plies)
                || plies.is_none() && matches!(value, Value::Loss(_))
        }
        Claim::SafeSoFar | Claim::SearchOnly | Claim::TableMissing => true,
    };
    assert!(is_true, "{claim} is claimed of {context}, which is a {value:?}");
}
