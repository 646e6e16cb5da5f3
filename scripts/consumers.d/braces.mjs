// Makes copies of seed files with braces in every description, and builds the design
// tokens of such copies with Style Dictionary, which takes text in braces for a
// reference.
//
// node braces.mjs make FOLDER FILE… copies the files to FOLDER.
// node braces.mjs build WELCOME builds all manuals in the output of `designmanual dev`.
// The exit status is 1 if a build fails.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { listManuals } from './manuals.mjs';

const lists = ['colors', 'fonts', 'steps', 'breakpoints', 'durations', 'easings', 'radii', 'levels', 'themes', 'styles', 'gradients', 'tokens'];

// addBraces adds a description and a reason of deprecation to all entries that may have
// them.
function addBraces(value) {
  if (!value || typeof value !== 'object') return;
  for (const [key, inside] of Object.entries(value)) {
    if (lists.includes(key) && Array.isArray(inside)) {
      for (const entry of inside) if (entry && typeof entry === 'object') Object.assign(entry, { description: `{color.none} and ${entry.use ?? ''} $x {$y} }{`, deprecated: 'Use {color.other}.' });
    }
    addBraces(inside);
  }
}

const [, , command, target, ...files] = process.argv;
if (command === 'make') {
  for (const file of files) {
    const seed = JSON.parse(readFileSync(file, 'utf8'));
    addBraces(seed);
    writeFileSync(join(target, basename(file)), JSON.stringify(seed));
  }
} else if (command === 'build') {
  let builds = 0;
  const manuals = listManuals(readFileSync(target, 'utf8')); // all are read before a build blocks this process
  const read = manuals.map(({ address, token }) => fetch(`${address}/tokens.json?format=2025.10`, { headers: { authorization: `Bearer ${token}` } }));
  const documents = await Promise.all((await Promise.all(read)).map((response) => (response.status === 200 ? response.text() : null)));
  for (const [i, { slug }] of manuals.entries()) {
    const tokens = documents[i];
    if (tokens === null) continue;
    for (const version of ['style-dictionary', 'style-dictionary-4']) {
      const folder = resolve('braces', slug, version);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'tokens.json'), tokens);
      execFileSync('node', [resolve(`node_modules/${version}/bin/style-dictionary.js`), 'build', '--config', resolve('recipes/style-dictionary.config.json')], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
      readFileSync(join(folder, 'build/tokens.css'));
      builds++;
    }
  }
  console.log(`${builds} builds`);
  if (builds === 0) process.exitCode = 1;
}
