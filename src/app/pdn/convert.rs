//! `pdn convert`: games in another form.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::{Counts, FileGame, GameLine, each_game, text_of};
use crate::app::ExitStatus;
use crate::app::error::{Error, warn};
use crate::app::options::Options;
use crate::app::output::{Output, json_text};
use crate::app::output_file::OutputFile;
use crate::engine::{ReplayedGame, ReplayedSegment, Variant};
use crate::notation::GameResult;
use crate::notation::pdn::{self, Ending, PdnGame, PdnMove, Record, Style};

/// The arguments of `pdn convert`.
#[derive(clap::Args)]
pub(in crate::app) struct ConvertArgs {
    /// File of games in PDN, or of positions, one FEN per line
    file: PathBuf,
    /// Form of the games
    #[arg(long, value_enum, value_name = "FORM")]
    to: Form,
    /// End the moves with `*`, as PDN 3.0 requires, instead of the result
    #[arg(long)]
    strict: bool,
    /// File for the games [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Games in PDN, with moves and tags in standard form
    Pdn,
    /// The last position of each game, one FEN per line
    Fen,
    /// Tags, moves and result of each game, one JSON object per line
    Json,
}

/// A game as JSON.
#[derive(Serialize)]
struct JsonGame<'a> {
    game: usize,
    variant: &'static str,
    tags: BTreeMap<&'a str, &'a str>,
    fen: Option<&'a str>,
    moves: Vec<&'a str>,
    end: &'a str,
    result: GameResult,
}

pub(super) fn run(options: &Options, args: &ConvertArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let out = args.out.as_deref().map(OutputFile::out);
    match out {
        Some(out) => out.check_other_than(&args.file).and_then(|()| out.check(options))?,
        None if options.json => return Err(Error::Input("--json: this needs --out".to_owned())),
        None => {}
    }
    let ending = if args.strict { Ending::Asterisk } else { Ending::Result };
    let mut counts = Counts { files: 1, ..Counts::default() };
    let mut text = String::new();
    each_game(options, &args.file, &text_of(&args.file)?, Variant::replay, |game, replayed| {
        let line = GameLine::new(game, &replayed.verdict);
        counts.add(game, &line);
        line.notes().iter().for_each(|note| warn(note));
        if line.legal {
            text.push_str(&converted(game, &replayed, args.to, ending)?);
        }
        match out {
            Some(_) if options.json => output.json(&line)?,
            Some(_) => {}
            None => {
                std::io::Write::write_all(output, text.as_bytes())?;
                text.clear();
            }
        }
        Ok(())
    })?;
    if let Some(out) = out {
        out.write(text.as_bytes())?;
        options.tell(output, &counts, counts.sentence())?;
    }
    std::io::Write::flush(output)?;
    Ok(counts.status())
}

fn converted(
    game: &FileGame<'_>,
    replayed: &ReplayedGame,
    form: Form,
    ending: Ending,
) -> Result<String, Error> {
    let end = replayed.segments.last().map_or("", |segment| segment.end.as_str());
    Ok(match form {
        Form::Pdn => pdn::write(&record(game.variant, &game.game, replayed, ending)),
        Form::Fen => format!("{end}\n"),
        Form::Json => {
            let first = replayed.segments.first();
            let moves = replayed.segments.iter().flat_map(|segment| &segment.moves);
            let line = JsonGame {
                game: game.number,
                variant: game.variant.name(),
                tags: game.game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
                fen: first.and_then(|segment| segment.fen.as_deref()),
                moves: moves.map(|(_, mv)| mv.notation.as_str()).collect(),
                end,
                result: replayed.verdict.result,
            };
            json_text(&line)? + "\n"
        }
    })
}

/// A game with its moves, tags and result in standard form. Comments and variations stay as they are.
pub(super) fn record(variant: Variant, game: &PdnGame, replayed: &ReplayedGame, ending: Ending) -> Record {
    let style = variant.pdn_style();
    let result = style.result(replayed.verdict.result).to_owned();
    let first = replayed.segments.first();
    let fen = first.and_then(|segment| segment.fen.as_deref());
    let is_second = first.is_some_and(|segment| segment.second_begins);
    let turn = if is_second { !style.opener } else { style.opener };
    let tags = tags(game, &[("GameType", &style.game_type), ("Variant", variant.name())], &result, fen);
    Record { tags, opener: style.opener, turn, moves: moves(game, replayed), result, ending }
}

/// The tags of a game: the usual ones first, the others as they are.
fn tags(game: &PdnGame, own: &[(&str, &str)], result: &str, fen: Option<&str>) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut add = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
    for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
        add(name, game.tag(name).unwrap_or("?"));
    }
    add("Result", result);
    own.iter().for_each(|(name, value)| add(name, value));
    if let Some(fen) = fen {
        add("SetUp", "1");
        add("FEN", fen);
    }
    let mut known: Vec<String> = tags.iter().map(|(name, _)| name.to_lowercase()).collect();
    known.extend(["fen".to_owned(), "setup".to_owned()]);
    tags.extend(game.tags.iter().filter(|(name, _)| !known.contains(&name.to_lowercase())).cloned());
    tags
}

/// The moves in standard form, with their annotations.
fn moves(game: &PdnGame, replayed: &ReplayedGame) -> Vec<PdnMove> {
    let mut moves = game.moves.clone();
    let played: BTreeMap<usize, &str> = replayed
        .segments
        .iter()
        .flat_map(|segment| segment.moves.iter().map(|(place, mv)| (*place, mv.notation.as_str())))
        .collect();
    let mut setups = replayed.segments.iter().skip(1);
    for (place, entry) in moves.iter_mut().enumerate() {
        match played.get(&place) {
            Some(mv) => entry.text = Style::mv(mv),
            None if entry.is_setup() => setups.next().into_iter().for_each(|it| set_up(entry, it)),
            // An unknown move: nothing can be written for it.
            None => entry.text.clear(),
        }
    }
    moves.retain(|entry| !entry.text.is_empty());
    moves.iter_mut().for_each(end_variations);
    let comments = game.comments.iter().cloned();
    if let Some(first) = moves.first_mut() {
        first.comments.splice(0..0, comments);
    }
    moves
}

/// Ends each variation where it has no move: what would be read otherwise the next time becomes a comment.
fn end_variations(entry: &mut PdnMove) {
    for line in &mut entry.variations {
        let end = line.iter().position(|mv| !mv.is_whole()).unwrap_or(line.len());
        let texts = line.split_off(end).into_iter().flat_map(|mv| iter::once(mv.text).chain(mv.comments));
        let rest = texts.collect::<Vec<_>>().join(" ");
        line.iter_mut().for_each(end_variations);
        if !rest.is_empty() {
            line.last_mut().map_or(&mut entry.comments, |last| &mut last.comments).push(rest);
        }
    }
}

fn set_up(entry: &mut PdnMove, segment: &ReplayedSegment) {
    entry.text.clear();
    // Writing to a string cannot fail.
    let _ = write!(entry.text, "FEN \"{}\"", segment.fen.as_deref().unwrap_or(&segment.end));
}
