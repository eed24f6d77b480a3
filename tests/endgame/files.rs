//! Files of tables that are not whole, or not what their name says: nothing wrong comes out of them.
//!
//! Files are taken apart and put together here from what `format.rs` says of them, as another program
//! would.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use rand::RngExt;
use rand::{SeedableRng, rngs::StdRng};
use remise::board::{Checkers, Draughts, Game, Placement, movegen};
use remise::endgame::{Kind, Pair, Slice, TableError, Tables, Value, verify_slice};

use super::{Folder, build, placements};

/// The largest slice of this game that has few enough blocks to break each of them.
type Broken = Draughts<6>;
const SLICE: &str = "1111";

/// A file in its parts.
struct Parts {
    header: Vec<u8>,
    /// Each as it is before it is compressed.
    blocks: Vec<Vec<u8>>,
}

const HEADER: usize = 128;
const BLOCK: usize = 1 << 13;
const CONSTANT: u16 = 0xff00;

impl Parts {
    fn read(bytes: &[u8]) -> Self {
        let header = bytes[..HEADER].to_vec();
        let long = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("8 bytes")) as usize;
        let (positions, count) = (long(24) + long(32), long(40));
        let mut begin = HEADER + 2 * count;
        let mut blocks = Vec::new();
        for number in 0..count {
            let entry = u16::from_le_bytes([bytes[HEADER + 2 * number], bytes[HEADER + 2 * number + 1]]);
            let length = BLOCK.min(positions - number * BLOCK);
            if entry >= CONSTANT {
                blocks.push(vec![entry as u8; length]);
                continue;
            }
            let content = &bytes[begin + 4..begin + 4 + usize::from(entry)];
            assert_eq!(bytes[begin..begin + 4], sum(&header, number, content), "block {number}");
            begin += 4 + content.len();
            let is_plain = content.len() == length;
            let plain = || zstd::bulk::decompress(content, length).expect("a frame");
            blocks.push(if is_plain { content.to_vec() } else { plain() });
        }
        assert_eq!(begin, bytes.len());
        Self { header, blocks }
    }

    /// The file, no block compressed.
    fn write(&self) -> Vec<u8> {
        let mut index = Vec::new();
        let mut contents = Vec::new();
        for (number, block) in self.blocks.iter().enumerate() {
            index.extend((block.len() as u16).to_le_bytes());
            contents.extend(sum(&self.header, number, block));
            contents.extend(block);
        }
        let mut bytes = self.header.clone();
        bytes[48..56].copy_from_slice(&(contents.len() as u64).to_le_bytes());
        bytes[120..124].copy_from_slice(&crc32fast::hash(&index).to_le_bytes());
        let sum = crc32fast::hash(&bytes[..124]).to_le_bytes();
        bytes[124..].copy_from_slice(&sum);
        bytes.extend(index);
        bytes.extend(contents);
        bytes
    }
}

fn sum(header: &[u8], number: usize, content: &[u8]) -> [u8; 4] {
    let number = (number as u64).to_le_bytes();
    crc32fast::hash(&[&header[..40], &number, content].concat()).to_le_bytes()
}

#[test]
fn another_program_can_read_and_write_files() {
    let folder = Folder::new("parts");
    build::<Broken>(folder.path(), 4, Kind::Dtw, 1);
    let path = folder.path().join(format!("{SLICE}.dtw"));
    let before = values::<Broken>(&Tables::open(Default::default(), folder.path(), 1));
    let parts = Parts::read(&fs::read(&path).expect("the table"));
    assert!(parts.blocks.len() > 2);
    fs::write(&path, parts.write()).expect("it can be written");
    let tables = Tables::open(Broken::default(), folder.path(), 1);
    assert!(tables.refused().is_empty(), "{:?}", tables.refused());
    assert_eq!(values(&tables), before);
}

#[test]
fn one_altered_value_is_found() {
    let folder = Folder::new("altered");
    build::<Checkers<6>>(folder.path(), 2, Kind::Dtw, 1);
    for slice in ["0101", "1001", "1010"] {
        let path = folder.path().join(format!("{slice}.dtw"));
        let whole = fs::read(&path).expect("the table");
        let slice: Slice = slice.parse().expect("four digits");
        let placements = placements::<Checkers<6>>(slice).chain(placements(slice.mirror()));
        let placements: Vec<Placement<_>> = placements.collect();
        for (number, byte) in Parts::read(&whole).blocks[0].iter().enumerate() {
            let mut parts = Parts::read(&whole);
            parts.blocks[0][number] = if *byte == 0 { 2 } else { byte + 2 };
            fs::write(&path, parts.write()).expect("it can be written");
            let tables = Tables::open(Checkers::<6>, folder.path(), 1);
            let proofs =
                [slice, slice.mirror()].map(|slice| verify_slice(&tables, slice, 1, &mut |_| ()).is_ok());
            // Positions with a capture are not stored: their entries have no meaning.
            let is_used = !movegen::must_capture(&placements[number]);
            assert_eq!(proofs.contains(&false), is_used, "{slice} {number}");
        }
        fs::write(&path, whole).expect("it can be written");
    }
}

/// The values of all positions of the slice that is broken, a sample of each player's.
fn values<G: Game + Default>(tables: &Tables<G>) -> Vec<Option<Value>> {
    let slice: Slice = SLICE.parse().expect("four digits");
    placements(slice).step_by(61).map(|placement| tables.probe(&placement)).collect()
}

/// Tables whose largest file will be broken, and what they say before.
struct Victim {
    folder: Folder,
    whole: Vec<u8>,
    values: Vec<Option<Value>>,
}

impl Victim {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        build::<Broken>(folder.path(), 4, Kind::Dtw, 1);
        // What is left is what captures lead to, so that they can be resolved.
        for entry in fs::read_dir(folder.path()).expect("the folder") {
            let path = entry.expect("an entry").path();
            let pieces: u32 = path
                .display()
                .to_string()
                .rsplit('/')
                .next()
                .expect("a name")
                .bytes()
                .take(4)
                .map(|digit| u32::from(digit - b'0'))
                .sum();
            if pieces == 4 && path.file_stem().is_some_and(|stem| stem != SLICE) {
                fs::remove_file(path).expect("it can be removed");
            }
        }
        let path = folder.path().join(format!("{SLICE}.dtw"));
        let whole = fs::read(path).expect("the table");
        let values = values::<Broken>(&Tables::open(Default::default(), folder.path(), 1));
        assert!(values.iter().all(Option::is_some));
        Self { folder, whole, values }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join(format!("{SLICE}.dtw"))
    }

    /// With these bytes as its file no wrong value comes out. Says how many of them come out at all.
    #[track_caller]
    fn check(&self, bytes: &[u8]) -> usize {
        fs::write(self.file(), bytes).expect("it can be written");
        self.check_open(&Tables::open(Default::default(), self.folder.path(), 1))
    }

    #[track_caller]
    fn check_open(&self, tables: &Tables<Broken>) -> usize {
        let found = values(tables);
        for (found, expected) in found.iter().zip(&self.values) {
            assert!(found.is_none() || found == expected, "{found:?} {expected:?}");
        }
        found.iter().flatten().count()
    }

    /// How many values come out when the file is not there: those of captures.
    fn without(&self) -> usize {
        let _ = fs::remove_file(self.file());
        self.check_open(&Tables::open(Default::default(), self.folder.path(), 1))
    }
}

#[test]
fn files_that_are_cut_say_nothing() {
    let victim = Victim::new("cut");
    let (whole, without) = (&victim.whole, victim.without());
    assert!(without < victim.values.len());
    let mut random = StdRng::seed_from_u64(9);
    let anywhere = (0..100).map(|_| random.random_range(0..whole.len()));
    let mut at: Vec<_> = anywhere.chain(boundaries(whole)).chain([0, 1, 127, 128, 129]).collect();
    at.retain(|&at| at < whole.len());
    for at in at {
        assert_eq!(victim.check(&whole[..at]), without, "cut at {at}");
    }
    assert_eq!(victim.check(&[whole.as_slice(), &[0]].concat()), without, "a byte too long");
    assert_eq!(victim.check(whole), victim.values.len());
}

/// Where blocks begin.
fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let count = u64::from_le_bytes(bytes[40..48].try_into().expect("8 bytes")) as usize;
    let mut begins = vec![HEADER + 2 * count];
    for entry in bytes[HEADER..HEADER + 2 * count].chunks(2) {
        let entry = u16::from_le_bytes([entry[0], entry[1]]);
        let length = if entry < CONSTANT { 4 + usize::from(entry) } else { 0 };
        begins.push(begins[begins.len() - 1] + length);
    }
    begins
}

#[test]
fn a_flipped_bit_makes_nothing_wrong() {
    let victim = Victim::new("flipped");
    let without = victim.without();
    let mut random = StdRng::seed_from_u64(10);
    let early = 0..HEADER + 16;
    let late: Vec<_> = (0..150).map(|_| random.random_range(early.end..victim.whole.len())).collect();
    for at in early.chain(late) {
        let mut bytes = victim.whole.clone();
        bytes[at] ^= 1 << random.random_range(0..8);
        let known = victim.check(&bytes);
        assert!(known < victim.values.len(), "bit in byte {at} was not noticed");
        assert!(at >= boundaries(&victim.whole)[0] || known == without, "byte {at} of header or index");
    }
}

#[test]
fn blocks_that_change_places_are_noticed() {
    let victim = Victim::new("places");
    let parts = || Parts::read(&victim.whole);
    let mut swapped = parts();
    swapped.blocks.swap(0, 1);
    let bytes = swapped.write();
    // With sums that fit it would be another table: the sums have to come with the blocks.
    let (first, second) = (boundaries(&bytes)[0], boundaries(&bytes)[1]);
    let mut moved = parts().write();
    let (one, other) = (moved[first..second].to_vec(), moved[second..2 * second - first].to_vec());
    moved[first..second].copy_from_slice(&other);
    moved[second..2 * second - first].copy_from_slice(&one);
    assert!(victim.check(&moved) < victim.values.len());
}

#[test]
fn files_of_other_games_slices_kinds_and_versions_are_refused() {
    let victim = Victim::new("others");
    let without = victim.without();
    let others = Folder::new("others-files");
    build::<Checkers<6>>(others.path(), 4, Kind::Dtw, 1);
    build::<Broken>(others.path(), 4, Kind::Wdl, 1);
    let other = |name: &str| fs::read(others.path().join(name)).expect("a table");
    assert_eq!(victim.check(&other(&format!("{SLICE}.dtw"))), without, "another game");
    assert_eq!(victim.check(&other(&format!("{SLICE}.wdl"))), without, "another kind");
    let refused = || match Tables::open(Broken::default(), victim.folder.path(), 1).refused() {
        [(path, fault)] => (path.clone(), fault.to_string()),
        several => panic!("{several:?}"),
    };
    assert_eq!(refused(), (victim.file(), TableError::Mismatch.to_string()));
    let slice = fs::read(victim.folder.path().join("2010.dtw")).expect("a table");
    assert_eq!(victim.check(&slice), without, "another slice");
    let mut version = victim.whole.clone();
    version[8] = 3;
    assert_eq!(victim.check(&version), without, "another version");
    assert_eq!(refused().1, "version 3 of the format is not supported");
    assert_eq!(victim.check(b"PNG"), without);
    assert!(refused().1.starts_with("too short: the file has "));
}

#[test]
fn what_is_no_file_is_refused() {
    let victim = Victim::new("nothing");
    let without = victim.without();
    fs::create_dir(victim.file()).expect("it can be made");
    assert_eq!(
        victim.check_open(&Tables::open(Default::default(), victim.folder.path(), 1)),
        without,
        "a folder"
    );
    fs::remove_dir(victim.file()).expect("it can be removed");
    let nothing = victim.check_open(&Tables::none(Default::default()));
    assert_eq!(
        victim.check_open(&Tables::open(Default::default(), Path::new("/nowhere at all"), 1)),
        nothing
    );
    assert_eq!(
        victim.check_open(&Tables::open(Default::default(), &victim.folder.path().join("0101.dtw"), 1)),
        nothing
    );
}

#[test]
fn files_that_break_while_they_are_open_say_nothing_wrong() {
    let victim = Victim::new("open");
    let whole = &victim.whole;
    let without = victim.without();
    let other = fs::read(victim.folder.path().join("0201.dtw")).expect("a table");
    let breaks: HashMap<&str, Vec<u8>> = HashMap::from([
        ("zeroes", vec![0; whole.len()]),
        ("cut", whole[..whole.len() / 2].to_vec()),
        ("empty", Vec::new()),
        ("another table", other),
        ("turned around", whole.iter().rev().copied().collect()),
    ]);
    for (name, bytes) in breaks {
        fs::write(victim.file(), whole).expect("it can be written");
        let tables = Tables::open(Default::default(), victim.folder.path(), 1);
        fs::write(victim.file(), bytes).expect("it can be written");
        let known = victim.check_open(&tables);
        assert!((without..victim.values.len()).contains(&known), "{name}");
        assert_eq!(victim.check_open(&tables), known, "{name}, asked again");
    }
    fs::write(victim.file(), whole).expect("it can be written");
    let tables = Tables::open(Default::default(), victim.folder.path(), 1);
    fs::remove_file(victim.file()).expect("it can be removed");
    victim.check(b"new");
    assert!(victim.check_open(&tables) >= without, "a new file under the name");
}

/// The tables of at most this number of pieces, and for each pair of the most pieces what `see` makes of them when
/// every stored value of the pair is a win in one ply for who is to move.
pub(crate) fn with_each_pair_falsified<G: Game + Default, R>(
    pieces: usize,
    see: impl Fn(&Tables<G>) -> R,
) -> Vec<R> {
    let folder = Folder::new("falsified");
    build::<G>(folder.path(), pieces, Kind::Dtw, 1);
    let falsified = Pair::all(pieces).into_iter().map(|pair| {
        let path = folder.path().join(Kind::Dtw.file_name(pair));
        let whole = fs::read(&path).expect("the table");
        let mut parts = Parts::read(&whole);
        parts.blocks.iter_mut().for_each(|block| block.fill(2));
        fs::write(&path, parts.write()).expect("it can be written");
        let seen = see(&Tables::open(Default::default(), folder.path(), 1));
        fs::write(&path, whole).expect("it can be written");
        seen
    });
    falsified.collect()
}
