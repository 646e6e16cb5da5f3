// Takes the picture of the README: node screenshots.mjs CHROMIUM WELCOME FOLDER.
import { readFileSync, statSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [executablePath, welcome, folder] = process.argv.slice(2);
const port = readFileSync(welcome, 'utf8').match(/at http:\/\/localhost:(\d+)/)[1];

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' });
// The example names hosts that do not exist.
await page.route((url) => !url.hostname.endsWith('localhost'), (route) => route.abort());
await page.goto(`http://ternholm.localhost:${port}/`);
await page.locator('.images img').first().scrollIntoViewIfNeeded();
await page.evaluate(() => Promise.all([...document.querySelectorAll('.images img')].slice(0, 2).map((image) => {
  image.decoding = 'sync';
  return image.decode();
})));
await page.evaluate(() => scrollTo(0, 0));
const path = `${folder}/ternholm.jpg`;
await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true, clip: { x: 0, y: 0, width: 1440, height: 1720 } });
const bytes = statSync(path).size;
console.log(`ternholm.jpg: ${bytes} bytes`);
if (bytes < 50_000) throw new Error('there is nothing in the picture');
await browser.close();
