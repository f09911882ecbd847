// The page of a match that is running: asks the server every so often how it stands.

import { Board, made, readPieces } from "./board.js";
import { resultName } from "./words.js";

const PAUSE = 2000; // milliseconds

const byId = (id) => document.getElementById(id);
const board = new Board(byId("board"));

/** The number of the game that is shown; null for the first that is played. */
let chosen = null;
let match = null;

async function refresh() {
  try {
    const response = await fetch("/match.json");
    const told = await response.json();
    if (!response.ok) throw new Error(told.error.message);
    match = told;
    byId("fault").textContent = "";
    show();
  } catch (error) {
    byId("fault").textContent = error.message;
  }
}

function show() {
  byId("event").textContent = match.event;
  const decided = match.decided ? ` · ${match.decided}` : "";
  byId("state").textContent = `${match.played} / ${match.games} 局 games · ${match.rules}${decided}`;
  showStandings();
  const games = match.last ? [...match.running, match.last] : match.running;
  const shown = games.find((game) => game.game === chosen) ?? games[0];
  byId("games").replaceChildren(...games.map((game) => row(game, game === shown)));
  if (shown) showGame(shown);
}

function showStandings() {
  const cells = (kind, words) => words.map((word, index) => made(kind, { textContent: word, className: index === 1 ? "name" : "" }));
  const head = made("tr", {}, ...cells("th", ["#", "引擎 Engine", "局 Games", "+", "=", "−", "分 Points"]));
  const rows = match.standings.map((row, index) => {
    const words = [index + 1, row.name, row.games, row.wins, row.draws, row.losses, row.points.toFixed(1)];
    return made("tr", {}, ...cells("td", words));
  });
  byId("standings").replaceChildren(head, ...rows);
}

function row(game, isShown) {
  const how = game.result ?? `${game.moves.length} ${game.zh ?? ""}`;
  const button = made("button", { textContent: `${game.game}. ${game.red} – ${game.black} · ${how}` });
  if (isShown) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => {
    chosen = game.game;
    show();
  });
  return made("li", {}, button);
}

function showGame(game) {
  const last = game.moves.at(-1);
  board.show({ pieces: readPieces(game.fen), last: last ? [last.slice(0, 2), last.slice(2)] : [] });
  byId("board").setAttribute("aria-label", game.fen);
  const words = new URLSearchParams({ fen: game.start, moves: game.moves.join(",") });
  const link = made("a", { href: `/#${words}`, textContent: "裁决 Ruling" });
  const how = game.result ? ` ${resultName(game.result)}: ${game.reason.zh} ${game.reason.en}` : "";
  byId("game").replaceChildren(`${game.red} (红 red) – ${game.black} (黑 black)${how} · `, link);
}

await refresh();
setInterval(() => document.hidden || refresh(), PAUSE);
