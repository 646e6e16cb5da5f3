// What each tool makes of the token document that lies beside it, and what it
// is known not to manage. A limit has to show: when a newer version manages
// it, the run fails until the line is taken out.

export const strings = '';
export const structured = '2025.10';
export const resolver = '2025.10-resolver';

const bin = (path, config) => ['node', `node_modules/${path}`, 'build', '--config', config];
const dictionary = (name) => ({ command: bin(`${name}/bin/style-dictionary.js`, 'style-dictionary.config.json'), files: ['recipes/style-dictionary.config.json'] });
const terrazzo = (config) => ({ command: bin('@terrazzo/cli/bin/cli.js', config), files: [`recipes/${config}`] });

// A tool runs in a folder with its files and tokens.json (Terrazzo takes the
// address), and leaves build/tokens.css. Its slack is how far it rounds.
export const tools = [
  { name: 'Style Dictionary 4', form: strings, ...dictionary('style-dictionary-4'), slack: { alpha: 0.005 } },
  { name: 'Style Dictionary', form: strings, ...dictionary('style-dictionary') },
  { name: 'Style Dictionary', form: structured, ...dictionary('style-dictionary') },
  { name: 'sd-transforms', form: strings, command: ['node', 'sd-transforms.mjs'], files: ['sd-transforms.mjs'], slack: { number: 0.00005 } },
  { name: 'Terrazzo', form: structured, ...terrazzo('terrazzo.config.mjs') },
  { name: 'Terrazzo', form: resolver, ...terrazzo('terrazzo-themes.config.mjs') },
];

// Whole documents that a tool refuses though it reads the form.
export const refusals = [
  { tool: 'Terrazzo', slug: 'edges.constructor', says: /constructor already exists!/, why: 'takes a token named constructor for one that is there already' },
];

// Single tokens that a tool writes under another variable, or with a value
// that is not the manual's. A path that ends in a dot stands for a group.
const marks = ['Style Dictionary 4', 'Style Dictionary', 'sd-transforms'];
export const limits = [
  { tools: marks, path: 'color.नीला', variable: '--color-न-ल', why: 'drops the marks of a script from names' },
  { tools: marks, path: 'color.น้ำเงิน', variable: '--color-น-ำเง-น', why: 'drops the marks of a script from names' },
  { tools: ['Terrazzo'], path: 'color.ink墨', variable: '--color-ink-墨', why: 'parts Latin letters from those of other scripts' },
  { tools: marks, form: strings, path: 'fontFamily.comma', css: String.raw`\'Gill, Sons\', 'Gill Sans', serif`, why: 'splits a quoted family at its comma' },
  { tools: ['Style Dictionary'], form: structured, path: 'fontFamily.überschrift', css: String.raw`Back\slash, monospace`, why: 'does not escape a backslash' },
  { tools: ['Terrazzo'], path: 'fontFamily.überschrift', css: String.raw`"Back\slash", monospace`, why: 'does not escape a backslash' },
  { tools: ['Style Dictionary'], form: structured, path: 'duration.', css: '[object Object]', why: 'has no transform for a duration with a unit' },
];
