//! Parameters of an engine, as it declares them.

use std::fmt;

use super::words::{Argument, Value, write_list, write_optional};
use crate::line::{finite, real, words};

/// A parameter, its value and the values that it may have.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The default value.
    pub value: String,
    /// Its kind.
    pub kind: ParamKind,
}

/// The kind of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` and `false`.
    Bool,
    /// Integers.
    Int {
        /// The minimum.
        min: Option<i64>,
        /// The maximum.
        max: Option<i64>,
    },
    /// Real numbers.
    Real {
        /// The minimum.
        min: Option<f64>,
        /// The maximum.
        max: Option<f64>,
    },
    /// Any text.
    String,
    /// One of these words.
    Enum(Vec<String>),
}

impl Param {
    /// A parameter that is declared without a name is none; one of an unknown type is a text.
    pub(super) fn read<'a>(arguments: impl Iterator<Item = Argument<'a>>) -> Option<Self> {
        let (mut param_name, mut default, mut kind) = (None, "", "");
        let (mut min, mut max, mut values) = ("", "", "");
        for Argument { name, value } in arguments {
            match name {
                "name" => param_name = Some(value.to_owned()),
                "value" => default = value,
                "type" => kind = value,
                "min" => min = value,
                "max" => max = value,
                "values" => values = value,
                _ => {}
            }
        }
        let kind = match kind {
            "bool" => ParamKind::Bool,
            "int" => ParamKind::Int { min: min.parse().ok(), max: max.parse().ok() },
            "real" => ParamKind::Real { min: real(min), max: real(max) },
            "enum" => ParamKind::Enum(words(values).map(str::to_owned).collect()),
            _ => ParamKind::String,
        };
        param_name.map(|name| Self { name, value: default.to_owned(), kind })
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "param name={} value={} {}", Value(&self.name), Value(&self.value), self.kind)
    }
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => write!(f, "type=bool"),
            Self::Int { min, max } => {
                write!(f, "type=int")?;
                write_optional(f, "min", *min)?;
                write_optional(f, "max", *max)
            }
            Self::Real { min, max } => {
                write!(f, "type=real")?;
                write_optional(f, "min", min.map(finite))?;
                write_optional(f, "max", max.map(finite))
            }
            Self::String => write!(f, "type=string"),
            Self::Enum(values) => {
                write!(f, "type=enum")?;
                write_list(f, "values", values)
            }
        }
    }
}
