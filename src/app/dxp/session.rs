//! The states of a session of DXP, and what each message does. Not about the connection, the engine and the time.

use std::time::Duration;

use protocol::dxp::{
    Acceptance, BackAnswer, BackRequest, Error, GameEnd, GameRequest, Kind, Message, Move, Reason, Side,
    Verdict,
};

use crate::board::{Color, Outcome};
use crate::engine::{GameState, MoveText, Variant};
use crate::matches::dxp_translation::{color, legal_move, read_start, side, written_move, written_start};
use crate::matches::termination::Termination;
use crate::notation::GameResult;
use crate::search::{GameClock, Limits};

/// A session with a partner: games, one after the other.
pub(super) struct DxpSession {
    /// Our name.
    name: String,
    variant: Variant,
    role: Role,
    state: State,
    /// How often the state has changed.
    changes: u64,
    /// How many ends were confirmed since the last game, without one to end.
    confirmed: u32,
}

/// Which side requests games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Initiator,
    Follower,
}

/// What a session is about.
enum State {
    /// There is no game.
    Idle,
    /// We have requested this game.
    Requested(Box<NewGame>),
    /// The engine chooses our move.
    Thinking(Box<DxpGame>),
    /// The partner is to move.
    Waiting(Box<DxpGame>),
    /// We have ended a game, which the partner confirms.
    Ending { stop: bool },
    /// There are no more games.
    Over,
}

/// A game to request.
#[derive(Clone)]
pub(super) struct NewGame {
    /// The position after the opening.
    pub(super) start: GameState,
    /// How it came about.
    pub(super) opening: Played,
    /// Our color.
    pub(super) color: Color,
    /// The time of each player in minutes.
    pub(super) minutes: u16,
    /// The number of moves of each player, 0 if there is no limit.
    pub(super) moves: u16,
    /// Whether it is the last one.
    pub(super) is_last: bool,
}

/// The moves that were played before the game, and the FEN where they began unless that is the initial position.
#[derive(Clone, Default)]
pub(super) struct Played {
    pub(super) fen: Option<String>,
    pub(super) moves: Vec<String>,
}

impl Played {
    /// Nothing was played before this position.
    fn none(start: &GameState) -> Self {
        let is_initial = start.fen() == GameState::initial(start.variant()).fen();
        Self { fen: (!is_initial).then(|| start.fen()), moves: Vec::new() }
    }
}

/// A game in progress.
pub(super) struct DxpGame {
    pub(super) opening: Played,
    pub(super) state: GameState,
    pub(super) color: Color,
    /// The name of the partner.
    pub(super) partner: String,
    /// The moves since the start.
    pub(super) moves: Vec<MoveText>,
    /// The color that moved first.
    first: Color,
    minutes: u16,
    /// The limit of moves.
    most: u16,
    /// The time that we have used.
    used: Duration,
    is_last: bool,
    /// The position that we would like to go back to.
    asked: Option<BackRequest>,
}

/// A game that has ended.
pub(super) struct FinishedGame {
    pub(super) game: DxpGame,
    pub(super) result: GameResult,
    pub(super) termination: Termination,
}

/// What is to do.
pub(super) enum Action {
    /// Send a message.
    Send(Message),
    /// A new game begins.
    Begin,
    /// Choose a move.
    Think { state: Box<GameState>, limits: Limits },
    /// Stop choosing one: it is not wanted any more.
    Stop,
    /// Report a game that has ended.
    Finish(Box<FinishedGame>),
    /// Show what the partner says.
    Show(String),
    /// Close the connection, for this reason.
    Close(String),
}

/// The time of a move in a game of 0 minutes.
const INSTANTLY: Duration = Duration::from_millis(50);
/// How many ends are confirmed in a row: two programs that both confirm confirmations would never stop.
const MOST_CONFIRMED: u32 = 4;
/// How long a partner may take to confirm an end.
const CONFIRMATION: Duration = Duration::from_secs(10);

impl DxpSession {
    pub(super) fn new(name: &str, variant: Variant, role: Role) -> Self {
        Self { name: name.to_owned(), variant, role, state: State::Idle, changes: 0, confirmed: 0 }
    }

    /// Our role.
    pub(super) const fn role(&self) -> Role {
        self.role
    }

    /// Whether a game can be requested.
    pub(super) const fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Whether there are no more games.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// The number of the current state.
    pub(super) const fn number(&self) -> u64 {
        self.changes
    }

    /// How long the partner may be silent in this state. Returns `None` if it is our turn.
    pub(super) fn patience(&self, patience: Duration) -> Option<Duration> {
        match &self.state {
            State::Idle | State::Requested(_) => Some(patience),
            State::Thinking(_) | State::Over => None,
            State::Waiting(game) => {
                Some(patience.saturating_add(Duration::from_secs(60 * u64::from(game.minutes))))
            }
            State::Ending { .. } => Some(patience.min(CONFIRMATION)),
        }
    }

    /// Requests a game.
    pub(super) fn request(&mut self, game: NewGame) -> Vec<Action> {
        let request = GameRequest {
            name: self.name.clone(),
            follower: side(!game.color),
            minutes: game.minutes,
            moves: game.moves,
            start: written_start(&game.start),
        };
        self.change(State::Requested(Box::new(game)));
        vec![Action::Send(Message::GameRequest(request))]
    }

    /// A message has come.
    pub(super) fn receive(&mut self, message: Message) -> Vec<Action> {
        match message {
            Message::GameRequest(request) => self.requested(&request),
            Message::Acceptance(answer) => self.answered(&answer),
            Message::Move(mv) => self.partner_moved(&mv),
            Message::GameEnd(end) => self.partner_ended(end),
            Message::Chat(text) => vec![Action::Show(text)],
            Message::BackRequest(request) => self.partner_goes_back(request),
            Message::BackAnswer(answer) => self.back_answered(answer),
        }
    }

    /// Something has come that is no message. The partner gets an answer where it waits for one.
    pub(super) fn receive_error(&mut self, error: Error) -> Vec<Action> {
        log::info!("{error}");
        match error.kind() {
            Some(Kind::GameRequest) if error == Error::Version => self.refuse(Verdict::WrongVersion),
            Some(Kind::GameRequest) => self.refuse(Verdict::NotThisGame),
            Some(Kind::Acceptance) => {
                self.answered(&Acceptance { name: String::new(), verdict: Verdict::NotThisGame })
            }
            Some(Kind::Move) => self.refuse_move(&error.to_string()),
            Some(Kind::GameEnd) => self.partner_ended(GameEnd { reason: Reason::Unspecified, stop: false }),
            Some(Kind::BackRequest) => vec![back_answer(BackAnswer::Unsupported)],
            Some(Kind::BackAnswer) => self.back_answered(BackAnswer::Unsupported),
            Some(Kind::Chat) | None => Vec::new(),
        }
    }

    /// The engine has chosen a move, in this time.
    pub(super) fn moved(&mut self, mv: &MoveText, time: Duration) -> Vec<Action> {
        let State::Thinking(mut game) = self.take() else { return Vec::new() };
        game.used += time;
        let Ok(mv) = game.state.play(&mv.hub) else { return self.end(*game, Reason::Unspecified) };
        let message = Message::Move(written_move(&mv, time));
        game.moves.push(mv);
        self.change(State::Waiting(game));
        vec![Action::Send(message)]
    }

    /// The partner was silent for too long.
    pub(super) fn time_out(&mut self) -> Vec<Action> {
        let mut actions = self.close();
        actions.push(Action::Close("the partner is silent".to_owned()));
        actions
    }

    /// The connection is closed.
    pub(super) fn close(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let State::Thinking(game) | State::Waiting(game) = self.take_stopped(&mut actions) {
            let partner = !game.color;
            actions.push(finish(*game, partner, Reason::Unspecified));
        }
        actions
    }

    /// Asks the partner to take back moves.
    pub(super) fn ask_back(&mut self, request: BackRequest) -> Vec<Action> {
        match &mut self.state {
            State::Thinking(game) | State::Waiting(game) if game.ply(request).is_some() => {
                game.asked = Some(request);
                vec![Action::Send(Message::BackRequest(request))]
            }
            _ => Vec::new(),
        }
    }

    /// Resigns, which is possible only instead of a move. Returns nothing if it is not our turn.
    pub(super) fn resign(&mut self) -> Vec<Action> {
        if !matches!(self.state, State::Thinking(_)) {
            return Vec::new();
        }
        let mut actions = Vec::new();
        if let State::Thinking(game) = self.take_stopped(&mut actions) {
            actions.extend(self.end(*game, Reason::Loss));
        }
        actions
    }

    fn change(&mut self, state: State) {
        self.state = state;
        self.changes += 1;
    }

    fn take(&mut self) -> State {
        self.changes += 1;
        std::mem::replace(&mut self.state, State::Idle)
    }

    /// The same, and stops the engine if it thinks.
    fn take_stopped(&mut self, actions: &mut Vec<Action>) -> State {
        if matches!(self.state, State::Thinking(_)) {
            actions.push(Action::Stop);
        }
        self.take()
    }

    fn refuse(&self, verdict: Verdict) -> Vec<Action> {
        vec![Action::Send(Message::Acceptance(Acceptance { name: self.name.clone(), verdict }))]
    }

    fn requested(&mut self, request: &GameRequest) -> Vec<Action> {
        if self.role == Role::Initiator {
            return self.refuse(Verdict::NoGame);
        }
        let is_busy = match &self.state {
            State::Thinking(_) => true,
            // Some partners do not say that they have no move left.
            State::Waiting(game) => game.state.outcome().is_none(),
            _ => false,
        };
        let start = match GameState::new(self.variant, &read_start(&request.start)) {
            Ok(start) if !is_busy => start,
            Ok(_) => return self.refuse(Verdict::NotThisGame),
            Err(error) => {
                log::info!("the position of the request: {error}");
                return self.refuse(Verdict::NotThisGame);
            }
        };
        let mut actions = self.close();
        actions.extend(self.refuse(Verdict::Accepted));
        let new = NewGame {
            opening: Played::none(&start),
            start,
            color: color(request.follower),
            minutes: request.minutes,
            moves: request.moves,
            is_last: false,
        };
        actions.extend(self.begin(new, &request.name));
        actions
    }

    fn answered(&mut self, answer: &Acceptance) -> Vec<Action> {
        if !matches!(self.state, State::Requested(_)) {
            return Vec::new();
        }
        let State::Requested(new) = self.take() else { return Vec::new() };
        let why = match answer.verdict {
            Verdict::Accepted => return self.begin(*new, &answer.name),
            Verdict::WrongVersion => "the partner speaks another version of the protocol",
            Verdict::NotThisGame => "the partner does not play this game",
            Verdict::NoGame => "the partner plays no game",
        };
        self.change(State::Over);
        vec![Action::Close(why.to_owned())]
    }

    fn begin(&mut self, new: NewGame, partner: &str) -> Vec<Action> {
        self.confirmed = 0;
        let first = new.start.turn();
        let game = DxpGame {
            opening: new.opening,
            state: new.start,
            color: new.color,
            partner: partner.to_owned(),
            moves: Vec::new(),
            first,
            minutes: new.minutes,
            most: new.moves,
            used: Duration::ZERO,
            is_last: new.is_last,
            asked: None,
        };
        let mut actions = vec![Action::Begin];
        actions.extend(self.go_on(Box::new(game)));
        actions
    }

    /// Whose turn is it?
    fn go_on(&mut self, game: Box<DxpGame>) -> Vec<Action> {
        if game.state.turn() != game.color {
            self.change(State::Waiting(game));
            return Vec::new();
        }
        match game.state.outcome() {
            Some(Outcome::Win(_)) => self.end(*game, Reason::Loss),
            Some(Outcome::Draw(_)) => self.end(*game, Reason::Draw),
            None if game.is_at_limit() => self.end(*game, Reason::Unspecified),
            None => {
                let think = Action::Think { state: Box::new(game.state.clone()), limits: game.limits() };
                self.change(State::Thinking(game));
                vec![think]
            }
        }
    }

    /// Ends a game instead of moving.
    fn end(&mut self, game: DxpGame, reason: Reason) -> Vec<Action> {
        let (result, termination) = game.result(game.color, reason);
        self.end_as(reason, FinishedGame { game, result, termination })
    }

    /// The same, with another result than the one that is said.
    fn end_as(&mut self, reason: Reason, finished: FinishedGame) -> Vec<Action> {
        let stop = finished.game.is_last;
        self.change(State::Ending { stop });
        let end = Message::GameEnd(GameEnd { reason, stop });
        vec![Action::Send(end), Action::Finish(Box::new(finished))]
    }

    fn partner_moved(&mut self, mv: &Move) -> Vec<Action> {
        let State::Waiting(game) = &self.state else {
            log::info!("{mv}: a move out of turn");
            return Vec::new();
        };
        let Some(legal) = legal_move(&game.state, mv) else {
            return self.refuse_move(&format!("illegal move {}", written(mv)));
        };
        let State::Waiting(mut game) = self.take() else { return Vec::new() };
        match game.state.play(&legal.hub) {
            Ok(mv) => game.moves.push(mv),
            Err(error) => log::error!("{error}"),
        }
        self.go_on(game)
    }

    /// A move that cannot be played ends the game.
    fn refuse_move(&mut self, why: &str) -> Vec<Action> {
        if !matches!(self.state, State::Waiting(_)) {
            return Vec::new();
        }
        let State::Waiting(game) = self.take() else { return Vec::new() };
        let (result, termination) = (GameResult::won_by(game.color), Termination::IllegalMove);
        let mut actions = vec![Action::Send(Message::Chat(why.to_owned()))];
        actions.extend(self.end_as(Reason::Unspecified, FinishedGame { game: *game, result, termination }));
        actions
    }

    fn partner_ended(&mut self, GameEnd { reason, stop }: GameEnd) -> Vec<Action> {
        let mut actions = Vec::new();
        let stop = match self.take_stopped(&mut actions) {
            State::Thinking(game) | State::Waiting(game) => {
                let stop = stop || game.is_last;
                let partner = !game.color;
                actions.extend([confirmation(stop), finish(*game, partner, reason)]);
                stop
            }
            State::Ending { stop: ours } => stop || ours,
            State::Requested(_) => {
                self.change(State::Over);
                return vec![confirmation(stop), Action::Close("the partner ended the game".to_owned())];
            }
            State::Idle => {
                self.confirmed += 1;
                if self.confirmed <= MOST_CONFIRMED {
                    actions.push(confirmation(stop));
                }
                stop
            }
            State::Over => true,
        };
        self.change(if stop { State::Over } else { State::Idle });
        actions
    }

    fn partner_goes_back(&mut self, request: BackRequest) -> Vec<Action> {
        let can = match &self.state {
            State::Thinking(game) | State::Waiting(game) => game.ply(request).is_some(),
            _ => false,
        };
        if !can {
            return vec![back_answer(BackAnswer::NotNow)];
        }
        self.go_back(request, Some(back_answer(BackAnswer::Agreed)))
    }

    fn back_answered(&mut self, answer: BackAnswer) -> Vec<Action> {
        let asked = match &mut self.state {
            State::Thinking(game) | State::Waiting(game) => game.asked.take(),
            _ => None,
        };
        match asked {
            Some(request) if answer == BackAnswer::Agreed => self.go_back(request, None),
            Some(_) => vec![Action::Show("moves are not taken back".to_owned())],
            None => Vec::new(),
        }
    }

    /// Takes back moves; the game goes on from there.
    fn go_back(&mut self, request: BackRequest, answer: Option<Action>) -> Vec<Action> {
        let mut actions = Vec::new();
        if let State::Thinking(mut game) | State::Waiting(mut game) = self.take_stopped(&mut actions) {
            actions.extend(answer);
            if let Some(ply) = game.ply(request) {
                game.take_back_to(ply);
            }
            actions.extend(self.go_on(game));
        }
        actions
    }
}

impl DxpGame {
    /// The number of moves at the position that is asked for. Returns `None` if it is none of the game.
    fn ply(&self, request: BackRequest) -> Option<usize> {
        let black = |is_black: bool| usize::from(is_black);
        let ply = 2 * (usize::from(request.number).checked_sub(1)?) + black(request.side == Side::Black);
        let ply = ply.checked_sub(black(self.first == Color::Black))?;
        (ply <= self.moves.len()).then_some(ply)
    }

    fn take_back_to(&mut self, ply: usize) {
        self.state.take_back(self.moves.len().saturating_sub(ply));
        self.moves.truncate(ply);
    }

    /// The number of our moves.
    fn own_moves(&self) -> usize {
        (self.moves.len() + usize::from(self.first == self.color)) / 2
    }

    /// Whether we have made all our moves.
    fn is_at_limit(&self) -> bool {
        self.most > 0 && self.own_moves() >= usize::from(self.most)
    }

    /// The limits of our next move.
    fn limits(&self) -> Limits {
        if self.minutes == 0 {
            return Limits { move_time: Some(INSTANTLY), ..Limits::NONE };
        }
        let used = i64::try_from(self.used.as_millis()).unwrap_or(i64::MAX);
        let left = usize::from(self.most).saturating_sub(self.own_moves());
        let clock = GameClock {
            time: (60_000 * i64::from(self.minutes)).saturating_sub(used),
            increment: 0,
            moves_to_go: u32::try_from(left).ok().filter(|&left| left > 0),
        };
        Limits { clock: Some(clock), ..Limits::NONE }
    }

    /// The result if somebody says this about it.
    fn result(&self, speaker: Color, reason: Reason) -> (GameResult, Termination) {
        if let Some(outcome) = self.state.outcome() {
            return (outcome.into(), outcome.into());
        }
        match reason {
            Reason::Loss => (GameResult::won_by(!speaker), Termination::Resignation),
            Reason::Draw => (GameResult::Draw, Termination::Claim),
            Reason::Win => (GameResult::won_by(speaker), Termination::Claim),
            Reason::Unspecified if self.is_over_limit() => (GameResult::Unknown, Termination::Plies),
            Reason::Unspecified => (GameResult::Unknown, Termination::Abandoned),
        }
    }

    /// Whether both players have made all their moves.
    fn is_over_limit(&self) -> bool {
        self.most > 0 && self.moves.len() >= 2 * usize::from(self.most)
    }
}

/// The game has ended with what a player says about it.
fn finish(game: DxpGame, speaker: Color, reason: Reason) -> Action {
    let (result, termination) = game.result(speaker, reason);
    Action::Finish(Box::new(FinishedGame { game, result, termination }))
}

const fn confirmation(stop: bool) -> Action {
    Action::Send(Message::GameEnd(GameEnd { reason: Reason::Unspecified, stop }))
}

const fn back_answer(answer: BackAnswer) -> Action {
    Action::Send(Message::BackAnswer(answer))
}

/// A move as people read it.
fn written(mv: &Move) -> String {
    let Move { from, to, captured, .. } = mv;
    let captured: String = captured.iter().map(|square| format!("x{square}")).collect();
    let sign = if captured.is_empty() { '-' } else { 'x' };
    format!("{from}{sign}{to}{captured}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session, which hears messages as text. What it does is text too.
    struct Talk(DxpSession);

    impl Talk {
        fn follower() -> Self {
            Self(DxpSession::new("Remise", Variant::Draughts10, Role::Follower))
        }

        fn initiator(color: Color, is_last: bool) -> Self {
            let mut session = DxpSession::new("Remise", Variant::Draughts10, Role::Initiator);
            let start = GameState::initial(Variant::Draughts10);
            let opening = Played::none(&start);
            session.request(NewGame { start, opening, color, minutes: 1, moves: 75, is_last });
            Self(session)
        }

        /// A follower in a game from the initial position.
        fn game(request: &str) -> Self {
            let mut talk = Self::follower();
            let actions = talk.hear(request);
            assert_eq!(actions[0], accepted(0));
            talk
        }

        #[track_caller]
        fn hear(&mut self, message: &str) -> Vec<String> {
            let actions = match Message::parse(message.as_bytes()) {
                Ok(message) => self.0.receive(message),
                Err(error) => self.0.receive_error(error),
            };
            described(&actions)
        }

        /// The engine moves.
        #[track_caller]
        fn play(&mut self, mv: &str) -> Vec<String> {
            let State::Thinking(game) = &self.0.state else { panic!("it is not our turn") };
            let mv = game.state.clone().play(mv).expect("a legal move");
            described(&self.0.moved(&mv, Duration::from_millis(1500)))
        }
    }

    fn described(actions: &[Action]) -> Vec<String> {
        let described = |action: &Action| match action {
            Action::Send(message) => message.to_string(),
            Action::Begin => "begin".to_owned(),
            Action::Think { .. } => "think".to_owned(),
            Action::Stop => "stop".to_owned(),
            Action::Finish(finished) => {
                let FinishedGame { game, result, termination } = &**finished;
                format!("{result} {} {}", termination.word(), game.moves.len())
            }
            Action::Show(text) => format!("show {text}"),
            Action::Close(reason) => format!("close: {reason}"),
        };
        actions.iter().map(described).collect()
    }

    fn accepted(code: u8) -> String {
        format!("A{:32}{code}", "Remise")
    }

    fn request(color: char, rest: &str) -> String {
        format!("R01{:32}{color}{rest}", "partner")
    }

    const WHITE: &str = "W001075A";
    const BLACK: &str = "Z001075A";

    #[track_caller]
    fn check(actions: &[String], expected: &[&str]) {
        assert_eq!(actions, expected);
    }

    fn asked(text: &str) -> String {
        request(text.chars().next().expect("a color"), &text[1..])
    }

    #[test]
    fn a_follower_accepts_a_game_and_plays_its_color() {
        let mut talk = Talk::follower();
        check(&talk.hear(&asked(WHITE)), &[&accepted(0), "begin", "think"]);
        check(&talk.play("32-28"), &["M0001322800"]);
        check(&talk.hear("M0000192300"), &["think"]);
        check(&talk.play("28x19"), &["M000128190123"]);
        let mut talk = Talk::follower();
        check(&talk.hear(&asked(BLACK)), &[&accepted(0), "begin"]);
        check(&talk.hear("M0000322800"), &["think"]);
        check(&talk.play("19-23"), &["M0001192300"]);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_code_and_the_session_goes_on() {
        let mut talk = Talk::follower();
        check(&talk.hear("R02partner"), &[&accepted(1)]);
        check(&talk.hear("R01partner"), &[&accepted(2)]);
        let man_on_last_row = format!("W001075BW{}{}", "w".repeat(20), "z".repeat(30));
        check(&talk.hear(&asked(&man_on_last_row)), &[&accepted(2)]);
        let nobody = format!("W001075BW{}", "e".repeat(50));
        check(&talk.hear(&asked(&nobody))[..1], &[&accepted(2)]);
        check(&talk.hear(&asked(WHITE)), &[&accepted(0), "begin", "think"]);
    }

    #[test]
    fn a_request_during_a_game_is_refused_and_the_game_goes_on() {
        let mut talk = Talk::game(&asked(BLACK));
        check(&talk.hear(&asked(WHITE)), &[&accepted(2)]);
        check(&talk.hear("M0000322800"), &["think"]);
        check(&talk.hear(&asked(WHITE)), &[&accepted(2)]);
        check(&talk.play("19-23"), &["M0001192300"]);
    }

    #[test]
    fn an_initiator_accepts_no_game() {
        let mut talk = Talk::initiator(Color::White, true);
        check(&talk.hear(&asked(WHITE)), &[&accepted(3)]);
    }

    #[test]
    fn an_initiator_requests_a_game_and_plays_the_other_color() {
        let mut session = DxpSession::new("Remise", Variant::Draughts10, Role::Initiator);
        let mut start = GameState::initial(Variant::Draughts10);
        let opening = Played::none(&start);
        let new = NewGame {
            start: start.clone(),
            opening,
            color: Color::White,
            minutes: 5,
            moves: 0,
            is_last: true,
        };
        check(&described(&session.request(new.clone())), &[&format!("R01{:32}Z005000A", "Remise")]);
        let mut talk = Talk(session);
        check(&talk.hear(&accepted(0)), &["begin", "think"]);
        check(&talk.play("32-28"), &["M0001322800"]);
        // A position after some moves is sent as it is.
        start.play("32-28").expect("a legal move");
        let mut session = DxpSession::new("Remise", Variant::Draughts10, Role::Initiator);
        let squares = "zzzzzzzzzzzzzzzzzzzzeeeeeeewee";
        let actions = described(&session.request(NewGame { start, ..new }));
        assert!(actions[0].contains(&format!("Z005000BZ{squares}")), "{actions:?}");
    }

    #[test]
    fn a_request_that_is_refused_ends_the_session() {
        for (code, why) in [(1, "another version"), (2, "does not play this game"), (3, "plays no game")] {
            let mut talk = Talk::initiator(Color::White, true);
            let actions = talk.hear(&accepted(code));
            assert!(actions.len() == 1 && actions[0].contains(why), "{actions:?}");
            assert!(talk.0.is_over());
        }
        let mut talk = Talk::initiator(Color::White, true);
        assert!(talk.hear("Anonsense")[0].starts_with("close: "));
        // Nobody has asked for this.
        check(&Talk::follower().hear(&accepted(0)), &[]);
    }

    #[test]
    fn an_end_is_confirmed_at_any_time_and_with_the_stop_code() {
        for (message, answer, result) in [
            ("E00", "E00", "* abandoned 0"),
            ("E10", "E00", "2-0 resignation 0"),
            ("E20", "E00", "1-1 claim 0"),
            ("E31", "E01", "0-2 claim 0"),
        ] {
            let mut talk = Talk::game(&asked(WHITE));
            check(&talk.hear(message), &["stop", answer, result]);
            assert_eq!(talk.0.is_over(), message.ends_with('1'));
            let mut talk = Talk::game(&asked(BLACK));
            assert_eq!(talk.hear(message)[0], answer);
        }
        let mut talk = Talk::follower();
        check(&talk.hear("E00"), &["E00"]);
        check(&talk.hear("E11"), &["E01"]);
        assert!(talk.0.is_over());
    }

    #[test]
    fn confirmations_are_not_confirmed_for_ever() {
        let mut talk = Talk::follower();
        let answers = (0..100).filter(|_| !talk.hear("E00").is_empty()).count();
        assert_eq!(answers, MOST_CONFIRMED as usize);
        check(&talk.hear(&asked(WHITE)), &[&accepted(0), "begin", "think"]);
        assert_eq!(talk.hear("E00").len(), 3);
        check(&talk.hear("E00"), &["E00"]);
    }

    #[test]
    fn the_next_game_begins_on_the_same_connection() {
        let mut talk = Talk::game(&asked(WHITE));
        talk.hear("E00");
        check(&talk.hear(&asked(BLACK)), &[&accepted(0), "begin"]);
        check(&talk.hear("M0000322800"), &["think"]);
    }

    #[test]
    fn who_has_no_move_says_that_it_has_lost() {
        // White captures the last man.
        let squares = format!("{}z{}w{}", "e".repeat(21), "e".repeat(5), "e".repeat(22));
        let mut talk = Talk::game(&asked(&format!("Z001075BW{squares}")));
        check(&talk.hear("M000028170122"), &["E10", "2-0 no-move 1"]);
        check(&talk.hear("E00"), &[]);
        check(&talk.hear(&asked(WHITE)), &[&accepted(0), "begin", "think"]);
        // We capture it, and the partner says so.
        let mut talk = Talk::game(&asked(&format!("W001075BW{squares}")));
        check(&talk.play("28x17"), &["M000128170122"]);
        check(&talk.hear("E10"), &["E00", "2-0 no-move 1"]);
        // Some partners only ask for the next game.
        let mut talk = Talk::game(&asked(&format!("W001075BW{squares}")));
        talk.play("28x17");
        check(&talk.hear(&asked(BLACK)), &["2-0 no-move 1", &accepted(0), "begin"]);
        // Some do not even confirm.
        let mut talk = Talk::game(&asked(&format!("Z001075BW{squares}")));
        talk.hear("M000028170122");
        check(&talk.hear(&asked(BLACK)), &[&accepted(0), "begin"]);
    }

    #[test]
    fn a_draw_by_the_rules_is_said() {
        let squares = format!("Z{}W", "e".repeat(48));
        let mut talk = Talk::game(&asked(&format!("Z001075BW{squares}")));
        let mut answers = Vec::new();
        for (theirs, ours) in [("50-45", "1-6"), ("45-50", "6-1")].into_iter().cycle() {
            let mv = format!("M0000{}00", theirs.replace('-', ""));
            answers = talk.hear(&mv);
            if answers[0] != "think" {
                break;
            }
            let mut kings = talk.play(ours);
            assert!(kings.remove(0).starts_with("M0001"));
        }
        assert_eq!(answers[0], "E20");
        assert!(answers[1].starts_with("1-1 "), "{answers:?}");
    }

    #[test]
    fn the_game_ends_at_the_number_of_moves() {
        let mut talk = Talk::game(&request('W', "001001A"));
        talk.play("32-28");
        check(&talk.hear("M0000192300"), &["E00", "* plies 2"]);
        // The partner ends it.
        let mut talk = Talk::game(&request('Z', "001001A"));
        talk.hear("M0000322800");
        talk.play("19-23");
        check(&talk.hear("E00"), &["E00", "* plies 2"]);
    }

    #[test]
    fn an_illegal_move_ends_the_game_and_not_the_session() {
        for (mv, why) in [
            ("M0000323800", "Cillegal move 32-38"),
            ("M000032280119", "Cillegal move 32x28x19"),
            ("M00003228", "CMOVE: the number of captured pieces is missing or wrong"),
        ] {
            let mut talk = Talk::game(&asked(BLACK));
            check(&talk.hear(mv), &[why, "E00", "0-2 illegal-move 0"]);
            check(&talk.hear("E00"), &[]);
            check(&talk.hear(&asked(WHITE)), &[&accepted(0), "begin", "think"]);
        }
    }

    #[test]
    fn a_move_out_of_turn_and_one_without_a_game_are_ignored() {
        let mut talk = Talk::follower();
        check(&talk.hear("M0000322800"), &[]);
        talk.hear(&asked(WHITE));
        check(&talk.hear("M0000322800"), &[]);
        check(&talk.hear("M00"), &[]);
        check(&talk.play("32-28"), &["M0001322800"]);
    }

    #[test]
    fn chat_is_shown_at_any_time() {
        let mut talk = Talk::follower();
        check(&talk.hear("Chello"), &["show hello"]);
        talk.hear(&asked(WHITE));
        check(&talk.hear("C"), &["show "]);
        check(&talk.play("32-28"), &["M0001322800"]);
        check(&talk.hear("Cconsole quit"), &["show console quit"]);
    }

    #[test]
    fn moves_are_taken_back_to_any_position_of_the_game() {
        let mut talk = Talk::game(&asked(WHITE));
        talk.play("32-28");
        check(&talk.hear("M0000192300"), &["think"]);
        // Black is to move at move 1, while we think about move 2.
        check(&talk.hear("B001Z"), &["stop", "K0"]);
        check(&talk.hear("M0000182300"), &["think"]);
        check(&talk.play("33-29"), &["M0001332900"]);
        // We are to move at move 1.
        check(&talk.hear("B001W"), &["K0", "think"]);
        check(&talk.play("31-26"), &["M0001312600"]);
        // To the same position, which changes nothing.
        check(&talk.hear("B001Z"), &["K0"]);
        for request in ["B002W", "B999Z"] {
            check(&talk.hear(request), &["K2"]);
        }
        check(&talk.hear("B000W"), &["K1"]);
        check(&talk.hear("M0000182300"), &["think"]);
    }

    #[test]
    fn moves_are_counted_from_the_one_of_black_if_black_began() {
        let squares = format!("{}z{}w{}", "e".repeat(10), "e".repeat(28), "e".repeat(10));
        let mut talk = Talk::game(&asked(&format!("W001075BZ{squares}")));
        check(&talk.hear("M0000111600"), &["think"]);
        check(&talk.play("40-34"), &["M0001403400"]);
        check(&talk.hear("B001W"), &["K2"]);
        check(&talk.hear("B002W"), &["K0", "think"]);
        check(&talk.hear("B001Z"), &["stop", "K0"]);
        check(&talk.hear("M0000111700"), &["think"]);
    }

    #[test]
    fn moves_are_not_taken_back_without_a_game() {
        let mut talk = Talk::follower();
        check(&talk.hear("B001W"), &["K2"]);
        talk.hear(&asked(WHITE));
        talk.hear("E00");
        check(&talk.hear("B001W"), &["K2"]);
    }

    #[test]
    fn we_go_back_if_the_partner_agrees() {
        for (answer, expected) in [("K0", &["think"][..]), ("K1", &["show moves are not taken back"])] {
            let mut talk = Talk::game(&asked(WHITE));
            talk.play("32-28");
            let request = BackRequest { number: 1, side: Side::White };
            check(&described(&talk.0.ask_back(request)), &["B001W"]);
            check(&talk.hear(answer), expected);
            // The next answer is to nothing.
            check(&talk.hear("K0"), &[]);
        }
        assert!(Talk::follower().0.ask_back(BackRequest { number: 1, side: Side::White }).is_empty());
    }

    #[test]
    fn we_resign_only_instead_of_a_move() {
        let mut talk = Talk::game(&asked(WHITE));
        check(&described(&talk.0.resign()), &["stop", "E10", "0-2 resignation 0"]);
        check(&talk.hear("E00"), &[]);
        assert!(Talk::game(&asked(BLACK)).0.resign().is_empty());
    }

    #[test]
    fn the_last_game_of_an_initiator_says_stop() {
        for (is_last, answer) in [(false, "E00"), (true, "E01")] {
            let mut talk = Talk::initiator(Color::White, is_last);
            talk.hear(&accepted(0));
            talk.play("32-28");
            check(&talk.hear("E10"), &[answer, "2-0 resignation 1"]);
            assert_eq!(talk.0.is_over(), is_last);
            assert_eq!(talk.0.is_idle(), !is_last);
        }
    }

    #[test]
    fn a_closed_connection_and_a_silent_partner_end_the_game() {
        let mut talk = Talk::game(&asked(WHITE));
        check(&described(&talk.0.close()), &["stop", "* abandoned 0"]);
        assert!(talk.0.is_idle());
        let mut talk = Talk::game(&asked(BLACK));
        check(&described(&talk.0.time_out()), &["* abandoned 0", "close: the partner is silent"]);
        check(&described(&Talk::follower().0.time_out()), &["close: the partner is silent"]);
    }

    #[test]
    fn only_the_partner_can_be_too_slow() {
        let second = Duration::from_secs(1);
        let patience = |talk: &Talk| talk.0.patience(20 * second);
        let mut talk = Talk::follower();
        assert_eq!(patience(&talk), Some(20 * second));
        talk.hear(&asked(WHITE));
        assert_eq!(patience(&talk), None);
        talk.play("32-28");
        assert_eq!(patience(&talk), Some(80 * second));
        let number = talk.0.number();
        talk.hear("Chello");
        assert_eq!(talk.0.number(), number, "chat gives no more time");
        talk.hear("M0000192300");
        assert_ne!(talk.0.number(), number);
    }

    #[test]
    fn the_time_of_the_game_is_divided_and_no_time_is_no_error() {
        let limits = |text: &str| {
            let mut talk = Talk::follower();
            let message = Message::parse(asked(text).as_bytes()).expect("a request");
            let Some(Action::Think { limits, .. }) = talk.0.receive(message).pop() else {
                panic!("we begin")
            };
            limits
        };
        let clock = limits("W002040A").clock.expect("a clock");
        assert_eq!((clock.time, clock.moves_to_go), (120_000, Some(40)));
        assert_eq!(limits("W002000A").clock.expect("a clock").moves_to_go, None);
        for text in ["W000000A", "W000075A"] {
            assert_eq!(limits(text), Limits { move_time: Some(INSTANTLY), ..Limits::NONE });
        }
    }

    #[test]
    fn the_time_that_we_used_is_gone() {
        let mut talk = Talk::game(&request('W', "001002A"));
        talk.play("32-28");
        let message = Message::parse(b"M0000192300").expect("a move");
        let Some(Action::Think { limits, .. }) = talk.0.receive(message).pop() else {
            panic!("it is our turn")
        };
        let clock = limits.clock.expect("a clock");
        assert_eq!((clock.time, clock.moves_to_go), (58_500, Some(1)));
    }
}
