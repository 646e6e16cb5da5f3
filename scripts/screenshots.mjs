// Takes the pictures of the README: node screenshots.mjs CHROMIUM WELCOME FOLDER.
import { readFileSync, statSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [executablePath, welcome, folder] = process.argv.slice(2);
const port = readFileSync(welcome, 'utf8').match(/at http:\/\/localhost:(\d+)/)[1];

const shots = [
  { name: 'quillwort', url: `http://quillwort.localhost:${port}/` },
  { name: 'ternholm', url: `http://ternholm.localhost:${port}/`, at: 'colour' },
  { name: 'varve', url: `http://varve.localhost:${port}/`, at: 'themes' },
];

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const context = await browser.newContext({
  viewport: { width: 1280, height: 860 }, deviceScaleFactor: 0.6, reducedMotion: 'reduce',
});
// The images of the examples are on hosts that do not exist.
await context.route((url) => !url.hostname.endsWith('localhost'), (route) => route.abort());
for (const { name, url, at } of shots) {
  const page = await context.newPage();
  await page.goto(url);
  if (at) await page.locator(`[id="${at}"]`).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
  const path = `${folder}/${name}.jpg`;
  await page.screenshot({ path, type: 'jpeg', quality: 72 });
  const bytes = statSync(path).size;
  console.log(`${name}.jpg: ${bytes} bytes`);
  if (bytes < 5000) throw new Error(`there is nothing in the picture of ${url}`);
  await page.close();
}
await browser.close();
