// Style Dictionary 4 and 5: CSS from tokens.2025-10.json, which has text styles, gradients and
// further tokens besides. Its own css group has no transform for gradients and for durations
// with a unit, and version 4 none for colors and lengths that are objects: it writes
// [object Object]. Here one transform writes each type.
//
// sh fetch-tokens.sh 2025.10
// npx style-dictionary build --config style-dictionary-2025.config.mjs

const generic = /^(serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|system-ui|ui-(serif|sans-serif|monospace|rounded)|-apple-system|BlinkMacSystemFont)$/; // not in quotes
const escaped = (name) => `"${name.replace(/["\\]/g, '\\$&')}"`;
const measure = ({ value, unit }) => `${value}${unit}`;
const decimal = (n) => Number(n.toFixed(4));

const channels = (hex) => hex.match(/[0-9a-f]{2}/gi).map((digits) => parseInt(digits, 16)).join(' ');

// Each type writes its value as CSS. A gradient has no angle in this form: it runs to the right.
const types = {
  color: ({ hex, alpha = 1 }) => (alpha === 1 ? hex : `rgb(${channels(hex)} / ${alpha})`),
  dimension: measure,
  duration: measure,
  number: String,
  fontWeight: String,
  fontFamily: (value) => [value].flat().map((name) => (generic.test(name) ? name : escaped(name))).join(', '),
  cubicBezier: (numbers) => `cubic-bezier(${numbers.join(', ')})`,
  strokeStyle: () => 'dashed',
  border: ({ width, style, color }) => `${css('dimension', width)} ${css('strokeStyle', style)} ${css('color', color)}`,
  transition: ({ duration, delay, timingFunction }) => `${css('duration', duration)} ${css('cubicBezier', timingFunction)} ${css('duration', delay)}`,
  shadow: (value) => [value].flat().map(({ inset, offsetX, offsetY, blur, spread, color }) => `${inset ? 'inset ' : ''}${[offsetX, offsetY, blur, spread].map(measure).join(' ')} ${css('color', color)}`).join(', '),
  gradient: (stops) => `linear-gradient(90deg, ${stops.map(({ color, position }) => `${css('color', color)} ${decimal(100 * position)}%`).join(', ')})`,
  typography: ({ fontWeight, fontSize, lineHeight, fontFamily }) => `${fontWeight} ${css('dimension', fontSize)}/${lineHeight} ${css('fontFamily', fontFamily)}`,
};

// css returns a value as CSS; a text is one already, as that of an alias.
const css = (type, value) => (typeof value === 'string' && type !== 'fontFamily' ? value : types[type](value));

export default {
  source: ['tokens.json'],
  hooks: {
    transforms: {
      'value/css': { type: 'value', transitive: true, filter: ({ $type }) => $type in types, transform: ({ $type, $value }) => css($type, $value) },
    },
  },
  platforms: {
    css: {
      transforms: ['name/kebab', 'value/css'],
      buildPath: 'build/',
      files: [{ destination: 'tokens.css', format: 'css/variables' }],
    },
  },
};
