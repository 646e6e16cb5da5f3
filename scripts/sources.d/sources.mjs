// Converts each source of list.mjs and prints the table of what became of its
// values. A value that is kept is wrong if Chromium, which computes style sheets, Sass,
// Style Dictionary or Terrazzo say another; a value is unsaid if the report does not
// have it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { close, compareSheets, compareValues, propertyOf } from './browser.mjs'
import { sources } from './list.mjs'
import { read } from './readers.mjs'
import { cssOf, same } from './values.mjs'

const program = './designmanual'
const line = /^(.+?):(\d+):(\d+): (.*?)(?: \(([^()]*)\))?: (?:kept as (\S+)|warning: (.*))$/

// plurals are the groups of the summary that do not add an s to the singular.
const plurals = {
  'value that needs math': 'values that need math', 'value that holds only in some rules': 'values that hold only in some rules',
  'reference to what is not there': 'references to what is not there', 'value that a later one overrides': 'values that a later one overrides',
  'value of another mode': 'values of other modes', 'value in an extension': 'values in extensions', 'value of another kind': 'values of other kinds', 'value whose name is taken': 'values whose name is taken',
  'value that is not of its type': 'values that are not of their type', 'transition or animation': 'transitions and animations',
  'filter or mask': 'filters and masks', 'easing that is no cubic curve': 'easings that are not cubic curves', 'part of a color': 'parts of colors',
  'text case or decoration': 'text cases and decorations', 'value for two modes of which one holds': 'values for two modes of which one holds',
}

// kinds are what the second table counts, by words of names.
const kinds = {
  'font weights': /font-?weight|(^|[-.])weight$/i, 'line heights': /line-?height|leading/i, 'letter spacings': /letter-?spac|tracking/i,
  'text styles': /typography|text-?style/i, gradients: /gradient/i, 'opacities, z-indexes, ratios': /opacity|z-?index|zindex|aspect|(^|[-.])ratio/i,
}
const elsewhere = /^(it holds only|there is no|.*which it refers to|it needs to be computed|another declaration|another .* of the variable|no browser computes|it is the value for|it is a part of a color)|\((keywords|pictures|values of other kinds|text cases and decorations|transitions and animations|filters and masks|easings that are not cubic curves)\)/

// convert returns the entries of the report, and the values of the seed file by token and mode.
function convert(files, options) {
  const run = spawnSync(program, ['convert', '--brand', 'acme', '--report', 'report.txt', ...options, ...files], { maxBuffer: 2 ** 28 })
  if (run.status !== 0) throw new Error(`${files}: ${run.stderr}`)
  writeFileSync('acme.json', run.stdout)
  rmSync('test.db', { force: true })
  execFileSync(program, ['import', '--db', 'test.db', '--strict', 'acme.json'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const served = JSON.parse(execFileSync(program, ['show', '--db', 'test.db', 'acme', '--tokens'], { maxBuffer: 2 ** 28 }))
  const entries = readFileSync('report.txt', 'utf8').trim().split('\n').map((text) => {
    const m = line.exec(text)
    if (!m) throw new Error(`not a line of a report: ${text}`)
    return { file: m[1], line: +m[2], column: +m[3], name: m[4], mode: m[5] ?? '', token: m[6], reason: m[7] }
  })
  return { entries, tokens: seedValues(JSON.parse(run.stdout), served), summary: run.stderr.toString().trim().split('\n').at(-1) }
}

const lists = { colors: 'color', fonts: 'fontFamily', steps: 'dimension', breakpoints: 'dimension', durations: 'duration', easings: 'cubicBezier', radii: 'radius', levels: 'shadow',
  styles: 'text', gradients: 'gradient' }
const kebab = (name) => name.toLowerCase().normalize('NFC').replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-').replace(/^-+|-+$/g, '')

// seedValues returns the values of a seed file by token and mode; those at rest are what the
// program serves, where its token document has them.
function seedValues(seed, served) {
  const values = {}
  const modes = {}
  const add = (token, entry, own) => {
    values[token] = { '': own }
    for (const [slug, value] of Object.entries(entry.modes ?? {})) values[token][slug] = typeof value === 'object' && value.hex ? value.hex : typeof own === 'object' && !Array.isArray(own) ? { ...own, ...value } : value
  }
  for (const { blocks } of seed.manuals[0].sections) {
    for (const { content } of blocks) {
      for (const theme of content.themes ?? []) modes[theme.name] = theme.slug ?? kebab(theme.name)
      for (const [list, group] of Object.entries(lists)) {
        for (const entry of content[list] ?? []) {
          if (typeof entry !== 'object') continue
          const name = typeof entry.step === 'number' ? String(entry.step).replace('.', '-') : kebab(String(entry.name ?? entry.step ?? entry.usage))
          add(`${group}.${list === 'breakpoints' ? 'breakpoint-' : ''}${name}`, entry, entry.hex ?? entry.value ?? (entry.size ? entry : [entry.family, ...(entry.fallbacks ?? [])]))
          for (const [step, tint] of Object.entries(entry.tints ?? {})) add(`color.${name}-${step}`, tint, tint.hex ?? tint)
        }
      }
      for (const entry of content.tokens ?? []) add(`${content.title ? kebab(content.title) : entry.type}.${kebab(entry.name)}`, entry, entry.value)
    }
  }
  const walk = (node, path) => {
    for (const [key, inside] of Object.entries(node)) {
      if (typeof inside.$value === 'string') (values[[...path, key].join('.')] ??= {})[''] = inside.$value
      else walk(inside, [...path, key])
    }
  }
  walk(served, [])
  return { values, modes }
}

// valueOf returns what is served for an entry of the report in its mode.
function valueOf({ values, modes }, entry) {
  const token = values[entry.token]
  if (!token) return undefined
  const value = token[modes[entry.mode] ?? entry.mode] ?? token['']
  if (!entry.token.startsWith('text.') || typeof value !== 'object') return Array.isArray(value) ? textOf(value) : value
  const size = values[`fontSize.${value.size}`]?.[''] ?? value.size
  switch (propertyOf(entry)) {
    case 'margin-left': return size
    case 'line-height': return value.lineHeight ?? 'normal'
    case 'font-weight': return value.weight ?? 'normal'
    case 'letter-spacing': return value.letterSpacing ?? 'normal'
    case 'font-style': return value.style ?? 'normal'
    case 'text-transform': return { upper: 'uppercase', lower: 'lowercase', title: 'capitalize' }[value.case] ?? 'none'
  }
  const family = Object.entries(values).find(([name, own]) => name.startsWith('fontFamily.') && own[''].split(',')[0].replace(/["']/g, '') === value.family)?.[1]['']
  return `${value.style ?? ''} ${value.weight ?? ''} ${size}${value.lineHeight ? `/${value.lineHeight}` : ''} ${family ?? JSON.stringify(value.family)}`.trim()
}

// textOf returns layers of a shadow, or families, as CSS.
const textOf = (list) => list.map((part) => (typeof part === 'string' ? part : `${part.inset ? 'inset ' : ''}${part.x} ${part.y} ${part.blur} ${part.spread} ${part.color}`)).join(', ')

// wrongValues returns the entries whose value is another one, and how many were compared.
async function wrongValues(paths, kept, expected, tokens) {
  if (!expected.value) return compareSheets(paths, kept, (entry) => valueOf(tokens, entry), same)
  const jobs = []
  const judges = {}
  for (const entry of kept) {
    const own = expected.value(entry)
    const property = propertyOf(entry)
    const served = valueOf(tokens, entry)
    if (own === undefined || served === undefined) continue
    const judge = expected.judge ?? entry.judge
    judges[judge] = (judges[judge] ?? 0) + 1
    jobs.push({ entry, property, text: String(cssOf(own, property ?? (/spacing|length/.test(entry.token.split('.')[0]) ? 'margin-left' : undefined))), value: String(served) })
  }
  const right = await compareValues(jobs.map(({ property, text, value }) => ({ property, text, value })), same)
  const judge = Object.entries(judges).sort((a, b) => b[1] - a[1]).map(([name, count], _, all) => (all.length > 1 ? `${name} ${count}` : name)).join(', ')
  return { wrong: jobs.filter((_, i) => !right[i]).map((job) => [job.entry, job.text, job.value]), checked: jobs.length, judge }
}

// checkJudge serves three wrong values of a source, the last in another mode if it has one, and
// throws an error unless its judge finds each of them.
const checked = new Set() // judges
async function checkJudge(paths, kept, expected, { values, modes }) {
  const plain = kept.filter((entry) => entry.token.startsWith('color.') && entry.mode === '')
  const inMode = kept.filter((entry) => entry.token.startsWith('color.') && entry.mode !== '')
  const planted = [plain.at(0), plain.at(plain.length / 2), (inMode.length ? inMode : plain).at(-1)]
  const wrong = structuredClone(values)
  for (const entry of planted) wrong[entry.token][modes[entry.mode] ?? entry.mode] = '#123456'
  const found = new Set((await wrongValues(paths, kept, expected, { values: wrong, modes })).wrong.map(([entry]) => entry))
  for (const entry of planted) if (!found.has(entry)) throw new Error(`the judge takes a wrong value of ${entry.name} (${entry.mode}) for right`)
}

const groups = {}
const byKind = {}
const rows = []
const failures = []
const only = process.argv[3] // a part of the names of sources, for a look at some of them
for (const { name, files, options = [], before } of sources.filter((source) => source.name.includes(only ?? ''))) {
  const told = failures.length
  const paths = files.map((file) => `node_modules/${file}`)
  const { entries, tokens, summary } = convert(paths, options)
  const expected = await read(paths, entries, { before })
  const kept = entries.filter((e) => e.token)
  for (const entry of kept.filter((entry) => valueOf(tokens, entry) === undefined && !entry.token.startsWith('dimension'))) failures.push(`${name}: ${entry.name} is kept as ${entry.token}, which is not there`)
  const { wrong, checked: compared, judge = 'Chromium' } = await wrongValues(paths, kept, expected, tokens)
  const first = judge.replace(/ \d.*/, '') // who says most
  if (!checked.has(first)) await checkJudge(paths, kept, expected, tokens)
  checked.add(first)
  for (const [entry, own, served] of wrong) failures.push(`${name}: ${entry.file}:${entry.line} ${entry.name} (${entry.mode}) is ${own}, but ${entry.token} is ${served}`)
  const places = new Set(entries.map((e) => `${e.file}:${e.line}:${e.column}${/\.(json|scss)$/.test(e.file) ? `:${e.name}:${e.mode}` : ''}`)).size
  const inPlace = entries.filter((e) => !(e.reason && elsewhere.test(e.reason))) // of kinds that have a place
  const inModes = inPlace.filter((e) => e.mode !== '')
  const keptOf = (all) => all.filter((e) => e.token).length
  if (keptOf(inModes) < 0.9 * inModes.length) failures.push(`${name}: ${keptOf(inModes)} of ${inModes.length} values of other modes are kept, fewer than 90 %`)
  const counted = { kept: 0, count: 0 }
  for (const [kind, words] of Object.entries(kinds)) {
    const all = inPlace.filter((e) => words.test(e.name))
    byKind[kind] ??= { count: 0, kept: 0 }
    for (const sum of [byKind[kind], counted]) {
      sum.count += all.length
      sum.kept += keptOf(all)
    }
    if (Math.floor(100 * keptOf(all) / all.length) < 95) failures.push(`${name}: ${keptOf(all)} of ${all.length} ${kind} are kept, fewer than 95 %`)
  }
  const [, left = ''] = summary.split('; left out ')
  const counts = [...left.matchAll(/(\d+) ([^,(]+) \(first/g)]
  for (const [, count, words] of counts) {
    const group = count === '1' ? plurals[words] ?? `${words}s` : words
    groups[group] ??= { count: 0, sources: 0 }
    groups[group].count += +count
    groups[group].sources++
  }
  const most = counts.slice(0, 3).map(([, count, words]) => `${count} ${words}`).join(', ')
  const modes = inModes.length ? `${keptOf(inModes)} of ${inModes.length}` : ''
  const ofKinds = counted.count ? `${counted.kept} of ${counted.count}` : ''
  rows.push([name, expected.count, kept.length, entries.length - kept.length, modes, ofKinds, wrong.length, expected.count - places, compared, judge, most])
  if (only !== undefined) console.error([rows.at(-1).join(' | '), ...failures.slice(told)].join('\n'))
}
await close()

console.log(`# What becomes of the tokens that real projects publish

scripts/sources writes this table. *In* is how many values a parser that is not the program's finds in the files; *kept*
is how many of them are served; *said* is how many the report names with a reason why they are not; *modes* are the values
of other modes that are kept, and *kinds* those of the second table, of those that there are. *Wrong* is how many of those
kept mean something else to the judge: Chromium, which computes the style sheet and what is served in its place, dart-sass,
Style Dictionary, Terrazzo, or the file itself where no tool reads it; all but a few are *compared*. *Unsaid* is what remains.
Scripts/sources fails where one is wrong or unsaid, or where of a source fewer than 90 % of the modes or 95 % of a kind are kept.

| source | in | kept | said | modes | kinds | wrong | unsaid | compared | judge | most of what is left out |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- | --- |`)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
console.log(`
## What is kept of each kind

Here and in the columns *modes* and *kinds*, values that hold only in some rules, that refer to what is not there, need math,
are keywords, pictures or of kinds that no block has a place for, or that a later value overrides are not counted.

| kind | values | kept |
| --- | --: | --: |`)
for (const [kind, { count, kept }] of Object.entries(byKind)) console.log(`| ${kind} | ${count} | ${(100 * kept / count).toFixed(1)} % |`)
console.log(`
## What no block has a place for, and other reasons

| reason | values | sources |
| --- | --: | --: |`)
for (const [group, { count, sources: n }] of Object.entries(groups).sort((a, b) => b[1].sources - a[1].sources || b[1].count - a[1].count)) {
  console.log(`| ${group} | ${count} | ${n} |`)
}
if (only === undefined) for (const failure of failures.slice(0, 2000)) console.error(failure)
if (failures.length > 0 || rows.some((row) => row[7] !== 0)) {
  for (const row of rows.filter((row) => row[6] || row[7])) console.error(row.join(' | '))
  process.exit(1)
}
