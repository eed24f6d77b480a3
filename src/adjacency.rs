//! The edges of a directed graph in two arrays: the lists of all vertices, one after the other.

/// A list of vertices for each vertex, which are numbered from 0.
pub(crate) struct Adjacency {
    /// The offset of each list in `ends`, and the total.
    offsets: Vec<usize>,
    ends: Vec<u32>,
}

impl Adjacency {
    /// A graph without vertices.
    pub(crate) fn new() -> Self {
        Self { offsets: vec![0], ends: Vec::new() }
    }

    /// Reverses the edges, given as start and end, of a graph with `vertices` vertices: the list of a vertex has
    /// the starts of the edges that end there.
    pub(crate) fn reversed(vertices: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut offsets = vec![0; vertices + 1];
        for (_, end) in edges.clone() {
            offsets[end as usize] += 1;
        }
        for vertex in 1..offsets.len() {
            offsets[vertex] += offsets[vertex - 1];
        }
        // Each offset is now the end of its list. Filling the list moves it to the beginning.
        let mut starts = vec![0; offsets[vertices]];
        for (start, end) in edges {
            offsets[end as usize] -= 1;
            starts[offsets[end as usize]] = start;
        }
        Self { offsets, ends: starts }
    }

    /// Adds an edge from the next vertex.
    pub(crate) fn push(&mut self, end: u32) {
        self.ends.push(end);
    }

    /// Ends the list of the next vertex.
    pub(crate) fn end_list(&mut self) {
        self.offsets.push(self.ends.len());
    }

    /// The list of a vertex.
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        &self.ends[self.offsets[vertex as usize]..self.offsets[vertex as usize + 1]]
    }

    /// The number of vertices.
    pub(crate) fn vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    /// All edges, as start and end.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        (0..self.vertices() as u32).flat_map(|start| self.of(start).iter().map(move |&end| (start, end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversed_edges_lead_back() {
        let mut graph = Adjacency::new();
        for list in [&[1, 2][..], &[2, 2], &[], &[0, 3]] {
            list.iter().for_each(|&end| graph.push(end));
            graph.end_list();
        }
        let reversed = Adjacency::reversed(graph.vertices(), graph.edges());
        let mut edges: Vec<_> = reversed.edges().map(|(end, start)| (start, end)).collect();
        edges.sort_unstable();
        assert_eq!(edges, graph.edges().collect::<Vec<_>>());
        assert_eq!((reversed.of(0), reversed.vertices()), (&[3][..], 4));
    }
}
