// Compares the values that tokens have in the modes of a manual with what its blocks say.
// Chromium computes each value twice, once of the variable or class of an export and once of
// the text in the block, so that no parser of ours stands between them. Sass, Node and the
// files for design tools are read besides.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { compileString } from 'sass';
import { compile } from 'tailwindcss';
import { color, kebab } from './values.mjs';

// The lists of blocks whose entries have modes: the group of their tokens, the list, the key
// of a value, the property of CSS that takes it, its unit, and its class of Tailwind.
const lists = [
  { kind: 'COLORS', group: 'color', list: 'colors', key: 'hex', property: 'background-color', tailwind: 'bg' },
  { kind: 'SPACING', group: 'dimension', list: 'steps', key: 'value', property: 'width', unit: 'px', tailwind: 'w' },
  { kind: 'MOTION', group: 'duration', list: 'durations', key: 'value', property: 'transition-duration', unit: 'ms', tailwind: 'duration' },
  { kind: 'MOTION', group: 'cubicBezier', list: 'easings', key: 'value', property: 'transition-timing-function', tailwind: 'ease' },
  { kind: 'RADII', group: 'radius', list: 'radii', key: 'value', property: 'border-top-left-radius', unit: 'px', tailwind: 'rounded' },
  { kind: 'ELEVATION', group: 'shadow', list: 'levels', key: 'value', property: 'box-shadow', tailwind: 'shadow' },
];
const slugOf = (text) => String(text).toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

// tintsOf returns the tints of a color that are objects, as entries.
const tintsOf = ({ name, tints }) => Object.entries(typeof tints === 'object' ? tints : {}).filter(([, tint]) => typeof tint === 'object').map(([step, tint]) => ({ ...tint, name: `${name} ${step}` }));

// modesOf returns the modes of a manual, the one at rest first, with their roles, and the
// tokens that have a value of their own in one of them: { group, name, property, tailwind,
// values } with a text a mode. Entries whose name is not in ASCII, or whose value is no
// text, are left out.
export function modesOf({ sections, document }) {
  const blocks = (kind) => sections.flatMap((section) => section.blocks ?? []).filter(({ type }) => type === kind).map(({ content }) => content);
  const entries = blocks('THEMES').flatMap(({ themes }) => themes);
  const themes = entries.map(({ slug, name }) => slug ?? slugOf(name));
  const tokens = [], used = new Set();

  // A theme that lacks a role has the color of the first one, as it is in this mode.
  const [first] = Object.keys(document.theme);
  const palette = blocks('COLORS').flatMap(({ colors }) => colors);
  const inherited = (mode) => Object.entries(document.theme[first] ?? {}).map(([role, { $value }]) => {
    const named = entries[themes.indexOf(first)].colors[role];
    const modes = palette.find(({ name }) => name?.toLowerCase() === named?.toLowerCase())?.modes;
    return [role, { $value: modes?.[mode] ?? $value }];
  });
  const roles = (mode) => ({ ...Object.fromEntries(inherited(mode)), ...document.theme[mode] });
  for (const { kind, group, list, key, property, unit = '', tailwind } of lists) {
    for (const entry of blocks(kind).flatMap((content) => content[list] ?? []).flatMap((entry) => [entry, ...tintsOf(entry)])) {
      const text = (value) => (typeof value === 'number' ? `${value}${unit}` : value);
      const name = slugOf(entry.name ?? entry.step ?? ''), own = text(entry[key]);
      const follows = typeof own === 'string' && own.includes('var(--theme-');
      if (!/^[a-z0-9-]+$/.test(name) || !document[group][name] || typeof own !== 'string' || !entry.modes && !follows) continue;
      Object.keys(entry.modes ?? {}).forEach((mode) => used.add(mode));
      if (tokens.some((token) => token.group === group && token.name === name)) continue; // the first has the name
      const replaced = (value, mode) => value.replace(/var\(--theme-([a-z-]+)\)/g, (all, role) => (role.startsWith('dark-') ? document.theme.dark[role.slice(5)] : roles(mode)[role]).$value);
      const values = Object.fromEntries(themes.map((mode) => [mode, replaced(text(entry.modes?.[mode] ?? own), mode)]));
      if (Object.values(values).some((value) => typeof value !== 'string' || value.includes('steps('))) continue;
      tokens.push({ group, name, property, tailwind, values });
    }
  }
  const styles = blocks('TEXT_STYLES').flatMap(({ styles }) => styles).filter(({ name }) => /^[\x20-\x7e]+$/.test(name));
  styles.forEach(({ modes }) => Object.keys(modes ?? {}).forEach((mode) => used.add(mode)));
  if (used.size > 0) used.add(themes[0]);
  const modes = themes.filter((mode) => mode in document.theme || used.has(mode));
  return { modes, tokens, styles, roles: modes.length === 0 ? {} : Object.fromEntries(modes.map((mode) => [mode, Object.keys(document.theme).length ? roles(mode) : {}])) };
}

// declarations returns a text style in a mode as declarations of CSS.
export function declarations(style, mode, { fontSize }) {
  const s = { ...style, ...style.modes?.[mode] };
  const length = (value) => fontSize[value]?.$value ?? (typeof value === 'number' ? `${value}px` : value);
  const share = (value, unit) => (/%$/.test(value) ? `${parseFloat(value) / 100}${unit}` : value);
  return [['font-size', length(s.size)], ['line-height', share(s.lineHeight, '')], ['font-weight', s.weight], ['letter-spacing', share(s.letterSpacing, 'em')],
    ['text-transform', { upper: 'uppercase', lower: 'lowercase', title: 'capitalize' }[s.case]], ['font-style', s.style]].filter(([, value]) => value !== undefined);
}

// checkModes compares the exports of a manual in each of its modes.
export async function checkModes(manual, folder, body, problems) {
  const { modes, tokens, styles, roles } = modesOf(manual);
  const wrong = (what, text) => problems.push(`${what}, ${manual.slug}: ${text}`);
  const [rest] = modes;
  if (styles.length === 0 && modes.length < 2) return 0;
  const schemes = modes.map((mode) => scheme(manual.document.theme[mode]?.background?.$value));
  const single = (kind) => schemes.filter((s) => s === kind).length === 1;
  const preferred = (kind) => (single('light') && single('dark') ? modes[schemes.indexOf(kind)] : rest);

  // A place is where a mode counts: at the root by what a visitor prefers, in an element,
  // and in one of the mode at rest inside one of another mode.
  const around = (mode) => (html) => `<div data-theme="${mode}">${html}</div>`;
  const places = (kind) => [[preferred(kind), (html) => html], ...modes.map((mode) => [mode, around(mode)]), ...modes.slice(1).map((mode) => [rest, (html) => around(mode)(around(rest)(html))])];
  const sheets = await sheetsOf(manual, { tokens, styles, roles, rest }, body);
  let count = 0;
  for (const kind of ['light', 'dark']) {
    for (const { file, sheet, samples } of sheets) {
      const pairs = places(kind).flatMap(([mode, wrap], place) => samples.map((sample) => ({ ...sample, mode, place, wrap })));
      if (pairs.length === 0) continue;
      const html = pairs.map(({ wrap, html, expected, mode }) => `<div>${wrap(html)}<i style="${quoted(expected(mode))}"></i></div>`).join('');
      const found = measure(join(folder, `${file}.html`), kind, sheet, html, pairs.map(({ properties }) => properties));
      found.forEach(([is, want], i) => {
        const { what, mode, place } = pairs[i];
        count++;
        if (JSON.stringify(is) !== JSON.stringify(want)) wrong(`${file} in Chromium, ${what}, ${mode} (place ${place}, prefers ${kind})`, `expected ${want}, found ${is}`);
      });
    }
  }
  checkLanguages(manual, { modes, tokens }, folder, await import(join(folder, 'tokens.js')), wrong);
  checkDesignTools({ modes, tokens }, body, wrong);
  return count;
}

const quoted = (declarations) => declarations.map(([name, value]) => `${name}:${value}`).join(';').replaceAll('"', '&quot;');
const scheme = (hex) => hex && (([r, g, b]) => (r * 0.299 + g * 0.587 + b * 0.114 > 128 ? 'light' : 'dark'))(color(hex).rgb);

// sheetsOf returns the style sheets with samples: an element, the properties that count, and
// the declarations that it is expected to be as.
async function sheetsOf({ document }, { tokens, styles, roles, rest }, body) {
  const names = Object.keys(roles[rest] ?? {});
  const role = (name, html) => ({ what: `the role ${name}`, html, properties: ['background-color'], expected: (mode) => [['background-color', roles[mode][name].$value]] });
  const sample = ({ group, name, property, values }, html) => ({ what: `${group} ${name}`, html, properties: [property], expected: (mode) => [[property, values[mode]]] });
  const style = (entry, html, all) => ({
    what: `the text style ${entry.name}`, html, properties: all, expected: (mode) => declarations(entry, mode, document).filter(([name]) => all.includes(name)),
  });
  const css = [
    ...tokens.map((token) => sample(token, `<p style="${token.property}:var(${kebab([token.group, token.name])})"></p>`)),
    ...names.map((name) => role(name, `<p style="background-color:var(--theme-${name})"></p>`)),
    ...styles.map((entry) => style(entry, `<p class="text-style-${slugOf(entry.name)}"></p>`, ['font-size', 'line-height', 'font-weight', 'letter-spacing', 'text-transform', 'font-style'])),
  ];
  const isOwn = ({ group, name }) => group !== 'color' || !names.includes(name); // the role has the name
  const classOf = ({ tailwind, name }) => `${tailwind}-${name}`;
  const nameOf = (entry) => `text-${slugOf(entry.name)}${document.fontSize[slugOf(entry.name)] ? '-style' : ''}`;
  const tailwind = [
    ...tokens.filter(isOwn).map((token) => sample(token, `<p class="${classOf(token)}"></p>`)),
    ...names.map((name) => role(name, `<p class="bg-${name}"></p>`)),
    ...styles.map((entry) => style(entry, `<p class="${nameOf(entry)}"></p>`, ['font-size', 'line-height', 'font-weight', 'letter-spacing'])),
  ];
  const built = (await compile(`${body['tailwind.css']}\n@tailwind utilities;`)).build([...tokens.filter(isOwn).map(classOf), ...names.map((name) => `bg-${name}`), ...styles.map(nameOf)]);
  return [{ file: 'tokens.css', sheet: String(body['tokens.css']), samples: css }, { file: 'tailwind.css', sheet: built, samples: tailwind }];
}

// measure returns the computed properties of the p and of the i of each pair.
function measure(page, kind, sheet, html, properties) {
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${sheet}</style><body>${html}<script>
    const all = ${JSON.stringify(properties)};
    const clean = (text) => text.replace(/rgba\\(0, 0, 0, 0\\) 0px 0px 0px 0px(, )?/g, '').replace(/, $/, '') || 'none';
    const found = [...document.body.querySelectorAll(':scope > div')].map((pair, i) => [pair.querySelector('p'), pair.querySelector(':scope > i')].map((e) => {
      if (e.tagName === 'I') { e.style.display = 'block'; e.style.fontStyle ||= 'normal'; }
      return all[i].map((name) => clean(getComputedStyle(e)[name]));
    }));
    document.body.replaceChildren(JSON.stringify(found));
  </script>`);
  const scheme = `--blink-settings=preferredColorScheme=${kind === 'dark' ? 0 : 1}`;
  const out = execFileSync(process.env.BROWSER, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', scheme, `--user-data-dir=${page}.profile`, '--dump-dom', `file://${page}`], { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
  return JSON.parse(/<body>(.*)<\/body>/s.exec(out)[1].replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

// Sass and Node have by mode what differs from the mode at rest. TypeScript has its names.
function checkLanguages({ slug }, { modes, tokens }, folder, module, wrong) {
  const [rest, ...others] = modes;
  const file = readFileSync(join(folder, 'tokens.scss'));
  for (const { group, name, values } of tokens) {
    if (values[rest].includes('#') && group === 'shadow') continue; // may refer to a role
    for (const mode of others) {
      const js = module.modes[mode]?.[group]?.[name];
      if ((js !== undefined) !== (values[mode].toLowerCase() !== values[rest].toLowerCase())) wrong('tokens.js', `${mode} ${group} ${name} is ${js}`);
      if (group === 'color' && js !== undefined && String(color(js).rgb) !== String(color(values[mode]).rgb)) wrong('tokens.js', `${mode} ${group} ${name}: expected ${values[mode]}, found ${js}`);
      const map = kebab([group]).slice(2);
      const sass = compileString(`@use "sass:map"; @use "tokens"; a { b: #{map.get(tokens.$modes, "${mode}", "${map}", "${name}")}; }`, { loadPaths: [folder] }).css;
      if (/b: (.*);/.exec(sass)?.[1] !== js) wrong('tokens.scss', `${mode} ${group} ${name} in ${slug}: expected ${js}, found ${sass} of ${file.length} bytes`);
    }
  }
}

// Each mode has a file for Figma and a set for Penpot, all with the same names, among which
// is every token that a mode changes; in Figma these are in no other file.
function checkDesignTools({ modes, tokens }, body, wrong) {
  const { $themes, $metadata, base, ...sets } = JSON.parse(body['penpot.json']);
  const files = Object.fromEntries(Object.entries(unzipSync(body['figma.zip'])).map(([name, bytes]) => [name.replace('.tokens.json', ''), JSON.parse(Buffer.from(bytes))]));
  const { base: shared, ...figma } = files;
  for (const [what, all, value] of [['figma.zip', figma, ({ components, hex }) => (components.map((share) => Math.round(share * 255)).join() === color(hex).rgb.join() ? hex : `rgb(${components.map((share) => share * 255).join(' ')})`)], ['penpot.json', sets, (token) => token]]) {
    if (Object.keys(all).length !== modes.length) wrong(what, `the modes are ${Object.keys(all)}, want ${modes}`);
    const names = Object.values(all).map((file) => namesIn(file).sort().join(' '));
    if (new Set(names).size > 1) wrong(what, `the modes have different names: ${names.join(' | ')}`);
    for (const { group, name, values } of tokens.filter(({ group }) => group === 'color')) {
      for (const mode of modes.filter((mode) => /^[a-z0-9-]+$/.test(mode))) {
        const found = all[mode]?.[group]?.[name]?.$value;
        if (new Set(Object.values(values).map((v) => v.toLowerCase())).size > 1 && (!found || String(color(value(found)).rgb) !== String(color(values[mode]).rgb))) wrong(what, `${mode} ${name}: expected ${values[mode]}, found ${JSON.stringify(found)}`);
      }
      if (what === 'figma.zip' && new Set(Object.values(values)).size > 1 && shared[group]?.[name]) wrong(what, `${name} is in the base too`);
    }
  }
}

const namesIn = (group, path = []) => ('$value' in group ? [path.join('.')] : Object.entries(group).filter(([key]) => !key.startsWith('$')).flatMap(([key, inside]) => namesIn(inside, [...path, key])));
