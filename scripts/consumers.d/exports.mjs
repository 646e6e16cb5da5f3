// Compares the exports of a manual with its tokens. Each export is read by the tool
// that it is for: CSS, Sass, Tailwind, Node, TypeScript, and readers of the two
// palettes.

import { execFileSync } from 'node:child_process';
import { get } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { compileString } from 'sass';
import { compile } from 'tailwindcss';
import { modesOf } from './modes.mjs';
import { css, kebab, read, same } from './values.mjs';

const ase = createRequire(import.meta.url)('ase-utils');
const files = ['tokens.css', 'tokens.scss', 'tailwind.css', 'tokens.js', 'tokens.d.ts', 'palette.gpl', 'palette.ase'];

// fetchExport returns an export, or what is at a path of the host. Its URL is at the host of the brand, which need not
// resolve, so the request goes to the server with that Host field.
export const fetchExport = ({ url, address }, file) =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(address);
    const { host, pathname } = new URL(url);
    const path = file.startsWith('/') ? file : `${pathname.replace(/\/$/, '')}/-/export/${file}`;
    get({ hostname, port, path, headers: { host } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      if (response.statusCode === 200) done(changed(file, body));
      else fail(new Error(`${host}${path}: ${response.statusCode}`));
    }).on('error', fail);
  });

// changed returns the body of an export as fetchExport returns it; sabotage.mjs sets what changes it.
let changed = (file, body) => body;
export const change = (how) => { changed = how; };

// checkExports compares all exports of a manual with its tokens and adds the
// differences to problems.
export async function checkExports(manual, folder, compare, problems) {
  const { tokens, slug } = manual;
  const body = {};
  for (const file of files) writeFileSync(join(folder, file), (body[file] = await fetchExport(manual, file)));
  const expect = (what, found, want) => {
    if (JSON.stringify(found) !== JSON.stringify(want)) problems.push(`${what}, ${slug}: expected ${JSON.stringify(want)}, found ${JSON.stringify(found)}`);
  };

  // tokens.css: :root has every token, and each theme has a selector with its roles.
  const themes = new Map();
  for (const token of tokens.filter(({ path }) => path[0] === 'theme')) {
    themes.set(token.path[1], [...(themes.get(token.path[1]) ?? []), { ...token, path: ['theme', token.path[2]] }]);
  }
  const [first = []] = themes.values();
  const rules = css(String(body['tokens.css']));
  compare(`tokens.css, ${slug}: :root`, rules.get(':root'), [...tokens, ...first]);
  const { roles: inMode } = modesOf(manual);
  for (const [theme, roles] of themes) {
    const lacking = first.filter(({ path }) => !roles.some((role) => role.path[1] === path[1]));
    const inherited = lacking.map((role) => ({ ...role, value: read('color', inMode[theme][role.path[1]].$value) }));
    compare(`tokens.css, ${slug}: ${theme}`, rules.get(`[data-theme="${theme}"]`), [...roles, ...inherited]);
  }
  expect('the modes of tokens.css', [...rules.keys()].filter((selector) => selector.startsWith('[data-theme=')), modesOf(manual).modes.map((mode) => `[data-theme="${mode}"]`));

  // Sass: variables and maps.
  const dump = (map) => `@each $key, $value in ${map} { --#{$key}: #{meta.inspect($value)}; }`;
  const inSass = ['color', 'dimension', 'font-family', 'font-size', 'duration', 'cubic-bezier', 'radius', 'shadow'];
  const sheet = compileString(`@use "sass:meta"; @use "tokens"; v { ${tokens.map((t) => `${kebab(t.path)}: #{meta.inspect(tokens.${kebab(t.path).replace('--', '$')})};`).join('')} }
    ${inSass.map((g) => `${g} { ${dump(`tokens.$${g}`)} }`).join('\n')} @each $slug, $roles in tokens.$theme { theme-#{$slug} { ${dump('$roles')} } }`, { loadPaths: [folder] });
  const written = css(sheet.css.replace(/^\ufeff/, ''));
  compare(`Sass, ${slug}: variables`, written.get('v') ?? [], tokens);
  for (const [selector, declarations] of written) {
    if (selector === 'v') continue;
    if (selector === 'modes') continue;
    const own = tokens.filter((t) => kebab(selector.startsWith('theme-') ? t.path.slice(0, 2) : t.path.slice(0, 1)) === `--${selector}`);
    compare(`Sass, ${slug}: map ${selector}`, [...declarations].map(([name, value]) => [`--${selector}-${name.slice(2)}`, value]), own);
  }

  // Tailwind: every token with an ASCII name has a utility class.
  const classes = { color: 'bg', dimension: 'p', fontFamily: 'font', fontSize: 'text', duration: 'duration', radius: 'rounded', shadow: 'shadow', cubicBezier: 'ease' };
  const variables = { color: '--color', dimension: '--spacing', fontFamily: '--font', fontSize: '--text', duration: '--transition-duration', radius: '--radius', shadow: '--shadow', cubicBezier: '--ease' };
  const taken = ['bg-inherit', 'bg-current', 'bg-transparent', 'rounded-none', 'rounded-full', 'shadow-none', 'ease-initial', 'duration-initial']; // Tailwind's own
  const inTailwind = css(String(body['tailwind.css']).replace(/^@theme[^{]*/gm, '@theme '));
  const variable = (name) => [...inTailwind.values()].map((rule) => rule.get(name)).find((value) => value !== undefined)?.replace(/^var\((--shadow-.*-now)\)$/, (_, now) => inTailwind.get(':root')?.get(now) ?? '') ?? '';
  const built = await compile(`${body['tailwind.css']}\n@tailwind utilities;`);
  for (const { path: [group, name], type, text, value } of tokens.filter(({ path }) => classes[path[0]])) {
    const screen = group === 'dimension' && /^breakpoint-(.*)/.exec(name)?.[1];
    if (!/^[\x20-\x7e]*$/.test(name) || name === 'breakpoint') continue;
    const side = group === 'radius' && /^([trblse]|[tb][lr]|[se][se])$/.test(name); // rounded-l rounds a side
    const candidate = screen ? `${screen}:flex` : side ? `rounded-(--radius-${name})` : `${classes[group]}-${name}`;
    const out = built.build([candidate]);
    if (taken.includes(candidate)) continue;
    if (group === 'color' && [...themes.values()].flat().some((role) => role.path[1] === name)) continue; // the role has the class
    if (!out.includes(`.${CSSescape(candidate)}`)) problems.push(`Tailwind, ${slug}: no class ${candidate}`);
    else if (!screen && !/var\(|hsl\(/.test(text) && !same(read(type, variable(`${variables[group]}-${name}`)), value)) problems.push(`Tailwind, ${slug}: ${candidate}: expected ${text}, found ${variable(`${variables[group]}-${name}`)}`);
  }

  // The JavaScript module and its TypeScript declarations.
  const values = (group) => (group.$type ? group.$value : Object.fromEntries(Object.entries(group).map(([key, inside]) => [key, values(inside)])));
  const { default: module } = await import(join(folder, 'tokens.js'));
  expect('tokens.js', Object.fromEntries(Object.entries(module).filter(([group]) => group in manual.document)), values(manual.document));
  const { default: _, modes: inModes = {}, ...groups } = await import(join(folder, 'tokens.js'));
  const members = (path, inside) => (typeof inside === 'object' && inside !== null ? Object.entries(inside).flatMap(([key, value]) => members(`${path}[${JSON.stringify(key)}]`, value)) : [[path, typeof inside]]);
  const typed = [...members('tokens', module), ...members('all.modes', inModes), ...Object.entries(groups).flatMap(([name, group]) => members(`all.${name}`, group))];
  const uses = typed.map(([path, type]) => `const _: ${type} = ${path};`);
  writeFileSync(join(folder, 'use.ts'), `import tokens, * as all from './tokens.js';\n${uses.map((line) => `{ ${line} }`).join('\n')}\n// @ts-expect-error\ntokens.color['no such color'];\n`);
  try {
    execFileSync('node', [resolve('node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--module', 'nodenext', '--types', '', 'use.ts'], { cwd: folder });
  } catch (error) {
    problems.push(`TypeScript, ${slug}: ${error.stdout}`);
  }

  // Palettes: names in page order (except numbers, which JavaScript puts first),
  // colors without alpha.
  const ordered = (pairs) => Object.entries(Object.fromEntries(pairs));
  const swatches = tokens.filter(({ path }) => path[0] === 'color').map(({ path, value }) => [path[1], value.rgb]);
  const [magic, name, columns, comment, ...lines] = String(body['palette.gpl']).trimEnd().split('\n');
  expect('palette.gpl', [magic, name, columns, comment], ['GIMP Palette', `Name: ${manual.title}`, 'Columns: 0', '#']);
  const line = /^ *(\d+) +(\d+) +(\d+)\t(.+)$/;
  expect('palette.gpl', ordered(lines.map((text) => line.exec(text)).map(([, r, g, b, name]) => [name, [r, g, b].map(Number)])), swatches);
  expect('palette.ase', ordered(ase.decode(body['palette.ase']).colors.filter(({ model }) => model === 'RGB').map(({ name, color }) => [name, color.map((share) => Math.round(share * 255))])), swatches);
}

const CSSescape = (text) => text.replace(/^\d/, (c) => `\\3${c} `).replace(/[^\w\s\\-]/g, '\\$&');
