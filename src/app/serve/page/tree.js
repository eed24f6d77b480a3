// The moves of a game and its variations. A node is { text, exact, from, to, captured, kids }, and may have a
// score. A path is a list of the places of children, from the root.

export function root() {
  return { kids: [] };
}

// The nodes of a path, without the root.
export function nodes(tree, path) {
  const found = [];
  let node = tree;
  for (const place of path) {
    node = node.kids[place];
    if (!node) break;
    found.push(node);
  }
  return found;
}

export function at(tree, path) {
  return nodes(tree, path).at(-1) ?? tree;
}

// The path to a child with this move, which is added if it is new.
export function add(tree, path, move) {
  const parent = at(tree, path);
  const known = parent.kids.findIndex((kid) => kid.exact === move.exact);
  if (known >= 0) return [...path, known];
  const { text, exact, from, to, captured } = move;
  parent.kids.push({ text, exact, from, to, captured, kids: [] });
  return [...path, parent.kids.length - 1];
}

// The path to the end of the line.
export function end(tree, path) {
  const whole = [...path];
  for (let node = at(tree, path); node.kids.length; node = node.kids[0]) whole.push(0);
  return whole;
}

// Makes the line of this path the main line.
export function promote(tree, path) {
  let node = tree;
  for (const place of path) {
    node.kids.unshift(...node.kids.splice(place, 1));
    node = node.kids[0];
  }
  return path.map(() => 0);
}

// Removes the last node of a path, and returns the path to its parent.
export function remove(tree, path) {
  const parent = path.slice(0, -1);
  at(tree, parent).kids.splice(path.at(-1), 1);
  return parent;
}
