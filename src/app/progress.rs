//! The progress of long work, shown on standard error if that is a terminal.

use std::fmt::{Display, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar or a counter on one line of standard error, which disappears at the end. Nothing is drawn if standard
/// error is not a terminal.
pub(super) struct ProgressDisplay {
    unit: &'static str,
    bar: ProgressBar,
    view: ProgressView,
}

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressView {
    Nothing,
    Counter,
    Bar,
}

impl ProgressDisplay {
    /// Progress measured in this unit, a plural noun.
    pub(super) fn new(unit: &'static str) -> Self {
        Self::on(ProgressDrawTarget::stderr(), unit)
    }

    fn on(target: ProgressDrawTarget, unit: &'static str) -> Self {
        Self { unit, bar: ProgressBar::with_draw_target(None, target), view: ProgressView::Nothing }
    }

    /// Whether nothing is drawn, because standard error is not a terminal.
    pub(super) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Shows a count whose total is unknown.
    pub(super) fn tell(&mut self, count: impl Display) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{}: {count}", self.unit));
            self.set_view(ProgressView::Counter);
            self.bar.tick();
        }
    }

    /// Shows how much is done, the speed, and the time left.
    pub(super) fn show(&mut self, done: u64, total: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.set_message(self.unit);
            self.set_view(ProgressView::Bar);
        }
    }

    /// Removes the line, so that another one can be printed.
    pub(super) fn clear(&mut self) {
        if self.view != ProgressView::Nothing {
            self.set_view(ProgressView::Nothing);
            self.bar.force_draw();
        }
    }

    fn set_view(&mut self, view: ProgressView) {
        if self.view != view {
            self.view = view;
            self.bar.set_style(view.style());
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl ProgressView {
    fn style(self) -> ProgressStyle {
        let template = match self {
            Self::Nothing => "",
            Self::Counter => "{wide_msg}",
            Self::Bar => "[{wide_bar}] {percent:>3} %, {rate} {msg}/s, {eta} left",
        };
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        style.progress_chars("##.").with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            // An error would only hide the rate.
            let _ = write!(out, "{}", rate(state.per_sec()));
        })
    }
}

/// A rate in at most seven characters.
fn rate(per_second: f64) -> String {
    if per_second < 1e5 { format!("{per_second:.1}") } else { format!("{:.2} M", per_second / 1e6) }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal of 80 columns that records what is written.
    #[derive(Clone, Debug, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("no thread panics").push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().expect("no thread panics").clear();
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_fits_into_80_columns_and_is_removed() {
        let terminal = Terminal::default();
        let line = || terminal.0.lock().expect("no thread panics").clone();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let mut progress = ProgressDisplay::on(target, "table positions");
        progress.show(1 << 30, 1 << 31);
        progress.bar.force_draw();
        assert!(line().contains(" 50 %, ") && line().contains(" table positions/s, "), "{}", line());
        assert!(line().starts_with("[##") && line().trim_end().len() <= 80, "{}", line());
        progress.clear();
        assert_eq!(line().trim_end(), "");
        progress.tell("17 positions looked at");
        progress.bar.force_draw();
        assert_eq!(line().trim_end(), "table positions: 17 positions looked at");
    }

    #[test]
    fn rates_are_short() {
        assert_eq!((rate(12.34).as_str(), rate(2.5e6).as_str()), ("12.3", "2.50 M"));
    }
}
