//! The speed of generating, making and counting moves.
//!
//! Each benchmark visits the positions of seeded random games once. Compare the time per position.

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::board::{Checkers, Draughts, Game, MoveList, Placement, Position, Russian, movegen};
use remise::perft::Perft;

fn main() {
    divan::main();
}

/// Placements of random games, a few thousand of them.
fn placements<G: Game + Default>() -> Vec<Placement<G>> {
    let mut random = StdRng::seed_from_u64(1);
    let mut placements = Vec::new();
    while placements.len() < 4000 {
        let mut placement = Placement::start(G::default());
        for _ in 0..100 {
            placements.push(placement);
            let mut moves = MoveList::new();
            movegen::moves(&placement, &mut moves);
            if moves.is_empty() {
                break;
            }
            placement = placement.play(&moves[random.random_range(0..moves.len())]);
        }
    }
    placements
}

#[divan::bench(types = [Draughts<6>, Draughts<8>, Draughts<10>, Draughts<12>, Draughts<14>, Checkers<8>, Russian])]
fn generate<G: Game + Default>(bencher: Bencher<'_, '_>) {
    let placements = placements::<G>();
    bencher.counter(ItemsCount::new(placements.len())).bench_local(|| {
        let mut moves = MoveList::new();
        for placement in &placements {
            moves.clear();
            movegen::moves(placement, &mut moves);
            divan::black_box(&moves);
        }
    });
}

#[divan::bench(types = [Draughts<6>, Draughts<8>, Draughts<10>, Draughts<12>, Draughts<14>, Checkers<8>, Russian])]
fn count<G: Game + Default>(bencher: Bencher<'_, '_>) {
    let placements = placements::<G>();
    let counter = ItemsCount::new(placements.len());
    bencher.counter(counter).bench_local(|| placements.iter().map(movegen::count).sum::<u64>());
}

#[divan::bench(types = [Draughts<6>, Draughts<8>, Draughts<10>, Draughts<12>, Draughts<14>, Checkers<8>, Russian])]
fn generate_and_make<G: Game + Default>(bencher: Bencher<'_, '_>) {
    let placements = placements::<G>();
    bencher.counter(ItemsCount::new(placements.len())).bench_local(|| {
        let mut moves = MoveList::new();
        for placement in &placements {
            moves.clear();
            movegen::moves(placement, &mut moves);
            for mv in &moves {
                divan::black_box(placement.play(mv));
            }
        }
    });
}

/// Compare the time per leaf.
#[divan::bench(types = [Draughts<6>, Draughts<8>, Draughts<10>, Draughts<12>, Draughts<14>, Checkers<8>, Russian])]
fn perft_of_six_plies<G: Game + Default>(bencher: Bencher<'_, '_>) {
    let start = Position::start(G::default());
    let leaves = Perft::PLAIN.count(&start, 6);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| Perft::PLAIN.count(&start, 6));
}
