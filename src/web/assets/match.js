// The page of a match that is running: asks the server every so often how it stands.

import { Board, readPieces } from "./board.js";
import { addressOf, ask, byId, made } from "./both.js";
import { resultName } from "./words.js";

const PAUSE = 2000; // milliseconds

const board = new Board(byId("board"));

/** The number of the game that is shown; null for the first that is played. */
let chosen = null;
let match = null;

async function refresh() {
  try {
    match = await ask("/match.json");
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
  showGames([...games].sort((one, other) => one.game - other.game), shown);
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

/** Lists games in the order of their numbers; the row of one that was listed stays, with who is on it. */
function showGames(games, shown) {
  const list = byId("games");
  for (const row of [...list.children]) if (!games.some((game) => game.game === row.value)) row.remove();
  games.forEach((game, index) => {
    if (list.children[index]?.value !== game.game) list.insertBefore(makeRow(game.game), list.children[index] ?? null);
    const [button] = list.children[index].children;
    const how = game.result ?? `${game.moves.length} ${game.zh ?? ""}`;
    button.textContent = `${game.game}. ${game.red} – ${game.black} · ${how}`;
    if (game === shown) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
}

function makeRow(number) {
  const button = made("button");
  button.addEventListener("click", () => {
    chosen = number;
    show();
  });
  return made("li", { value: number }, button);
}

function showGame(game) {
  board.show({ pieces: readPieces(game.fen), last: game.moves.at(-1) });
  byId("board").setAttribute("aria-label", game.fen);
  const how = game.result ? ` ${resultName(game.result)}: ${game.reason.zh} ${game.reason.en}` : "";
  byId("game").textContent = `${game.red} (红 red) – ${game.black} (黑 black)${how} ·`;
  const { rules, changed } = match;
  byId("link").href = `/${addressOf({ fen: game.start, moves: game.moves, rules, changed })}`;
  byId("link").hidden = false;
}

await refresh();
setInterval(() => document.hidden || refresh(), PAUSE);
