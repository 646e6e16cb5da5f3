// Holds the style sheet of a tool against the tokens that a manual asks for,
// value by value, in both directions.

import { fault } from './oklch.mjs';
import { read, same } from './values.mjs';

// The rules of a style sheet: selector to declarations, variable to value.
export function rules(css) {
  const found = new Map();
  for (const [, selector, body] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const declarations = body.split(';').map((line) => /^\s*(--[^:]+):\s*(.*?)\s*$/s.exec(line)).filter(Boolean);
    found.set(selector.trim(), new Map(declarations.map(([, name, value]) => [name, value])));
  }
  return found;
}

// The variable that tools make of a token's path: --font-family-headings.
export function variable(path) {
  const [group, ...rest] = path;
  return `--${[group.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`), ...rest].join('-')}`;
}

// Compares the declarations of one rule with tokens. limits are the tool's
// known ones. It returns how many values are equal, the differences as lines
// of text, and the limits that showed.
export function compare(declarations, tokens, limits, slack) {
  const result = { equal: 0, differences: [], shown: new Set() };
  const left = new Map(declarations);
  for (const token of tokens) {
    const path = token.path.join('.');
    const limit = limits.find((l) => (l.path.endsWith('.') ? path.startsWith(l.path) : path === l.path));
    const name = limit?.variable ?? variable(token.path);
    const css = left.get(name);
    left.delete(name);
    const wrong = css === undefined ? `expected ${name}, found nothing` : difference(token, css, slack);
    if (limit?.css !== undefined ? css === limit.css && wrong : limit?.variable && !wrong) {
      result.shown.add(limit);
    } else if (limit) {
      result.differences.push(`${path}: the known limit (${limit.why}) does not show: ${name}: ${css}`);
    } else if (wrong) {
      result.differences.push(`${path}: ${wrong}`);
    } else {
      result.equal++;
    }
  }
  for (const [name, value] of left) result.differences.push(`${name}: ${value} is no token of the manual`);
  return result;
}

// What differs between a token and its value in the style sheet, or null.
function difference(token, css, slack) {
  const value = read(token.type, css);
  if (!value) return `no ${token.type}: ${css}`;
  if (token.made) {
    const wrong = fault(token.made.base, token.made.step, value);
    return wrong && `${css}: ${wrong}`;
  }
  return same(token.value, value, slack) ? null : `expected ${JSON.stringify(token.value)}, found ${css}`;
}
