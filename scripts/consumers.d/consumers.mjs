// Gives the token documents of a running server to every tool, unmodified, and
// holds the style sheets that come out against the manual documents.
//
// node consumers.mjs WELCOME: WELCOME is the file with what `designmanual dev`
// printed. It runs in a folder with node_modules and with recipes beside it,
// and writes below work there. The exit status is 1 on any difference.

import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { compare, rules } from './compare.mjs';
import { expected, structurable } from './expected.mjs';
import { limits, refusals, resolver, strings, tools } from './tools.mjs';

const root = resolve('.');
const problems = [];
const said = []; // refusals, in the tools' own words
const shown = new Set(); // limits that showed
const equal = new Map(tools.map((tool) => [tool, { manuals: 0, values: 0 }]));

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

// The manual with its document and the tokens that it asks for, or null where
// it is not served (unpublished, or past its end date).
async function load(manual) {
  const answer = await fetch(`${manual.address}.json`, { headers: { authorization: `Bearer ${manual.token}` } });
  if (answer.status === 404 || answer.status === 410) return null;
  if (!answer.ok) throw new Error(`${manual.address}.json: ${answer.status}`);
  const document = await answer.json();
  return { ...manual, open: ['public', 'unlisted'].includes(document.visibility), tokens: expected(document) };
}

// Runs a command in a folder and returns its exit status and all it printed. A
// file takes that, not a pipe: a program that ends itself while a pipe is full
// loses what it had not written yet, and the refusals are the last lines.
function run(folder, command, env) {
  const [program, ...args] = command.map((word) => (word.startsWith('node_modules/') ? join(root, word) : word));
  const printed = join(folder, 'output');
  const file = openSync(printed, 'w');
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: ['ignore', file, file] });
    child.on('error', fail);
    child.on('close', (status) => done({ status, output: readFileSync(printed, 'utf8') }));
  }).finally(() => closeSync(file));
}

// Fetches a form of the tokens twice with the recipe: the second time there
// is nothing new, and the file stays the one it was.
async function fetchTokens(folder, manual, form) {
  const env = { MANUAL_URL: manual.address, MANUAL_TOKEN: manual.open ? '' : manual.token };
  const script = ['sh', join(root, 'recipes/fetch-tokens.sh'), ...(form ? [form] : [])];
  const file = join(folder, 'tokens.json');
  const stamps = [];
  for (let i = 0; i < 2; i++) {
    const { status, output } = await run(folder, script, env);
    if (status !== 0) throw new Error(`fetch-tokens.sh: ${output}`);
    stamps.push(statSync(file).ino);
  }
  if (stamps[0] !== stamps[1]) problems.push(`${manual.slug}: fetch-tokens.sh wrote unchanged tokens again`);
}

// The rules that a style sheet must have: selector and tokens.
function wanted(tool, tokens) {
  if (tool.form === strings) return [[':root', tokens]];
  const said = tokens.filter(structurable);
  if (tool.form !== resolver) return [[':root', said]];
  const themed = said.filter(({ path }) => path[0] === 'theme');
  const names = [...new Set(themed.map(({ path }) => path[1]))];
  const role = ({ path, ...token }) => ({ path: ['theme', path[2]], ...token });
  const of = (theme) => themed.filter(({ path }) => path[1] === theme).map(role);
  const roles = new Map(themed.map(role).reverse().map((token) => [token.path[1], token])); // the first that fills one
  const first = new Map([...roles, ...of(names[0]).map((token) => [token.path[1], token])]);
  const base = [...said.filter(({ path }) => path[0] !== 'theme'), ...first.values()];
  return [[':root', base], ...names.map((theme) => [`[data-theme="${theme}"]`, theme === names[0] ? [...first.values()] : of(theme)])];
}

// Whether there is something to give to a tool: addresses without a token
// only for open manuals, a resolver document only for two themes or more.
function fits(tool, manual) {
  const themes = new Set(manual.tokens.filter(({ path }) => path[0] === 'theme').map(({ path }) => path[1]));
  if (tool.says && manual.slug !== 'ternholm') return false; // one refusal tells it all
  return manual.tokens.length > 0 && (manual.open || !tool.byAddress) && (tool.form !== resolver || themes.size > 1);
}

async function attempt(tool, manual) {
  const title = `${tool.name}, ${tool.form || 'strings'}, ${manual.slug}`;
  const folder = join(root, 'work', manual.slug, String(tools.indexOf(tool)));
  mkdirSync(folder, { recursive: true });
  for (const file of tool.files) copyFileSync(join(root, file), join(folder, basename(file)));
  if (!tool.byAddress) await fetchTokens(folder, manual, tool.form);
  const { status, output } = await run(folder, tool.command, { MANUAL_URL: manual.address });
  const sheet = join(folder, 'build/tokens.css');
  const css = existsSync(sheet) ? readFileSync(sheet, 'utf8') : '';

  const refusal = tool.says ? tool : refusals.find((r) => r.tool === tool.name && r.form === tool.form && r.slug === manual.slug);
  if (refusal) {
    const words = refusal.says.exec(output)?.[0] ?? refusal.says.exec(css)?.[0];
    if (words) said.push(`${title}: ${words}${refusal.why ? ` (${refusal.why})` : ''}`);
    else problems.push(`${title}: expected to be refused with ${refusal.says}, found status ${status}: ${output.slice(0, 500)}`);
    return;
  }
  if (status !== 0) {
    problems.push(`${title}: status ${status}: ${output.slice(0, 500)}`);
    return;
  }
  // Terrazzo checks the format too. It wants names in kebab case, which the
  // groups of the specification (fontFamily) are not.
  for (const [line] of output.matchAll(/^lint:core\/(?!consistent-naming).*$/gm)) problems.push(`${title}: ${line}`);

  const found = rules(css);
  const known = limits.filter((l) => l.tools.includes(tool.name) && (l.form ?? tool.form) === tool.form);
  for (const [selector, tokens] of wanted(tool, manual.tokens)) {
    const result = compare(found.get(selector) ?? [], tokens, known, tool.slack);
    found.delete(selector);
    equal.get(tool).values += result.equal;
    problems.push(...result.differences.map((line) => `${title}: ${selector}: ${line}`));
    for (const limit of result.shown) shown.add(limit);
  }
  for (const selector of found.keys()) problems.push(`${title}: no such rule was expected: ${selector}`);
  equal.get(tool).manuals++;
}

const manuals = (await Promise.all(listing(readFileSync(process.argv[2], 'utf8')).map(load))).filter(Boolean);
const jobs = manuals.flatMap((manual) => tools.filter((tool) => fits(tool, manual)).map((tool) => [tool, manual]));
async function work() {
  for (let job = jobs.shift(); job; job = jobs.shift()) await attempt(...job);
}
await Promise.all([work(), work()]);

for (const [tool, { manuals: count, values }] of equal) {
  if (tool.says) continue;
  console.log(`${`${tool.name}, ${tool.form || 'strings'}`.padEnd(44)}${count} manuals, ${values} values as in the manuals`);
  if (values === 0) problems.push(`${tool.name}, ${tool.form || 'strings'}: nothing was compared`);
}
console.log('\nRefused by the tool, in its own words:');
for (const line of said.sort()) console.log(`  ${line}`);
console.log('\nKnown limits of the tools:');
for (const limit of limits) {
  const what = `${limit.path}: ${limit.variable ?? limit.css}`;
  if (!shown.has(limit)) problems.push(`the known limit ${what} showed nowhere`);
  console.log(`  ${limit.tools.join(', ')}: ${limit.why}\n    ${what}`);
}
if (problems.length > 0) {
  console.log(`\n${problems.length} differences:`);
  for (const line of problems) console.log(`  ${line.trim()}`);
  process.exitCode = 1;
}
