//! What a person types in `play`.

/// A line that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Flip,
    Numbers,
    Lights,
    Moves,
    Hint,
    Undo,
    Redo,
    Go,
    Level,
    NeverLose,
    Draw,
    Resign,
    Fen,
    New,
    Save,
    Load,
}

impl Command {
    /// The words that people type.
    const NAMES: [(&'static str, Self); 19] = [
        ("help", Self::Help),
        ("?", Self::Help),
        ("moves", Self::Moves),
        ("hint", Self::Hint),
        ("undo", Self::Undo),
        ("redo", Self::Redo),
        ("go", Self::Go),
        ("board", Self::Board),
        ("flip", Self::Flip),
        ("numbers", Self::Numbers),
        ("lights", Self::Lights),
        ("level", Self::Level),
        ("never-lose", Self::NeverLose),
        ("draw", Self::Draw),
        ("resign", Self::Resign),
        ("fen", Self::Fen),
        ("new", Self::New),
        ("save", Self::Save),
        ("load", Self::Load),
    ];

    /// Reads a command and its argument, which may be empty. Returns `None` if the line is no command.
    pub(super) fn read(line: &str) -> Option<(Self, &str)> {
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (_, command) = Self::NAMES.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
        let argument = argument.trim();
        (argument.is_empty() || command.takes_argument()).then_some((command, argument))
    }

    const fn takes_argument(self) -> bool {
        matches!(self, Self::Level | Self::Fen | Self::Save | Self::Load)
    }

    /// All words, also those that end the conversation.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().map(|(name, _)| name).filter(|name| *name != "?").chain(["quit"])
    }
}

pub(super) const HELP: &str = "\
type a move, such as 32-28, 28x19 or c3-d4, or
  moves          list the legal moves, with their values where tables know them
  hint           show the best move, found at full strength
  undo           take back your last move
  redo           play again what was taken back
  go             let the engine move, and play the other side
  board          show the board
  flip           turn the board
  numbers        show or hide the numbers of empty squares
  lights         show or hide where moves win (+), draw (=) or lose (-)
  level [N]      show or set the engine's strength, from 0 to 20
  never-lose     let the engine play no move that is proven to lose, or any
  draw           offer a draw
  resign         give up
  fen [FEN]      show the position as FEN, or start from another one
  new            start another game
  save FILE      write the game as PDN
  load FILE [N]  open game N of a PDN file
  quit           leave";
