// The page of one game: it is read or set up, played on, stepped through and ruled. All rules are the server's.

import { Board, picture, readPieces, writePieces } from "./board.js";
import { addressOf, ask, byId, drawn, made } from "./both.js";
import { LETTERS, className, natureName, pieceName, resultName, rulesName, verdictName } from "./words.js";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const RULE_AFTER = 100; // milliseconds that a position stands before its ruling is asked for
const KEEP_AFTER = 400; // and before the address tells of it: browsers bear some hundred changes in 30 s

/** The game that is shown: its positions and moves, and how many of the moves have been made. */
let game = { positions: [{ fen: START, check: false, legal: [] }], moves: [], changed: false };
let ply = 0;
let answer = null;
let selected = null;
let flipped = false;
/** The pieces while they are set up; null while a game is played. */
let setting = null;
/** The piece of the palette that a tap puts down. */
let held = null;

const here = () => game.positions[ply];
const movesOf = (count) => game.moves.slice(0, count).map((move) => move.move);
const legalFrom = (square) => here().legal.filter((move) => move.startsWith(square)).map((move) => move.slice(2));

const board = new Board(byId("board"), {
  canDrag: (square) => (setting ? setting.has(square) : legalFrom(square).length > 0),
  pressed: (square) => (setting ? putDown(square) : press(square)),
  dropped: (from, to) => (setting ? move(from, to) : to && play(from + to)),
  typed: type,
});

const post = (path, body, signal, type = "application/json") =>
  ask(path, { method: "POST", headers: { "Content-Type": type }, body, signal });

/** Makes what gives each request its signal, and with it breaks off the request before. */
function latestOnly() {
  let last = new AbortController();
  return () => {
    last.abort();
    last = new AbortController();
    return last.signal;
  };
}

const nextLoad = latestOnly();
const nextRuling = latestOnly();

/** Tells whether something failed only because something else took its place. */
const isSuperseded = (error) => error.name === "AbortError";

/** Does what may fail, and tells how it did. */
async function attempt(act) {
  byId("fault").textContent = "";
  try {
    await act();
  } catch (error) {
    if (!isSuperseded(error)) byId("fault").textContent = error.message;
  }
}

/**
 * Takes a game in place of any that is still on its way, and shows it after so many moves, all if there are fewer.
 * `rules` are its own, if they are known, and `changed` tells whether it has settings beside them, which are not applied.
 */
async function load({ fen, moves, rules, changed = false }, at = Infinity) {
  const line = await post("/line", JSON.stringify({ fen, moves }), nextLoad());
  game = { ...line, changed };
  ply = Math.max(0, Math.min(at, game.moves.length));
  setting = null;
  if ([...byId("rules").options].some((option) => option.value === rules)) byId("rules").value = rules;
  show();
}

function goTo(target) {
  ply = Math.max(0, Math.min(target, game.moves.length));
  byId("fault").textContent = "";
  show();
}

/** Plays a move if it is legal; another one than the game's takes its place. */
function play(move) {
  if (!here().legal.includes(move)) {
    selected = null;
    show();
  } else if (game.moves[ply]?.move === move) {
    goTo(ply + 1);
  } else {
    const moves = [...movesOf(ply), move];
    attempt(() => load({ fen: game.positions[0].fen, moves, changed: game.changed }));
  }
}

function press(square) {
  if (selected && legalFrom(selected).includes(square)) return play(selected + square);
  selected = square !== selected && legalFrom(square).length > 0 ? square : null;
  showBoard();
}

// Setting up.

function setUp(pieces) {
  nextLoad();
  [setting, held, selected] = [pieces, null, null];
  byId("turn").value = here().fen.split(" ")[1];
  show();
}

function move(from, to) {
  const letter = setting.get(from) ?? from;
  setting.delete(from);
  if (to) setting.set(to, letter);
  selected = null;
  show();
}

function putDown(square) {
  if (held) {
    if (setting.get(square) === held) setting.delete(square);
    else setting.set(square, held);
  } else if (selected && selected !== square) {
    return move(selected, square);
  } else {
    selected = selected || !setting.has(square) ? null : square;
  }
  show();
}

function type(square, key) {
  if (key === "Escape") {
    [selected, held] = [null, null];
  } else if (setting && LETTERS.includes(key)) {
    setting.set(square, key);
  } else if (setting && (key === "Delete" || key === "Backspace")) {
    setting.delete(square);
  } else {
    return false;
  }
  show();
  return true;
}

function finish() {
  const fen = `${writePieces(setting)} ${byId("turn").value} - - 0 1`;
  attempt(() => load({ fen, moves: [] }));
}

// Showing.

function show() {
  if (!setting) {
    selected = null;
    remember();
    judge();
  }
  for (const id of ["walk", "ruling", "moves"]) byId(id).hidden = setting !== null;
  byId("setting").hidden = setting === null;
  byId("changed").hidden = !game.changed;
  for (const button of byId("palette").children) button.setAttribute("aria-pressed", button.value === held);
  showBoard();
  showWalk();
}

function showBoard() {
  if (setting) return board.show({ pieces: setting, flipped, selected });
  const pieces = readPieces(here().fen);
  const turn = here().fen.split(" ")[1];
  const king = [...pieces].find(([, letter]) => letter === (turn === "w" ? "K" : "k"));
  board.show({
    pieces,
    flipped,
    selected,
    last: game.moves[ply - 1]?.move,
    legal: selected ? legalFrom(selected) : [],
    check: here().check ? king[0] : null,
    targets: (answer?.moves[ply - 1]?.targets ?? []).map((target) => target.square),
  });
}

function showWalk() {
  const turn = here().fen.split(" ")[1] === "w" ? "红方走 Red to move" : "黑方走 Black to move";
  byId("place").textContent = `${ply}/${game.moves.length} · ${turn}`;
  for (const id of ["first", "back"]) byId(id).disabled = ply === 0;
  for (const id of ["forward", "last"]) byId(id).disabled = ply === game.moves.length;
  showMoves();
}

/** Lists the moves by rounds; the first round of a game that Black begins has a gap. */
function showMoves() {
  const rows = [];
  const first = game.positions[0].fen.split(" ");
  const isBlackFirst = first[1] === "b";
  game.moves.forEach((move, index) => {
    const isNew = rows.length === 0 || (index % 2 === 0) !== isBlackFirst;
    if (isNew) rows.push(made("li", { value: Number(first[5] ?? 1) + rows.length }));
    if (index === 0 && isBlackFirst) rows[0].append(made("span", { className: "gap", textContent: "…" }));
    rows.at(-1).append(moveButton(move, index));
  });
  byId("moves").replaceChildren(...rows);
  const current = byId("moves").querySelector("[aria-current]");
  const list = byId("moves");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function moveButton(move, index) {
  const ruled = index < ply ? answer?.moves[index] : null;
  const button = made("button", { className: "move", title: `${move.wxf} ${move.move}` }, move.zh);
  if (ruled?.nature) {
    const text = natureName(ruled.nature) + (ruled.level ?? "");
    button.append(made("span", { className: `nature ${ruled.nature}`, textContent: text, title: ruled.nature }));
  }
  if (index === ply - 1) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => goTo(index + 1));
  return button;
}

/** Has the line up to here ruled, unless another step follows at once. */
async function judge() {
  const signal = nextRuling();
  const record = { fen: game.positions[0].fen, moves: movesOf(ply) };
  const path = `/judge?rules=${encodeURIComponent(byId("rules").value)}`;
  answer = null;
  try {
    await new Promise((resolve) => setTimeout(resolve, RULE_AFTER));
    answer = await post(path, JSON.stringify(record), signal);
  } catch (error) {
    if (isSuperseded(error)) return;
    byId("fault").textContent = error.message;
  }
  showRuling();
  showBoard();
  showMoves();
}

/** Shows the ruling; nothing if there is none. */
function showRuling() {
  if (!answer) {
    for (const id of ["verdict", "why-zh", "why-en", "articles", "nature"]) byId(id).replaceChildren();
    byId("ruling").className = "";
    return;
  }
  const result = resultName(answer.result);
  byId("verdict").textContent = [answer.verdict || !result ? verdictName(answer) : "", result].filter(Boolean).join(" · ");
  byId("ruling").className = answer.verdict ?? "";
  byId("why-zh").textContent = answer.why.zh;
  byId("why-en").textContent = answer.why.en;
  const cycle = answer.cycle && `循环 ${answer.cycle.length} 着，出现 ${answer.cycle.occurrences} 次 `
    + `cycle of ${answer.cycle.length} plies, occurred ${answer.cycle.occurrences} times`;
  const articles = answer.articles.length > 0 && `条款 articles ${answer.articles.join(", ")}`;
  const bounded = answer.bounded && "搜索已达上限，性质可能更重 A search met its bound, a nature may be graver";
  byId("articles").textContent = [cycle, articles, bounded].filter(Boolean).join(" · ");
  showNature(answer.moves[ply - 1]);
}

/** Explains the last move, if it is in the ruled stretch. */
function showNature(move) {
  const box = byId("nature");
  box.replaceChildren();
  if (!move?.why) return;
  box.append(
    made("h3", { textContent: `${move.zh} ${move.move}: ${natureName(move.nature)} ${move.nature} ${move.level ?? ""}` }),
    made("p", { textContent: move.why.zh }),
    made("p", { textContent: move.why.en, lang: "en" }),
  );
  const targets = (move.targets ?? []).map((target) => {
    const line = target.line.length > 0 ? `: ${target.line.join(" ")}` : "";
    return made("li", { textContent: `${target.square} ${pieceName(target.piece)} – ${className(target.class)}${line}` });
  });
  if (targets.length > 0) box.append(made("ul", {}, ...targets));
}

// The address keeps the game.

let keeping = 0;

function remember() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    const [fen, moves, rules] = [game.positions[0].fen, movesOf(game.moves.length), byId("rules").value];
    history.replaceState(null, "", addressOf({ fen, moves, ply, rules, changed: game.changed }));
  }, KEEP_AFTER);
}

async function recall() {
  const words = new URLSearchParams(location.hash.slice(1));
  const moves = (words.get("moves") ?? "").split(",").filter(Boolean);
  const fen = words.get("fen") ?? START;
  const at = words.has("ply") ? Number.parseInt(words.get("ply")) || 0 : Infinity;
  await load({ fen, moves, rules: words.get("rules"), changed: words.has("changed") }, at);
}

/** Shows the game of the address, or the start of a game if that cannot be read. */
async function begin() {
  try {
    await recall();
  } catch (error) {
    if (!isSuperseded(error)) await load({ fen: START, moves: [] });
    throw error;
  }
}

// Reading.

let games = [];

async function read(body, name = "") {
  const told = await post(`/read?name=${encodeURIComponent(name)}`, body, nextLoad(), "application/octet-stream");
  games = told.games;
  const options = games.map((one, index) => {
    const title = one.error ? `✗ ${one.error.message}` : one.title;
    return made("option", { value: index, textContent: `${index + 1}. ${title}`, disabled: Boolean(one.error) });
  });
  byId("games").replaceChildren(...options);
  byId("games").hidden = games.length < 2;
  const first = games.findIndex((one) => !one.error);
  byId("games").value = first;
  await load(games[first]);
}

for (const option of byId("rules").options) option.textContent = rulesName(option.value);

for (const letter of LETTERS) {
  const piece = drawn("svg", { viewBox: "-300 -300 600 600", "aria-hidden": "true" }, drawn("use", { href: picture(letter) }));
  const button = made("button", { value: letter, title: pieceName(letter) }, piece);
  button.setAttribute("aria-label", pieceName(letter));
  button.addEventListener("click", () => {
    [held, selected] = [held === letter ? null : letter, null];
    show();
  });
  button.addEventListener("pointerdown", (event) => board.grab(event, letter, letter));
  byId("palette").append(button);
}

const on = (id, act, event = "click") => byId(id).addEventListener(event, act);
on("first", () => goTo(0));
on("back", () => goTo(ply - 1));
on("forward", () => goTo(ply + 1));
on("last", () => goTo(Infinity));
on("flip", () => {
  flipped = !flipped;
  showBoard();
});
on("set-up", () => setUp(readPieces(here().fen)));
on("clear", () => setUp(new Map()));
on("usual", () => {
  setUp(readPieces(START));
  byId("turn").value = "w";
});
on("done", finish);
on("cancel", () => {
  setting = null;
  attempt(show);
});
on("rules", () => attempt(show), "change");
on("read", () => attempt(() => read(byId("text").value)));
on("file", () => {
  const [file] = byId("file").files;
  if (file) attempt(() => read(file, file.name)).then(() => (byId("file").value = ""));
}, "change");
on("games", () => attempt(() => load(games[byId("games").value])), "change");
addEventListener("hashchange", () => attempt(recall));
addEventListener("keydown", (event) => {
  if (setting || event.target.closest("textarea, select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ",": ply - 1, ".": ply + 1, Home: 0, End: Infinity };
  if (!(event.key in steps)) return;
  event.preventDefault();
  goTo(steps[event.key]);
});
attempt(begin);
