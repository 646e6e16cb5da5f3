// Runs axe-core on every page that `designmanual dev` printed.
import { readFileSync } from 'node:fs';
import { browser, newContext, site, welcome } from './browser.mjs';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const pages = [...welcome.matchAll(/^ {2}[a-z0-9.-]+ {2,}\S.* (http:\S+)$/gm)].map(([, url]) => url);
const least = process.argv[4] === '0' ? 4 : 2; // the examples, or seed files that were named
if (pages.length < least) throw new Error(`expected at least ${least} pages in the output of dev, found ${pages.length}`);
pages.push(`${site}/`, `${site}/nothing`);

const views = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
];

let violations = 0;
for (const { width, colorScheme } of views) {
  // The Content-Security-Policy of the page would block axe.
  const context = await newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
  for (const url of pages) {
    const page = await context.newPage();
    await page.goto(url);
    // A long page is laid out block by block. To axe, what is not yet laid out lies over what follows.
    await page.evaluate(() => { delete document.documentElement.dataset.fresh; });
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
    for (const { id, help, nodes } of found.violations) {
      violations++;
      console.log(`${url} (${width} px, ${colorScheme}): ${id}: ${help}`);
      for (const node of nodes.slice(0, 3)) console.log(`    ${node.html.slice(0, 160)}`);
    }
    await page.close();
  }
  await context.close();
}
await browser.close();
console.log(`${pages.length} pages, ${views.length} views each: ${violations} violations`);
process.exit(violations === 0 ? 0 : 1);
