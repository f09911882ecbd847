// What both pages need: the elements of a page, what the server answers, and where a game is found.

const SVG = "http://www.w3.org/2000/svg";

/** Finds an element of the page. */
export const byId = (id) => document.getElementById(id);

/** Makes an element of a drawing. */
export function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Makes an element of the page. */
export function made(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Asks the server, and throws what it says is wrong. */
export async function ask(path, options) {
  const response = await fetch(path, options);
  const told = await response.json();
  if (!response.ok) throw new Error(told.error.message);
  return told;
}

/** Writes the end of the address at which the page of one game shows this one; `changed` as in what is read. */
export function addressOf({ moves, changed, ...words }) {
  const all = { ...words, moves: moves.join(",") };
  return `#${new URLSearchParams(changed ? { ...all, changed: 1 } : all)}`;
}
