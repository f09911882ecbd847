// The page of one game: it is read or set up, played on, stepped through and ruled. All rules are the server's.

import { Board, drawn, made, picture, readPieces, writePieces } from "./board.js";
import { LETTERS, className, natureName, pieceName, resultName, rulesName, verdictName } from "./words.js";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const byId = (id) => document.getElementById(id);

/** The game that is shown: its positions and moves, and how many of the moves have been made. */
let game = { positions: [{ fen: START, check: false, legal: [] }], moves: [] };
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

/** Asks the server, and throws what it says is wrong. */
async function ask(path, body, type = "application/json") {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
  const told = await response.json();
  if (!response.ok) throw new Error(told.error.message);
  return told;
}

/** Does what may fail, and tells how it did. */
async function attempt(act) {
  byId("fault").textContent = "";
  try {
    await act();
  } catch (error) {
    byId("fault").textContent = error.message;
  }
}

/** Takes a game, and shows it after so many moves, all if there are fewer. */
async function load(fen, moves, at = Infinity) {
  game = await ask("/line", JSON.stringify({ fen, moves }));
  ply = Math.min(at, game.moves.length);
  setting = null;
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
    attempt(() => load(game.positions[0].fen, [...movesOf(ply), move]));
  }
}

function press(square) {
  if (selected && legalFrom(selected).includes(square)) return play(selected + square);
  selected = square !== selected && legalFrom(square).length > 0 ? square : null;
  showBoard();
}

// Setting up.

function setUp(pieces) {
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
  attempt(() => load(fen, []));
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
  for (const button of byId("palette").children) button.setAttribute("aria-pressed", button.value === held);
  showBoard();
  showWalk();
}

function showBoard() {
  if (setting) return board.show({ pieces: setting, flipped, selected });
  const pieces = readPieces(here().fen);
  const turn = here().fen.split(" ")[1];
  const king = [...pieces].find(([, letter]) => letter === (turn === "w" ? "K" : "k"));
  const last = game.moves[ply - 1]?.move;
  board.show({
    pieces,
    flipped,
    selected,
    last: last ? [last.slice(0, 2), last.slice(2)] : [],
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

let asked = 0;

/** Has the line up to here ruled. */
async function judge() {
  const number = ++asked;
  const record = { id: number, fen: game.positions[0].fen, moves: movesOf(ply) };
  answer = null;
  try {
    const told = await ask(`/judge?rules=${encodeURIComponent(byId("rules").value)}`, JSON.stringify(record));
    if (number !== asked) return;
    answer = told;
    showRuling();
    showBoard();
    showMoves();
  } catch (error) {
    if (number === asked) byId("fault").textContent = error.message;
  }
}

function showRuling() {
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

function remember() {
  const words = new URLSearchParams({ fen: game.positions[0].fen, moves: movesOf(game.moves.length).join(","), ply, rules: byId("rules").value });
  history.replaceState(null, "", `#${words}`);
}

function recall() {
  const words = new URLSearchParams(location.hash.slice(1));
  const rules = words.get("rules");
  if ([...byId("rules").options].some((option) => option.value === rules)) byId("rules").value = rules;
  const moves = (words.get("moves") ?? "").split(",").filter(Boolean);
  attempt(() => load(words.get("fen") ?? START, moves, words.has("ply") ? Number(words.get("ply")) || 0 : Infinity));
}

// Reading.

let games = [];

async function read(body) {
  const told = await ask("/read", body, "application/octet-stream");
  games = told.games;
  const options = games.map((one, index) => {
    const title = one.error ? `✗ ${one.error.message}` : one.title;
    return made("option", { value: index, textContent: `${index + 1}. ${title}`, disabled: Boolean(one.error) });
  });
  byId("games").replaceChildren(...options);
  byId("games").hidden = games.length < 2;
  const first = games.findIndex((one) => !one.error);
  byId("games").value = first;
  await choose(first);
}

async function choose(index) {
  const { fen, moves, rules } = games[index];
  if (rules) byId("rules").value = rules;
  await load(fen, moves);
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
on("rules", () => show(), "change");
on("read", () => attempt(() => read(byId("text").value)));
on("file", () => {
  const [file] = byId("file").files;
  if (file) attempt(() => read(file)).then(() => (byId("file").value = ""));
}, "change");
on("games", () => attempt(() => choose(Number(byId("games").value))), "change");
addEventListener("hashchange", recall);
addEventListener("keydown", (event) => {
  if (setting || event.target.closest("textarea, select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ",": ply - 1, ".": ply + 1, Home: 0, End: Infinity };
  if (!(event.key in steps)) return;
  event.preventDefault();
  goTo(steps[event.key]);
});
recall();
