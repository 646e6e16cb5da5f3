// Parses CSS values, so that different notations of a value compare as equal:
// #0AF, #00aaff and rgb(0% 66.667% 100%) are the same color, and 'Gill Sans' and
// Gill Sans the same family.
//
// Each parser returns plain data, or null for invalid text.

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const quantity = new RegExp(`^(${number})([a-z%]*)$`, 'i');
const named = { black: '#000000', white: '#ffffff', rebeccapurple: '#663399' }; // the names in the seed files
const generic = new Set([
  'serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'math', 'emoji', 'fangsong',
  'system-ui', 'ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded',
]);

// color parses a color: red, green and blue from 0 to 255, alpha from 0 to 1.
export function color(text) {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(named[text.toLowerCase()] ?? text)?.[1];
  if (hex) {
    const digits = hex.length < 6 ? [...hex].map((d) => d + d) : hex.match(/../g);
    const [r, g, b, alpha = 255] = digits.map((d) => parseInt(d, 16));
    return { rgb: [r, g, b], alpha: alpha / 255 };
  }
  const inner = /^rgba?\((.*)\)$/i.exec(text)?.[1];
  const parts = inner?.split(/[\s,/]+/).filter(Boolean).map((part) => quantity.exec(part));
  if (!parts || parts.length < 3 || parts.length > 4 || parts.includes(null)) return null;
  const share = ([, value, unit], whole) => (unit === '%' ? value / 100 : value / whole);
  return { rgb: parts.slice(0, 3).map((part) => share(part, 255) * 255), alpha: parts[3] ? share(parts[3], 1) : 1 };
}

// dimension parses a dimension or duration; it converts seconds to ms.
export function dimension(text) {
  const match = quantity.exec(text);
  if (!match) return null;
  const unit = match[2].toLowerCase();
  return unit === 's' ? { number: Number(match[1]) * 1000, unit: 'ms' } : { number: Number(match[1]), unit };
}

// curve parses the four numbers of a cubic-bezier function.
export function curve(text) {
  const numbers = /^cubic-bezier\((.*)\)$/.exec(text)?.[1].split(',').map(Number);
  return numbers?.length === 4 && !numbers.includes(NaN) ? numbers : null;
}

// families parses a font-family list. It distinguishes a generic family, which has no
// quotes, from a typeface with the same name in quotes.
export function families(text) {
  const names = [];
  for (const item of split(text, ',')) {
    const quoted = /^(["'])(.*)\1$/s.exec(item);
    if (quoted) names.push(quoted[2].replace(/\\(.)/gs, '$1'));
    else if (/^-?[^\s\d"'\\,-][^"'\\,]*$/.test(item)) names.push(family(item));
    else return null;
  }
  return names;
}

// family returns a name without quotes as families does.
export const family = (name) => (generic.has(name) ? `generic ${name}` : name);

// shadow parses the layers of a shadow: inset, four lengths and a color. A color that
// the color function cannot parse stays text.
export function shadow(text) {
  const layers = split(text === 'none' ? '0 0 #0000' : text, ',').map(layer);
  return layers.includes(null) ? null : layers;
}

function layer(text) {
  const lengths = [];
  const found = { inset: false, lengths, color: null };
  for (const word of split(text, ' ')) {
    const length = dimension(word);
    if (length) lengths.push(length.number === 0 ? { number: 0, unit: 'px' } : length);
    else if (word.toLowerCase() === 'inset') found.inset = true;
    else if (found.color === null) found.color = color(word) ?? word;
    else return null;
  }
  if (lengths.length < 2 || lengths.length > 4) return null;
  while (lengths.length < 4) lengths.push({ number: 0, unit: 'px' });
  return found;
}

// split splits a value at the separators outside brackets and quotes.
function split(text, separator) {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') {
      parts[parts.length - 1] += c + (text[++i] ?? '');
      continue;
    }
    if (quote ? c === quote : c === '"' || c === "'") quote = quote ? '' : c;
    else if (!quote && c === '(') depth++;
    else if (!quote && c === ')') depth--;
    if (c === separator && !quote && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

const parsers = { color, dimension, duration: dimension, cubicBezier: curve, fontFamily: families, shadow };

// read parses CSS text as the value of a token type; it returns null for invalid text.
export const read = (type, css) => parsers[type](css);

// The default tolerance of numbers, by member: tools write the channels of a color as
// a percentage with three decimals, an alpha with five.
const rounding = { rgb: 0.01, alpha: 6e-6, number: 0 };

// same reports whether two values are equal, except for rounding. tolerance replaces the
// default tolerance of some members.
export function same(a, b, tolerance = {}, member = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= (tolerance[member] ?? rounding[member] ?? 0);
  }
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) => same(a[key], b[key], tolerance, Array.isArray(a) ? member : key));
}

// css parses the custom properties of a style sheet into a map from selector to a map
// from variable to value. It resolves references to variables.
export function css(text) {
  const found = new Map();
  for (const [, selector, body] of text.replace(/\/\*.*?\*\//gs, '').replace(/@charset [^;]*;/, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const declarations = body.split(';').map((line) => /^\s*(--[^:]+):\s*(.*?)\s*$/s.exec(line)).filter(Boolean);
    found.set(selector.trim(), new Map(declarations.map(([, name, value]) => [unescape(name), value])));
  }
  for (const rule of found.values()) {
    for (const [name, value] of rule) rule.set(name, value.replace(/^var\((--[^)]+)\)$/, (text, other) => rule.get(other) ?? found.get(':root')?.get(other) ?? text));
  }
  return found;
}

const unescape = (name) => name.replace(/\\([0-9a-f]{1,6}) ?/gi, (_, hex) => String.fromCodePoint(parseInt(hex, 16)));

// kebab returns the variable for the path of a token: --font-family-headings.
export const kebab = ([group, ...rest]) => `--${[group.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`), ...rest].join('-')}`;
