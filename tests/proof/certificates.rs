//! Certificates: those that are written are accepted, and what was changed in them is refused where it was.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::board::{Checkers, Color, Draughts, Game, Geometry, Placement, Position, rulebook};
use remise::endgame::{Slice, Tables, Value};
use remise::proof::verify::{
    Accepted, CheckError, ParsedCertificate, ReadError, Reason, Rejection, check, read,
};
use remise::proof::{Certificate, Guarantee};
use remise::proof::{DraughtsDomain, Prover};
use sha2::{Digest, Sha256};

use crate::endgame::files::with_each_pair_falsified;
use crate::endgame::{placements, small};
use crate::positions::{fen, position};

/// Writes the certificate of a claim over tables of this number of pieces.
fn written<G: Game + Default>(
    variant: &str,
    root: &str,
    side: Color,
    claim: Guarantee,
    pieces: usize,
) -> String {
    let root = *position::<G>(root).placement();
    let mut prover = Prover::new(DraughtsDomain::<G>::new(Arc::new(small()), pieces), 1 << 30);
    let attacker = if claim == Guarantee::Win { side } else { !side };
    prover.prove(root, attacker, u64::MAX, &mut |_| ControlFlow::Continue(())).expect("there is no limit");
    Certificate::of(&prover, &root, side, claim).expect("it is proven").text(variant)
}

fn parsed(bytes: &[u8]) -> Result<ParsedCertificate, Rejection> {
    read(bytes).map_err(|error| match error {
        ReadError::Rejected(rejection) => rejection,
        ReadError::Io(error) => panic!("bytes can be read: {error}"),
    })
}

fn verdict<G: Game + Default>(text: &str, tables: &Tables<G>) -> Result<Accepted, CheckError> {
    check(&parsed(text.as_bytes())?, tables)
}

/// Where a certificate is refused, and why.
fn rejection<G: Game + Default>(text: &str, tables: &Tables<G>) -> Rejection {
    match verdict(text, tables) {
        Err(CheckError::Rejected(rejection)) => rejection,
        other => panic!("{other:?}"),
    }
}

const DRAUGHTS: &str = "W:W13,14,15,16,17,18:B1,2,3,4,5,6";

/// White does not lose draughts on 6×6.
static SAFE: LazyLock<String> =
    LazyLock::new(|| written::<Draughts<6>>("draughts-6", DRAUGHTS, Color::White, Guarantee::Safe, 4));

/// Three kings win against one and a man.
const WON: &str = "W:WK16,K17,K18:B2,K3";

static WIN: LazyLock<String> =
    LazyLock::new(|| written::<Checkers<6>>("checkers-6", WON, Color::White, Guarantee::Win, 2));

#[test]
fn strategies_are_accepted_and_have_nothing_to_spare() {
    let positions = |text: &str| text.lines().count() - 8;
    let accepted = |text: &str| Ok(Accepted { positions: positions(text), unreachable: 0 });
    assert_eq!(verdict::<Draughts<6>>(&SAFE, &small()), accepted(&SAFE));
    assert!(positions(&SAFE) > 1000);
    let black = written::<Draughts<6>>("draughts-6", DRAUGHTS, Color::Black, Guarantee::Safe, 4);
    assert_eq!(verdict::<Draughts<6>>(&black, &small()), accepted(&black));
    assert_eq!(verdict::<Checkers<6>>(&WIN, &small()), accepted(&WIN));
    assert!(positions(&WIN) > 50);
}

#[test]
fn without_tables_every_position_is_listed() {
    let tables = small::<Checkers<6>>();
    let slice: Slice = "0201".parse().expect("four digits");
    let won = placements(slice).find(|it| matches!(tables.probe(it), Some(Value::Win(Some(9..)))));
    let won = fen(&won.expect("two kings win against one"));
    let text = written::<Checkers<6>>("checkers-6", &won, Color::White, Guarantee::Win, 0);
    assert_eq!(
        verdict::<Checkers<6>>(&text, &Tables::none(Default::default())).map(|it| it.unreachable),
        Ok(0)
    );
    let text = written::<Checkers<6>>("checkers-6", "W:W16:B3", Color::Black, Guarantee::Safe, 0);
    assert_eq!(
        verdict::<Checkers<6>>(&text, &Tables::none(Default::default())).map(|it| it.unreachable),
        Ok(0)
    );
}

#[test]
fn a_root_that_is_over_or_tabled_needs_no_line() {
    let text = written::<Checkers<6>>("checkers-6", "B:WK1,K2,K3:B", Color::White, Guarantee::Win, 2);
    assert_eq!(verdict::<Checkers<6>>(&text, &small()), Ok(Accepted { positions: 0, unreachable: 0 }));
    let text = written::<Checkers<6>>("checkers-6", "W:WK1:BK18", Color::White, Guarantee::Safe, 2);
    assert_eq!(verdict::<Checkers<6>>(&text, &small()), Ok(Accepted { positions: 0, unreachable: 0 }));
}

/// A certificate in parts, to be put together again with the right count and sum.
#[derive(Clone)]
pub(super) struct Parts {
    pub(super) header: Vec<String>,
    entries: Vec<String>,
}

impl Parts {
    /// The lines of the header.
    const HEADER: usize = 7;

    pub(super) fn of(text: &str) -> Self {
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        let entries = lines[Self::HEADER..lines.len() - 1].to_vec();
        Self { header: lines[..Self::HEADER - 1].to_vec(), entries }
    }

    pub(super) fn text(&self) -> String {
        let count = format!("positions {}", self.entries.len());
        let lines = self.header.iter().chain([&count]).chain(&self.entries);
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        let sum: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{text}sha256 {sum}\n")
    }

    /// The line of an entry.
    fn line(index: usize) -> usize {
        Self::HEADER + 1 + index
    }
}

#[test]
fn a_position_that_is_missing_is_missed() {
    check_removed::<Draughts<6>>(&SAFE, 100);
    check_removed::<Checkers<6>>(&WIN, 50);
}

fn check_removed<G: Game + Default>(text: &str, count: usize) {
    let (whole, tables, mut dice) = (Parts::of(text), small::<G>(), StdRng::seed_from_u64(1));
    let root = whole.header[5].strip_prefix("root ").expect("a root").to_owned();
    for _ in 0..count {
        let mut parts = whole.clone();
        let removed = parts.entries.remove(dice.random_range(0..parts.entries.len()));
        let gone = removed.split(' ').next().expect("a position").to_owned();
        let rejection = rejection(&parts.text(), &tables);
        assert_eq!(rejection.reason, Reason::Missing(gone.clone()));
        let is_there = rejection.line == 6 && gone == root
            || parts.entries[rejection.line - Parts::line(0)].starts_with(&rejection.text);
        assert!(is_there, "{rejection}");
    }
}

#[test]
fn a_move_that_is_changed_is_refused_where_it_stands_unless_it_is_as_good() {
    check_moves::<Draughts<6>>(&SAFE, 200);
    check_moves::<Checkers<6>>(&WIN, 200);
}

/// Replaces moves by others, legal ones and illegal ones.
fn check_moves<G: Game + Default>(text: &str, count: usize) {
    let (whole, tables, mut dice) = (Parts::of(text), small::<G>(), StdRng::seed_from_u64(2));
    let mut refused = 0;
    while refused < count {
        let index = dice.random_range(0..whole.entries.len());
        let mut parts = whole.clone();
        let fields: Vec<_> = parts.entries[index].split(' ').map(str::to_owned).collect();
        let is_ours = fields[1] != "-";
        let legal = rulebook::moves(&position::<G>(&fields[0]));
        let other = &legal[dice.random_range(0..legal.len())];
        let squares = [other.from, other.to].into_iter().chain(remise::board::Set::cells(other.captured));
        let numbers: Vec<_> = squares.map(|cell| G::Board::square(cell).to_string()).collect();
        let sign = if other.is_capture() { "x" } else { "-" };
        let mv = if dice.random() { numbers.join(sign) } else { "1-18".to_owned() };
        if mv == fields[1] {
            continue;
        }
        let mut changed = fields.clone();
        changed[1] = mv;
        parts.entries[index] = changed.join(" ");
        match verdict(&parts.text(), &tables) {
            // Another move may lead to what is listed as well, or to what tables hold.
            Ok(_) => assert!(is_ours && changed[1] != "1-18", "{}", parts.entries[index]),
            Err(CheckError::Rejected(rejection)) => {
                assert_eq!((rejection.line, &rejection.text), (Parts::line(index), &parts.entries[index]));
                refused += 1;
            }
            Err(failure) => panic!("{failure}"),
        }
    }
}

#[test]
fn a_rank_has_to_get_lower() {
    let (whole, tables, mut seen) = (Parts::of(&WIN), small::<Checkers<6>>(), 0);
    for index in 0..whole.entries.len() {
        let mut parts = whole.clone();
        let fields: Vec<_> = whole.entries[index].split(' ').collect();
        let (before, rank) =
            (format!("{} {}", fields[0], fields[1]), fields[2].parse::<u16>().expect("a rank"));
        parts.entries[index] = format!("{before} {}", rank + 40);
        let is_root = whole.header[5].ends_with(fields[0]);
        match verdict(&parts.text(), &tables) {
            Ok(_) => assert!(is_root, "something leads to {before}"),
            Err(CheckError::Rejected(rejection)) => {
                assert_eq!(rejection.reason, Reason::Rises(fields[0].to_owned()));
                seen += 1;
            }
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn the_form_is_held_to_the_letter() {
    let safe = Parts::of(&SAFE);
    let check = |change: &dyn Fn(&mut Parts), line: usize| {
        let mut parts = safe.clone();
        change(&mut parts);
        let rejection = rejection::<Draughts<6>>(&parts.text(), &small());
        assert_eq!(rejection.line, line, "{rejection}");
    };
    check(&|parts| parts.header[0] = "remise certificate 2".into(), 1);
    check(&|parts| parts.header[2] = "claim drawn".into(), 3);
    check(&|parts| parts.header[3] = "side White".into(), 4);
    check(&|parts| parts.header[4] = "tables 04".into(), 5);
    check(&|parts| parts.header[5] = "root W:W13-18:B1-6".into(), 6);
    check(&|parts| parts.header.swap(2, 3), 3);
    check(&|parts| parts.entries.swap(10, 11), Parts::line(11));
    check(&|parts| parts.entries.insert(10, parts.entries[10].clone()), Parts::line(11));
    check(&|parts| parts.entries[3] += " ", Parts::line(3));
    check(&|parts| parts.entries[3] += " 7", Parts::line(3));
    let last = safe.entries.len() - 1;
    check(&|parts| parts.entries[last] = parts.entries[last].replacen('W', "w", 1), Parts::line(last));
}

#[test]
fn a_position_that_need_not_be_listed_must_not_be() {
    let added = |line: &str, reason: Reason| {
        let mut parts = Parts::of(&SAFE);
        parts.entries.push(line.to_owned());
        parts.entries.sort_unstable();
        let rejection = rejection::<Draughts<6>>(&parts.text(), &small());
        assert_eq!((rejection.text.as_str(), rejection.reason), (line, reason));
    };
    added("B:W10:B1 -", Reason::Tabled);
    added("B:W10,11,12,13,14:B -", Reason::Over);
    added("B:W11,12,13,15:B8 -", Reason::Over);
}

#[test]
fn the_claims_of_another_side_or_of_a_win_are_refused() {
    let mut parts = Parts::of(&SAFE);
    parts.header[3] = "side black".into();
    assert_eq!(rejection::<Draughts<6>>(&parts.text(), &small()).line, Parts::line(0));
    let mut parts = Parts::of(&WIN);
    parts.header[2] = "claim safe".into();
    assert_eq!(rejection::<Checkers<6>>(&parts.text(), &small()).reason, Reason::Fields);
}

#[test]
fn count_sum_and_end_are_checked() {
    let lines: Vec<_> = WIN.lines().collect();
    let with = |index: usize, line: &str| {
        let mut lines = lines.clone();
        lines[index] = line;
        lines.join("\n") + "\n"
    };
    let at = |text: &str| {
        let rejection = parsed(text.as_bytes()).expect_err("it is wrong");
        (rejection.line, rejection.reason)
    };
    assert_eq!(at(&with(6, "positions 1")), (7, Reason::Count(lines.len() - 8)));
    assert_eq!(at(&with(lines.len() - 1, "sha256 00")), (lines.len(), Reason::Sum));
    assert_eq!(at(&format!("{}x\n", *WIN)), (lines.len() + 1, Reason::Beyond));
    assert_eq!(at(&format!("{}\n", *WIN)), (lines.len() + 1, Reason::Beyond));
    assert_eq!(at(&lines[..20].join("\n")), (21, Reason::End));
    assert_eq!(at(""), (1, Reason::End));
    let mut bytes = WIN.clone().into_bytes();
    bytes[3] = 0xff;
    assert_eq!(parsed(&bytes).expect_err("it is no text").reason, Reason::NotUtf8);
}

#[test]
fn a_compressed_certificate_is_as_good_as_long_as_it_is_whole() {
    let compressed = zstd::encode_all(WIN.as_bytes(), 3).expect("it can be compressed");
    let certificate = parsed(&compressed).expect("it is whole");
    assert_eq!(check::<Checkers<6>>(&certificate, &small()).map(|it| it.unreachable), Ok(0));
    let cut = &compressed[..compressed.len() / 2];
    assert_eq!(parsed(cut).expect_err("it is cut").reason, Reason::Compression);
}

#[test]
fn a_table_that_is_not_there_is_no_reason_to_believe_or_to_refuse() {
    assert!(matches!(
        verdict::<Draughts<6>>(&SAFE, &Tables::none(Default::default())),
        Err(CheckError::Table(_))
    ));
}

#[test]
fn positions_that_cannot_arise_are_counted() {
    let mut parts = Parts::of(&WIN);
    // A copy of the root with the kings elsewhere, from which the same move leads to another listed one.
    let (root, rank) = (position::<Checkers<6>>(WON), 60_000);
    let spare = spare(&root, &parts);
    parts.entries.push(format!("{} {} {rank}", spare.0, spare.1));
    parts.entries.sort_unstable();
    let accepted = verdict::<Checkers<6>>(&parts.text(), &small()).expect("it is no harm");
    assert_eq!((accepted.positions, accepted.unreachable), (parts.entries.len(), 1));
}

/// A position that is not listed, and a move from there to one that is.
fn spare(root: &Position<Checkers<6>>, parts: &Parts) -> (String, String) {
    let is_listed = |placement: &Placement<Checkers<6>>| {
        let start = format!("{} ", fen(placement));
        parts.entries.iter().any(|entry| entry.starts_with(&start))
    };
    let mut open = vec![*root.placement()];
    let mut seen = 0;
    loop {
        let placement = open[seen];
        seen += 1;
        for mv in rulebook::moves(&Position::new(placement).expect("it is legal")) {
            let next = placement.play(&mv);
            if placement.turn == Color::White
                && !is_listed(&placement)
                && !mv.is_capture()
                && is_listed(&next)
            {
                let square = |cell| Board6::square(cell);
                return (fen(&placement), format!("{}-{}", square(mv.from), square(mv.to)));
            }
            open.push(next);
        }
    }
}

type Board6 = remise::board::Board<6>;

#[test]
fn a_table_in_which_a_leaf_is_lost_refuses_the_strategy() {
    let reasons = with_each_pair_falsified::<Draughts<6>, _>(4, |tables| match verdict(&SAFE, tables) {
        Err(CheckError::Rejected(rejection)) => Some((rejection.line, rejection.reason)),
        Ok(_) => None,
        other => panic!("{other:?}"),
    });
    let refused: Vec<_> = reasons.into_iter().flatten().collect();
    assert!(refused.len() > 5, "{refused:?}");
    for (line, reason) in &refused {
        assert!(*line > 7 && matches!(reason, Reason::Table(_)), "{line} {reason:?}");
    }
}

/// Equal ranks would let wins rest on each other in a circle.
#[test]
fn a_rank_that_stays_equal_is_refused() {
    let mut parts = Parts::of(&WIN);
    for entry in &mut parts.entries {
        let end = entry.rfind(' ').expect("a rank");
        entry.replace_range(end.., " 7");
    }
    let rejection = rejection::<Checkers<6>>(&parts.text(), &small());
    assert!(matches!(rejection.reason, Reason::Rises(_)), "{rejection}");
}

/// A certificate over tables of this number of pieces, White's in checkers on 6×6.
fn by_hand(claim: &str, tables: usize, root: &str, entries: &[&str]) -> String {
    let header = format!(
        "remise certificate 1\nvariant checkers-6\nclaim {claim}\nside white\ntables {tables}\nroot {root}"
    );
    let lines = |text: &str| text.lines().map(str::to_owned).collect();
    Parts { header: lines(&header), entries: lines(&entries.join("\n")) }.text()
}

#[test]
fn a_position_that_is_lost_for_the_side_is_refused() {
    let reason = |claim, root, entries: &[&str]| {
        rejection::<Checkers<6>>(&by_hand(claim, 0, root, entries), &Tables::none(Default::default())).reason
    };
    let lost = |fen: &str| Reason::Lost(fen.to_owned());
    // Black captures the last man.
    assert_eq!(reason("safe", "W:W14:B7", &["B:W11:B7 -", "W:W14:B7 14-11"]), lost("W:W:B14"));
    assert_eq!(reason("win", "W:W14:B7", &["B:W11:B7 - 1", "W:W14:B7 14-11 2"]), lost("W:W:B14"));
    assert_eq!(reason("safe", "W:W:B14", &[]), lost("W:W:B14"));
    let won = by_hand("win", 0, "B:W14:B", &[]);
    assert_eq!(
        verdict::<Checkers<6>>(&won, &Tables::none(Default::default())),
        Ok(Accepted { positions: 0, unreachable: 0 })
    );
}

#[test]
fn a_win_is_refused_where_a_table_says_draw() {
    let drawn = by_hand("win", 2, "W:WK1:BK18", &[]);
    let rejection = rejection::<Checkers<6>>(&drawn, &small());
    assert_eq!(rejection.reason, Reason::Table("W:WK1:BK18".to_owned()));
    let safe = by_hand("safe", 2, "W:WK1:BK18", &[]);
    assert!(verdict::<Checkers<6>>(&safe, &small()).is_ok());
}
