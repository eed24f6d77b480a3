//! The end of a game: wins, and draws by rule.

use super::{
    Color, DrawRules, Ending, Game, Geometry, Key, Move, Placement, Position, Restart, Set, Strength, movegen,
};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has won.
    Win(Color),
    /// The game is drawn.
    Draw(DrawReason),
}

/// The rule by which a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The same position has occurred too often.
    Repetition,
    /// Too many moves were made without a capture or a move of a man.
    QuietMoves,
    /// An ending was not won within its limit of moves.
    Ending,
}

/// The counters of the draw rules, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    quiet: u16,
    endings: [Option<u16>; DrawRules::MOST_ENDINGS],
}

impl Clock {
    /// The clock of a game that begins with this placement.
    #[must_use]
    pub fn new<G: Game>(placement: &Placement<G>) -> Self {
        let mut clock = Self { quiet: 0, endings: [None; DrawRules::MOST_ENDINGS] };
        for (count, ending) in clock.endings.iter_mut().zip(placement.game.rules().draws.endings) {
            *count = ending.strength.is_met(placement).then_some(0);
        }
        clock
    }

    /// The clock after a move that led to `placement`.
    #[must_use]
    pub fn after<G: Game>(&self, mv: &Move<G>, placement: &Placement<G>) -> Self {
        let mut clock = *self;
        clock.quiet = if mv.is_irreversible() { 0 } else { self.quiet.saturating_add(1) };
        // A fast path: no ending is without a king, and most positions have none.
        if placement.kings.is_empty() && self.endings == [None; DrawRules::MOST_ENDINGS] {
            return clock;
        }
        for (count, ending) in clock.endings.iter_mut().zip(placement.game.rules().draws.endings) {
            *count = ending.counted(*count, mv, placement);
        }
        clock
    }

    /// Plies since the last capture or move of a man. Only positions since then can be repeated.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// The rule by which the game is drawn now. Returns `None` if it is not drawn.
    #[must_use]
    pub fn draw(&self, rules: &DrawRules) -> Option<DrawReason> {
        if self.quiet >= 2 * rules.quiet_moves {
            return Some(DrawReason::QuietMoves);
        }
        let counts = self.endings.iter().zip(rules.endings);
        let over =
            counts.into_iter().any(|(count, ending)| count.is_some_and(|plies| plies >= 2 * ending.moves));
        over.then_some(DrawReason::Ending)
    }

    /// The fewest plies after which a rule can end the game in a draw.
    #[must_use]
    pub fn plies_left(&self, rules: &DrawRules) -> u16 {
        let counts = self.endings.iter().zip(rules.endings);
        let endings = counts.filter_map(|(count, ending)| Some((2 * ending.moves).saturating_sub((*count)?)));
        endings.fold((2 * rules.quiet_moves).saturating_sub(self.quiet), u16::min)
    }
}

impl Ending {
    fn counted<G: Game>(&self, count: Option<u16>, mv: &Move<G>, placement: &Placement<G>) -> Option<u16> {
        let met = self.strength.is_met(placement);
        let next = count.map(|plies| plies.saturating_add(1));
        match self.restart {
            Restart::Never => next.or(met.then_some(0)),
            Restart::Leaving if met => next.or(Some(0)),
            Restart::Material if met && (mv.is_capture() || mv.promotes()) => Some(0),
            Restart::Material if met => next.or(Some(0)),
            Restart::Leaving | Restart::Material => None,
        }
    }
}

impl Strength {
    /// Whether the pieces on the board are of this kind.
    fn is_met<G: Game>(self, placement: &Placement<G>) -> bool {
        match self {
            Self::AgainstKing { least, most } => Self::lone_king(placement).is_some_and(|(_, strong)| {
                strong.meets(placement.kings)
                    && (u32::from(least)..=u32::from(most)).contains(&strong.count())
            }),
            Self::AgainstKingOnDiagonal { least, most } => {
                Self::lone_king(placement).is_some_and(|(king, _)| king.meets(G::Board::MAIN_DIAGONAL))
                    && Self::AgainstKing { least, most }.is_met(placement)
            }
            Self::KingsAgainstKing { least, most } => {
                Self::lone_king(placement).is_some_and(|(_, strong)| (strong & !placement.kings).is_empty())
                    && Self::AgainstKing { least, most }.is_met(placement)
            }
            Self::KingsOnBothSides { least, most } => {
                (u32::from(least)..=u32::from(most)).contains(&placement.occupied().count())
                    && Color::ALL.into_iter().all(|color| placement.pieces(color).meets(placement.kings))
            }
        }
    }

    /// The only piece of a player, if it is a king, and the pieces of the opponent.
    fn lone_king<G: Game>(placement: &Placement<G>) -> Option<(super::SetOf<G>, super::SetOf<G>)> {
        let sides = [(placement.white, placement.black), (placement.black, placement.white)];
        // With one king on each side either one will do.
        sides.into_iter().find(|(own, _)| own.count() == 1 && own.meets(placement.kings))
    }
}

/// The keys of the positions of a game since the last irreversible move.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<Key>,
}

impl History {
    /// The history of a game that begins with this position.
    #[must_use]
    pub fn new<G: Game>(position: &Position<G>) -> Self {
        Self { keys: vec![position.key()] }
    }

    /// Adds the position after a move.
    pub fn push<G: Game>(&mut self, position: &Position<G>) {
        if position.clock().quiet_plies() == 0 {
            self.keys.clear();
        }
        self.keys.push(position.key());
    }

    /// The keys, oldest first, including that of the last position.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// How often the position with this key has occurred.
    #[must_use]
    pub fn count(&self, key: Key) -> usize {
        self.keys.iter().filter(|&&known| known == key).count()
    }

    /// How the game ended in `position`, its last one. Returns `None` if it goes on. A player without a legal
    /// move has lost, or won, even if a draw rule applies too.
    #[must_use]
    pub fn outcome<G: Game>(&self, position: &Position<G>) -> Option<Outcome> {
        if !movegen::has_moves(position.placement()) {
            return Some(Outcome::Win(position.game().rules().winner_without_move(position.turn())));
        }
        if self.count(position.key()) >= usize::from(position.game().rules().draws.repetitions) {
            return Some(Outcome::Draw(DrawReason::Repetition));
        }
        position.clock().draw(&position.game().rules().draws).map(Outcome::Draw)
    }
}
