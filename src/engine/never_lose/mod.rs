//! Never-lose play: which moves the search may choose from, and what is claimed about them.
//!
//! # What may be played
//!
//! Moves that win soonest; otherwise moves that are proven safe; otherwise moves that are not proven to lose;
//! otherwise any move (the moves that lose latest, if tables know the distances). Once a move is proven safe,
//! only such moves may be played, from then on to the end of the game: the player is *bound*.
//!
//! # What is asked
//!
//! The rules, the tables and the facts proven earlier in the game come first and cost nothing. If they settle
//! the position, nothing else is asked. Otherwise the prover is asked the questions below, from top to bottom.
//! Each question is "can this color force a win?". The numbers are in [`policy`], one item for each row.
//!
//! The time and the nodes of a move are divided as follows. A share is a part of what is left.
//!
//! | when | proofs before the search | search | proofs after it, each time | each further search |
//! |---|---|---|---|---|
//! | 6×6, any purpose | 0.75 | as below | as below | 0.9 |
//! | analysis on a larger board | 0.3 | all the rest | none | none |
//! | bound | none | 0.6 | 0.9 | 0.9 |
//! | not bound, within reach | none | 0.95 | 0.5 | 0.9 |
//! | not bound, beyond reach | none | 0.99 | 0.5 | 0.9 |
//!
//! A position is *within reach* if it is on a 6×6 board, or has at most 4 pieces more than the largest tables.
//! Beyond reach no set of questions takes more than 4,000 nodes. A forced move is not examined.
//!
//! Questions before the search:
//!
//! | | who wins | from where | asked if | budget |
//! |---|---|---|---|---|
//! | 1 | the opponent | the position | always | 0.8 |
//! | 2 | the opponent | after each move | 1 is not answered by "safe" | 0.5 of the rest, divided by the moves |
//! | 3 | the player | the position | always | 0.5 of the refinement budget |
//! | 4 | the opponent | after each move | always | 0.5 of the refinement budget, divided by the moves |
//!
//! The refinement budget is half of what question 1 leaves over, and at most 200,000 nodes: its answers are
//! not needed in order not to lose. If 2 or 4 lack the time to go on with unfinished proofs of earlier
//! questions, a loss check of at most 4,000 nodes takes their place.
//!
//! Questions after each search, until the move that it prefers may be played:
//!
//! | | who wins | from where | asked if | budget |
//! |---|---|---|---|---|
//! | 5 | the opponent | after the preferred move | within reach | 0.9 |
//! | | | | the player keeps its options, within reach | loss check: 0.2, at most 4,000 nodes |
//! | | | | beyond reach | at most 200 nodes |
//! | 6 | the player | the position | ahead, not bound | all that 5 leaves over |
//! | | | | ahead, bound | 0.1 of what 5 leaves over |
//! | | the opponent | the position | behind, within reach | all that 5 leaves over |
//!
//! The player *keeps its options* if it is ahead, not bound, and short of time on a larger board. A small
//! proof that a move is safe would bind it to such moves, and what wins can take longer to prove safe than
//! there is time. A *loss check* therefore uses a prover of its own, and only the losses that it finds count.

mod budget;
mod claim;
mod player;
mod policy;
mod proof_state;

pub(super) use budget::MoveBudget;
pub use claim::{Claim, MoveClaim, PositionClaim};
pub(super) use player::NeverLosePlayer;
pub(super) use policy::{FURTHER_SEARCH_SHARE, Shares};
pub(super) use proof_state::RootProofState;
