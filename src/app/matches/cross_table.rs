//! The cross table of a round robin.

use std::fmt;

use serde::Serialize;

use crate::matches::elo::MatchScore;
use crate::notation::one_line;

/// The results of a round robin.
pub(super) struct CrossTable {
    names: Vec<String>,
    /// The score of the first engine of each pairing against the second.
    pairings: Vec<(usize, usize, MatchScore)>,
}

/// An engine in the table.
#[derive(Serialize)]
pub(super) struct RankLine {
    rank: usize,
    name: String,
    points: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Points against each of the others, by name.
    against: Vec<(String, f64)>,
}

impl CrossTable {
    pub(super) fn new(names: Vec<String>) -> Self {
        Self { names, pairings: Vec::new() }
    }

    /// Adds the score of a pairing.
    pub(super) fn add(&mut self, first: usize, second: usize, score: MatchScore) {
        self.pairings.push((first, second, score));
    }

    /// Returns the score of one engine against another. Returns `None` if they have not played.
    fn score(&self, one: usize, other: usize) -> Option<MatchScore> {
        self.pairings.iter().find_map(|&(first, second, score)| match (first, second) {
            _ if (first, second) == (one, other) => Some(score),
            _ if (first, second) == (other, one) => Some(score.reversed()),
            _ => None,
        })
    }

    /// Returns the engines, the one with the most points first.
    pub(super) fn lines(&self) -> Vec<RankLine> {
        let mut lines: Vec<_> = (0..self.names.len()).map(|one| self.line(one)).collect();
        lines.sort_by(|a, b| b.points.total_cmp(&a.points));
        lines.iter_mut().zip(1..).for_each(|(line, rank)| line.rank = rank);
        lines
    }

    fn line(&self, one: usize) -> RankLine {
        let all = (0..self.names.len()).filter_map(|other| Some((other, self.score(one, other)?)));
        let mut sum = MatchScore::default();
        let mut against = Vec::new();
        for (other, score) in all {
            against.push((self.names[other].clone(), score.points()));
            sum.wins += score.wins;
            sum.draws += score.draws;
            sum.losses += score.losses;
        }
        let MatchScore { wins, draws, losses, .. } = sum;
        let name = self.names[one].clone();
        RankLine { rank: 0, name, points: sum.points(), games: sum.games(), wins, draws, losses, against }
    }
}

impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines();
        let width = lines.iter().map(|line| one_line(&line.name).chars().count()).max().unwrap_or(0);
        write!(f, "{:>3} {:width$} {:>7} {:>6}", "", "", "points", "games")?;
        lines.iter().try_for_each(|line| write!(f, " {:>7}", line.rank))?;
        writeln!(f)?;
        for RankLine { rank, name, points, games, against, .. } in &lines {
            let name = one_line(name);
            write!(f, "{rank:>3} {name:width$} {points:>7.1} {games:>6}")?;
            for other in &lines {
                let cell = against.iter().find(|(name, _)| *name == other.name);
                write!(f, " {:>7}", cell.map_or("-".to_owned(), |(_, points)| format!("{points:.1}")))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_added_up_and_the_best_comes_first() {
        let mut table = CrossTable::new(["a", "b", "c"].map(str::to_owned).into());
        let score = |wins, draws, losses| MatchScore { wins, draws, losses, ..MatchScore::default() };
        table.add(0, 1, score(1, 1, 2));
        table.add(0, 2, score(0, 3, 1));
        table.add(1, 2, score(4, 0, 0));
        let text = table.to_string();
        let rows: Vec<Vec<_>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["points", "games", "1", "2", "3"]);
        assert_eq!(rows[1], ["1", "b", "6.5", "8", "-", "2.5", "4.0"]);
        assert_eq!(rows[2], ["2", "a", "3.0", "8", "1.5", "-", "1.5"]);
        assert_eq!(rows[3], ["3", "c", "2.5", "8", "0.0", "2.5", "-"]);
        assert_eq!(table.lines().iter().map(|line| line.points).collect::<Vec<_>>(), [6.5, 3.0, 2.5]);
    }
}
