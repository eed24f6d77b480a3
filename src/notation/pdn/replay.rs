//! Replaying the moves of a game.

use super::{GameType, PdnGame, PdnMove, Problem, Remark, Style};
use crate::board::{Color, Game, Geometry, Move, MoveList, Placement, Position, movegen};
use crate::notation::{GameResult, MoveError, Quote, Setup, SetupError, readings_among, to_text};

/// A game as far as it could be replayed.
#[derive(Clone, Debug)]
pub struct Replayed<G: Game> {
    /// The moves from the start, and from each position that is set up later.
    pub segments: Vec<Segment<G>>,
    /// The result by the tag, or else by the end of the moves.
    pub result: GameResult,
    /// What a reader should know.
    pub remarks: Vec<Remark>,
    /// Why it could not be replayed to its end, with the line and the ply.
    pub problem: Option<(usize, usize, Problem)>,
}

/// Moves from a position.
#[derive(Clone, Debug)]
pub struct Segment<G: Game> {
    /// The position.
    pub start: Position<G>,
    /// The moves, each with its place in the list of the game.
    pub moves: Vec<(usize, Move<G>)>,
    /// The position after them.
    pub end: Position<G>,
}

impl<G: Game> Segment<G> {
    fn new(start: Position<G>) -> Self {
        Self { start, moves: Vec::new(), end: start }
    }
}

impl<G: Game> Replayed<G> {
    /// Replays a game.
    ///
    /// A move with several readings is played in all these ways, and the moves after it decide.
    #[must_use]
    pub fn of(rules: G, game: &PdnGame) -> Self {
        let remarks = game.flaws.iter().cloned().map(Remark::from).collect();
        let mut replay = Replay {
            game: rules,
            segments: Vec::new(),
            ways: Vec::new(),
            doubts: Vec::new(),
            remarks,
            plies: 0,
        };
        let problem = replay.run(game).err();
        replay.close();
        let Replay { segments, mut remarks, .. } = replay;
        let result = result(rules, game, &mut remarks);
        Self { segments, result, remarks, problem }
    }

    /// The number of plies that were replayed.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.segments.iter().map(|segment| segment.moves.len()).sum()
    }
}

/// The most ways to read a game that are followed.
const MOST_WAYS: usize = 64;

/// A line, a ply and what is wrong there.
type Failure = (usize, usize, Problem);

struct Replay<G: Game> {
    game: G,
    /// The segments that are complete.
    segments: Vec<Segment<G>>,
    /// The ways in which the current segment can be read: more than one after an ambiguous move.
    ways: Vec<Segment<G>>,
    /// The ambiguous moves of the current segment.
    doubts: Vec<Doubt>,
    remarks: Vec<Remark>,
    /// The number of plies of the segments that are complete.
    plies: usize,
}

/// An ambiguous move.
struct Doubt {
    line: usize,
    /// The ply, counted from 1.
    ply: usize,
    text: Quote,
    /// Its index in the segment.
    index: usize,
}

impl<G: Game> Replay<G> {
    fn run(&mut self, game: &PdnGame) -> Result<(), Failure> {
        self.begin(game).map_err(|problem| (game.line, 0, problem))?;
        let mut is_lost = false;
        for (place, entry) in game.moves.iter().enumerate() {
            if entry.is_setup() {
                self.set_up(&entry.text).map_err(|error| (entry.line, self.ply(), error.into()))?;
                is_lost = false;
            } else if is_lost {
                // The moves after an unknown one belong to an unknown position.
            } else if entry.is_unknown() {
                is_lost = !self.is_continued(game.moves.get(place + 1));
                if is_lost {
                    self.remarks.push(Remark::Unknown { line: entry.line, ply: self.ply() });
                }
            } else {
                self.play(place, entry).map_err(|error| (entry.line, self.ply(), error.into()))?;
            }
        }
        Ok(())
    }

    /// The number of the next ply, counted from 1.
    fn ply(&self) -> usize {
        self.plies + self.ways.first().map_or(0, |way| way.moves.len()) + 1
    }

    /// Sets up the start.
    fn begin(&mut self, game: &PdnGame) -> Result<(), Problem> {
        check_board::<G>(game)?;
        let Some(fen) = game.fen() else {
            self.ways = vec![Segment::new(Position::start(self.game))];
            return Ok(());
        };
        let setups = match fen.parse::<Setup>() {
            Err(SetupError::UnknownTurn) => {
                self.remarks.push(Remark::UnknownTurn);
                ["W:", "B:"].map(|turn| fen.replacen("?:", turn, 1).parse::<Setup>()).into_iter().collect()
            }
            setup => setup.map(|setup| vec![setup]),
        };
        let starts: Result<Vec<_>, SetupError> =
            setups?.iter().map(|setup| setup.position(self.game)).collect();
        self.ways = starts?.into_iter().map(Segment::new).collect();
        Ok(())
    }

    /// Sets up a position between the moves. Without pieces, only the player to move changes.
    fn set_up(&mut self, text: &str) -> Result<(), SetupError> {
        let lists = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let is_pass = !lists.contains(|letter: char| letter.is_ascii_digit());
        let is_black = lists.find('B') < lists.find('W').or(Some(usize::MAX)) && lists.contains('B');
        let turn = if is_black { Color::Black } else { Color::White };
        self.close();
        let start = match self.segments.last() {
            Some(last) if is_pass => Position::new(Placement { turn, ..*last.end.placement() })?,
            _ => text.parse::<Setup>()?.position(self.game)?,
        };
        self.ways = vec![Segment::new(start)];
        Ok(())
    }

    /// Whether dots only say that the next move is the second player's: it can be played now.
    fn is_continued(&self, next: Option<&PdnMove>) -> bool {
        let can_play = |way: &Segment<G>, text: &str| {
            let placement = way.end.placement();
            readings_among(placement, &MoveList::legal(placement), text).is_ok()
        };
        next.is_some_and(|next| self.ways.iter().any(|way| can_play(way, &next.text)))
    }

    /// Plays a move in all ways.
    fn play(&mut self, place: usize, entry: &PdnMove) -> Result<(), MoveError> {
        let (mut ways, mut refused, mut is_doubtful) = (Vec::new(), None, false);
        let mut legal = MoveList::new();
        for way in self.ways.drain(..) {
            movegen::moves(way.end.placement(), &mut legal);
            match readings_among(way.end.placement(), &legal, &entry.text) {
                Ok(found) => {
                    is_doubtful |= found.len() > 1;
                    add_ways(&mut ways, way, place, &found);
                }
                Err(error) => _ = refused.get_or_insert((way, error)),
            }
        }
        if let (true, Some((way, error))) = (ways.is_empty(), refused) {
            self.ways.push(way);
            return Err(error);
        }
        self.ways = ways;
        if is_doubtful {
            let index = self.ways[0].moves.len() - 1;
            let text = Quote::of(&entry.text);
            self.doubts.push(Doubt { line: entry.line, ply: self.ply() - 1, text, index });
        }
        Ok(())
    }

    /// Ends the current segment with the first way to read it.
    fn close(&mut self) {
        let ways = std::mem::take(&mut self.ways);
        for Doubt { line, ply, text, index } in std::mem::take(&mut self.doubts) {
            let is_open = ways.iter().any(|way| way.moves.get(index) != ways[0].moves.get(index));
            let mv = ways.first().map_or_else(String::new, |way| text_at(way, index));
            self.remarks.push(match is_open {
                true => Remark::Ambiguous { line, ply, text, mv },
                false => Remark::Resolved { line, ply, text, mv },
            });
        }
        if let Some(way) = ways.into_iter().next() {
            self.plies += way.moves.len();
            self.segments.push(way);
        }
    }
}

/// Adds what becomes of a way when a move is played that has these readings. A position is followed once.
fn add_ways<G: Game>(ways: &mut Vec<Segment<G>>, way: Segment<G>, place: usize, found: &[Move<G>]) {
    let Some((last, others)) = found.split_last() else { return };
    let mut add = |mut way: Segment<G>, mv: &Move<G>| {
        way.end = way.end.play(mv);
        if ways.len() < MOST_WAYS && ways.iter().all(|other| other.end != way.end) {
            way.moves.push((place, *mv));
            ways.push(way);
        }
    };
    others.iter().for_each(|mv| add(way.clone(), mv));
    add(way, last);
}

/// The text of the move with this index.
fn text_at<G: Game>(segment: &Segment<G>, index: usize) -> String {
    let before = segment.moves[..index].iter().fold(segment.start, |position, (_, mv)| position.play(mv));
    segment.moves.get(index).map_or_else(String::new, |(_, mv)| to_text(before.placement(), mv))
}

/// Refuses a game whose tag GameType names another board.
fn check_board<G: Game>(game: &PdnGame) -> Result<(), Problem> {
    let Some(tag) = game.tag("GameType") else { return Ok(()) };
    let is_other = GameType::read(tag).is_some_and(|it| it.is_mirrored() || it.size != G::Board::SIZE);
    if is_other { Err(Problem::OtherBoard(Quote::of(tag))) } else { Ok(()) }
}

/// The result by the tag, or else by the end of the moves.
fn result<G: Game>(rules: G, game: &PdnGame, remarks: &mut Vec<Remark>) -> GameResult {
    let style = Style::of(rules);
    let tag = game.tag("Result").filter(|tag| !matches!(tag.trim(), "" | "*" | "?"));
    let end = game.result.as_deref().filter(|&end| end != "*");
    let [by_tag, by_end] = [tag, end].map(|text| text.and_then(|text| style.read_result(text)));
    match (tag, end) {
        (Some(tag), Some(end)) if by_tag != by_end => {
            remarks.push(Remark::Results { tag: Quote::of(tag), end: Quote::of(end) });
        }
        (Some(text), _) | (None, Some(text)) if by_tag.or(by_end).is_none() => {
            remarks.push(Remark::OddResult(Quote::of(text)));
        }
        _ => {}
    }
    by_tag.or(by_end).unwrap_or_default()
}
