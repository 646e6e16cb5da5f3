// The tokens that a manual asks for, worked out anew from the manual document
// (specification, section 2.5): nothing here comes from the service's own
// token documents, so that the two can be held against each other.
//
// A token is { path, type, value }, where the path is its group and key, the
// value as values.mjs reads it; a tint that is left to be made has { made }
// instead, the color it is made of and the step.

import { color, curve, dimension, family, shadow } from './values.mjs';
import { ownStep, steps } from './oklch.mjs';

const keywords = {
  linear: [0, 0, 1, 1],
  ease: [0.25, 0.1, 0.25, 1],
  'ease-in': [0.42, 0, 1, 1],
  'ease-out': [0, 0, 0.58, 1],
  'ease-in-out': [0.42, 0, 0.58, 1],
};
const sizes = ['3xs', '2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl'];

// The tokens of a manual document, in the order of its page.
export function expected(manual) {
  const tokens = new Tokens();
  const blocks = manual.sections.flatMap((section) => section.blocks);
  for (const { type, content } of blocks) fill[type]?.(tokens, content);
  for (const { content } of blocks.filter(({ type }) => type === 'THEMES')) themes(tokens, content);
  return tokens.list;
}

class Tokens {
  list = [];
  swatches = new Map(); // name of a color to the value of the first so named
  #taken = new Set();

  // The key under which a name is free in its group: the name, name-2, …
  key(group, name) {
    let key = name;
    for (let n = 2; this.#taken.has(`${group}.${key}`); n++) key = `${name}-${n}`;
    this.#taken.add(`${group}.${key}`);
    return key;
  }

  has(group, key) {
    return this.#taken.has(`${group}.${key}`);
  }

  add(group, wanted, type, value) {
    const key = this.key(group, wanted);
    this.list.push({ path: [group, key], type, ...value });
    return key;
  }
}

const fill = {
  COLORS(tokens, { colors = [] }) {
    for (const { name, hex, tints } of colors) {
      const value = hexColor(hex);
      if (!value) continue;
      const wanted = named(name, 'color');
      if (!tokens.swatches.has(wanted)) tokens.swatches.set(wanted, value);
      const key = tokens.add('color', wanted, 'color', { value });
      for (const step of steps) {
        if (tints === true) tokens.add('color', `${key}-${step}`, 'color', step === ownStep(value) ? { value } : { made: { base: value, step } });
        else if (hexColor(tints?.[step])) tokens.add('color', `${key}-${step}`, 'color', { value: hexColor(tints[step]) });
      }
    }
  },
  TYPOGRAPHY(tokens, { fonts = [], scale }) {
    for (const { family: name, usage = '', fallbacks = [] } of fonts) {
      tokens.add('fontFamily', named(usage, 'font'), 'fontFamily', { value: [name, ...fallbacks].map(bare) });
    }
    if (!scale || tokens.has('fontSize', 'md')) return;
    const base = length(scale.base);
    sizes.forEach((key, i) => {
      const number = Math.round(base.number * Number(scale.ratio) ** (i - sizes.indexOf('md')) * 1000) / 1000;
      const given = scale.sizes?.[key];
      tokens.add('fontSize', key, 'dimension', { value: given === undefined ? { number, unit: base.unit } : length(given) });
    });
  },
  SPACING(tokens, { steps: scale = [] }) {
    for (const entry of scale) {
      const { step, value, unit = '' } = typeof entry === 'object' ? entry : { step: entry, value: entry };
      const key = String(dimension(String(step)).number).replace('.', '-');
      if (!tokens.has('dimension', key)) tokens.add('dimension', key, 'dimension', { value: length(`${value}${unit}`) });
    }
  },
  BREAKPOINTS(tokens, { breakpoints = [] }) {
    for (const { name, value } of breakpoints) {
      const key = ['breakpoint', named(name, '')].filter(Boolean).join('-');
      tokens.add('dimension', key, 'dimension', { value: length(value) });
    }
  },
  MOTION(tokens, { durations = [], easings = [] }) {
    for (const { name, value } of durations) {
      const time = dimension(String(value));
      tokens.add('duration', named(name, 'duration'), 'duration', { value: { number: time.number, unit: 'ms' } });
    }
    for (const { name, value } of easings) {
      const points = Array.isArray(value) ? value : keywords[value] ?? curve(value);
      if (points) tokens.add('cubicBezier', named(name, 'cubic-bezier'), 'cubicBezier', { value: points });
    }
  },
  RADII(tokens, { radii = [] }) {
    for (const { name, value } of radii) tokens.add('radius', named(name, 'radius'), 'dimension', { value: length(value) });
  },
  ELEVATION(tokens, { levels = [] }) {
    for (const { name, value } of levels) {
      const read = typeof value === 'string' ? shadow(value) : [value].flat().map(layer);
      tokens.add('shadow', named(name, 'shadow'), 'shadow', { value: read });
    }
  },
};

function themes(tokens, { themes: list = [] }) {
  for (const { name, slug = '', colors } of list) {
    const roles = Object.entries(colors)
      .map(([role, text]) => [role, hexColor(text) ?? tokens.swatches.get(named(text, ''))])
      .filter(([, value]) => value);
    if (roles.length === 0) continue;
    const key = tokens.key('theme', named(slug, '') || named(name, 'theme'));
    for (const [role, value] of roles) tokens.list.push({ path: ['theme', key, role], type: 'color', value });
  }
}

// A name as a token has it: lower case, with a hyphen for every run of what
// is no letter, mark or digit.
function named(text, fallback) {
  const name = text.normalize('NFC').toLowerCase().normalize('NFC');
  return name.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-').replace(/^-|-$/g, '') || fallback;
}

const hexColor = (text = '') => (text.startsWith('#') ? color(text) : null);

function length(text) {
  const { number, unit } = dimension(String(text).trim());
  return { number, unit: unit || 'px' };
}

function layer({ x = 0, y = 0, blur = 0, spread = 0, color: text, inset = false }) {
  const lengths = [x, y, blur, spread].map(length);
  return { inset, lengths, color: color(text) ?? text };
}

// A family as written, without the quotes that may stand around it.
const bare = (name) => family(name.trim().replace(/^(["'])(.*)\1$/, '$2'));

// Whether the structured form (Design Tokens Format Module 2025.10) has a
// form for a token: dimensions are px or rem there, and a shadow has a color
// that is given in sRGB.
export function structurable({ type, value }) {
  const plain = ({ unit }) => unit === 'px' || unit === 'rem';
  if (type === 'dimension') return plain(value);
  if (type === 'shadow') return value.every((l) => typeof l.color === 'object' && l.color !== null && l.lengths.every(plain));
  return true;
}
