//! The part of a run that one of several machines does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Every n-th job: `2/4` is the second shard of four, the jobs 1, 5, 9, … counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Shard {
    part: usize,
    of: usize,
}

impl Shard {
    /// The whole run.
    pub(crate) const WHOLE: Self = Self { part: 1, of: 1 };

    /// Returns whether the job with this number, counted from 0, belongs to the shard.
    pub(crate) const fn has(self, job: usize) -> bool {
        job % self.of == self.part - 1
    }

    /// Returns the number of jobs of the shard, of a run with this number of jobs.
    pub(crate) const fn jobs(self, of_all: usize) -> usize {
        of_all / self.of + (of_all % self.of >= self.part) as usize
    }

    /// Returns the job with this number in the shard, counted from 0.
    pub(crate) const fn job(self, number: usize) -> usize {
        number * self.of + self.part - 1
    }

    /// Returns the default name of the file of results.
    pub(crate) fn file_name(self, command: &str, variant: &str) -> String {
        format!("{command}-{variant}-{}-of-{}.jsonl", self.part, self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) && of <= 1_000_000 => Ok(Self { part, of }),
            Some((part, of)) if of > 0 && part > of => Err(format!(
                "there is no shard {part} of {of}: the number of the shard comes first, as in 2/4"
            )),
            _ => Err("expected I/N, such as 2/4 for the second of four".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_job_belongs_to_one_shard() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().expect("a shard")).into();
        for job in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(job)).count(), 1);
        }
        assert!((0..20).all(|job| Shard::WHOLE.has(job)));
        for (shard, of_all) in shards.into_iter().flat_map(|shard| (0..20).map(move |of_all| (shard, of_all)))
        {
            let jobs: Vec<_> = (0..of_all).filter(|&job| shard.has(job)).collect();
            assert_eq!((0..shard.jobs(of_all)).map(|number| shard.job(number)).collect::<Vec<_>>(), jobs);
        }
    }

    #[test]
    fn an_impossible_shard_is_refused() {
        for text in ["", "0/3", "4/3", "1", "1/0", "a/b", "1/3/5", "-1/3", "1/99999999999999999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
