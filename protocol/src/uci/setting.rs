//! Options of an engine, as it declares them.

use std::fmt;

use crate::line::on_one_line;

/// An option and the values that it may have. (`Option` is taken.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: SettingKind,
}

/// The kind of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// `true` and `false`.
    Check {
        /// The default value.
        default: bool,
    },
    /// Integers.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of these.
    Combo {
        /// The default value.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// No value: setting it triggers an action.
    Button,
    /// Any text.
    String {
        /// The default value.
        default: String,
    },
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} {}", on_one_line(&self.name), self.kind)
    }
}

impl fmt::Display for SettingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default } => write!(f, "type check default {default}"),
            Self::Spin { default, min, max } => {
                write!(f, "type spin default {default} min {min} max {max}")
            }
            Self::Combo { default, choices } => {
                write!(f, "type combo default {}", on_one_line(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", on_one_line(choice)))
            }
            Self::Button => write!(f, "type button"),
            Self::String { default } if default.is_empty() => write!(f, "type string default <empty>"),
            Self::String { default } => write!(f, "type string default {}", on_one_line(default)),
        }
    }
}
