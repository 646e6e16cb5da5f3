// The tools, the forms of the tokens that each is given, and what each is
// known not to manage. What stands here as a limit has to show: when a newer
// version manages it, the run fails until the line is taken out.

import { readFileSync } from 'node:fs';

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;
const recipe = (name) => `recipes/${name}`;
const bin = (path) => ['node', `node_modules/${path}`];

const four = `Style Dictionary ${versionOf('style-dictionary-4')}`;
const five = `Style Dictionary ${versionOf('style-dictionary')}`;
const studio = `sd-transforms ${versionOf('@tokens-studio/sd-transforms')}`;
const terrazzo = `Terrazzo ${versionOf('@terrazzo/cli')}`;

// The forms of the tokens, as the format parameter names them.
export const strings = '';
export const structured = '2025.10';
export const resolver = '2025.10-resolver';

const build = (path, config, form) => ({ command: [...bin(path), 'build', '--config', config], files: [recipe(config)], form });
const dictionary = (folder, form) => build(`${folder}/bin/style-dictionary.js`, 'style-dictionary.config.json', form);
const transforms = (form) => ({ command: ['node', 'sd-transforms.mjs'], files: ['sd-transforms.mjs'], form });

// A tool runs in a folder with its files and, unless it takes the address
// itself, tokens.json; it leaves build/tokens.css. Its slack is how far it
// rounds (see same in values.mjs).
export const tools = [
  { name: four, ...dictionary('style-dictionary-4', strings), slack: { alpha: 0.005 } },
  { name: five, ...dictionary('style-dictionary', strings) },
  { name: five, ...dictionary('style-dictionary', structured) },
  { name: studio, ...transforms(strings), slack: { number: 0.00005 } },
  { name: terrazzo, ...build('@terrazzo/cli/bin/cli.js', 'terrazzo.config.mjs', structured), byAddress: true },
  { name: terrazzo, ...build('@terrazzo/cli/bin/cli.js', 'terrazzo-themes.config.mjs', resolver), byAddress: true },

  // These refuse the form they are given; says is the message, or what stands
  // in the style sheet where there is none.
  { name: four, ...dictionary('style-dictionary-4', structured), says: /--color-[^:]*: \[object Object\]/ },
  { name: studio, ...transforms(structured), says: /val\.replace is not a function/ },
  { name: terrazzo, ...build('@terrazzo/cli/bin/cli.js', 'terrazzo-file.config.mjs', strings), files: ['terrazzo-file.config.mjs'], says: /Migrate to the new object format[^\n]*/ },
];

// Whole documents that a tool refuses though it reads the form.
export const refusals = [
  {
    tool: terrazzo, form: structured, slug: 'edges.constructor', says: /constructor already exists!/,
    why: 'takes a token named constructor for one that is there already',
  },
];

// Single tokens that a tool writes under another variable, or with a value
// that is not the manual's: variable or css is what it writes instead. A path
// that ends in a dot stands for a whole group.
export const limits = [
  { tools: [four, five, studio], path: 'color.नीला', variable: '--color-न-ल', why: 'drops the marks of a script from names' },
  { tools: [four, five, studio], path: 'color.น้ำเงิน', variable: '--color-น-ำเง-น', why: 'drops the marks of a script from names' },
  { tools: [terrazzo], path: 'color.ink墨', variable: '--color-ink-墨', why: 'parts Latin letters from those of other scripts' },
  { tools: [four, five, studio], form: strings, path: 'fontFamily.comma', css: String.raw`\'Gill, Sons\', 'Gill Sans', serif`, why: 'splits a quoted family at its comma' },
  { tools: [five], form: structured, path: 'fontFamily.überschrift', css: String.raw`Back\slash, monospace`, why: 'does not escape a backslash' },
  { tools: [terrazzo], path: 'fontFamily.überschrift', css: String.raw`"Back\slash", monospace`, why: 'does not escape a backslash' },
  { tools: [five], form: structured, path: 'duration.', css: '[object Object]', why: 'has no transform for a duration with a unit' },
];
