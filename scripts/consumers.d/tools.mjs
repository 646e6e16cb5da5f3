// The tools that scripts/consumers runs on token documents, and their known bugs.
// A known bug must occur: when a newer version of a tool fixes it, the run fails
// until its line is removed here.

// The values of ?format=, empty for the default.
export const strings = '';
export const structured = '2025.10';
export const resolver = '2025.10-resolver';

const bin = (path, config) => ['node', `node_modules/${path}`, 'build', '--config', config];
const dictionary = (name, config = 'style-dictionary.config.json') => ({ command: bin(`${name}/bin/style-dictionary.js`, config), files: [`recipes/${config}`] });
const ofStructured = 'style-dictionary-2025.config.mjs';
const terrazzo = (config) => ({ command: bin('@terrazzo/cli/bin/cli.js', config), files: [`recipes/${config}`] });

// A tool runs in a folder with its files and tokens.json (Terrazzo fetches the
// address itself), and writes build/tokens.css. The tolerance is for tools that
// round numbers more than others.
export const tools = [
  { name: 'Style Dictionary 4', format: strings, ...dictionary('style-dictionary-4'), tolerance: { alpha: 0.005 } },
  { name: 'Style Dictionary', format: strings, ...dictionary('style-dictionary') },
  { name: 'Style Dictionary 4', format: structured, ...dictionary('style-dictionary-4', ofStructured) },
  { name: 'Style Dictionary', format: structured, ...dictionary('style-dictionary', ofStructured) },
  { name: 'sd-transforms', format: strings, command: ['node', 'sd-transforms.mjs'], files: ['sd-transforms.mjs'], tolerance: { number: 0.00005 } },
  { name: 'Terrazzo', format: structured, ...terrazzo('terrazzo.config.mjs') },
  { name: 'Terrazzo', format: resolver, ...terrazzo('terrazzo-themes.config.mjs') },
];

// Documents that a tool rejects, although it supports the format.
export const rejections = [
  { tool: 'Terrazzo', slug: 'edges.constructor', message: /constructor already exists!/, why: 'reports a token named constructor as a duplicate' },
];

// Tokens that a tool writes with a wrong variable name or value. A path that ends
// in a dot stands for a group.
const dictionaries = ['Style Dictionary 4', 'Style Dictionary', 'sd-transforms'];
export const knownBugs = [
  { tools: dictionaries, path: 'color.नीला', variable: '--color-न-ल', why: 'drops combining marks from names' },
  { tools: dictionaries, path: 'color.น้ำเงิน', variable: '--color-น-ำเง-น', why: 'drops combining marks from names' },
  { tools: ['Terrazzo'], path: 'color.ink墨', variable: '--color-ink-墨', why: 'puts a hyphen between Latin letters and those of other scripts' },
  { tools: dictionaries, format: strings, path: 'fontFamily.comma', css: String.raw`\'Gill, Sons\', 'Gill Sans', serif`, why: 'splits a quoted family at its comma' },
  { tools: ['Terrazzo'], path: 'fontFamily.überschrift', css: String.raw`"Back\slash", monospace`, why: 'does not escape a backslash' },
];
