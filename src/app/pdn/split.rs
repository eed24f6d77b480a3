//! `pdn split`: one file for each game.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{tell_empty, text_of};
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::notation::pdn::Games;

/// The arguments of `pdn split`.
#[derive(clap::Args)]
pub(in crate::app) struct SplitArgs {
    /// File of games in PDN, or of positions, one FEN per line
    file: PathBuf,
    /// Folder for the files [default: that of the file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct SplitLine {
    game: usize,
    line: usize,
    file: PathBuf,
}

pub(super) fn run(options: &Options, args: &SplitArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    if let Some(folder) = args.out.as_deref().filter(|folder| !folder.is_dir()) {
        let reason = if folder.exists() { "not a folder" } else { "there is no such folder" };
        return Err(OutputFile::out(folder).error(reason));
    }
    let text = text_of(&args.file)?;
    let games: Vec<_> = Games::new(&text).collect();
    tell_empty(&args.file, games.len());
    let digits = games.len().to_string().len();
    let folder = args.out.as_deref().or(args.file.parent()).unwrap_or(Path::new(""));
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = args.file.extension().map_or("pdn".into(), |it| it.to_string_lossy());
    let name = |number: usize| folder.join(format!("{stem}-{number:0digits$}.{extension}"));
    // All names are checked before the first file is written.
    (1..=games.len()).try_for_each(|number| OutputFile::out(&name(number)).check(options))?;
    for (game, number) in games.iter().zip(1..) {
        let (file, text) = (name(number), text[game.bytes.clone()].trim());
        OutputFile::out(&file).write(format!("{text}\n").as_bytes())?;
        let line = SplitLine { game: number, line: game.line, file };
        let sentence = line.file.display().to_string();
        options.tell(output, &line, sentence)?;
    }
    Ok(ExitStatus::Done)
}
