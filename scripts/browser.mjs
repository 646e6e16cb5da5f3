// The code that scripts with a browser share: node SCRIPT CHROMIUM WELCOME …, where
// WELCOME is a file with the output of `designmanual dev` or `list`.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [executablePath, welcomeFile] = process.argv.slice(2);

export const welcome = readFileSync(welcomeFile, 'utf8');
export const site = welcome.match(/(http:\/\/)(?:[\w-]+\.)?(localhost:\d+)/).slice(1).join('');

export const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

// newContext opens a browser window. It blocks requests to other hosts, because the
// examples name hosts that do not exist.
export async function newContext(options) {
  const context = await browser.newContext(options);
  await context.route((url) => !url.hostname.endsWith('localhost'), (route) => route.abort());
  return context;
}
