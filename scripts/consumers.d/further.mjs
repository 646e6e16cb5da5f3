// Compares text styles, gradients and further tokens in the exports with what their blocks say, in
// each mode. Chromium computes each value twice, as modes.mjs has it: once of the export and
// once of the text in the block.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileString } from 'sass';
import { declarations, modesOf } from './modes.mjs';
import { css, kebab } from './values.mjs';

const slugOf = (text) => String(text).toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// The property that takes a value of a type, and those that the browser computes of it.
const properties = {
  number: ['scale', ['scale']], dimension: ['margin-left', ['margin-left']], fontWeight: ['font-weight', ['font-weight']], fontFamily: ['font-family', ['font-family']],
  duration: ['transition-delay', ['transition-delay']], cubicBezier: ['transition-timing-function', ['transition-timing-function']], color: ['background-color', ['background-color']],
  strokeStyle: ['border-top-style', ['border-top-style']], border: ['border-top', ['border-top-width', 'border-top-style', 'border-top-color']],
  transition: ['transition', ['transition-duration', 'transition-delay', 'transition-timing-function']], gradient: ['background-image', ['background-image']],
};
const weights = { thin: 100, 'extra-light': 200, light: 300, normal: 400, regular: 400, medium: 500, 'semi-bold': 600, bold: 700, 'extra-bold': 800, black: 900 };

// furtherOf returns the gradients and further tokens of a manual as { group, name, type, values }
// with a text a mode. What no browser takes is left out.
export function furtherOf(manual, modes) {
  const blocks = (kind) => manual.sections.flatMap((section) => section.blocks ?? []).filter(({ type }) => type === kind).map(({ content }) => content);
  const palette = blocks('COLORS').flatMap(({ colors }) => colors).filter(({ name }) => name).sort((a, b) => b.name.length - a.name.length);
  const named = (text, mode) => palette.reduce((all, { name, hex, modes: own }) => all.replace(new RegExp(`(?<=[(,\\s])${escaped(name)}(?=\\s*[,)]|\\s+[\\d.-]|$)`, 'gi'), own?.[mode] ?? hex), text);
  const all = [
    ...blocks('GRADIENTS').flatMap(({ gradients }) => gradients).map((entry) => ({ entry, group: 'gradient', type: 'gradient' })),
    ...blocks('TOKENS').flatMap(({ title, tokens }) => tokens.map((entry) => ({ entry, type: entry.type, group: title ? slugOf(title) : kebab([entry.type]).slice(2) }))),
  ];
  const taken = (value) => !/Nowhere|steps\(/.test(JSON.stringify(value));
  return all.filter(({ entry }) => taken(entry.value)).map(({ entry, group, type }) => {
    const valueIn = (mode) => textOf(entry.modes?.[mode] !== undefined && taken(entry.modes[mode]) ? entry.modes[mode] : entry.value, type);
    return { group, type, name: slugOf(entry.name), values: Object.fromEntries(modes.map((mode) => [mode, named(valueIn(mode), mode)])) };
  });
}

// textOf returns a value of a block as CSS.
function textOf(value, type) {
  if (type === 'border' && typeof value === 'object') {
    const { color: { components, alpha = 1 }, width, style } = value;
    return `${width.value}${width.unit} ${typeof style === 'string' ? style : 'dashed'} color(srgb ${components.join(' ')} / ${alpha})`;
  }
  return String(type === 'fontWeight' ? weights[value] ?? value : value);
}

// checkFurther compares them in the exports, and what Style Dictionary has written of the structured
// form: a map from variable to value. It returns how many values it has compared.
export async function checkFurther(manual, folder, written, problems) {
  const { modes, styles } = modesOf(manual);
  const all = modes.length ? modes : [''];
  const [rest] = all;
  const further = furtherOf(manual, all);
  const pairs = [];
  const add = (what, mode, token, text) => {
    if (text === undefined) return void problems.push(`${what}, ${manual.slug}: no ${token.group} ${token.name} (${mode})`);
    const [property, computed] = properties[token.type];
    pairs.push({ what: `${what}, ${manual.slug}: ${token.group} ${token.name} (${mode})`, properties: computed, is: [[property, text]], want: [[property, token.values[mode]]] });
  };
  const { default: module } = await import(join(folder, 'tokens.js'));
  const inModule = Object.fromEntries(Object.entries(module).map(([key, group]) => [kebab([key.replace(/^_/, '')]).slice(2), group]));
  const inSass = sass(folder);
  const sheets = { 'tokens.css': css(String(readFileSync(join(folder, 'tokens.css')))), 'tailwind.css': css(String(readFileSync(join(folder, 'tailwind.css')))) };
  for (const token of further) {
    const variable = kebab([token.group, token.name]);
    for (const mode of all) {
      const keyIn = (groups) => Object.keys(groups ?? {}).find((key) => kebab([key.replace(/^_/, '')]) === kebab([token.group]));
      const changed = module.modes?.[mode];
      add('tokens.js', mode, token, changed?.[keyIn(changed)]?.[token.name] ?? inModule[token.group]?.[token.name]);
      add('tokens.scss', mode, token, inSass.get(`[data-theme=${mode}]`)?.get(variable) ?? inSass.get(':root')?.get(variable));
      for (const [file, rules] of Object.entries(sheets)) {
        if (file === 'tailwind.css' && token.type === 'fontWeight') continue; // in @theme, which Tailwind reads
        add(file, mode, token, rules.get(`[data-theme="${mode}"]`)?.get(variable) ?? rules.get(':root')?.get(variable));
      }
    }
    // The structured form has no angle, no shape and no style of a stroke but dashes, says the report.
    for (const [tool, rules] of Object.entries(written)) {
      const text = rules.get(variable);
      if (token.type === 'gradient') checkStops(`${tool}, ${manual.slug}: ${token.name}`, text, token.values[rest], pairs);
      else if (token.type !== 'strokeStyle') add(tool, rest, token, text);
    }
  }
  const font = ['font-size', 'line-height', 'font-weight'];
  for (const entry of styles) {
    for (const mode of all) {
      const object = module.modes?.[mode]?.text?.[slugOf(entry.name)] ?? module.text?.[slugOf(entry.name)] ?? {};
      const is = Object.entries(object).map(([name, value]) => [kebab([name]).slice(2), value]);
      const want = declarations(entry, mode, manual.document);
      pairs.push({ what: `tokens.js, ${manual.slug}: the text style ${entry.name} (${mode})`, properties: [...font, 'letter-spacing', 'text-transform', 'font-style'], is, want });
    }
    for (const [tool, rules] of Object.entries(written)) {
      const text = rules.get(kebab(['text', slugOf(entry.name)]));
      const want = [['line-height', 1.2], ...declarations(entry, rest, manual.document).filter(([name]) => font.includes(name))]; // the form requires a line height
      if (text !== undefined) pairs.push({ what: `${tool}, ${manual.slug}: the text style ${entry.name}`, properties: font, is: [['font', text]], want });
    }
  }
  measure(folder, pairs, problems);
  return pairs.length;
}

// checkStops compares the colors of a gradient and where they stand, which the structured form always
// says. It has no angle: a browser has to compute the gradient of the block from left to right.
function checkStops(what, text, want, pairs) {
  const inside = /^(?:linear|radial|conic)-gradient\((?:to [a-z ]+,|[\d.]+deg,|(?:circle|ellipse|at|from)[^,]*,)?(.*)\)$/s.exec(want)?.[1];
  if (!inside || text === undefined || /, *(linear|radial|conic)-/.test(want) || /,\s*[\d.]+%\s*,/.test(want)) return; // it has several layers, or a hint between colors
  const stops = inside.split(/,(?![^(]*\))/).map((stop) => /^\s*(.*?)(?:\s+([\d.]+)%)?\s*$/.exec(stop).slice(1));
  const at = stops.map(([, position], i) => (position !== undefined ? +position : i === 0 ? 0 : i === stops.length - 1 ? 100 : undefined));
  at.forEach((position, i) => {
    if (position !== undefined) return;
    const next = at.findIndex((p, k) => k > i && p !== undefined);
    at[i] = at[i - 1] + (at[next] - at[i - 1]) / (next - i + 1);
  });
  const all = stops.map(([color], i) => `${color} ${Number(at[i].toFixed(4))}%`);
  pairs.push({ what, properties: ['background-image'], is: [['background-image', text]], want: [['background-image', `linear-gradient(90deg,${all})`]] });
}

// sass returns the rules of all variables of tokens.scss, and of its modes.
function sass(folder) {
  const { css: text } = compileString(`@use "sass:map"; @use "sass:meta"; @use "tokens";
    $all: meta.module-variables("tokens");
    :root { @each $name, $value in $all { @if meta.type-of($value) != "map" and $value != () { --#{$name}: #{$value}; } } }
    @each $slug, $groups in map.get($all, "modes") { [data-theme=#{$slug}] {
      @each $group, $values in $groups { @each $name, $value in $values { @if meta.type-of($value) != "map" { --#{$group}-#{$name}: #{$value}; } } }
    } }`, { loadPaths: [folder] });
  return css(text.replace(/^\ufeff/, ''));
}

// measure has Chromium compute both sides of each pair, and adds those that differ to problems. A text that
// Chromium does not take differs, as it is then what it is without one.
function measure(folder, pairs, problems) {
  if (pairs.length === 0) return;
  const page = join(folder, 'further.html');
  const tried = pairs.map(({ properties, is, want }) => ({ properties, is, want }));
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body><script>
    // A color in every notation is the bytes of its pixel, and a keyword of an easing its curve.
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const pixel = (color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return 'pixel(' + [...canvas.getImageData(0, 0, 1, 1).data] + ')';
    };
    const curves = { 'ease-in-out': '0.42, 0, 0.58, 1', 'ease-in': '0.42, 0, 1, 1', 'ease-out': '0, 0, 0.58, 1', ease: '0.25, 0.1, 0.25, 1', linear: '0, 0, 1, 1' };
    const same = (text) => text.replace(/(rgba?|oklch|oklab|lab|lch|color)\\([^)]*\\)/g, pixel).replace(/(^|\\| )(ease-in-out|ease-in|ease-out|ease|linear)$/g, (all, before, name) => before + 'cubic-bezier(' + curves[name] + ')');
    const compute = (declarations, properties) => {
      const e = document.body.appendChild(document.createElement('p'));
      const unknown = declarations.filter(([name, value]) => !CSS.supports(name, String(value)));
      for (const [name, value] of declarations) e.style.setProperty(name, value);
      const found = properties.map((name) => getComputedStyle(e)[name]);
      e.remove();
      return unknown.length ? 'not taken: ' + JSON.stringify(unknown) : same(found.join(' | '));
    };
    const found = ${JSON.stringify(tried).replaceAll('<', '\\u003c')}.map(({ properties, is, want }) => [compute(is, properties), compute(want, properties)]);
    document.body.replaceChildren(JSON.stringify(found));
  </script>`);
  const out = execFileSync(process.env.BROWSER, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', `--user-data-dir=${page}.profile`, '--dump-dom', `file://${page}`], { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
  const found = JSON.parse(/<body>(.*)<\/body>/s.exec(out)[1].replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
  found.forEach(([is, want], i) => {
    if (want.startsWith('not taken')) problems.push(`${pairs[i].what}: the text of the block is ${want}`);
    else if (is !== want) problems.push(`${pairs[i].what}: expected ${want}, found ${is}`);
  });
}
