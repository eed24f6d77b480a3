//! A game of a person against the engine: whose side is whose, what can be taken back, and how it ended.

use std::time::Instant;

use super::clocks::Clocks;
use crate::app::game_file::GameEnd;
use crate::board::Color;
use crate::engine::GameState;
use crate::notation::MoveError;
use crate::search::GameClock;

/// A game of a person against the engine.
pub(super) struct PersonGame {
    game: GameState,
    /// The color that the person plays.
    person: Color,
    /// The color that the person has chosen for each game.
    chosen: Color,
    /// The clock with which each player begins, if there are clocks.
    clock: Option<GameClock>,
    clocks: Option<Clocks>,
    /// How the game ended, if not by the rules.
    end: Option<GameEnd>,
    /// The turns of the person, each as it began.
    turns: Vec<Turn>,
    /// What was taken back, the latest last.
    undone: Vec<Undone>,
}

/// A turn of the person, who moved or let the engine move.
struct Turn {
    plies: usize,
    person: Color,
    clocks: Option<Clocks>,
}

/// The moves that were taken back together, and the color that the person played after them.
struct Undone {
    moves: Vec<String>,
    person: Color,
    clocks: Option<Clocks>,
    end: Option<GameEnd>,
}

impl PersonGame {
    pub(super) fn new(game: GameState, chosen: Color, clock: Option<GameClock>) -> Self {
        let clocks = clock.map(Clocks::new);
        Self { game, person: chosen, chosen, clock, clocks, end: None, turns: Vec::new(), undone: Vec::new() }
    }

    pub(super) fn state(&self) -> &GameState {
        &self.game
    }

    pub(super) fn person(&self) -> Color {
        self.person
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.game.turn() == self.person
    }

    /// How the game ended. Returns `None` if it goes on.
    pub(super) fn end(&self) -> Option<GameEnd> {
        self.end.or_else(|| self.game.outcome().map(GameEnd::ByRules))
    }

    pub(super) fn set_end(&mut self, end: GameEnd) {
        self.end = Some(end);
    }

    pub(super) fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// When the person's time is up. Returns `None` if that does not matter.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref().filter(|_| self.end().is_none() && self.is_persons_turn())?;
        Some(clocks.deadline(self.person))
    }

    /// Starts the clock of the player to move.
    pub(super) fn start_clock(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
    }

    /// Plays a move of the person. If the time is up, the game ends instead.
    ///
    /// # Errors
    /// Returns why the move is refused.
    pub(super) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let turn = self.turn();
        self.game.play(text)?;
        self.turns.push(turn);
        self.undone.clear();
        self.stop_clock(self.person);
        Ok(())
    }

    /// Plays a move of the engine.
    pub(super) fn play_nth(&mut self, number: usize) {
        let color = self.game.turn();
        self.game.play_nth(number);
        self.stop_clock(color);
    }

    fn stop_clock(&mut self, color: Color) {
        if self.clocks.as_mut().is_some_and(|clocks| clocks.stop(color).is_err()) {
            self.end = Some(GameEnd::Time(color));
        }
        self.start_clock();
    }

    /// Gives the person the other color.
    pub(super) fn change_sides(&mut self) {
        self.turns.push(self.turn());
        self.undone.clear();
        self.person = !self.person;
    }

    fn turn(&self) -> Turn {
        Turn { plies: self.game.plies(), person: self.person, clocks: self.clocks }
    }

    /// Takes back the last turn of the person and what came after it. Returns `None` if there was none.
    pub(super) fn undo(&mut self) -> Option<()> {
        let turn = self.turns.pop()?;
        let moves = self.game.moves().into_iter().skip(turn.plies).map(|mv| mv.hub).collect();
        let (person, clocks, end) = (self.person, self.clocks, self.end.take());
        self.undone.push(Undone { moves, person, clocks, end });
        self.game.take_back(self.game.plies() - turn.plies);
        (self.person, self.clocks) = (turn.person, turn.clocks);
        self.start_clock();
        Some(())
    }

    /// Plays again what was taken back last. Returns `None` if there is nothing.
    pub(super) fn redo(&mut self) -> Option<()> {
        let undone = self.undone.pop()?;
        self.turns.push(self.turn());
        for mv in &undone.moves {
            let replayed = self.game.play(mv);
            debug_assert!(replayed.is_ok(), "the move was played here before");
        }
        (self.person, self.clocks, self.end) = (undone.person, undone.clocks, undone.end);
        self.start_clock();
        Some(())
    }

    /// Begins another game where this one began.
    pub(super) fn restart(&mut self) {
        let mut game = self.game.clone();
        game.take_back(usize::MAX);
        self.replace(game, None);
    }

    /// Goes on with another game, which may have ended. The person plays the chosen color, and can take back all
    /// moves of that color.
    pub(super) fn replace(&mut self, game: GameState, end: Option<GameEnd>) {
        let plies = game.plies();
        let end = end.filter(|_| game.outcome().is_none());
        *self = Self { end, ..Self::new(game, self.chosen, self.clock) };
        let is_own = |ply: &usize| (plies - ply).is_multiple_of(2) == self.is_persons_turn();
        let turn = |plies| Turn { plies, person: self.person, clocks: self.clocks };
        self.turns = (0..plies).filter(is_own).map(turn).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;

    fn game() -> PersonGame {
        PersonGame::new(GameState::initial(Variant::Draughts10), Color::White, None)
    }

    /// The person and the engine play, each its first move.
    fn play_round(game: &mut PersonGame) {
        let first = game.state().legal_moves().swap_remove(0).notation;
        game.play(&first).expect("a legal move");
        game.play_nth(0);
    }

    #[test]
    fn to_take_back_a_change_of_sides_gives_the_person_his_side_again() {
        let mut game = game();
        play_round(&mut game);
        game.change_sides();
        game.play_nth(0);
        assert_eq!((game.person(), game.state().plies()), (Color::Black, 3));
        play_round(&mut game);
        game.undo().expect("the move after the change of sides");
        assert_eq!((game.person(), game.state().plies()), (Color::Black, 3));
        game.undo().expect("the change of sides");
        assert_eq!((game.person(), game.state().plies()), (Color::White, 2));
        game.redo().expect("the change of sides");
        assert_eq!((game.person(), game.state().plies()), (Color::Black, 3));
        game.redo().expect("the move after it");
        assert_eq!((game.person(), game.state().plies(), game.redo()), (Color::Black, 5, None));
        game.restart();
        assert_eq!((game.person(), game.state().plies(), game.undo()), (Color::White, 0, None));
    }

    #[test]
    fn a_new_move_replaces_what_was_taken_back() {
        let mut game = game();
        play_round(&mut game);
        game.undo().expect("a move");
        assert!(game.play("32-27x").is_err() && game.redo().is_some(), "a refused move changes nothing");
        game.undo().expect("a move");
        play_round(&mut game);
        assert_eq!(game.redo(), None);
    }

    #[test]
    fn moves_of_another_game_can_be_taken_back() {
        let mut other = GameState::initial(Variant::Draughts10);
        for _ in 0..5 {
            other.play_nth(0);
        }
        let mut game = game();
        game.replace(other, Some(GameEnd::Agreed));
        assert_eq!((game.is_persons_turn(), game.end()), (false, Some(GameEnd::Agreed)));
        let plies: Vec<_> = std::iter::from_fn(|| game.undo().map(|()| game.state().plies())).collect();
        assert_eq!((plies, game.end()), (vec![4, 2, 0], None));
    }
}
