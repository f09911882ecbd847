// The words of the page, in Chinese and English.

const PIECES = {
  K: "红帅 red king", A: "红仕 red advisor", B: "红相 red elephant", N: "红马 red knight",
  R: "红车 red rook", C: "红炮 red cannon", P: "红兵 red pawn",
  k: "黑将 black king", a: "黑士 black advisor", b: "黑象 black elephant", n: "黑马 black knight",
  r: "黑车 black rook", c: "黑炮 black cannon", p: "黑卒 black pawn",
};

/** The letters of the pieces, as a palette shows them. */
export const LETTERS = Object.keys(PIECES);

/** Names a piece by its letter; "" for none. */
export const pieceName = (letter) => PIECES[letter] ?? "";

const NATURES = {
  check: "将", "mate-threat": "杀", chase: "捉", exchange: "兑",
  offer: "献", block: "拦", follow: "跟", idle: "闲",
};

/** Names the nature of a move in one character. */
export const natureName = (nature) => NATURES[nature] ?? "";

const CLASSES = {
  rook: "车 rook", unprotected: "无根子 unprotected", joint: "少根子 under-protected", other: "其他 other",
};

/** Names what kind of target a piece is. */
export const className = (name) => CLASSES[name] ?? name;

const VERDICTS = {
  "red-must-change": "红方须变着 Red must change",
  "black-must-change": "黑方须变着 Black must change",
  draw: "不变作和 Draw if neither changes",
};

const RESULTS = {
  "1-0": "红胜 Red wins", "0-1": "黑胜 Black wins", "1/2-1/2": "和棋 Draw",
};

/** Says a result; "" while the game goes on. */
export const resultName = (result) => RESULTS[result] ?? "";

/** Says the verdict of an answer, or that there is none. */
export const verdictName = (answer) => VERDICTS[answer.verdict] ?? "没有循环 Nothing recurs";

const RULES = {
  cn2011: "中国 2011 Chinese", cn2020: "中国 2020 Chinese", axf: "亚洲 Asian", computer: "电脑赛 Computer",
  sky: "天天 Tiantian", "check-only": "只禁长将 Checks only", none: "不禁循环 None",
};

/** Names a rule set. */
export const rulesName = (name) => (RULES[name] ? `${RULES[name]} (${name})` : name);
