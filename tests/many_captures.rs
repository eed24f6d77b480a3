//! Positions with thousands of captures, or with captures that take long to generate: time and `stop` count there
//! too.

use std::cell::Cell;
use std::ops::ControlFlow;

use remise::board::{Draughts, Game, MoveList, movegen};
use remise::engine::{GameState, Start, Variant};
use remise::notation::read_move;

use crate::positions::position;
use crate::program::Dialogue;

/// A king with 614 captures, which take thousands of states to find.
const KING: &str = "W:WK68:B1,6,8,12,14,15,16,17,21,23,26,27,29,30,32,34,37,41,43,46,53,58,61,62,63,65";

/// Nearly every move of Black leads to a position with captures that take hundreds of thousands of states.
const REPLIES: &str = "B:WK77:B1,2,7,8,11,12,15,16,18,20,24,25,26,33,35,37,38,41,42,46,48,51,52,55,56,57,61,63,64,\
                       66,68,70,79,80,81,84,85,88,89,K92,K96";

/// The number of moves, and how often the poll was asked that breaks off when it is asked for the `last` time.
fn generated<G: Game + Default>(fen: &str, last: u32) -> (usize, u32) {
    let asked = Cell::new(0);
    let poll = &mut || {
        asked.set(asked.get() + 1);
        if asked.get() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut moves = MoveList::new();
    let flow = movegen::try_moves(position::<G>(fen).placement(), poll, &mut moves);
    assert_eq!(flow.is_break(), asked.get() == last);
    (moves.len(), asked.get())
}

#[test]
fn captures_that_take_long_to_generate_can_be_broken_off() {
    assert_eq!(generated::<Draughts<12>>(KING, 1), (0, 1));
    assert_eq!(generated::<Draughts<12>>(KING, 5), (0, 5));
    let (moves, asked) = generated::<Draughts<12>>(KING, u32::MAX);
    assert!(moves == 614 && asked > 5, "{moves} moves, asked {asked} times");
    assert_eq!(generated::<Draughts<12>>("W:W32,38:B28,29", 1).1, 0, "quick ones are not");
}

#[test]
fn each_of_many_moves_has_a_text_of_its_own() {
    let game = GameState::new(Variant::Draughts12, &Start::Fen(KING.to_owned())).expect("a position");
    let position = position::<Draughts<12>>(KING);
    let legal = MoveList::legal(position.placement());
    let texts = game.legal_moves();
    assert_eq!(texts.len(), legal.len());
    for (text, mv) in texts.iter().zip(&legal).step_by(20) {
        assert_eq!(read_move(position.placement(), &text.notation).as_ref(), Ok(mv), "{}", text.notation);
        assert_eq!(game.after(text.number).map(|next| next.plies()), Some(1));
    }
}

/// Without a look at the clock in the middle of the work, the first 1024 nodes would take minutes.
#[test]
fn a_session_hears_stop_and_quit_at_any_time() {
    for never_lose in [false, true] {
        let mut uci = Dialogue::start(&["uci", "--variant", "draughts-14", "--no-tables"]);
        uci.follow(&format!(
            "> setoption name NeverLose value {never_lose}
             > position fen {REPLIES}
             > go movetime 50"
        ));
        uci.until("bestmove ");
        uci.follow("> go infinite\n > stop");
        uci.until("bestmove ");
        uci.follow("> go infinite\n > quit");
        let left = uci.end();
        assert!(left.last().is_some_and(|line| line.starts_with("bestmove ")), "{left:?}");

        let letters =
            GameState::new(Variant::Draughts14, &Start::Fen(REPLIES.to_owned())).expect("a position");
        let mut hub = Dialogue::start(&["hub", "--variant", "draughts-14", "--no-tables"]);
        hub.follow(&format!(
            "> set-param name=never-lose value={never_lose}
             > pos pos={}
             > level move-time=0.05
             > go think",
            letters.letters()
        ));
        hub.until("done ");
        hub.follow("> level infinite\n > go analyze\n > stop");
        hub.until("done ");
        hub.follow("> go analyze\n > quit");
        hub.end();
    }
}
