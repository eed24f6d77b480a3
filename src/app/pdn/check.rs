//! `pdn check`: whether the games of files are legal.

use super::{Counts, GameLine, PdnFiles, each_game, text_of};
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::engine::Variant;

pub(super) fn run(options: &Options, args: &PdnFiles, output: &mut Output) -> Result<ExitStatus, Error> {
    let mut counts = Counts { files: args.files.len(), ..Counts::default() };
    for path in &args.files {
        each_game(options, path, &text_of(path)?, Variant::judge_game, |game, verdict| {
            let line = GameLine::new(game, &verdict);
            counts.add(game, &line);
            if options.json {
                return Ok(output.json(&line)?);
            }
            Ok(line.notes().iter().try_for_each(|note| output.line(note))?)
        })?;
    }
    options.tell(output, &counts, counts.sentence())?;
    Ok(counts.status())
}
