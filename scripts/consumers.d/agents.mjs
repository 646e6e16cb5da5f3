// Asks the server of `designmanual dev` what agents ask, with the official client and
// the official inspector of the Model Context Protocol, over HTTP and over standard
// input and output. Every tool gets every kind of argument; every answer has at most
// 4000 characters. A login card in the style of a brand takes four calls and at most
// 3000 tokens of a model. `npx skills add` installs the skill.
//
// node --import ./localhost.mjs agents.mjs WELCOME

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { countTokens } from 'gpt-tokenizer';
import { listManuals } from './manuals.mjs';

const longest = 4000;
const long = 'x'.repeat(30000);
const problems = [];
const brands = listManuals(readFileSync(process.argv[2], 'utf8')).filter(({ slug }) => !slug.includes('.') && slug !== 'edges');
const endpoint = ({ address, slug }) => `http://${slug}.localhost:${new URL(address).port}/-/mcp`;
const transports = (brand) => [new StreamableHTTPClientTransport(new URL(endpoint(brand))), new StdioClientTransport({ command: 'designmanual', args: ['mcp', `${brand.address}.json`] })];

async function connect(transport) {
  const client = new Client({ name: 'consumers', version: '1' });
  await client.connect(transport);
  return client;
}

// call returns the text of an answer; the client checks it against the schema of the tool.
async function call(client, name, args) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = content.map((part) => part.text).join('');
  if ([...text].length > longest) problems.push(`${name} ${JSON.stringify(args).slice(0, 80)}: ${[...text].length} characters`);
  return { text, failed: Boolean(isError) };
}

// all follows an answer to its end and returns how many calls that took.
async function all(client, name, args) {
  for (let from = 0, calls = 1; ; calls++) {
    const next = /with from: (\d+)/.exec((await call(client, name, { ...args, from })).text)?.[1];
    if (next === undefined) return calls;
    if (Number(next) <= from) throw new Error(`${name} goes on with ${next} after ${from}`);
    from = Number(next);
  }
}

const right = [
  ['list_manuals', {}], ['get_section', { section: 'SECTION' }], ['get_section', { section: '#SECTION', manual: 'MANUAL' }],
  ...['color', 'dimension', 'fontFamily', 'fontSize', 'duration', 'cubicBezier', 'radius', 'shadow', 'theme'].map((group) => ['find_token', { group }]),
  ['find_token', { name: 'a' }], ['find_token', { name: long }], ['find_token', { name: 'a', group: 'color' }], ['find_token', { color: '#123' }],
  ['search', { query: 'e' }], ['search', { query: long }], ['search', { query: 'tone of voice' }], ['search', { query: 'how small may the logo be?' }], ['check_contrast', { foreground: '#123456', background: '#fff' }],
  ['check_code', { text: 'a{}', manual: 'MANUAL' }], ['check_code', { text: 'a{color:#123456}'.repeat(1000), manual: 'MANUAL' }], ['check_code', { text: `a{box-shadow:${'1px 1px red,'.repeat(2000)}}`, manual: 'MANUAL' }],
  ['check_code', { text: '<p style="color:#123456">', manual: 'MANUAL' }], ['check_code', { text: `const a = <p style={{ color: '${long}#123456' }}/>`, manual: 'MANUAL' }],
];
const wrong = [
  ['list_manuals', { from: 'x' }], ['list_manuals', { other: 1 }], ['get_section', {}], ['get_section', { section: long }], ['get_section', { section: 'SECTION', manual: long }],
  ['find_token', {}], ['find_token', { group: 'none' }], ['find_token', { name: 'a', color: '#fff' }], ['find_token', { color: long }], ['find_token', { name: 5 }], ['find_token', { name: null }], ['files', { kind: 'nothing' }],
  ['search', {}], ['search', { query: '' }], ['check_contrast', { foreground: long, background: '#fff' }], ['check_contrast', { foreground: '#fff' }], ['check_code', {}], ['check_code', { text: 'a', manual: long }],
];

// Every tool with every kind of argument.
async function checkTools(client, brand) {
  const { manual, sections: [{ anchor }] } = JSON.parse((await call(client, 'list_manuals', {})).text).manuals.find(({ url }) => new URL(url).hostname === `${brand.slug}.localhost`);
  const filled = (args) => JSON.parse(JSON.stringify(args).replace('SECTION', anchor).replace('MANUAL', manual));
  let calls = 0;
  for (const [name, args] of right) {
    if (!('from' in (toolsOf.get(client).find((tool) => tool.name === name).inputSchema.properties))) calls += Number(Boolean(await call(client, name, filled(args))));
    else calls += await all(client, name, filled(args));
    if ((await call(client, name, filled(args))).failed) problems.push(`${name} ${JSON.stringify(args).slice(0, 80)} fails`);
  }
  for (const [name, args] of wrong) if (!(await call(client, name, filled(args))).failed) problems.push(`${name} ${JSON.stringify(args).slice(0, 80)} does not fail`);
  return calls + wrong.length;
}

// A login card in four calls: what the brand says, with its lengths and radii, its logos,
// its type sizes, and a check of the code.
async function checkCard(client) {
  const { messages: [{ content: { text: skill } }] } = await client.getPrompt({ name: 'follow_the_brand', arguments: {} });
  const logos = await call(client, 'files', { kind: 'logo' });
  const sizes = await call(client, 'find_token', { group: 'fontSize' });
  const said = skill + sizes.text;
  const variable = (...prefixes) => prefixes.flatMap((prefix) => new RegExp(`${prefix}[^\\s"\`*:]*`, 'gu').exec(said)?.[0] ?? [])[0];
  const role = (name, other) => (skill.includes('Theme `') ? `var(--theme-${name})` : `var(${variable(other)})`);
  const lines = [`background: ${role('surface', '--color-')}`, `color: ${role('text', '--color-')}`, `font-family: var(${variable('--font-family-body', '--font-family-')})`];
  if (variable('--dimension-')) lines.push(`padding: var(${variable('--dimension-')})`);
  if (variable('--radius-')) lines.push(`border-radius: var(${variable('--radius-')})`);
  if (variable('--font-size-')) lines.push(`font-size: var(${variable('--font-size-')})`);
  const [logo] = JSON.parse(logos.text).files;
  const card = `.login { ${lines.join('; ')} } .login button { background: ${role('primary', '--color-')} } .login::before { content: url("${logo?.url ?? ''}") }`;
  const check = await call(client, 'check_code', { text: card });
  if (check.text !== '{"findings":[]}') problems.push(`the login card: ${card}: ${check.text}`);
  const tokens = countTokens(skill + logos.text + sizes.text + card + check.text);
  if (tokens > 3000) problems.push(`the login card takes ${tokens} tokens`);
  return tokens;
}

// The inspector reads what there is over each transport.
function inspect(target) {
  const words = (...more) => execFileSync('node', [resolve('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'), '--cli', ...target, '--method', ...more], { encoding: 'utf8', stdio: 'pipe' });
  const { resources } = JSON.parse(words('resources/list'));
  for (const [want, ...more] of [
    ['"check_code"', 'tools/list'], ['"follow_the_brand"', 'prompts/list'], ['## How to read the rest', 'prompts/get', '--prompt-name', 'follow_the_brand'],
    ['"mimeType": "text/markdown"', 'resources/read', '--uri', resources[0].uri], ['"manuals', 'tools/call', '--tool-name', 'list_manuals'],
    ['color', 'tools/call', '--tool-name', 'find_token', '--tool-arg', 'group=color'],
  ]) if (!words(...more).includes(want)) problems.push(`inspector, ${target[0]} ${more.join(' ')}: no ${want}`);
}

// skills add installs the skills that the host of a brand lists; one with a domain of
// its own does not resolve.
async function install(brand) {
  const { origin } = new URL(endpoint(brand));
  const { skills } = await (await fetch(`${origin}/.well-known/agent-skills/index.json`)).json();
  if (!skills.every(({ url }) => new URL(url).hostname.endsWith('.localhost'))) return 'no skills';
  mkdirSync('skills', { recursive: true });
  execFileSync('node', ['--import', resolve('localhost.mjs'), resolve('node_modules/skills/bin/cli.mjs'), 'add', origin, '--yes', '--agent', 'claude-code'],
    { cwd: 'skills', stdio: 'pipe', env: { ...process.env, HOME: resolve('skills'), DISABLE_TELEMETRY: '1' } });
  for (const { name, digest } of skills) {
    const found = createHash('sha256').update(readFileSync(`skills/.claude/skills/${name}/SKILL.md`)).digest('hex');
    if (digest !== `sha256:${found}`) problems.push(`skills add: ${name} is ${found}, not ${digest}`);
  }
  return `${skills.length} skills`;
}

const toolsOf = new Map();
for (const brand of brands) {
  const said = [];
  for (const transport of transports(brand)) {
    const client = await connect(transport);
    toolsOf.set(client, (await client.listTools()).tools);
    said.push(`${await checkTools(client, brand)} calls`);
    if (said.length === 2) said.push(`the card in ${await checkCard(client)} tokens`, `the tools in ${countTokens(JSON.stringify(toolsOf.get(client)))}`);
    await client.close();
  }
  said.push(await install(brand));
  console.log(`${brand.slug}: ${said.join(', ')}`);
}
inspect([`${new URL(brands[0].address).origin}/-/mcp`, '--transport', 'http']);
inspect(['designmanual', 'mcp', `${brands[0].address}.json`, '--transport', 'stdio']);
if (problems.length > 0) {
  console.log(problems.join('\n'));
  process.exitCode = 1;
}
