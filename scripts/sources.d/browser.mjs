// Asks Chromium what a value is: the computed value of a custom property on the root
// element in a mode, and of the value that is served in its place, both used for the
// property that the token is for. What computes alike means the same.
import { readFileSync } from 'node:fs'
import postcss from 'postcss'
import { chromium } from 'playwright-core'

const [executablePath] = process.argv.slice(2)
let browser

// properties are the properties that values of a group are used for.
const properties = {
  color: 'color', theme: 'color', dimension: 'margin-left', radius: 'margin-left', fontSize: 'margin-left', duration: 'transition-duration',
  cubicBezier: 'transition-timing-function', fontFamily: 'font-family', typeface: 'font-family', shadow: 'box-shadow', gradient: 'background-image', fontWeight: 'font-weight',
  'letter-spacing': 'letter-spacing', length: 'margin-left', border: 'border-top', transition: 'transition', strokeStyle: 'border-top-style', 'paragraph-spacing': 'margin-left',
}

// propertyOf returns the property for an entry of the report; numbers are compared as text.
export function propertyOf(entry) {
  const group = entry.token.split('.')[0]
  if (group !== 'text') return properties[group]
  const part = /(font-?size|size|line-?height|leading|font-?weight|weight|letter-?spacing|tracking|font-?style|text-?transform|text-?case)$/i.exec(entry.name)
  if (!part) return 'font'
  const word = part[1].toLowerCase().replace('-', '')
  return { fontsize: 'margin-left', size: 'margin-left', lineheight: 'line-height', leading: 'line-height', fontweight: 'font-weight', weight: 'font-weight',
    letterspacing: 'letter-spacing', tracking: 'letter-spacing', fontstyle: 'font-style', texttransform: 'text-transform', textcase: 'text-transform' }[word]
}

// sheet returns a style sheet as a browser takes it: the themes of Tailwind and daisyUI are
// rules for the root, and no other style sheet is loaded.
const sheets = new Map()
function sheet(file) {
  if (!sheets.has(file)) {
    const root = postcss.parse(readFileSync(file, 'utf8'))
    root.walkAtRules('import', (rule) => rule.remove())
    root.walkAtRules('theme', (rule) => {
      const own = postcss.rule({ selector: ':root', nodes: rule.nodes.filter((node) => node.type === 'decl' && !node.prop.endsWith('*')) })
      rule.replaceWith(postcss.atRule({ name: 'layer', params: 'theme', nodes: [own] }))
    })
    sheets.set(file, root.toString().replaceAll('--theme(', 'var('))
  }
  return sheets.get(file)
}

// stateOf returns what makes the root element one that a declaration holds for: attributes
// and classes of the first selector that says no more, and the color scheme.
function stateOf(rule) {
  const state = { attributes: {}, classes: [], scheme: 'light' }
  for (let node = rule; node && node.type !== 'root'; node = node.parent) {
    if (node.type === 'atrule' && /prefers-color-scheme:\s*dark/.test(node.params)) state.scheme = 'dark'
    if (node.type !== 'rule') continue
    const selector = node.selectors.map((text) => text.trim()).find((text) => /^(?:\[[^\]]+\]|\.[-\w\\]+|:root|html|&|:where\([^)]*\)|:not\([^)]*\)|:host)+$/.test(text) && !text.includes(':host')) ?? ''
    const plain = selector.replace(/:not\([^)]*\)/g, '')
    for (const [, name, value] of plain.matchAll(/\[([-\w]+)\s*(?:[~|^$*]?=\s*["']?([^"'\]]*)["']?)?\s*\]/g)) {
      if (value !== undefined) state.attributes[name] = value
      else state.attributes[name] ??= ''
    }
    for (const [, name] of plain.matchAll(/\.([-\w]+)/g)) state.classes.push(name)
  }
  return state
}

const isPlain = (state) => state.classes.length === 0 && Object.keys(state.attributes).length === 0 && state.scheme === 'light'

// declarations returns the declarations of custom properties of a style sheet by place.
export function declarations(file) {
  const found = new Map()
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  postcss.parse(text, { from: file }).walkDecls(/^--/, (d) => {
    const { line, column } = d.source.start
    const key = `${line}:${Buffer.byteLength(lines[line - 1].slice(0, column - 1)) + 1}` // a report counts bytes
    found.set(key, { rule: d.parent, value: d.value, name: d.prop.replace(/\\(.)/g, '$1') })
  })
  return found
}

// computed returns, for jobs of a property, a text and the value that is served, the two
// computed values in a state.
async function computed(page, files, state, jobs) {
  await page.emulateMedia({ colorScheme: state.scheme })
  await page.setContent(`<!doctype html><html><head>${files.map((file) => `<style>${sheet(file).replaceAll('</style', '<\\/style')}</style>`).join('')}</head>
    <body style="all: initial; color-scheme: inherit"></body></html>`)
  return page.evaluate(({ state, jobs, dark }) => {
    const root = document.documentElement
    for (const [name, value] of Object.entries(state.attributes)) root.setAttribute(name, value)
    root.className = state.classes.join(' ')
    if (dark) root.style.colorScheme = 'dark'
    const rootStyle = getComputedStyle(root)
    const written = (text) => (text.startsWith('var(') && rootStyle.getPropertyValue(text.slice(4, -1)).trim()) || text
    const channels = /^-?[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%(\s*\/.*)?$/
    const all = document.createDocumentFragment()
    const use = (property, text) => { // all elements are made before the first style is computed
      const element = document.createElement('p')
      element.style.cssText = 'font-size: 16px; color: rgb(1 2 3); display: block; border-style: solid; border-width: 0'
      element.style.setProperty(property, text)
      all.append(element)
      return element
    }
    const pairs = jobs.map(({ property, text, value }) => {
      if (!property) return [written(text), value]
      if (property === 'font' && CSS.supports('font-size', written(text))) return [use('font-size', text), use('font', value), 'font-size'] // of Tailwind
      if (property === 'font' && !CSS.supports('font', written(text)) && CSS.supports('font', `${written(text)} x`)) return [use('font', `${written(text)} x`), use('font', value.replace(/(\d[a-z]*)\s[^/]*$/, '$1 x'))] // of no family
      return [use(property, property === 'color' && text.startsWith('var(') && channels.test(written(text)) ? `hsl(${text})` : text), use(property, value)]
    })
    document.body.append(all)
    const read = (element, property) => {
      const style = getComputedStyle(element)
      const parts = { transition: ['property', 'duration', 'timing-function', 'delay'], 'border-top': ['width', 'style', 'color'] }[property]
      return parts ? parts.map((part) => style.getPropertyValue(`${property}-${part}`)).join(' ') : style.getPropertyValue(property)
    }
    return pairs.map(([own, served, property], i) => (jobs[i].property ? [own, served].map((element) => read(element, property ?? jobs[i].property)) : [own, served]))
  }, { state, jobs, dark: state.dark })
}

// compareSheets returns the entries of a report on style sheets that are served otherwise
// than Chromium computes them, each with both values. Value returns what is served for an
// entry and the property; same compares two computed values.
export async function compareSheets(files, entries, value, same) {
  browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] })
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } })
  const page = await context.newPage()
  const found = Object.fromEntries(files.map((file) => [file, declarations(file)]))
  const states = new Map()
  const modes = Object.fromEntries(files.map((file) => [file, entries.filter((e) => e.file === file)]))
  const isMode = (file) => files.length > 1 && modes[file].filter((e) => e.mode !== '').length > modes[file].length / 2 // the whole file is one
  const stateOfMode = {} // of the first rule that a mode has for itself
  for (const entry of entries.filter((e) => e.mode !== '')) {
    const declaration = found[entry.file]?.get(`${entry.line}:${entry.column}`)
    if (declaration && !isPlain(stateOf(declaration.rule))) stateOfMode[entry.mode] ??= stateOf(declaration.rule)
  }
  const rest = { attributes: {}, classes: [] } // what the root has at rest, where no rule for it alone has all values
  for (const entry of entries.filter((e) => e.mode === '')) {
    const declaration = found[entry.file]?.get(`${entry.line}:${entry.column}`)
    if (!declaration) continue
    const { attributes, classes } = stateOf(declaration.rule)
    Object.assign(rest.attributes, attributes)
    rest.classes.push(...classes.filter((name) => !rest.classes.includes(name)))
  }
  for (const entry of entries) {
    const declaration = found[entry.file]?.get(`${entry.line}:${entry.column}`)
    const served = value(entry)
    if (!declaration || served === undefined) continue
    const state = stateOf(declaration.rule)
    if (entry.mode === '') Object.assign(state, rest)
    else if (isPlain(state)) Object.assign(state, stateOfMode[entry.mode])
    state.dark = entry.mode !== '' && /light-dark\(/.test(declaration.value)
    const whole = files.filter((file) => file === entry.file || !isMode(file))
    const key = JSON.stringify([whole, state])
    if (!states.has(key)) states.set(key, { whole, state, jobs: [] })
    states.get(key).jobs.push({ entry, property: propertyOf(entry), text: `var(${entry.name.replace(/[^-\w\u0080-\uffff]/g, '\\$&')})`, value: String(served) })
  }
  const wrong = []
  let checked = 0
  for (const { whole, state, jobs } of states.values()) {
    const results = await computed(page, whole, state, jobs.map(({ property, text, value }) => ({ property, text, value })))
    results.forEach(([own, served], i) => {
      checked++
      if (!same(jobs[i].property, own, served)) wrong.push([jobs[i].entry, own, served])
    })
  }
  await context.close()
  return { wrong, checked }
}

// compareValues returns which texts compute otherwise than the values that are served.
export async function compareValues(jobs, same) {
  browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] })
  const page = await browser.newPage()
  const results = await computed(page, [], { attributes: {}, classes: [], scheme: 'light' }, jobs)
  await page.close()
  return results.map(([own, served], i) => same(jobs[i].property, own, served))
}

export const close = () => browser?.close()
