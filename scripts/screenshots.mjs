// Takes the picture for the README and writes it to the folder in the third
// argument.
import { statSync } from 'node:fs';
import { browser, newContext, site } from './browser.mjs';

const path = `${process.argv[4]}/ternholm.jpg`;
const context = await newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' });
const page = await context.newPage();
await page.goto(`${site.replace('localhost', 'ternholm.localhost')}/`);
await page.evaluate(() => Promise.all([...document.querySelectorAll('.cover img')].map((image) => image.decode())));
await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true, clip: { x: 0, y: 0, width: 1440, height: 1230 } });
const bytes = statSync(path).size;
console.log(`ternholm.jpg: ${bytes} bytes`);
if (bytes < 50_000) throw new Error('the picture is too small: it seems to be empty');
await browser.close();
