// Runs the programs that exports are for on a manual: shadcn/ui, Tailwind in a
// browser, esbuild, lightningcss, DESIGN.md's linter, and readers of _brand.yml, of
// the files for Figma and Penpot, and of skills. A program says what is wrong; where
// there is none for Node, the rules of the format are here.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, parse } from '@terrazzo/parser';
import { register } from '@tokens-studio/sd-transforms';
import { build } from 'esbuild';
import { unzipSync } from 'fflate';
import { transform } from 'lightningcss';
import StyleDictionary from 'style-dictionary';
import { compile } from 'tailwindcss';
import { parse as parseYAML } from 'yaml';
import { fetchExport } from './exports.mjs';
import { modesOf } from './modes.mjs';
import { color, read, same } from './values.mjs';

register(StyleDictionary);
const node = (folder, ...words) => execFileSync('node', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, CI: '1' } });
const text = (bytes) => Buffer.from(bytes).toString('utf8');

// checkPrograms runs all programs on the exports of a manual. folder has tokens.css,
// tailwind.css and tokens.js. It adds what is wrong to problems.
export async function checkPrograms(manual, folder, problems, checks = all) {
  const wrong = (what, found) => problems.push(`${what}, ${manual.slug}: ${String(found).slice(0, 500)}`);
  const expect = (what, found, want) => JSON.stringify(found) === JSON.stringify(want) || wrong(what, `expected ${JSON.stringify(want)}, found ${JSON.stringify(found)}`);
  const body = {};
  for (const file of ['shadcn.json', 'DESIGN.md', 'SKILL.md', 'brand.zip', 'figma.zip', 'penpot.json']) body[file] = await fetchExport(manual, file);
  for (const check of checks) {
    try {
      await check({ manual, folder, body, expect, wrong, themes: themesOf(manual) });
    } catch (error) {
      wrong(check.name, error.stdout || error.stderr || error.stack);
    }
  }
}

const all = [checkShadcn, checkTailwind, checkModule, checkStyles, checkDesign, checkBrand, checkFigma, checkPenpot, checkSkill];
export const ofValues = [checkShadcn, checkDesign, checkBrand, checkFigma, checkPenpot, checkSkill];

// themesOf returns the colors of the themes by slug and role.
function themesOf({ tokens }) {
  const themes = Object.create(null); // a theme may be named constructor
  for (const { path: [group, theme, role], text } of tokens) if (group === 'theme') (themes[theme] ??= {})[role] = text;
  return themes;
}

// plain returns the tokens of some groups whose names are the same in every program, at rest. Constructor is a
// name that some of them drop.
const plain = ({ tokens }, ...groups) => tokens.filter(({ path: [group, name] }) => groups.includes(group) && /^[a-z0-9-]+$/.test(name) && !(name in {}));

// Variables of shadcn/ui, and of Tailwind's own theme.
const isReserved = /^((card|popover|secondary|muted|accent|primary|destructive|sidebar|sidebar-primary|sidebar-accent)(-foreground)?|background|foreground|ring|border|input|chart-[1-5]|radius|sidebar-(border|ring)|(text|radius|shadow|blur|container|breakpoint)-([2-9]?xs|sm|base|md|lg|[2-9]?xl)|font-(sans|serif|mono)|spacing)$/;

// npx shadcn add writes the variables of the light and of the dark theme, with every color.
async function checkShadcn({ manual, folder, body, expect, wrong, themes }) {
  const project = join(folder, 'shadcn');
  mkdirSync(join(project, 'lib'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"type": "module", "dependencies": {"tailwindcss": "4"}}');
  writeFileSync(join(project, 'tsconfig.json'), '{"compilerOptions": {"paths": {"@/*": ["./*"]}}}');
  writeFileSync(join(project, 'app.css'), '@import "tailwindcss";\n@custom-variant dark (&:is(.dark *));\n@theme inline {\n  --color-background: var(--background);\n}\n:root {\n  --radius: 1rem;\n}\n.dark {\n}\n');
  writeFileSync(join(project, 'components.json'), JSON.stringify({
    style: 'new-york', rsc: false, tsx: true, tailwind: { config: '', css: 'app.css', baseColor: 'neutral', cssVariables: true },
    aliases: { components: '@/components', utils: '@/lib/utils', ui: '@/components/ui', lib: '@/lib', hooks: '@/hooks' },
  }));
  writeFileSync(join(project, 'shadcn.json'), body['shadcn.json']);
  const address = !manual.isSabotaged && new URL(manual.url).hostname.endsWith('.localhost') ? `${manual.url}/-/export/shadcn.json` : './shadcn.json'; // a custom domain does not resolve
  node(project, '--import', resolve('localhost.mjs'), resolve('node_modules/shadcn/dist/index.js'), 'add', '--yes', address);
  const css = readFileSync(join(project, 'app.css'), 'utf8');
  const rule = (selector) => Object.fromEntries([...(new RegExp(`^${selector} \\{([^}]*)\\}`, 'm').exec(css)?.[1] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
  const isLight = ({ rgb }) => rgb[0] * 0.299 + rgb[1] * 0.587 + rgb[2] * 0.114 > 128;
  for (const [selector, light] of [[':root', true], ['\\.dark', false]]) {
    const theme = Object.values(themes).find(({ background }) => background && isLight(color(background)) === light);
    const { background, card, muted, foreground, primary } = rule(selector);
    const found = { background, card, muted, foreground, primary };
    if (theme) expect(`shadcn, ${selector}`, found, { background: theme.background, card: theme.surface, muted: theme.surface, foreground: theme.text, primary: theme.primary });
  }
  // Each color has its value in both themes, under its name or, where that is a variable of others,
  // <name>-color. Tints that are computed in each mode are not compared, nor is a color named
  // constructor, which the command drops.
  const { tokens: changed } = modesOf(manual);
  const computed = manual.sections.flatMap(({ blocks = [] }) => blocks).flatMap(({ content }) => content.colors ?? []).filter(({ tints, modes }) => tints === true && modes).map(({ name }) => `${name.toLowerCase()}-`);
  for (const [selector, light] of [[':root', true], ['\\.dark', false]]) {
    const mode = Object.keys(themes).find((slug) => themes[slug].background && isLight(color(themes[slug].background)) === light);
    if (!mode && !light) continue;
    const found = rule(selector);
    for (const { path: [, name], text } of manual.tokens.filter(({ path: [group, name] }) => group === 'color' && /^[a-z0-9-]+$/.test(name) && !(name in {}) && !computed.some((start) => name.startsWith(start)))) {
      const want = changed.find((token) => token.group === 'color' && token.name === name)?.values[mode] ?? text;
      const is = found[isReserved.test(name) ? `${name}-color` : name];
      if (is === undefined || String(color(is)?.rgb) !== String(color(want).rgb) || color(is).alpha !== color(want).alpha) wrong(`shadcn, ${selector}`, `the color ${name}: expected ${want}, found ${is}`);
    }
  }
  if (css.includes('--color-color-')) wrong('shadcn', css);
  const first = manual.tokens.find(({ path: [group, name] }) => group === 'color' && !(name in {}) && /^[a-z-]+$/.test(name) && !/^(background|card|popover|secondary|muted|accent|foreground|primary|ring|border|input|text-base)$/.test(name));
  if (!first) return;
  const sheet = (await compile(css.replace('@import "tailwindcss";', '@theme { --spacing: 1px; }\n@tailwind utilities;'))).build([`bg-${first.path[1]}`, 'bg-background']);
  if (!sheet.includes(`.bg-${first.path[1]}`) || !sheet.includes('.bg-background')) wrong('shadcn with Tailwind', sheet);
}

// In a browser the class of a role has the color of the theme that data-theme names,
// and of the first theme without it.
async function checkTailwind({ manual, folder, expect, themes }) {
  const own = new Set(manual.tokens.filter(({ path }) => path[0] === 'color').map(({ path }) => path[1]));
  const [first] = Object.keys(themes);
  const role = first && Object.keys(themes[first]).find((name) => !own.has(name));
  if (!role) return;
  const sheet = (await compile(`${readFileSync(join(folder, 'tailwind.css'))}\n@tailwind utilities;`)).build([`bg-${role}`]);
  const page = join(folder, 'tailwind.html');
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${sheet}</style><p id="p" class="bg-${role}"></p><script>
    const found = [null, ...${JSON.stringify(Object.keys(themes))}].map((theme) => {
      theme === null ? p.removeAttribute('data-theme') : (p.dataset.theme = theme);
      return getComputedStyle(p).backgroundColor;
    });
    document.body.replaceChildren(JSON.stringify(found));
  </script>`);
  const browser = process.env.BROWSER;
  const html = execFileSync(browser, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', `--user-data-dir=${join(folder, 'chromium')}`, '--dump-dom', `file://${page}`], { encoding: 'utf8', stdio: 'pipe' });
  const found = JSON.parse(/<body>(.*)<\/body>/s.exec(html)[1]);
  const want = [first, ...Object.keys(themes)].map((theme) => color(themes[theme][role] ?? themes[first][role]));
  const round = ({ rgb, alpha }) => [...rgb.map(Math.round), Math.round(alpha * 100)];
  expect(`Tailwind in a browser, bg-${role}`, found.map((value) => round(color(value))), want.map(round));
}

// esbuild leaves out the groups that a program does not use.
async function checkModule({ manual, folder, wrong }) {
  const values = (group) => manual.tokens.filter(({ path }) => path[0] === group).map(({ text }) => text);
  const groups = [...new Set(manual.tokens.map(({ path }) => path[0]))];
  const [used, ...rest] = groups;
  if (!used) return; // a manual without tokens
  const result = await build({
    stdin: { contents: `import { ${used} } from './tokens.js'; console.log(${used});`, resolveDir: folder }, bundle: true, format: 'esm', write: false, charset: 'utf8', logLevel: 'silent',
  });
  const bundle = result.outputFiles[0].text;
  for (const group of rest) if (bundle.includes(`var ${group} =`)) wrong('esbuild', `the bundle has ${group}`);
  if (!bundle.includes(JSON.stringify(values(used)[0]))) wrong('esbuild', bundle);
}

// lightningcss reads the style sheets.
function checkStyles({ manual, folder, wrong }) {
  const code = readFileSync(join(folder, 'tokens.css'));
  const result = transform({ filename: 'tokens.css', code, minify: true, errorRecovery: false });
  if (result.warnings.length > 0 || (result.code.length === 0 && manual.tokens.length > 0)) wrong('lightningcss', JSON.stringify(result.warnings));
}

// design.md lint finds no errors and no warnings.
function checkDesign({ folder, body, wrong, manual }) {
  writeFileSync(join(folder, 'DESIGN.md'), body['DESIGN.md']);
  const { findings, summary } = JSON.parse(node(folder, resolve('node_modules/@google/design.md/dist/index.js'), 'lint', 'DESIGN.md'));
  const named = manual.tokens.some(({ path }) => path.at(-1) === 'primary' && (path[0] === 'color' || path[0] === 'theme' && path[1] === Object.keys(manual.document.theme)[0]));
  if (!named) summary.warnings -= findings.filter(({ message }) => message.startsWith("No 'primary' color")).length;
  if (summary.errors + summary.warnings > 0) wrong('design.md lint', JSON.stringify(findings.filter(({ severity }) => severity !== 'info')));
  const count = manual.tokens.filter(({ path }) => path[0] === 'color').length;
  const front = parseYAML(/^---\n(.*?)\n---\n/s.exec(text(body['DESIGN.md']))[1]);
  const [roles = {}] = Object.values(manual.document.theme);
  for (const [role, { $value }] of Object.entries(roles)) if (front.colors?.[role] !== $value) wrong('DESIGN.md', `the role ${role}: expected ${$value}, found ${front.colors?.[role]}`);
  for (const [group, list] of [['color', 'colors'], ['dimension', 'spacing'], ['radius', 'rounded'], ['fontSize', 'typography']]) {
    for (const { path: [, name], type, value, text: wanted } of plain(manual, group)) {
      if (name.startsWith('breakpoint')) continue;
      const entry = group === 'color' && name in roles ? front.colors[`${name}-color`] ?? front.colors[name] : front[list]?.[group === 'fontSize' ? `text-${name}` : name];
      const found = group === 'fontSize' ? entry?.fontSize : entry;
      const isLength = type === 'dimension' && !['px', 'rem'].includes(value.unit); // of another unit
      if (found === undefined ? !isLength : !same(read(type, String(found)), value)) wrong('DESIGN.md', `${list} ${name}: expected ${wanted}, found ${found}`);
    }
  }
  if (count > 0 && !findings.some(({ message }) => Number(/defines (\d+) color/.exec(message)?.[1]) >= count)) wrong('design.md lint', 'it does not find the colors');
}

// _brand.yml has only the keys of the format (posit-dev.github.io/brand-yml), and its
// files are in the archive.
function checkBrand({ manual, body, wrong, expect }) {
  const files = unzipSync(body['brand.zip']);
  const brand = parseYAML(text(files['_brand.yml']), { version: '1.1' });
  const keys = (what, object, ...allowed) => {
    for (const key of Object.keys(object ?? {})) if (!allowed.includes(key)) wrong('_brand.yml', `${what} has ${key}`);
  };
  keys('it', brand, 'meta', 'logo', 'color', 'typography');
  keys('meta', brand.meta, 'name', 'link');
  keys('logo', brand.logo, 'images', 'small', 'medium', 'large');
  keys('color', brand.color, 'palette', 'foreground', 'background', 'primary');
  keys('typography', brand.typography, 'fonts', 'base', 'headings', 'monospace');
  const paths = [...Object.values(brand.logo?.images ?? {}), ...(brand.typography?.fonts ?? []).flatMap((font) => font.files)].map(({ path }) => path);
  for (const path of paths) if (!(path in files)) wrong('brand.zip', `it lacks ${path}`);
  expect('the files of brand.zip', Object.keys(files).sort(), [...new Set(['_brand.yml', ...paths])].sort());
  for (const size of brand.logo ? ['small', 'medium', 'large'] : []) {
    const logo = brand.logo[size];
    if (typeof logo === 'object') keys(`logo.${size}`, logo, 'light', 'dark');
    for (const name of typeof logo === 'object' ? [logo.light, logo.dark] : [logo]) if (!(name in brand.logo.images)) wrong('_brand.yml', `logo.${size} is ${JSON.stringify(logo)}`);
  }
  for (const font of brand.typography?.fonts ?? []) {
    keys('a font', font, 'family', 'source', 'files');
    for (const file of font.files) {
      keys('a file', file, 'path', 'weight', 'style');
      if ('weight' in file && !/^[1-9]00$/.test(file.weight) || !['italic', undefined].includes(file.style)) wrong('_brand.yml', JSON.stringify(file));
    }
  }
  for (const [name, value] of Object.entries(brand.color?.palette ?? {})) if (!/^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(name) || typeof value !== 'string' || !color(value)) wrong('_brand.yml', `the color ${name} is ${value}`);
  for (const { path: [, name], value, text } of plain(manual, 'color')) {
    const found = brand.color.palette[/^\d/.test(name) ? `color-${name}` : name];
    if (!found || !same(color(found), value)) wrong('_brand.yml', `${name}: expected ${text}, found ${found}`);
  }
  expect('the colors of _brand.yml', Object.keys(brand.color?.palette ?? {}).length, manual.tokens.filter(({ path }) => path[0] === 'color').length);
}

// Each file for Figma is valid in the form of 2025.10, which Terrazzo reads; it has a
// mode, and only what Figma imports: sRGB, px, s and single families.
async function checkFigma({ manual, body, wrong, expect }) {
  const files = Object.entries(unzipSync(body['figma.zip']));
  expect('the number of files in figma.zip', files.length, 1 + modesOf(manual).modes.length);
  const modes = new Set();
  for (const [name, bytes] of files) {
    if (!/^[a-z0-9-]+\.tokens\.json$/.test(name)) wrong('figma.zip', name);
    const document = JSON.parse(text(bytes));
    modes.add(document.$extensions['com.figma.modeName']);
    const cwd = new URL(`file://${resolve('.')}/`);
    const config = defineConfig({ lint: { rules: { 'core/consistent-naming': 'off' } } }, { cwd });
    if (document.color?.constructor.$value) continue; // which Terrazzo takes for a duplicate
    const { tokens } = await parse([{ filename: new URL(name, cwd), src: text(bytes) }], { config });
    for (const [id, { $type, $value }] of Object.entries(tokens)) {
      if ($type === 'color' && $value.colorSpace !== 'srgb' || $type === 'dimension' && $value.unit !== 'px' || $type === 'duration' && $value.unit !== 's') wrong('figma.zip', `${id} is ${JSON.stringify($value)}`);
      if ($type === 'fontFamily' && [$value].flat().length !== 1) wrong('figma.zip', `${id} has several families`);
    }
  }
  expect('the number of modes in figma.zip', modes.size, files.length);

  // At rest each token has its value, in the unit that Figma takes.
  const [rest] = modesOf(manual).modes;
  const documents = Object.fromEntries(files.map(([name, bytes]) => [name.replace('.tokens.json', ''), JSON.parse(text(bytes))]));
  for (const { path: [group, name], type, value } of plain(manual, 'color', 'dimension', 'fontSize', 'radius', 'duration', 'fontFamily')) {
    const found = (documents[rest]?.[group]?.[name] ?? documents.base[group]?.[name])?.$value;
    if (type === 'dimension' && !['px', 'rem'].includes(value.unit)) continue; // which Figma has no place for
    const wanted = {
      color: () => [...value.rgb, value.alpha], fontFamily: () => [String(value[0]).replace('generic ', '')],
      dimension: () => [value.number * (value.unit === 'rem' ? 16 : 1)], duration: () => [value.number / 1000],
    }[type]();
    const is = type === 'color' ? [...(found?.components ?? []).map((share) => share * 255), found?.alpha ?? 1] : [found?.value ?? found];
    if (is.length !== wanted.length || !is.every((part, i) => part === wanted[i] || Math.abs(part - wanted[i]) < 0.002)) wrong('figma.zip', `${group} ${name}: expected ${wanted}, found ${JSON.stringify(found)}`);
  }
}

// Penpot (2.16, common/src/app/common/types/token.cljc and tokens_lib.cljc) takes names
// of these letters, types of its own, and simple values, which it has resolved by Style
// Dictionary with the transforms of Tokens Studio; its themes name their sets.
async function checkPenpot({ body, manual, wrong, expect }) {
  const { $themes, $metadata, ...sets } = JSON.parse(body['penpot.json']);
  const simple = (value) => (typeof value === 'string' ? !/\d(pt|ch|vw|%)$/.test(value) : typeof value === 'boolean' || Object.values(value).every(simple));
  const walk = (node, path) => {
    if (!('$value' in node)) return void Object.entries(node).forEach(([key, inside]) => walk(inside, [...path, key]));
    if (!/^[a-zA-Z0-9_-][a-zA-Z0-9$_-]*(\.[a-zA-Z0-9$_-]+)*$/.test(path.join('.'))) wrong('penpot.json', `the name ${path.join('.')}`);
    if (!['color', 'dimension', 'fontFamilies', 'fontSizes', 'fontWeights', 'borderRadius', 'shadow', 'number', 'typography'].includes(node.$type) || !simple(node.$value)) wrong('penpot.json', JSON.stringify(node));
  };
  Object.values(sets).forEach((set) => walk(set, []));
  expect('the sets of penpot.json', Object.keys(sets).sort(), [...$metadata.tokenSetOrder].sort());
  expect('the number of themes in penpot.json', $themes.length, modesOf(manual).modes.length);
  for (const { path: [group, name], type, value, text } of plain(manual, 'color', 'dimension', 'fontSize', 'radius')) {
    if (type === 'dimension' && !['px', 'rem'].includes(value.unit)) continue; // which Penpot has no place for
    const found = sets.base[group]?.[name]?.$value;
    if (!found || !same(read(type, found), value)) wrong('penpot.json', `${group} ${name}: expected ${text}, found ${found}`);
  }
  if ($themes.some(({ selectedTokenSets }) => Object.keys(selectedTokenSets).some((set) => !sets[set]))) wrong('penpot.json', JSON.stringify($themes));
  const dictionary = await new StyleDictionary({ tokens: sets.base, preprocessors: ['tokens-studio'], platforms: { css: { transformGroup: 'tokens-studio' } }, log: { verbosity: 'silent' } }).getPlatformTokens('css');
  const colors = Object.values(dictionary.tokens.color ?? {}).map(({ $value }) => color($value)?.rgb.map(Math.round));
  const wanted = Object.entries(manual.document.color).filter(([name]) => name !== 'constructor'); // which Style Dictionary drops
  expect('the colors of penpot.json', colors.map(String).sort(), wanted.map(([, { $value }]) => String(color($value).rgb)).sort());
}

// The index of skills lists the manual's skill as the programs that install skills
// require (Agent Skills Discovery 0.2.0, agentskills.io/specification).
async function checkSkill({ manual, body, wrong }) {
  const head = parseYAML(/^---\n(.*?)\n---\n/s.exec(text(body['SKILL.md']))[1]);
  const isName = (name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64;
  if (!isName(head.name) || !head.description || head.description.length > 1024) wrong('SKILL.md', JSON.stringify(head));
  const index = JSON.parse(await fetchExport({ ...manual, url: new URL(manual.url).origin }, '/.well-known/agent-skills/index.json'));
  if (index.$schema !== 'https://schemas.agentskills.io/discovery/0.2.0/schema.json') wrong('the index of skills', index.$schema);
  const entry = index.skills.find(({ url }) => url === `${manual.url}/-/export/SKILL.md`);
  const digest = `sha256:${createHash('sha256').update(body['SKILL.md']).digest('hex')}`;
  if (manual.visibility !== 'public') return entry && wrong('the index of skills', 'it lists a manual that is not public');
  if (!entry || entry.name !== head.name || entry.description !== head.description || entry.type !== 'skill-md' || entry.digest !== digest) wrong('the index of skills', JSON.stringify(entry));
}
