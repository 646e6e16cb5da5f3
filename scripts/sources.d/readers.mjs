// Reads the values of sources: how many there are, and those of JSON and SCSS, which Style
// Dictionary, Terrazzo and Sass say. What no tool reads is read as it is.
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defineConfig, parse as parseTerrazzo } from '@terrazzo/parser'
import { formatHex8, parse } from 'culori'
import postcss from 'postcss'
import scss from 'postcss-scss'
import * as sass from 'sass'
import StyleDictionary from 'style-dictionary'
import { modifyColor } from './node_modules/@tokens-studio/sd-transforms/dist/color-modifiers/modifyColor.js'
import { hexOf } from './values.mjs'

// read returns how many values files have, who says what they are, and a function that
// returns the value for an entry of the report, or undefined if nobody can tell. Style sheets
// of CSS have no such function: Chromium compares them.
export async function read(files, entries, { before } = {}) {
  if (files[0].endsWith('.scss')) return { judge: 'dart-sass', ...readSCSS(files[0], entries, before) }
  if (!files[0].endsWith('.json')) return { judge: 'Chromium', count: countCSS(files) }
  const own = readJSON(files)
  const tool = await readTool(files)
  if (!tool) return { judge: 'the file', ...own }
  return { judge: tool.judge, count: own.count, value: (entry) => tool.value(entry) ?? own.value(entry) }
}

const ignored = /^(property|font-face|counter-style|font-palette-values)$/

// countCSS counts the declarations of custom properties; light-dark() has two values.
function countCSS(files) {
  let count = 0
  for (const file of files) {
    postcss.parse(readFileSync(file, 'utf8'), { from: file }).walkDecls(/^--/, (declaration) => {
      if (declaration.prop.endsWith('*') || declaration.parent.type === 'atrule' && ignored.test(declaration.parent.name)) return
      count++
    })
  }
  return count
}

// readTool asks Style Dictionary, or Terrazzo for a resolver, for the values of documents
// that they read: one, or several of which each is a mode. It returns undefined for others.
async function readTool(files) {
  const documents = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
  if (documents[0].resolutionOrder) return readTerrazzo(files[0])
  const text = JSON.stringify(documents)
  if (documents.some((d) => Array.isArray(d) || d.$metadata || d.$themes) || /"sets":|"modify":|alphaModifier|"(?:light|comfortable)":/.test(text) || !/"\$?value":/.test(text)) return undefined
  const byMode = {}
  for (const [i, document] of documents.entries()) {
    const sd = new StyleDictionary({ tokens: merge(structuredClone(documents[0]), i ? document : {}), platforms: { x: { transforms: [] } }, log: { verbosity: 'silent', warnings: 'disabled', errors: { brokenReferences: 'console' } } })
    await sd.hasInitialized
    const { allTokens } = await sd.getPlatformTokens('x')
    byMode[i ? /([^/]+?)\.[^/]*$/.exec(files[i])[1] : ''] = new Map(allTokens.map((token) => [token.path.join('.'), token.$value ?? token.value]))
  }
  const value = (entry) => {
    const found = (byMode[entry.mode] ?? byMode['']).get(entry.name)
    return /[{]|[-+*/] \d|var\(/.test(JSON.stringify(found) ?? '{') && typeof found === 'string' ? undefined : found
  }
  return { judge: 'Style Dictionary', value }
}

function merge(base, over) {
  for (const [key, value] of Object.entries(over)) {
    base[key] = value && typeof value === 'object' && !Array.isArray(value) && !('$value' in value) && !('value' in value) && base[key] && typeof base[key] === 'object' ? merge(base[key], value) : value
  }
  return base
}

async function readTerrazzo(file) {
  const config = defineConfig({ tokens: [file], lint: { rules: {} } }, { cwd: new URL('.', import.meta.url) })
  const { tokens } = await parseTerrazzo([{ filename: new URL(file, import.meta.url), src: readFileSync(file, 'utf8') }], { config })
  return { judge: 'Terrazzo', value: (entry) => tokens[entry.name]?.$value }
}

// readSCSS asks Sass for each variable and each entry of a map, at the end of the file. What
// stands before it is imported first.
function readSCSS(file, entries, before = []) {
  let count = 0
  scss.parse(readFileSync(file, 'utf8')).walkDecls(/^\$|^--/, (declaration) => {
    count += leaves(declaration.value)
  })
  const key = (part, quoted) => (/^\d+$/.test(part) && !quoted ? part : `"${part}"`) // a key may be a number
  const wanted = entries.filter((entry) => entry.token && entry.name.startsWith('$'))
  const lines = wanted.map((entry, i) => {
    const [variable, ...keys] = entry.name.split('.')
    const get = (quoted) => `map.get(${variable}, ${keys.map((part) => key(part, quoted)).join(', ')})`
    return `--v${i}: #{meta.inspect(${keys.length ? `if(${get(true)} == null, ${get(false)}, ${get(true)})` : variable})};`
  })
  const options = { loadPaths: [dirname(file)], silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function', 'slash-div'], logger: sass.Logger.silent }
  const imports = [...before, basename(file, '.scss').replace(/^_/, '')].map((name) => `@import "${name}";`).join(' ')
  const { css } = sass.compileString(`@use "sass:map"; @use "sass:meta"; ${imports} x { ${lines.join('\n')} }`, options)
  const values = {}
  postcss.parse(css).walkDecls(/^--v/, (declaration) => { values[declaration.prop.slice(3)] = declaration.value })
  wanted.forEach((entry, i) => { entry.raw = values[i] })
  return { count, value: (entry) => entry.raw?.replace(/^\((.*)\)$/, '$1') }
}

// leaves counts the values in a map of SCSS, 1 for what is no map.
function leaves(value) {
  const text = value.replace(/\/\/.*$/gm, '').replace(/!default/, '').trim()
  if (!text.startsWith('(') || !text.endsWith(')')) return 1
  const parts = []
  let level = 0
  let part = ''
  for (const c of `${text.slice(1, -1)},`) {
    if (c === '(') level++
    if (c === ')') level--
    if (c === ',' && level === 0) {
      if (part.trim()) parts.push(part.trim())
      part = ''
    } else part += c
  }
  if (parts.some((text) => !text.includes(':'))) return 1
  return parts.reduce((sum, text) => sum + leaves(text.slice(text.indexOf(':') + 1).trim()), 0)
}

// calculate computes a product or a sum of two numbers.
function calculate(text) {
  const inside = /^calc\(([-+*/ \d.()]*(?:px|rem|em|%|ms|s)?[-+*/ \d.()]*(?:px|rem|em|%|ms|s)?[-+*/ \d.()]*)\)$/.exec(text)
  if (!inside) return text.replace(/^calc\((.*)\)$/, '$1')
  const unit = /px|rem|em|%|ms|s/.exec(inside[1])?.[0] ?? ''
  return `${+Function(`return ${inside[1].replaceAll(unit || /$^/, '')}`)().toPrecision(9)}${unit}`
}

const composite = ['colorSpace', 'unit', 'color', 'width', 'style', 'blur', 'fontFamily', 'fontSize', 'duration']

function readJSON(files) {
  const values = {} // by mode and name
  let count = 0
  const add = (name, mode, value, node) => {
    count++
    const key = name.replaceAll('.', '-')
    values[mode] ??= {}
    values[mode][key] ??= { value, modify: node.$extensions?.['studio.tokens']?.modify, alpha: node.$extensions?.['org.carbon']?.alphaModifier }
  }
  const isToken = (node) => '$value' in node || 'value' in node && (typeof node.value !== 'object' || typeof node.type === 'string' || Array.isArray(node.value)) || modesOf(node)
  const modesOf = (node) => {
    if (node.sets && typeof node.sets === 'object') return node.sets
    const value = node.$value
    if (value && typeof value === 'object' && !Array.isArray(value) && !node.$type && Object.entries(value).every(([key, v]) => typeof v === 'string' && !composite.includes(key))) return value
  }
  const token = (node, name, modes) => {
    const inside = modesOf(node)
    if (!inside) return add(name, modes.length > 1 && modes.some((mode) => mode !== modes[0]) ? modes.join(' in ') : modes[0] ?? '', node.$value ?? node.value, node)
    for (const [mode, value] of Object.entries(inside)) token(typeof value === 'object' ? value : { $value: value }, name, [...modes, mode])
  }
  const walk = (node, path) => {
    for (const [key, inside] of Object.entries(node)) {
      if (!inside || typeof inside !== 'object' || Array.isArray(inside) || key.startsWith('$') && key !== '$root') continue
      const at = key === '$root' ? path : [...path, key]
      if (isToken(inside)) {
        const { original, value, ...within } = inside
        token(inside, at.join('.'), [])
        if (!modesOf(inside)) walk('$value' in inside && value !== undefined ? { ...within, value } : within, at)
      } else walk(inside, path.length === 0 && key === 'tokens' ? [] : at)
    }
  }
  // names and values alone: a leaf is a value, in a list of colors each item
  const leaves = (node, path) => {
    for (const [key, inside] of Object.entries(node)) {
      const at = [...path, key]
      const name = at.length === 1 ? key.replace(/([a-z]\d*)([A-Z])/g, '$1-$2').toLowerCase().replaceAll('_', '-') : at.join('.')
      if (Array.isArray(inside) && /^#/.test(inside[0])) inside.forEach((value, i) => add(`${name}-${i}`, '', value, {}))
      else if (inside && typeof inside === 'object' && !Array.isArray(inside)) leaves(inside, at)
      else add(name, '', inside, {})
    }
  }
  const isMap = (node) => {
    let [tokens, values] = [0, 0]
    const look = (node) => {
      for (const [key, inside] of Object.entries(node)) {
        if (key.startsWith('$')) continue
        if (inside && typeof inside === 'object' && !Array.isArray(inside)) isToken(inside) ? tokens++ : look(inside)
        else if (inside !== null && typeof inside !== 'boolean') values++
      }
    }
    look(node)
    return values > tokens
  }
  for (const file of files) {
    const document = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(document)) for (const node of document) add(node.name, node.mode ?? '', node.value, node)
    else if (document.resolutionOrder) for (const set of document.resolutionOrder) for (const source of set.sources ?? []) walk(source, [])
    else if (document.$metadata || document.$themes) for (const [name, set] of Object.entries(document)) {
      if (name.startsWith('$')) continue
      const themes = (document.$themes ?? []).filter((theme) => (theme.selectedTokenSets[name] ?? 'disabled') !== 'disabled')
      const mode = themes.length > 0 && themes.length < document.$themes.length ? themes[0].name : ''
      const shared = values['']
      values[''] = mode ? values[mode] ?? {} : shared ?? {}
      walk(set, [])
      if (mode) [values[mode], values['']] = [values[''], shared]
    }
    else {
      const mode = files.length > 1 && !/palette/.test(file) ? /([^/]+?)\.[^/]*$/.exec(file)[1] : ''
      const before = values['']
      values[''] = mode && before ? {} : before ?? {}
      if (isMap(document)) leaves(document, [])
      else walk(document, [])
      if (mode && before) {
        values[mode] = values['']
        values[''] = { ...values[mode], ...before }
      }
    }
  }
  const find = (name, mode) => {
    for (const key of [name.trim(), name.trim().replace(/\.value$/, '')].map((name) => name.replaceAll('.', '-'))) {
      const found = values[mode]?.[key] ?? values['']?.[key] ?? Object.values(values).find((set) => set[key])?.[key]
      if (found) return found
    }
  }
  const follow = (value, mode, depth = 0) => {
    if (depth > 50) return undefined
    if (Array.isArray(value)) return value.map((part) => follow(part, mode, depth + 1))
    if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, follow(part, mode, depth + 1)]))
    const alias = /^\{([^{}]+)\}$/.exec(String(value).trim())
    if (alias) return final(find(alias[1], mode), mode, depth + 1)
    const variable = /^var\((--[\w-]+)\)$/.exec(String(value).trim())
    if (variable) return final(find(variable[1], mode), mode, depth + 1) ?? value
    if (typeof value === 'string' && value.includes('var(')) value = value.replace(/var\((--[\w-]+)\)/g, (text, name) => final(find(name, mode), mode, depth + 1) ?? text)
    if (typeof value === 'string' && value.includes('{')) value = value.replace(/\{([^{}]+)\}/g, (_, name) => final(find(name, mode), mode, depth + 1))
    return typeof value === 'string' && /^[-+*/() .\da-z]+ [-+*/] /.test(value) ? calculate(`calc(${value})`) : value
  }
  const final = (found, mode, depth = 0) => {
    if (!found) return undefined
    const value = follow(found.value, mode, depth)
    if (found.alpha !== undefined && value !== undefined) return formatHex8({ ...parse(hexOf(value)), alpha: found.alpha })
    if (!found.modify || value === undefined) return value
    return modifyColor(hexOf(value), { ...found.modify, format: 'hex', value: String(follow(found.modify.value, mode, depth)), color: found.modify.color && hexOf(follow(found.modify.color, mode, depth)) })
  }
  return { count, value: (entry) => final(find(entry.name, entry.mode), entry.mode) }
}
