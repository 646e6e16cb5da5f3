// Runs the tools of real builds on the token documents and exports of a server. Each
// tool must write the tokens with the names of tokens.css and with the values of
// tokens.json.
//
// node consumers.mjs WELCOME: WELCOME is a file with the output of
// `designmanual dev`. The working directory must have node_modules and recipes. The
// exit status is 1 if there are differences.

import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkExports, fetchExport } from './exports.mjs';
import { checkFurther } from './further.mjs';
import { listManuals } from './manuals.mjs';
import { checkPrograms } from './programs.mjs';
import { checkModes, modesOf } from './modes.mjs';
import { sabotage } from './sabotage.mjs';
import { knownBugs, rejections, resolver, strings, structured as structuredForm, tools } from './tools.mjs';
import { css, kebab, read, same } from './values.mjs';

const top = resolve('.');
const problems = [];
const seen = new Set(); // known bugs and rejections that occurred
const counts = new Map(); // equal values, by tool

// load returns the manual with its tokens as { path, type, text, value }, or null if
// it is unpublished or past its end date.
async function load(manual) {
  const headers = { authorization: `Bearer ${manual.token}` };
  const [response, tokens] = await Promise.all(['.json', '/tokens.json'].map((end) => fetch(manual.address + end, { headers })));
  if (response.status === 404 || response.status === 410) return null;
  const document = await tokens.json();
  const structured = await (await fetch(`${manual.address}/tokens.json?format=2025.10`, { headers })).json();
  const further = ['gradient', ...Object.keys(structured).filter((group) => !(group in document)).map((group) => kebab([group]).slice(2))];
  const list = [];
  const walk = (group, path) => {
    if (group.$type) list.push({ path, type: group.$type, text: group.$value, value: read(group.$type, group.$value) });
    else for (const [key, inside] of Object.entries(group)) walk(inside, [...path, key]);
  };
  walk(document, []);
  const more = [];
  const walkMore = (group, path, type = group.$type) => {
    if (group.$value !== undefined) more.push({ name: kebab(path), type });
    else for (const [key, inside] of Object.entries(group)) if (!key.startsWith('$')) walkMore(inside, [...path, key], inside.$type ?? type);
  };
  for (const [group, inside] of Object.entries(structured)) if (!(group in document)) walkMore(inside, [group]);
  const { url, visibility, title, sections } = await response.json();
  return { ...manual, more, url, title, visibility, sections, further, open: ['public', 'unlisted'].includes(visibility), document, tokens: list };
}

// structurable reports whether format=2025.10 can represent a token: it has only
// dimensions in px and rem, and only shadows with an sRGB color.
function structurable({ type, value }) {
  const plain = ({ unit }) => unit === 'px' || unit === 'rem';
  if (type === 'dimension') return plain(value);
  return type !== 'shadow' || (value?.every((l) => typeof l.color === 'object' && l.color && l.lengths.every(plain)) ?? false);
}

// expectedRules returns the rules that the style sheet of a tool must have: pairs of
// selector and tokens.
function expectedRules(format, manual) {
  const { tokens } = manual;
  const supported = format === strings ? tokens : tokens.filter(structurable);
  if (format !== resolver) return [[':root', supported]];
  const { modes, roles, tokens: changed } = modesOf(manual);
  const colors = changed.filter(({ group }) => group === 'color'); // modes.mjs compares the others
  const rolesIn = (mode) => Object.entries(roles[mode] ?? {}).map(([role, { $value }]) => ({ path: ['theme', role], type: 'color', text: $value, value: read('color', $value) }));
  const colorsIn = (mode) => colors.map(({ name, values }) => ({ path: ['color', name], type: 'color', text: values[mode], value: read('color', values[mode]) }));
  const [rest] = modes;
  const elsewhere = modes.flatMap(rolesIn).filter(({ path }) => !(path[1] in roles[rest])); // roles that only other themes have
  const base = [...supported.filter(({ path }) => path[0] !== 'theme'), ...new Map([...elsewhere.reverse(), ...rolesIn(rest)].map((token) => [token.path[1], token])).values()];
  const first = base.filter(({ path }) => path[0] === 'theme');
  const all = (mode) => [...rolesIn(mode), ...first.filter(({ path }) => !(path[1] in roles[mode]))];
  return [[':root', base], ...modes.map((mode) => [`[data-theme="${mode}"]`, [...all(mode), ...colorsIn(mode)]])];
}

// Groups beside the nine of tokens.json: text styles, gradients and those of further tokens.
// What modes.mjs compares may be in the rule of a theme besides.
// A shadow with a color that is computed is in the structured form, which has its value.
let further = [], computed = [];
const isFurther = (name) => further.some((group) => name.startsWith(`--${group}-`)) || computed.includes(name);
const isThemed = (title, name) => !/: (:root|variables|map .*)$/.test(title) && !name.startsWith('--theme-');

// compare compares the declarations of a rule with tokens: each token must be
// declared with its value, and there must be no other declaration.
function compare(title, declarations, tokens, known, tolerance, found = problems) {
  const remaining = new Map(declarations);
  for (const token of tokens) {
    const path = token.path.join('.');
    const bug = known.find((b) => (b.path.endsWith('.') ? path.startsWith(b.path) : path === b.path));
    const name = bug?.variable ?? kebab(token.path);
    const text = remaining.get(name);
    remaining.delete(name);
    if (bug) seen.add(bug);
    if (text === undefined) found.push(`${title}: expected ${name}, found nothing`);
    else if (bug?.css !== undefined ? text !== bug.css : !same(token.value, read(token.type, text), tolerance)) found.push(`${title}: ${name}: expected ${bug?.css ?? token.text}, found ${text}`);
    else counts.set(title.split(',')[0], (counts.get(title.split(',')[0]) ?? 0) + 1);
  }
  for (const [name, value] of remaining) if (!isFurther(name) && !isThemed(title, name)) found.push(`${title}: ${name}: ${value} is not a token of the manual`);
}

const compareExport = (found) => (title, declarations, tokens) => compare(title, declarations, tokens, [], {}, found);

const count = (title, values) => values > 0 && counts.set(title, (counts.get(title) ?? 0) + values);

const run = (folder, [program, ...words], env) =>
  promisify(execFile)(program, words.map((word) => (word.startsWith('node_modules/') ? join(top, word) : word)), {
    cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1 << 26,
  }).then(({ stdout }) => ({ output: stdout }), (error) => ({ failed: true, output: `${error.stdout}${error.stderr}` }));

// runTool runs a tool on a manual and compares the style sheet that it writes.
async function runTool(tool, manual) {
  const title = `${tool.name} ${tool.format || 'strings'}, ${manual.slug}`;
  const folder = join(top, 'work', manual.slug, String(tools.indexOf(tool)));
  mkdirSync(folder, { recursive: true });
  for (const file of tool.files) copyFileSync(join(top, file), join(folder, basename(file)));
  if (tool.name !== 'Terrazzo') {
    const env = { MANUAL_URL: manual.address, MANUAL_TOKEN: manual.open ? '' : manual.token };
    const { failed, output } = await run(folder, ['sh', join(top, 'recipes/fetch-tokens.sh'), ...(tool.format ? [tool.format] : [])], env);
    if (failed) throw new Error(`fetch-tokens.sh: ${output}`);
  }
  const { failed, output } = await run(folder, tool.command, { MANUAL_URL: manual.address });
  const rejection = rejections.find((r) => r.tool === tool.name && r.slug === manual.slug);
  if (rejection && rejection.message.test(output)) return void seen.add(rejection);
  const sheet = join(folder, 'build/tokens.css');
  if (failed || !existsSync(sheet)) return void problems.push(`${title}: ${output.slice(-500)}`);
  const rules = css(readFileSync(sheet, 'utf8'));
  const root = rules.get(':root') ?? new Map();
  const known = knownBugs.filter((b) => b.tools.includes(tool.name) && (b.format ?? tool.format) === tool.format);
  for (const [selector, tokens] of expectedRules(tool.format, manual)) {
    compare(`${title}: ${selector}`, rules.get(selector) ?? [], tokens, known, tool.tolerance);
    rules.delete(selector);
  }
  for (const selector of rules.keys()) problems.push(`${title}: unexpected rule ${selector}`);
  if (tool.format === structuredForm && tool.name.startsWith('Style Dictionary')) {
    for (const { name, type } of manual.more) written.push({ title: `${title}: ${name}`, property: properties[type], text: root.get(name) ?? '' });
    structuredRoots[tool.name] = root;
  }
}

// The property that takes a value of a type of text styles, gradients and further tokens; the
// values that tools have written as CSS, which Chromium has to take.
const properties = {
  typography: 'font', gradient: 'background-image', border: 'border', transition: 'transition', strokeStyle: 'border-top-style', number: 'flex-grow', dimension: 'margin-top', color: 'color',
  fontWeight: 'font-weight', fontFamily: 'font-family', duration: 'transition-delay', cubicBezier: 'transition-timing-function', shadow: 'box-shadow',
};
const written = [];
let structuredRoots = {}; // what the versions of Style Dictionary wrote of a manual, by tool

function checkWritten() {
  const page = join(resolve('.'), 'written.html');
  const pairs = written.map(({ property, text }) => [property, property === 'flex-grow' ? text.replace(/^-/, '') : text]); // a negative number is one
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body><script>
    document.body.replaceChildren(JSON.stringify(${JSON.stringify(pairs)}.map(([property, text]) => CSS.supports(property, text))));
  </script>`);
  const html = execFileSync(process.env.BROWSER, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', `--user-data-dir=${page}.profile`, '--dump-dom', `file://${page}`], { encoding: 'utf8', stdio: 'pipe' });
  JSON.parse(/<body>(.*)<\/body>/s.exec(html)[1]).forEach((taken, i) => {
    if (!taken) problems.push(`${written[i].title}: Chromium does not take ${written[i].text} as ${written[i].property}`);
  });
  counts.set('Style Dictionary, further tokens', written.length);
}

// applies reports whether a tool can read a manual. Terrazzo fetches without an access
// token, and a resolver document needs at least two themes.
function applies(tool, { tokens, open }) {
  const themes = new Set(tokens.filter(({ path }) => path[0] === 'theme').map(({ path }) => path[1]));
  return tokens.length > 0 && (open || tool.name !== 'Terrazzo') && (tool.format !== resolver || themes.size > 1);
}

const manuals = (await Promise.all(listManuals(readFileSync(process.argv[2], 'utf8')).map(load))).filter(Boolean);
for (const manual of manuals.filter(({ slug }) => !process.env.MANUAL || slug === process.env.MANUAL)) {
  further = manual.further;
  computed = manual.tokens.filter(({ type, text }) => type === 'shadow' && /(var|hsl)\(/.test(text)).map(({ path }) => kebab(path));
  structuredRoots = {};
  for (const tool of tools.filter((tool) => applies(tool, manual))) await runTool(tool, manual);
  if (!manual.open) continue;
  const folder = join(top, 'work', manual.slug, 'exports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  await checkExports(manual, folder, compareExport(problems), problems);
  await checkPrograms(manual, folder, problems);
  const body = {};
  for (const file of ['tokens.css', 'tailwind.css', 'figma.zip', 'penpot.json']) body[file] = await fetchExport(manual, file);
  const compared = await checkModes(manual, folder, body, problems);
  count('Chromium, further tokens', await checkFurther(manual, folder, structuredRoots, problems));
  count('Chromium in each mode', compared);
}
checkWritten();
if (problems.length === 0 && manuals.some(({ slug }) => slug === 'edges.modes')) {
  await sabotage(manuals.find(({ slug }) => slug === 'edges.modes'), join(top, 'work', 'sabotage'), compareExport, structuredRoots, problems);
}
for (const [tool, values] of counts) console.log(`${tool.padEnd(36)}${values} equal values`);
console.log('\nKnown bugs of the tools:');
for (const bug of [...knownBugs, ...rejections]) {
  if (!seen.has(bug) && !process.env.MANUAL) problems.push(`this known bug of ${bug.tools ?? bug.tool} did not occur: ${bug.path ?? bug.slug}`);
  console.log(`  ${bug.tools?.join(', ') ?? bug.tool}: ${bug.why} (${bug.path ?? bug.slug})`);
}
if (problems.length > 0) {
  console.log(`\n${problems.length} differences:\n  ${problems.join('\n  ')}`);
  process.exitCode = 1;
}
