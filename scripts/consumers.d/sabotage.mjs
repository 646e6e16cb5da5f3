// Serves wrong values in the exports of edges.modes, and checks that each is found: a judge that takes
// any value for right is none.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { change, checkExports, fetchExport } from './exports.mjs';
import { checkFurther } from './further.mjs';
import { checkModes } from './modes.mjs';
import { checkPrograms, ofValues } from './programs.mjs';

// A row has an export, or a file in an archive, what is written into it in another's place, and what the
// problem that is found must name.
const ofExports = [
  ['tokens.css', '--color-ink: #111111', '--color-ink: #111112', /tokens.css.*--color-ink:/],
  ['tokens.css', '--dimension-2: 2px', '--dimension-2: 3px', /tokens.css.*--dimension-2:/],
  ['tokens.css', '--font-family-body: Inter', '--font-family-body: Inder', /tokens.css.*--font-family-body:/],
  ['tokens.css', '--font-size-md: 1rem', '--font-size-md: 1em', /tokens.css.*--font-size-md:/],
  ['tokens.css', '--duration-fast: 100ms', '--duration-fast: 101ms', /tokens.css.*--duration-fast:/],
  ['tokens.css', '--cubic-bezier-out: cubic-bezier(0, 0, 0.58, 1)', '--cubic-bezier-out: cubic-bezier(0, 0, 0.59, 1)', /tokens.css.*--cubic-bezier-out:/],
  ['tokens.css', '--radius-md: 8px', '--radius-md: 9px', /tokens.css.*--radius-md:/],
  ['tokens.css', '--shadow-hover: 0 1px 2px #000', '--shadow-hover: 0 1px 2px #001', /tokens.css.*--shadow-hover:/],
  ['tokens.css', '--theme-dark-text: #fafafa', '--theme-dark-text: #fafafb', /tokens.css.*--theme-dark-text:/],
  ['tokens.scss', '$color-ink-50: #f5f5f5', '$color-ink-50: #f5f5f6', /Sass.*--color-ink-50:/],
  ['tokens.scss', '$dimension-2: 2px', '$dimension-2: 2rem', /Sass.*--dimension-2:/],
  ['tokens.scss', '$shadow-well: inset 0', '$shadow-well: 0', /Sass.*--shadow-well:/],
  ['tailwind.css', '--color-ink-100: #dcdcdc', '--color-ink-100: #dcdcdd', /Tailwind.*bg-ink-100/],
  ['tailwind.css', '--spacing-2: 2px', '--spacing-2: 8px', /Tailwind.*p-2/],
  ['tailwind.css', '--font-body: Inter', '--font-body: Inder', /Tailwind.*font-body/],
  ['tailwind.css', '--text-md: 1rem', '--text-md: 1.25rem', /Tailwind.*text-md/],
  ['tailwind.css', '--radius-md: 8px', '--radius-md: 2px', /Tailwind.*rounded-md/],
  ['tailwind.css', '--shadow-hover-now: 0 1px 2px #000', '--shadow-hover-now: 0 1px 2px #0000', /Tailwind.*shadow-hover/],
  ['tokens.js', '"ink-200": "#c4c4c4"', '"ink-200": "#c4c4c5"', /tokens.js,/],
  ['tokens.d.ts', '"ink-300"', '"ink-301"', /TypeScript/],
  ['palette.gpl', '149 149 149', '149 149 150', /palette.gpl/],
];
const ofPrograms = [
  ['shadcn.json', '"text":"#abcdef"', '"text":"#abcdee"', /shadcn.*color text/],
  ['shadcn.json', '"foreground":"#fafafa"', '"foreground":"#fafafb"', /shadcn.*dark/],
  ['DESIGN.md', 'ink-500: "#7f7f7f"', 'ink-500: "#7f7f7e"', /DESIGN.md.*ink-500/],
  ['DESIGN.md', 'primary: "#0B5FFF"', 'primary: "#0B5FFE"', /DESIGN.md.*primary/],
  ['DESIGN.md', '"2": "2px"', '"2": "3px"', /DESIGN.md.*spacing 2/],
  ['DESIGN.md', 'md: "8px"', 'md: "9px"', /DESIGN.md.*rounded md/],
  ['DESIGN.md', 'fontSize: "1.25rem"', 'fontSize: "1.26rem"', /DESIGN.md.*typography lg/],
  ['brand.zip/_brand.yml', 'ink-600: "#696969"', 'ink-600: "#69696a"', /_brand.yml.*ink-600/],
  ['figma.zip/base.tokens.json', '0.32941,0.32941,0.32941', '0.32941,0.32941,0.33', /figma.zip.*ink-700/],
  ['figma.zip/base.tokens.json', '"value":2,"unit":"px"', '"value":3,"unit":"px"', /figma.zip.*dimension 2/],
  ['figma.zip/base.tokens.json', '"value":6.56,', '"value":6.57,', /figma.zip.*fontSize 3xs/],
  ['figma.zip/base.tokens.json', '"$value":"Inter"', '"$value":"Inder"', /figma.zip.*fontFamily body/],
  ['figma.zip/light.tokens.json', '"value":0.1,"unit":"s"', '"value":0.2,"unit":"s"', /figma.zip.*duration fast/],
  ['figma.zip/light.tokens.json', '"value":8,"unit":"px"},"$type":"dimension","$extensions":{"app.designmanual":{"anchor":"modes-radius"}}', '"value":9,"unit":"px"},"$type":"dimension","$extensions":{"app.designmanual":{"anchor":"modes-radius"}}', /figma.zip.*radius md/],
  ['penpot.json', '"ink-800":{"$value":"#404040"', '"ink-800":{"$value":"#404041"', /penpot.json.*ink-800/],
  ['penpot.json', '"2":{"$value":"2px"', '"2":{"$value":"3px"', /penpot.json.*dimension 2/],
  ['penpot.json', '"xl":{"$value":"1.563rem"', '"xl":{"$value":"1.56rem"', /penpot.json.*fontSize xl/],
  ['SKILL.md', 'description:', 'description: A', /[sS]kill/],
];
const ofModes = [
  ['tokens.css', '--color-chart-1: #6EA0FF', '--color-chart-1: #6EA0FE', /tokens.css.*color chart-1, dark/],
  ['tokens.css', '--dimension-sm: 4px', '--dimension-sm: 5px', /tokens.css.*dimension sm, compact/],
  ['tokens.css', '--theme-border: #333333', '--theme-border: #333334', /tokens.css.*role border, dark/],
  ['tailwind.css', '--transition-duration-fast: 50ms', '--transition-duration-fast: 51ms', /tailwind.css.*duration fast, compact/],
  ['tailwind.css', '--color-primary: #6EA0FF', '--color-primary: #6EA0FE', /tailwind.css.*role primary, dark/],
  ['tailwind.css', '--text-h1--letter-spacing: -0.02em', '--text-h1--letter-spacing: -0.03em', /tailwind.css.*text style H1/],
  ['figma.zip/dark.tokens.json', '0.43137,0.62745,1', '0.43137,0.63,1', /figma.zip.*dark chart-1/],
  ['penpot.json', '"chart-1":{"$value":"#6EA0FF"', '"chart-1":{"$value":"#6EA0FE"', /penpot.json.*dark chart-1/],
];
const ofFurther = [
  ['tokens.css', '--gradient-dawn: linear-gradient(45deg', '--gradient-dawn: linear-gradient(46deg', /tokens.css.*gradient dawn/],
  ['tokens.css', '--z-index-menu: 5', '--z-index-menu: 6', /tokens.css.*z-index menu \(compact\)/],
  ['tokens.css', '--number-menu: -1', '--number-menu: 1', /tokens.css.*number menu/],
  ['tokens.css', '--z-index-gap: -4px', '--z-index-gap: 4px', /tokens.css.*z-index gap/],
  ['tokens.css', '--font-weight-strong: 500', '--font-weight-strong: 501', /tokens.css.*font-weight strong \(dark\)/],
  ['tokens.css', '--border-cut: 1px dashed', '--border-cut: 1px dotted', /tokens.css.*border cut/],
  ['tokens.css', '--stroke-style-dots: dotted', '--stroke-style-dots: dashed', /tokens.css.*stroke-style dots/],
  ['tokens.css', '--transition-fade: opacity 200ms', '--transition-fade: opacity 201ms', /tokens.css.*transition fade/],
  ['tailwind.css', '--z-index-accent: oklch(70% 0.1 200)', '--z-index-accent: oklch(70% 0.1 210)', /tailwind.css.*z-index accent/],
  ['tokens.scss', '$gradient-two: #{"radial-gradient(circle, red', '$gradient-two: #{"radial-gradient(circle, tan', /tokens.scss.*gradient two/],
  ['tokens.js', 'lineHeight: "1.5"', 'lineHeight: "1.6"', /tokens.js.*text style Body/],
];

// sabotage runs each check on a manual with all of its wrong values, in folders below folder, and adds those
// that are not found to problems. compare makes the function of checkExports for a list of problems, written
// is what Style Dictionary wrote.
export async function sabotage(manual, folder, compare, written, problems) {
  let count = 0;
  const run = async (name, rows, check) => {
    const within = join(folder, name);
    mkdirSync(within, { recursive: true });
    writeFileSync(join(within, 'package.json'), '{"type": "module"}');
    change((file, body) => rows.reduce((text, row) => replaced(file, text, row, problems), body));
    const found = [];
    try {
      await check(within, found);
    } catch (error) {
      found.push(String(error));
    }
    change((file, body) => body);
    for (const [file, , wrong, named] of rows) {
      count++;
      if (!found.some((text) => named.test(text))) problems.push(`nothing finds ${wrong} in ${file}: ${found.length} problems`);
    }
  };
  const bodies = async (within) => {
    const body = {};
    for (const file of ['tokens.css', 'tailwind.css', 'tokens.scss', 'tokens.js', 'figma.zip', 'penpot.json']) writeFileSync(join(within, file), (body[file] = await fetchExport(manual, file)));
    return body;
  };
  await run('exports', ofExports, (within, found) => checkExports(manual, within, compare(found), found));
  await run('programs', ofPrograms, (within, found) => checkPrograms({ ...manual, isSabotaged: true }, within, found, ofValues));
  await run('modes', ofModes, async (within, found) => checkModes(manual, within, await bodies(within), found));
  await run('further', ofFurther, async (within, found) => {
    await bodies(within);
    await checkFurther(manual, within, written, found);
  });
  console.log(`${count} wrong values were found`);
}

// replaced returns the body of an export with the wrong value of a row, if it is of that one.
function replaced(file, body, [name, right, wrong], problems) {
  const [archive, inside] = name.split('/');
  if (file !== archive) return body;
  const files = inside ? unzipSync(body) : { [name]: body };
  const key = inside ?? name;
  const before = strFromU8(files[key]);
  const after = before.replaceAll(right, wrong);
  if (before === after) problems.push(`${name} has no ${right}`);
  const bytes = strToU8(after);
  return Buffer.from(inside ? zipSync({ ...files, [key]: bytes }) : bytes);
}
