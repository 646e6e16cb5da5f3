// Prints for each public manual what the first view costs: see speed.
import { cpus } from 'node:os';
import { browser, newContext, welcome as list } from './browser.mjs';

const limits = { kB: 60, elements: (colors) => colors > 500 ? 10000 : 8000, task: 50 };
const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

// trace calls a function that opens an address, and returns what the main thread of its page did meanwhile.
async function trace(cdp, address, act) {
  const events = [], collect = ({ value }) => events.push(...value);
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } });
  await act();
  const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await done;
  const parser = events.find((e) => e.name === 'ParseHTML' && e.args.beginData?.url?.startsWith(new URL(address).origin)); // the browser's own pages parse HTML too
  return events.filter((e) => e.dur && e.pid === parser.pid && e.tid === parser.tid);
}

const isTask = (e) => /RunTask$/.test(e.name);
const settle = (page) => page.evaluate(async () => { await document.fonts.ready; await new Promise((done) => setTimeout(done, 800)); });

// measureTasks returns the processor time in ms of the longest task of the main thread at the first view, when the
// page is loaded again in its middle, and at an address within it, each the least of three, so that what else runs on
// the machine hardly counts.
async function measureTasks(address, id) {
  const longest = [[], [], []];
  const measure = async (page, times, act) => {
    const main = await trace(await page.context().newCDPSession(page), address, async () => {
      await act();
      await settle(page);
    });
    times.push(Math.max(...main.filter(isTask).map((e) => e.tdur ?? 0)) / 1000);
  };
  for (let i = 0; i < 3; i++) {
    const contexts = [await newContext({ viewport: { width: 1440, height: 900 } }), await newContext({ viewport: { width: 1440, height: 900 } })];
    const [page, within] = await Promise.all(contexts.map((context) => context.newPage()));
    await measure(page, longest[0], () => page.goto(address, { waitUntil: 'load' }));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await settle(page);
    await measure(page, longest[1], () => page.reload({ waitUntil: 'load' }));
    if (id) await measure(within, longest[2], () => within.goto(`${address}#${encodeURIComponent(id)}`, { waitUntil: 'load' }));
    for (const context of contexts) await context.close();
  }
  return longest.map((times) => times.length ? Math.min(...times) : 0);
}

const pages = JSON.parse(list).flatMap((brand) => brand.manuals).filter((m) => m.visibility === 'public' && (!m.expiresAt || new Date(m.expiresAt) > new Date())).map((m) => m.address).filter((address) => new URL(address).hostname.endsWith('localhost')); // not on a domain of its own
console.log(`first view without pictures and fonts; longest task in processor time of ${cpus().length} x ${cpus()[0].model}; the rest with the processor four times slower\n`);
console.log('kB    elements  tab stops/color  longest, again, within ms  ready ms  script layout ms  CLS    page');
let failed = 0;
for (const address of pages) {
  const context = await newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const kinds = {};
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, type }) => { kinds[requestId] = type; });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Document', 'Stylesheet', 'Script'].includes(kinds[requestId])) bytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  // Fonts come after the first paint, so that a swap that moves something is seen.
  let paint, painted;
  const holdFonts = () => { painted = new Promise((done) => { paint = done; }); };
  holdFonts();
  await context.exposeFunction('firstPaint', () => paint());
  await context.route(/\.woff2?$|\.ttf$|\.otf$/, async (route) => { await painted; await route.continue(); });
  await page.addInitScript(() => {
    const name = (node) => node ? `<${(node.outerHTML ?? node.parentElement.outerHTML).match(/<([^>]{0,80})/)[1]}>` : 'removed node';
    const place = (rect) => `${Math.round(rect.x)},${Math.round(rect.y)} ${Math.round(rect.width)}x${Math.round(rect.height)}`;
    window.cls = 0;
    window.moved = [];
    new PerformanceObserver((list) => { if (list.getEntriesByName('first-contentful-paint').length) window.firstPaint(); }).observe({ type: 'paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const e of list.getEntries().filter((e) => !e.hadRecentInput)) {
        window.cls += e.value;
        window.moved.push(...e.sources.map((s) => `${e.value.toFixed(4)} at ${Math.round(e.startTime)} ms: ${name(s.node)} ${place(s.previousRect)} to ${place(s.currentRect)}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let ready;
  const main = await trace(cdp, address, async () => {
    await page.goto(address, { waitUntil: 'load' });
    ready = await page.evaluate(() => Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd - performance.getEntriesByType('navigation')[0].responseStart));
    await settle(page);
  });
  const scripts = main.filter((e) => ['EvaluateScript', 'FunctionCall', 'v8.run'].includes(e.name));
  const forced = main.filter((e) => ['Layout', 'UpdateLayoutTree'].includes(e.name) && scripts.some((s) => e.ts >= s.ts && e.ts < s.ts + s.dur)).reduce((sum, e) => sum + e.dur, 0) / 1000;
  const { elements, stops, colors, cls, moved } = await page.evaluate(() => ({
    elements: document.querySelectorAll('*').length, colors: document.querySelectorAll('.swatch').length, cls: window.cls, moved: window.moved,
    stops: [...document.querySelectorAll('.swatches :is(a, button, [tabindex="0"])')].filter((e) => e.tabIndex >= 0).length,
  }));
  const kB = bytes / 1000;
  // A deep link with late fonts lands where it says, and nothing shifts.
  const ids = await page.evaluate(() => [...document.querySelectorAll('.block[id], .section[id]')].map((e) => e.id));
  const id = ids[Math.floor(ids.length * 0.8)];
  let deep = 0, deepMoved = [], off = 0;
  if (id) {
    await page.goto('about:blank');
    holdFonts();
    await page.goto(`${address}#${encodeURIComponent(id)}`, { waitUntil: 'load' });
    await settle(page);
    [deep, deepMoved, off] = await page.evaluate((id) => {
      const e = document.getElementById(id), margin = parseFloat(getComputedStyle(e).scrollMarginTop), end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      return [window.cls, window.moved, end ? 0 : e.getBoundingClientRect().top - margin];
    }, id);
  }
  const [task, reload, within] = await measureTasks(address, id);
  const wrong = [task > limits.task && 'a task is too long', reload > limits.task && 'a task is too long when it is loaded again', within > limits.task && `a task is too long at #${id}`, kB > limits.kB && 'too heavy', elements > limits.elements(colors) && 'too many elements', cls > 0.001 && `shifts ${cls.toFixed(4)}`, deep > 0.001 && `shifts at #${id} ${deep.toFixed(4)}`, Math.abs(off) > 2 && `#${id} is ${Math.round(off)} px off`].filter(Boolean);
  failed += wrong.length;
  const cell = (value, width) => String(value).padEnd(width);
  console.log(cell(kB.toFixed(1), 6) + cell(elements, 10) + cell(colors ? (stops / colors).toFixed(1) : '-', 17) + cell([task, reload, within].map((ms) => ms.toFixed(0)).join(', '), 26) + cell(ready, 10) + cell(Math.round(forced), 18) + cell(cls.toFixed(3), 7) + address.replace(/:\d+/, '') + (wrong.length ? `  ${wrong.join(', ')}` : ''));
  if (cls > 0.001) console.log(`  ${moved.join('\n  ')}`);
  if (deep > 0.001) console.log(`  ${deepMoved.join('\n  ')}`);
  await context.close();
}
await browser.close();
if (failed) throw new Error(`${failed} limits are broken`);
