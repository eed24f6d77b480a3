use super::super::tests::random_positions;
use super::*;
use crate::board::{Board, Checkers, Draughts, movegen};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

/// A network with random weights.
fn random_network<G: Game>(random: &mut impl Rng) -> (RealNetwork, Network) {
    let mut numbers = |count: usize, size: f32| -> Vec<f32> {
        (0..count).map(|_| random.random_range(-size..size)).collect()
    };
    let real = RealNetwork {
        hidden: numbers(KINDS * cells::<G>() * HIDDEN, 0.3),
        hidden_bias: numbers(HIDDEN, 0.5),
        output: numbers(BUCKETS * HIDDEN, 1.0),
        output_bias: numbers(BUCKETS, 0.2),
    };
    let network = real.quantized("some-game", cells::<G>()).expect("small weights");
    (real, network)
}

/// The output in real numbers, computed from the definition.
fn real_output<G: Game>(network: &RealNetwork, placement: &Placement<G>) -> f64 {
    let seen = if placement.turn == Color::White { *placement } else { placement.mirrored() };
    let sets = [
        seen.white & !seen.kings,
        seen.white & seen.kings,
        seen.black & !seen.kings,
        seen.black & seen.kings,
    ];
    let bucket = bucket(seen.occupied().count() as usize, most_pieces::<G>());
    let unit = |unit: usize| -> f64 {
        let mut sum = f64::from(network.hidden_bias[unit]);
        for (kind, set) in sets.into_iter().enumerate() {
            for cell in set.cells() {
                sum += f64::from(network.hidden[(kind * cells::<G>() + cell.index()) * HIDDEN + unit]);
            }
        }
        sum.clamp(0.0, 1.0).powi(2)
    };
    let terms = (0..HIDDEN).map(|number| unit(number) * f64::from(network.output[bucket * HIDDEN + number]));
    terms.sum::<f64>() + f64::from(network.output_bias[bucket])
}

fn check<G: Game>(game: G) {
    let mut random = StdRng::seed_from_u64(7);
    let (real, network) = random_network::<G>(&mut random);
    let positions: Vec<_> = (0..10).flat_map(|_| random_positions(game, &mut random)).collect();
    for position in positions {
        let placement = position.placement();
        let mirrored = placement.mirrored();
        assert_eq!(network.evaluate(placement), network.evaluate(&mirrored), "{position:?}");
        if drawish::is_drawish(placement) || !movegen::has_moves(placement) {
            continue;
        }
        let expected = (real_output(&real, placement) * HUNDREDTHS as f64).clamp(-4900.0, 4900.0);
        let found = f64::from(network.evaluate(placement).hundredths());
        assert!((found - expected).abs() < 25.0, "{found} is not {expected}: {position:?}");
    }
}

#[test]
fn integers_compute_what_the_definition_says() {
    check(Draughts::<6>);
    check(Checkers::<8>);
    check(Draughts::<10>);
    check(Draughts::<12>);
    check(Checkers::<14>);
}

#[test]
fn the_buckets_divide_the_numbers_of_pieces_evenly() {
    let of_ten = |pieces| bucket(pieces, most_pieces::<Draughts<10>>());
    assert_eq!(most_pieces::<Draughts<10>>(), 40);
    assert_eq!([0, 1, 5, 6, 10, 11, 35, 36, 40, 50].map(of_ten), [0, 0, 0, 1, 1, 2, 6, 7, 7, 7]);
}

#[test]
fn a_file_is_read_back() {
    let (_, network) = random_network::<Draughts<8>>(&mut StdRng::seed_from_u64(1));
    let bytes = network.to_bytes();
    assert_eq!(Network::read(&bytes, "some-game", cells::<Draughts<8>>()), Ok(network.clone()));
    assert!(bytes.len() as u64 <= Network::MOST_BYTES);
    assert_ne!(network.checksum(), 0);
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    let (_, network) = random_network::<Draughts<8>>(&mut StdRng::seed_from_u64(1));
    let (bytes, size) = (network.to_bytes(), cells::<Draughts<8>>());
    let read = |bytes: &[u8]| Network::read(bytes, "some-game", size).expect_err("it is refused");
    assert_eq!(
        Network::read(&bytes, "other-game", size).expect_err("another game").to_string(),
        "this network is for \"some-game\", not for other-game"
    );
    assert_eq!(Network::read(&bytes, "some-game", size + 1), Err(NetworkError::Shape));
    assert_eq!(read(b"nothing"), NetworkError::Format);
    assert_eq!(read(&bytes[..bytes.len() - 1]), NetworkError::Checksum);
    assert_eq!(read(&[&bytes[..], &[0]].concat()), NetworkError::Checksum);
    for place in [30, 1000, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert_eq!(read(&damaged), NetworkError::Checksum);
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let (mut real, _) = random_network::<Draughts<8>>(&mut StdRng::seed_from_u64(1));
    let size = cells::<Draughts<8>>();
    real.hidden.fill(3.0);
    assert_eq!(real.quantized("some-game", size), Err(NetworkError::Overflow));
    real.hidden.fill(0.1);
    real.output.fill(100.0);
    assert_eq!(real.quantized("some-game", size), Err(NetworkError::Overflow));
    real.output.pop();
    assert_eq!(real.quantized("some-game", size), Err(NetworkError::Shape));
}

#[test]
fn all_boards_have_an_input_for_every_cell() {
    assert_eq!(cells::<Draughts<6>>(), Board::<6>::PLAYING.last().index() + 1);
    assert_eq!(cells::<Checkers<14>>(), Board::<14>::PLAYING.last().index() + 1);
}
