// Gives the token documents and exports of a running server to the tools that
// builds use, and holds what comes out against the string form of the tokens:
// the same names, as tokens.css has them, and the same values.
//
// node consumers.mjs WELCOME: WELCOME is what `designmanual dev` printed. It
// runs in a folder with node_modules and recipes. The exit status is 1 on any
// difference.

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { exported } from './exports.mjs';
import { limits, refusals, resolver, strings, tools } from './tools.mjs';
import { css, kebab, read, same } from './values.mjs';

const root = resolve('.');
const problems = [];
const shown = new Set(); // limits and refusals that showed
const counts = new Map();

// The manuals that the server says it has, and the access token of each.
function listing(welcome) {
  const manuals = [];
  let token;
  for (const line of welcome.split('\n')) {
    token = /^ +access token +(\S+)$/.exec(line)?.[1] ?? token;
    const address = /^ +manual +(\S+)\.json$/.exec(line)?.[1];
    if (address) manuals.push({ address, token, slug: basename(address) });
  }
  return manuals;
}

// The manual with its tokens as { path, type, text, value }, or null where it
// is not served (unpublished, or past its end date).
async function load(manual) {
  const headers = { authorization: `Bearer ${manual.token}` };
  const [answer, tokens] = await Promise.all(['.json', '/tokens.json'].map((end) => fetch(manual.address + end, { headers })));
  if (answer.status === 404 || answer.status === 410) return null;
  const document = await tokens.json();
  const list = [];
  const walk = (group, path) => {
    if (group.$type) list.push({ path, type: group.$type, text: group.$value, value: read(group.$type, group.$value) });
    else for (const [key, inside] of Object.entries(group)) walk(inside, [...path, key]);
  };
  walk(document, []);
  const { url, visibility, title } = await answer.json();
  return { ...manual, url, title, open: ['public', 'unlisted'].includes(visibility), document, tokens: list };
}

// Whether the structured form has a form for a token: dimensions are px or rem
// there, and a shadow has a color that is given in sRGB.
function structurable({ type, value }) {
  const plain = ({ unit }) => unit === 'px' || unit === 'rem';
  if (type === 'dimension') return plain(value);
  return type !== 'shadow' || (value?.every((l) => typeof l.color === 'object' && l.color && l.lengths.every(plain)) ?? false);
}

// The rules that a style sheet must have: selector and tokens.
function wanted(form, tokens) {
  const said = form === strings ? tokens : tokens.filter(structurable);
  if (form !== resolver) return [[':root', said]];
  const themed = said.filter(({ path }) => path[0] === 'theme');
  const names = [...new Set(themed.map(({ path }) => path[1]))];
  const role = ({ path, ...token }) => ({ path: ['theme', path[2]], ...token });
  const of = (theme) => themed.filter(({ path }) => path[1] === theme).map(role);
  const first = new Map([...themed.map(role).reverse(), ...of(names[0])].map((token) => [token.path[1], token]));
  const base = [...said.filter(({ path }) => path[0] !== 'theme'), ...first.values()];
  return [[':root', base], ...names.map((theme) => [`[data-theme="${theme}"]`, theme === names[0] ? [...first.values()] : of(theme)])];
}

// Compares the declarations of a rule with tokens, in both directions.
function compare(title, declarations, tokens, known, slack) {
  const left = new Map(declarations);
  for (const token of tokens) {
    const path = token.path.join('.');
    const limit = known.find((l) => (l.path.endsWith('.') ? path.startsWith(l.path) : path === l.path));
    const name = limit?.variable ?? kebab(token.path);
    const text = left.get(name);
    left.delete(name);
    if (limit) shown.add(limit);
    if (text === undefined) problems.push(`${title}: expected ${name}, found nothing`);
    else if (limit?.css !== undefined ? text !== limit.css : !same(token.value, read(token.type, text), slack)) problems.push(`${title}: ${name}: expected ${limit?.css ?? token.text}, found ${text}`);
    else counts.set(title.split(',')[0], (counts.get(title.split(',')[0]) ?? 0) + 1);
  }
  for (const [name, value] of left) problems.push(`${title}: ${name}: ${value} is no token of the manual`);
}

const run = (folder, [program, ...words], env) =>
  promisify(execFile)(program, words.map((word) => (word.startsWith('node_modules/') ? join(root, word) : word)), {
    cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1 << 26,
  }).then(({ stdout }) => ({ output: stdout }), (error) => ({ failed: true, output: `${error.stdout}${error.stderr}` }));

async function attempt(tool, manual) {
  const title = `${tool.name} ${tool.form || 'strings'}, ${manual.slug}`;
  const folder = join(root, 'work', manual.slug, String(tools.indexOf(tool)));
  mkdirSync(folder, { recursive: true });
  for (const file of tool.files) copyFileSync(join(root, file), join(folder, basename(file)));
  if (tool.name !== 'Terrazzo') {
    const env = { MANUAL_URL: manual.address, MANUAL_TOKEN: manual.open ? '' : manual.token };
    const { failed, output } = await run(folder, ['sh', join(root, 'recipes/fetch-tokens.sh'), ...(tool.form ? [tool.form] : [])], env);
    if (failed) throw new Error(`fetch-tokens.sh: ${output}`);
  }
  const { failed, output } = await run(folder, tool.command, { MANUAL_URL: manual.address });
  const refusal = refusals.find((r) => r.tool === tool.name && r.slug === manual.slug);
  if (refusal && refusal.says.test(output)) return void shown.add(refusal);
  const sheet = join(folder, 'build/tokens.css');
  if (failed || !existsSync(sheet)) return void problems.push(`${title}: ${output.slice(-500)}`);
  const rules = css(readFileSync(sheet, 'utf8'));
  const known = limits.filter((l) => l.tools.includes(tool.name) && (l.form ?? tool.form) === tool.form);
  for (const [selector, tokens] of wanted(tool.form, manual.tokens)) {
    compare(`${title}: ${selector}`, rules.get(selector) ?? [], tokens, known, tool.slack);
    rules.delete(selector);
  }
  for (const selector of rules.keys()) problems.push(`${title}: no such rule was expected: ${selector}`);
}

// Whether there is something to give to a tool: addresses without a token
// only of open manuals, a resolver document only of two themes or more.
function fits(tool, { tokens, open }) {
  const themes = new Set(tokens.filter(({ path }) => path[0] === 'theme').map(({ path }) => path[1]));
  return tokens.length > 0 && (open || tool.name !== 'Terrazzo') && (tool.form !== resolver || themes.size > 1);
}

const manuals = (await Promise.all(listing(readFileSync(process.argv[2], 'utf8')).map(load))).filter(Boolean);
for (const manual of manuals) {
  for (const tool of tools.filter((tool) => fits(tool, manual))) await attempt(tool, manual);
  if (!manual.open) continue;
  const folder = join(root, 'work', manual.slug, 'exports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  await exported(manual, folder, (title, declarations, tokens) => compare(title, declarations, tokens, [], {}), problems);
}
for (const [tool, values] of counts) console.log(`${tool.padEnd(36)}${values} values as in the manuals`);
console.log('\nKnown limits of the tools:');
for (const limit of [...limits, ...refusals]) {
  if (!shown.has(limit)) problems.push(`the known limit of ${limit.tools ?? limit.tool} showed nowhere: ${limit.path ?? limit.slug}`);
  console.log(`  ${limit.tools?.join(', ') ?? limit.tool}: ${limit.why} (${limit.path ?? limit.slug})`);
}
if (problems.length > 0) {
  console.log(`\n${problems.length} differences:\n  ${problems.join('\n  ')}`);
  process.exitCode = 1;
}
