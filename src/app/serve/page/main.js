// The page: a game that the browser keeps, and what the server says about it.

import { ask, listen } from "./server.js";
import { Board } from "./board.js";
import * as tree from "./tree.js";

const $ = (id) => document.getElementById(id);
const COLORS = ["white", "black"];
const title = (color) => (color === "white" ? "White" : "Black");
const other = (color) => (color === "white" ? "black" : "white");

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// --- what the browser keeps ---

const stored = (key) => JSON.parse(localStorage.getItem(key) ?? "null");
const prefs = { theme: "", names: false, lights: false, lines: 3, ...stored("remise.prefs") };
const keepPrefs = () => localStorage.setItem("remise.prefs", JSON.stringify(prefs));
const MOST_KEPT = 40;

let game; // { id, variant, fen, tree, path, players, level, time, neverLose, clocks, end, isFlipped, name, kept }
let view; // what the server says about the position
let layout;
let selection = [];
let offered = []; // moves that begin with the selection
let lights = null;
let arrows = [];
let analysis = null; // the running analysis: { abort, lines }
let thinking = null; // the running search for a move
let setup = null; // the position that is being set up

function freshGame(settings = {}) {
  const { variant = "draughts-10", fen = "", players = { white: "person", black: "engine" }, level = 8 } = settings;
  const { time = "1", neverLose = false } = settings;
  const [base, increment] = time.split("+").map(Number);
  const clocks = time.includes("+") ? { white: base * 1000, black: base * 1000, increment: increment * 1000 } : null;
  return {
    id: crypto.randomUUID?.() ?? String(Math.random()).slice(2), variant, fen, players, level, time, neverLose, clocks,
    tree: tree.root(), path: [], end: null,
    isFlipped: players.white === "engine" && players.black === "person",
  };
}

function keep() {
  game.kept = Date.now();
  sessionStorage.setItem("remise.game", game.id);
  localStorage.setItem(`remise.game.${game.id}`, JSON.stringify(game));
  const hash = new URLSearchParams({ variant: game.variant, fen: view?.fen ?? game.fen });
  history.replaceState(null, "", `#${hash}`);
}

function keptGames() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith("remise.game."));
  const games = keys.map(stored).filter((it) => it?.tree).sort((one, two) => two.kept - one.kept);
  for (const old of games.slice(MOST_KEPT)) localStorage.removeItem(`remise.game.${old.id}`);
  return games.slice(0, MOST_KEPT);
}

// --- the position ---

const board = new Board($("board"), { clicked: clickSquare, dragged: dragPiece });
const moveTexts = (path = game.path) => tree.nodes(game.tree, path).map((node) => node.exact);
const gameMessage = (path) => ({ variant: game.variant, fen: game.fen, moves: moveTexts(path) });
const isTip = () => tree.at(game.tree, game.path).kids.length === 0;
const ending = () => (isTip() ? game.end?.text : null) ?? view.outcome;
const isEnginesTurn = () => game.players[view.turn] === "engine" && !ending();

// Shows the position of the path. Only a move that was just played is moved before the eyes.
async function goTo(path, known = null, move = null) {
  stopThinking();
  game.path = path;
  selection = [];
  offered = [];
  arrows = [];
  lights = null;
  say("");
  view = known ?? (await ask("view", { game: gameMessage() }));
  draw(move);
  keep();
  restartAnalysis();
  askLights();
}

async function load(next) {
  stopThinking();
  const first = await ask("layout", { variant: next.variant });
  const seen = await ask("view", { game: { variant: next.variant, fen: next.fen, moves: tree.nodes(next.tree, next.path).map((it) => it.exact) } });
  [layout, game] = [first, next];
  board.letters = seen.board;
  board.lay(layout, game.isFlipped, prefs.names);
  claim("");
  await goTo(game.path, seen);
  lastTick = performance.now();
  letEngineMove();
}

function draw(move = null) {
  board.show(view.board, move);
  const last = tree.nodes(game.tree, game.path).at(-1);
  const mayEnter = !ending() && !thinking;
  const from = selection[0];
  const routes = (offered.length ? offered : view.moves.filter((it) => it.from === from)).map((it) => it.route);
  const targets = offered.length ? routes.flat().filter((square) => !selection.includes(square)) : routes.map((route) => route.at(-1));
  board.mark({
    last: last ? [last.from, last.to] : [],
    movable: mayEnter && !from ? view.moves.map((it) => it.from).filter((it, place, all) => all.indexOf(it) === place) : [],
    selected: selection,
    targets: from ? [...new Set(targets)] : [],
    lights: from ? [] : lampsOf(lights),
    arrows,
  });
  drawPlayers();
  drawStatus();
  drawMoves();
  drawChoices();
  drawGraph();
}

function drawStatus() {
  const number = view.number.replace("...", ".");
  const words = ending() ?? (thinking ? thinking.words : `Move ${number} ${title(view.turn)} to move.`);
  $("status").textContent = words;
  const isOver = !!ending();
  for (const id of ["draw", "resign", "hint", "go"]) $(id).disabled = isOver;
  $("draw").hidden = !COLORS.some((color) => game.players[color] === "engine");
  $("undo").disabled = game.path.length === 0;
}

function drawPlayers() {
  const bottom = game.isFlipped ? "black" : "white";
  for (const [id, color] of [["bottom-player", bottom], ["top-player", other(bottom)]]) {
    const who = game.players[color] === "engine" ? `Engine, level ${game.level}` : "Person";
    const name = element("span", { className: "who" }, element("span", { className: `disk ${color}` }), `${title(color)} – ${who}`);
    $(id).replaceChildren(name, ...(game.clocks ? [element("span", { className: "clock", id: `clock-${color}` }, clockText(color))] : []));
    $(id).classList.toggle("turn", view.turn === color && !ending());
  }
}

function say(text) {
  $("message").textContent = text;
  $("message").hidden = !text;
}

function claim(text) {
  $("claim").textContent = text;
  $("claim").hidden = !text;
}

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  }
}

// --- entering moves ---

function clickSquare(square) {
  if (setup) return paintSquare(square);
  if (ending()) return say(`${ending()} Start a new game or take back.`);
  const [from] = selection;
  const own = (it) => view.board[it - 1].toLowerCase() === view.turn[0];
  const ends = view.moves.some((move) => move.from === from && move.route.at(-1) === square);
  if (!from || (own(square) && !ends)) {
    if (!own(square)) return;
    selection = from === square ? [] : [square];
    offered = [];
    say("");
    return draw();
  }
  enter({ squares: [...selection, square] });
}

function dragPiece(from, to) {
  if (setup) return movePainted(from, to);
  enter({ squares: selection[0] === from && offered.length ? [...selection, to] : [from, to] });
}

async function enter(entry) {
  if (thinking?.task === "play") return say("The engine is thinking.");
  const answer = await attempt(() => ask("move", { game: gameMessage(), ...entry }));
  if (!answer) return;
  if (answer.refused) {
    selection = [];
    offered = [];
    draw();
    say(answer.refused);
  } else if (answer.unfinished) {
    offered = answer.unfinished;
    // The end was named first: the squares on the way follow.
    const isEnd = offered.every((move) => move.route.at(-1) === entry.squares?.at(-1));
    selection = isEnd ? entry.squares.slice(0, -1) : (entry.squares ?? []);
    draw();
    say("Several captures begin so. Click the next square, or choose one.");
  } else {
    await played(...answer.played);
  }
}

// A move was made: by a person or by the engine.
async function played(move, next) {
  stopClock(view.turn);
  const wasTip = isTip();
  if (wasTip) game.end = null;
  game.path = tree.add(game.tree, game.path, move);
  await goTo(game.path, next, move);
  letEngineMove();
}

function drawChoices() {
  $("choices").hidden = !offered.length;
  $("choices").replaceChildren(...offered.map((move) => element("button", { onclick: () => enter({ text: move.exact, squares: [] }) }, move.text)));
}

// --- the engine ---

function stopThinking() {
  thinking?.abort.abort();
  thinking = null;
}

function letEngineMove() {
  if (isEnginesTurn() && isTip() && !setup) think("play", `The engine is thinking.`);
}

async function think(task, words) {
  stopThinking();
  const mine = (thinking = { task, words, abort: new AbortController() });
  draw();
  const { clocks } = game;
  const message = {
    game: gameMessage(), id: game.id, task, level: game.level, never_lose: game.neverLose,
    seconds: clocks ? null : Number(game.time),
    clock: clocks && task === "play" ? { left: Math.round(clocks[view.turn]), increment: clocks.increment } : null,
  };
  let found = null;
  let score = null;
  await attempt(() => listen("think", message, mine.abort.signal, (name, data) => {
    if (thinking !== mine) return;
    if (name === "line" && data.line === 1) score = data;
    else if (name === "claim" && task === "play") claim(`Engine: ${data.sentence}`);
    else if (name === "waiting" || name === "warning" || name === "refused") say(data);
    else if (name === "done" || name === "draw") found = data;
  }));
  if (thinking !== mine) return;
  thinking = null;
  if (score) tree.at(game.tree, game.path).score ??= score.score;
  if (task === "play" && found?.best) return played(found.best, found.view);
  if (task === "hint" && found?.best) {
    arrows = [found.best.route];
    draw();
    return say(`Hint: ${found.best.text}${score ? ` (${score.text})` : ""}`);
  }
  draw();
  if (task === "draw" && found) found.accepted ? end("agreed", null, found.sentence) : say(found.sentence);
}

// --- the end of a game ---

function end(kind, loser, text) {
  game.end = { kind, loser, text };
  stopThinking();
  draw();
  keep();
}

function resign() {
  const loser = COLORS.find((color) => game.players[color] === "person" && game.players[other(color)] === "engine") ?? view.turn;
  end("resigned", loser, `${title(loser)} resigns. ${title(other(loser))} wins.`);
}

function offerDraw() {
  const engine = COLORS.find((color) => game.players[color] === "engine");
  if (!engine) return end("agreed", null, "Draw by agreement.");
  if (isEnginesTurn()) return say("Offer a draw when it is your turn.");
  think("draw", "The engine considers the offer.");
}

function takeBack() {
  stopThinking();
  game.end = null;
  const path = game.path.slice(0, -1);
  const mover = (plies) => (plies % 2 === 0 ? view.turn : other(view.turn));
  // Both moves, the engine's and the own one before it, so that the person is to move.
  const isOwn = (length) => game.players[mover(game.path.length - length)] === "person";
  while (path.length && !isOwn(path.length)) path.pop();
  const gone = game.path[path.length];
  const parent = tree.at(game.tree, path);
  if (gone !== undefined && parent.kids.length === 1) parent.kids = [];
  attempt(() => goTo(path));
}

// --- clocks ---

let lastTick = performance.now();

function clockText(color) {
  const seconds = Math.max(0, game.clocks[color]) / 1000;
  const minutes = Math.floor(seconds / 60);
  return seconds < 10 ? seconds.toFixed(1) : `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function tick() {
  const now = performance.now();
  const used = now - lastTick;
  lastTick = now;
  if (!game?.clocks || !view || !isTip() || ending() || setup || game.path.length === 0) return;
  const color = view.turn;
  game.clocks[color] -= used;
  const shown = $(`clock-${color}`);
  if (shown) shown.textContent = clockText(color);
  if (game.clocks[color] <= 0) end("time", color, `${title(color)}'s time is up. ${title(other(color))} wins.`);
}

function stopClock(color) {
  tick();
  if (game.clocks && isTip()) game.clocks[color] += game.clocks.increment;
}

// --- the moves and variations ---

function moveNumber(plies) {
  const opener = game.fen ? (game.fen.trim()[0].toUpperCase() === "B" ? "black" : "white") : layout.opener;
  const ply = plies + (opener === layout.opener ? 0 : 1);
  return { number: Math.floor(ply / 2) + 1, isFirst: ply % 2 === 0 };
}

function drawMoves() {
  const here = game.path.join(",");
  const line = (path, isFirst) => {
    const made = [];
    let [node, at, needsNumber] = [tree.at(game.tree, path), path, isFirst];
    while (node.kids.length) {
      const next = [...at, 0];
      made.push(...moveButton(next, needsNumber));
      needsNumber = false;
      for (let place = 1; place < node.kids.length; place++) {
        const start = [...at, place];
        made.push(element("span", { className: "variation" }, ...moveButton(start, true), ...line(start, false)));
        needsNumber = true;
      }
      [node, at] = [node.kids[0], next];
    }
    return made;
  };
  const moveButton = (path, needsNumber) => {
    const node = tree.at(game.tree, path);
    const { number, isFirst } = moveNumber(path.length - 1);
    const parts = [];
    if (isFirst || needsNumber) parts.push(element("span", { className: "n" }, `${number}${isFirst ? "." : "..."}`));
    const button = element("button", { onclick: () => attempt(() => goTo(path)) }, node.text);
    if (path.join(",") === here) button.className = "here";
    parts.push(button);
    return parts;
  };
  $("moves").replaceChildren(...line([], true));
  const shown = $("moves").querySelector(".here");
  if (shown) $("moves").scrollTop = shown.offsetTop - $("moves").offsetTop - 80;
  const isVariation = game.path.some((place) => place > 0);
  const tools = [];
  if (isVariation) tools.push(element("button", { onclick: () => { game.path = tree.promote(game.tree, game.path); draw(); keep(); } }, "Make main line"));
  if (game.path.length) tools.push(element("button", { onclick: () => attempt(() => goTo(tree.remove(game.tree, game.path))) }, "Delete from here"));
  $("tree-tools").replaceChildren(...tools);
}

const step = {
  first: () => goTo([]),
  back: () => goTo(game.path.slice(0, -1)),
  forward: () => (isTip() ? null : goTo([...game.path, 0])),
  last: () => goTo(tree.end(game.tree, game.path)),
};

// --- analysis ---

function stopAnalysis() {
  analysis?.abort.abort();
  analysis = null;
}

async function restartAnalysis() {
  stopAnalysis();
  const isOn = $("analyse").checked;
  $("bar").hidden = !isOn;
  if (!isOn || document.hidden || setup) return;
  if (view.outcome) return $("lines-list").replaceChildren(view.outcome);
  const mine = (analysis = { abort: new AbortController(), lines: [] });
  const node = tree.at(game.tree, game.path);
  const message = { game: gameMessage(), id: `${game.id}-a`.slice(0, 64), task: "analyse", lines: prefs.lines };
  await attempt(() => listen("think", message, mine.abort.signal, (name, data) => {
    if (analysis !== mine) return;
    if (name === "line") {
      mine.lines[data.line - 1] = data;
      if (data.line === 1) node.score = data.score;
      drawAnalysis(mine.lines);
    } else if (name !== "done") $("lines-list").textContent = data.sentence ?? data;
  }));
}

const scoreText = (line) => (/win|lose/.test(line.text) ? line.text.replace(/(win|lose)s in /, (_, word) => (word === "win" ? "+#" : "-#")) : (line.score > 0 ? "+" : "") + line.score.toFixed(2));

function drawAnalysis(lines) {
  const rows = lines.filter(Boolean).map((line) => {
    const first = line.moves[0];
    const row = element("div", { className: "pv", title: `depth ${line.depth}, ${line.nodes.toLocaleString("en")} nodes`, onclick: () => enter({ text: first, squares: [] }) });
    row.append(element("b", {}, scoreText(line)), element("span", {}, line.moves.join(" ")));
    return row;
  });
  const best = lines[0];
  const depth = best ? `Depth ${best.depth}, ${best.nodes.toLocaleString("en")} nodes, score for White` : "";
  $("lines-list").replaceChildren(...rows, element("div", { className: "note" }, depth));
  if (best) drawBar(best.score);
  drawGraph();
}

const share = (score) => 1 / (1 + Math.exp(-score * 0.9));

function drawBar(score) {
  $("bar-white").style.height = `${(share(score) * 100).toFixed(1)}%`;
  $("bar").classList.toggle("flipped", game.isFlipped);
  $("bar-text").textContent = Math.abs(score) > 79 ? "win" : score.toFixed(1);
}

function drawGraph() {
  const path = tree.end(game.tree, game.path);
  const line = [game.tree, ...tree.nodes(game.tree, path)];
  const points = line.map((node, ply) => [ply, node.score]).filter(([, score]) => score !== undefined);
  const graph = $("graph");
  graph.toggleAttribute("hidden", points.length < 2);
  if (points.length < 2) return;
  const width = Math.max(line.length - 1, 1);
  graph.setAttribute("viewBox", "0 0 100 40");
  graph.setAttribute("preserveAspectRatio", "none");
  const at = ([ply, score]) => `${((ply / width) * 100).toFixed(2)},${((1 - share(score)) * 40).toFixed(2)}`;
  const curve = points.map(at).join(" ");
  const x = ((game.path.length / width) * 100).toFixed(2);
  const [start, stop] = [points[0][0], points.at(-1)[0]].map((ply) => ((ply / width) * 100).toFixed(2));
  const parts = [
    ["line", { x1: 0, x2: 100, y1: 20, y2: 20, class: "zero" }],
    ["polygon", { points: `${start},20 ${curve} ${stop},20`, class: "area" }],
    ["polyline", { points: curve, class: "curve" }],
    ["line", { x1: x, x2: x, y1: 0, y2: 40, class: "here" }],
  ];
  graph.replaceChildren(...parts.map(([name, attributes]) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    return part;
  }));
  graph.onclick = (event) => {
    const box = graph.getBoundingClientRect();
    attempt(() => goTo(path.slice(0, Math.round(((event.clientX - box.left) / box.width) * width))));
  };
}

// --- values of tables ---

const VALUE_ORDER = ["loss", "unknown", "draw", "win"];

function lampsOf(known) {
  if (!prefs.lights || !known) return [];
  const best = new Map();
  for (const move of known.moves) {
    const held = best.get(move.to);
    if (!held || VALUE_ORDER.indexOf(move.value) > VALUE_ORDER.indexOf(held.value)) best.set(move.to, move);
  }
  return [...best.values()].map((move) => [move.to, move.value, lampText(move)]);
}

const lampText = (move) => (move.value === "unknown" ? "?" : move.value[0].toUpperCase() + (move.plies ?? ""));
const valueText = (move) => (move.plies === null ? move.value : `${move.value} in ${move.plies}`);

async function askLights() {
  $("lights-list").replaceChildren();
  if (!prefs.lights || view.outcome) return;
  const asked = game.path;
  const known = await attempt(() => ask("lights", { game: gameMessage() }));
  if (!known || asked !== game.path) return;
  lights = known;
  const buttons = known.moves.slice(0, 60).map((move) => element("button", { className: move.value, onclick: () => enter({ text: move.text, squares: [] }) }, `${move.text} ${valueText(move)}`));
  const parts = [element("div", { className: "values small" }, ...buttons)];
  if (known.missing) parts.push(element("p", { className: "note" }, known.missing));
  if (known.command) parts.push(element("p", { className: "note" }, "Build it with ", element("code", {}, known.command)));
  $("lights-list").replaceChildren(...parts);
  draw();
}

// --- setting up ---

const BRUSHES = [["w", "White man"], ["W", "White king"], ["b", "Black man"], ["B", "Black king"], ["e", "Empty"]];

function openSetup() {
  stopThinking();
  stopAnalysis();
  setup = { board: view.board, brush: "w" };
  $("setup-turn").value = view.turn;
  $("fen").value = view.fen;
  $("setup-error").textContent = "";
  drawSetup();
  $("setup-dialog").show();
}

function drawSetup() {
  $("brushes").replaceChildren(...BRUSHES.map(([letter, name]) => element("button", { type: "button", className: setup.brush === letter ? "on" : "", onclick: () => { setup.brush = letter; drawSetup(); } }, name)));
  board.show(setup.board, null);
  board.mark({});
}

async function checkSetup() {
  const asked = { variant: game.variant, board: setup.board, white_moves: $("setup-turn").value === "white" };
  try {
    const seen = await ask("setup", asked);
    $("fen").value = seen.fen;
    $("setup-error").textContent = "";
    return seen;
  } catch (error) {
    $("setup-error").textContent = error.message;
  }
}

function setSquares(...changes) {
  const letters = [...setup.board];
  for (const [square, letter] of changes) letters[square - 1] = letter;
  setup.board = letters.join("");
  drawSetup();
  checkSetup();
}

const paintSquare = (square) => setSquares([square, setup.board[square - 1] === setup.brush ? "e" : setup.brush]);
const movePainted = (from, to) => setSquares([to, setup.board[from - 1]], [from, "e"]);

async function readFen() {
  try {
    const seen = await ask("view", { game: { variant: game.variant, fen: $("fen").value, moves: [] } });
    setup.board = seen.board;
    $("setup-turn").value = seen.turn;
    $("setup-error").textContent = "";
    drawSetup();
  } catch (error) {
    $("setup-error").textContent = error.message;
  }
}

async function showInitial() {
  $("fen").value = "";
  await readFen();
  await checkSetup();
}

function closeSetup() {
  setup = null;
  $("setup-dialog").close();
  draw();
}

async function useSetup() {
  const seen = await checkSetup();
  if (!seen) return;
  closeSetup();
  await attempt(() => load(freshGame({ ...game, fen: seen.fen })));
}

// --- dialogs and keys ---

function openNew() {
  $("variant").replaceChildren(...layout.variants.map((name) => element("option", {}, name)));
  $("variant").value = game.variant;
  for (const color of COLORS) $(color).value = game.players[color];
  $("level").value = game.level;
  $("level-text").textContent = game.level;
  $("time").value = game.time;
  $("never-lose").checked = game.neverLose;
  $("new-dialog").showModal();
}

function startNew() {
  const players = { white: $("white").value, black: $("black").value };
  const settings = { variant: $("variant").value, players, level: Number($("level").value), time: $("time").value, neverLose: $("never-lose").checked };
  attempt(() => load(freshGame(settings)));
}

function openGames() {
  const kept = keptGames().filter((it) => it.id !== game.id && tree.end(it.tree, []).length);
  const rows = kept.slice(0, 12).map((it) => element("button", { type: "button", onclick: () => { $("games-dialog").close(); attempt(() => load(it)); } }, `${it.variant}, ${tree.end(it.tree, []).length} plies, ${new Date(it.kept).toLocaleString("en")}`));
  $("recent").replaceChildren(element("p", { className: "note" }, rows.length ? "Games in this browser" : "There is no other game in this browser."), element("div", { className: "list" }, ...rows));
  $("games-dialog").showModal();
}

function showTheme() {
  const isDark = prefs.theme ? prefs.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.classList.toggle("dark", isDark);
  return isDark;
}

function flip() {
  game.isFlipped = !game.isFlipped;
  relay();
}

function relay() {
  board.lay(layout, game.isFlipped, prefs.names);
  draw();
  keep();
}

function toggle(name) {
  prefs[name] = !prefs[name];
  keepPrefs();
}

const actions = {
  ...Object.fromEntries(Object.entries(step).map(([name, work]) => [name, () => attempt(work)])),
  flip,
  names: () => { toggle("names"); relay(); },
  undo: takeBack,
  hint: () => think("hint", "Looking for a hint."),
  go: () => think("play", "The engine is thinking."),
  draw: offerDraw,
  resign,
  new: openNew,
  "open-setup": openSetup,
  "open-games": openGames,
  theme: () => { prefs.theme = showTheme() ? "light" : "dark"; keepPrefs(); showTheme(); },
  clear: () => { setup.board = "e".repeat(layout.names.length); drawSetup(); checkSetup(); },
  initial: showInitial,
  "setup-cancel": closeSetup,
  "setup-done": useSetup,
};

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", n: "names", u: "undo", h: "hint", g: "go" };

function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches?.("input:not([type=checkbox]), textarea, select")) return;
  if (event.key === "m") $("typed").focus();
  else if (event.key === "a") $("analyse").click();
  else if (event.key === "Escape") { selection = []; offered = []; draw(); return; }
  else if (KEYS[event.key]) $(KEYS[event.key]).click();
  else return;
  event.preventDefault();
}

function listenToPage() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  $("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    $("typed").value = "";
    if (text) enter({ text, squares: [] });
  });
  $("new-dialog").addEventListener("close", () => $("new-dialog").returnValue === "start" && startNew());
  $("level").addEventListener("input", () => ($("level-text").textContent = $("level").value));
  $("fen").addEventListener("change", readFen);
  $("setup-turn").addEventListener("change", checkSetup);
  $("analyse").addEventListener("change", () => { if (!$("analyse").checked) $("lines-list").replaceChildren(); restartAnalysis(); });
  $("lines").addEventListener("change", () => { prefs.lines = Number($("lines").value); keepPrefs(); restartAnalysis(); });
  $("lights").addEventListener("change", () => { prefs.lights = $("lights").checked; keepPrefs(); lights = null; draw(); askLights(); });
  document.addEventListener("keydown", pressKey);
  document.addEventListener("visibilitychange", () => view && (document.hidden ? stopAnalysis() : restartAnalysis()));
  window.addEventListener("hashchange", () => attempt(() => load(gameOfAddress() ?? game)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
  setInterval(tick, 100);
}

// The game that the address names. It is a new one at that position.
function gameOfAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  if (!named.has("variant")) return null;
  return freshGame({ variant: named.get("variant"), fen: named.get("fen") ?? "", players: { white: "person", black: "person" } });
}

// After a reload the game goes on, if the address still names its position.
async function firstGame() {
  const held = stored(`remise.game.${sessionStorage.getItem("remise.game")}`);
  const named = gameOfAddress();
  if (held && named && named.variant === held.variant) {
    const moves = tree.nodes(held.tree, held.path).map((it) => it.exact);
    const seen = await ask("view", { game: { variant: held.variant, fen: held.fen, moves } });
    if (seen.fen === named.fen) return held;
  }
  return named ?? held ?? freshGame();
}

async function begin() {
  showTheme();
  $("lights").checked = prefs.lights;
  $("lines").value = prefs.lines;
  try {
    await load(await firstGame());
  } catch (error) {
    // The address names no position.
    await load(freshGame());
    say(error.message);
  }
  listenToPage();
  document.documentElement.dataset.ready = "yes";
}

begin();
