// Converts each source of list.mjs and prints the table of what became of its
// values. A value that is kept is wrong if readers.mjs and culori, which share no
// code with the program, give another; a value is unsaid if the report does not
// have it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sources } from './list.mjs'
import { read } from './readers.mjs'
import { differs } from './values.mjs'

const program = './designmanual'
const line = /^(.+?):(\d+):(\d+): (.*?)(?: \(([^()]*)\))?: (?:kept as (\S+)|warning: (.*))$/

// plurals are the groups of the summary that do not add an s to the singular.
const plurals = {
  'value that needs math': 'values that need math', 'value that holds only in some rules': 'values that hold only in some rules',
  'reference to what is not there': 'references to what is not there', 'value that a later one overrides': 'values that a later one overrides',
  'value of another mode': 'values of other modes', 'value of another kind': 'values of other kinds', 'value whose name is taken': 'values whose name is taken',
  'value that is not of its type': 'values that are not of their type', 'transition or animation': 'transitions and animations',
  'filter or mask': 'filters and masks', 'easing that is no cubic curve': 'easings that are not cubic curves',
  opacity: 'opacities', 'z-index': 'z-indexes',
}

// convert returns the entries of the report, and the tokens by group and name.
function convert(files, options) {
  const run = spawnSync(program, ['convert', '--brand', 'acme', '--report', 'report.txt', ...options, ...files], { maxBuffer: 2 ** 28 })
  if (run.status !== 0) throw new Error(`${files}: ${run.stderr}`)
  writeFileSync('acme.json', run.stdout)
  rmSync('test.db', { force: true })
  execFileSync(program, ['import', '--db', 'test.db', '--strict', 'acme.json'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const document = JSON.parse(execFileSync(program, ['show', '--db', 'test.db', 'acme', '--tokens'], { maxBuffer: 2 ** 28 }))
  const tokens = {}
  const walk = (node, path) => {
    for (const [key, inside] of Object.entries(node)) {
      if (typeof inside.$value === 'string') tokens[[...path, key].join('.')] = inside.$value
      else walk(inside, [...path, key])
    }
  }
  walk(document, [])
  const entries = readFileSync('report.txt', 'utf8').trim().split('\n').map((text) => {
    const m = line.exec(text)
    if (!m) throw new Error(`not a line of a report: ${text}`)
    return { file: m[1], line: +m[2], name: m[4], mode: m[5] ?? '', token: m[6], reason: m[7] }
  })
  return { entries, tokens, summary: run.stderr.toString().trim().split('\n').at(-1) }
}

const groups = {}
const rows = []
const failures = []
for (const { name, files, options = [] } of sources) {
  const paths = files.map((file) => `node_modules/${file}`)
  const { entries, tokens, summary } = convert(paths, options)
  const expected = read(paths, entries)
  const kept = entries.filter((e) => e.token)
  let wrong = 0
  let checked = 0
  for (const entry of kept) {
    const served = tokens[entry.token]
    const value = expected.value(entry)
    if (value !== undefined) checked++
    if (served === undefined || value !== undefined && differs(entry.token, served, value)) {
      wrong++
      failures.push(`${name}: ${entry.file}:${entry.line} ${entry.name} (${entry.mode}) is ${JSON.stringify(value)}, but ${entry.token} is ${served}`)
    }
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
  rows.push([name, expected.count, kept.length, entries.length - kept.length, wrong, expected.count - entries.length, checked, most])
}

console.log(`# What becomes of the tokens that real projects publish

scripts/sources writes this table. *In* is how many values a parser that is not the program's finds in the files; *kept*
is how many of them are served; *said* is how many the report names with a reason why they are not. *Wrong* is how many
of those kept differ from what culori, Sass or the file itself says; all but a few are *compared*. *Unsaid* is what
remains.

| source | in | kept | said | wrong | unsaid | compared | most of what is left out |
| --- | --: | --: | --: | --: | --: | --: | --- |`)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
console.log(`
## What no block has a place for, and other reasons

| reason | values | sources |
| --- | --: | --: |`)
for (const [group, { count, sources: n }] of Object.entries(groups).sort((a, b) => b[1].sources - a[1].sources || b[1].count - a[1].count)) {
  console.log(`| ${group} | ${count} | ${n} |`)
}
for (const failure of failures.slice(0, 40)) console.error(failure)
if (failures.length > 0 || rows.some((row) => row[5] !== 0)) {
  for (const row of rows.filter((row) => row[4] || row[5])) console.error(row.join(' | '))
  process.exit(1)
}
