// Reads the values of sources: how many there are, and those of JSON and SCSS, which Style
// Dictionary, Terrazzo and Sass say. What no tool reads is read as it is.
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { checkAndEvaluateMath, register as registerStudio } from '@tokens-studio/sd-transforms'
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
  const tool = await readTool(files, entries)
  const value = (entry) => {
    const found = tool?.value(entry)
    entry.judge = found === undefined ? 'the file' : tool.judge
    return found ?? own.value(entry)
  }
  return { count: own.count, value }
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
// in each mode that the report names. It returns undefined for lists and maps of names and
// values, which neither reads.
async function readTool(files, entries) {
  const documents = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
  if (documents[0].resolutionOrder) return readTerrazzo(files[0])
  const isStudio = documents.some((d) => d.$metadata || d.$themes)
  if (documents.some((d) => Array.isArray(d) || d.props) || !documents.every(hasTokens)) return undefined
  const modes = new Set(['', ...entries.map((entry) => entry.mode)])
  const byMode = {}
  for (const mode of modes) {
    let tokens = {}
    for (const [i, document] of documents.entries()) {
      const label = files.length > 1 ? /([^/]+?)\.[^/]*$/.exec(files[i])[1] : ''
      if (modes.has(label) && label !== '' && label !== mode) continue
      tokens = merge(tokens, isStudio ? setsIn(document, mode) : inMode(document, mode))
    }
    byMode[mode] = await withStyleDictionary(tokens, isStudio)
  }
  const value = (entry) => {
    const token = (byMode[entry.mode] ?? byMode['']).get(entry.name)
    const found = token?.$value ?? token?.value
    const open = /[{]|var\(/.test(typeof found === 'string' ? found : '')
    if (found === undefined || open || !isStudio && typeof found === 'string' && /[-+*/] \d/.test(found) && !/[(,]/.test(found)) return undefined
    const alpha = token.$extensions?.['org.carbon']?.alphaModifier
    return alpha === undefined ? found : formatHex8({ ...parse(hexOf(found)), alpha })
  }
  return { judge: isStudio ? 'Style Dictionary with Tokens Studio' : 'Style Dictionary', value }
}

const hasTokens = (document) => /"\$?value":|"sets":/.test(JSON.stringify(document))

// inMode returns a document in which each token has the value that it has in a mode.
function inMode(node, mode) {
  if (!node || typeof node !== 'object' || Array.isArray(node)) return node
  const values = node.sets ?? (isByMode(node.$value) && !node.$type ? node.$value : undefined)
  if (values) {
    const own = values[mode] ?? Object.values(values)[0]
    return typeof own === 'object' ? inMode(own, mode) : inMode({ ...node, $value: own }, mode)
  }
  if ('$value' in node || 'value' in node && typeof node.value !== 'object') {
    const { original, path, key, name, $extensions, ...token } = node // those are of an earlier build, or have values of their own
    return $extensions?.['org.carbon'] ? { ...token, $extensions } : token
  }
  return Object.fromEntries(Object.entries(node).map(([key, inside]) => [key, key.startsWith('$') ? inside : inMode(inside, mode)]))
}

const isByMode = (value) => value && typeof value === 'object' && !Array.isArray(value) && Object.entries(value).every(([key, v]) => typeof v === 'string' && !composite.includes(key))

// setsIn returns the sets of Tokens Studio that a theme has, of the other groups of themes
// those of the first theme; sets that no theme has come first.
function setsIn(document, mode) {
  const themes = document.$themes ?? []
  const named = (theme) => theme.name === mode || `${theme.group} ${theme.name}` === mode
  const groups = [...new Set(themes.map((theme) => theme.group))].map((name) => themes.filter((theme) => theme.group === name))
  const chosen = groups.map((group) => group.find(named) ?? group[0])
  const has = (theme, name) => (theme.selectedTokenSets[name] ?? 'disabled') !== 'disabled'
  const order = document.$metadata?.tokenSetOrder ?? Object.keys(document).filter((name) => !name.startsWith('$'))
  const free = order.filter((name) => !themes.some((theme) => has(theme, name)))
  const sets = [...free, ...order.filter((name) => chosen.some((theme) => has(theme, name)))]
  return sets.reduce((all, name) => merge(all, structuredClone(document[name] ?? {})), {})
}

registerStudio(StyleDictionary)

async function withStyleDictionary(tokens, isStudio) {
  const sd = new StyleDictionary({
    tokens: structuredClone(tokens), log: { verbosity: 'silent', warnings: 'disabled', errors: { brokenReferences: 'console' } }, preprocessors: isStudio ? ['tokens-studio'] : [],
    platforms: { x: { transforms: isStudio ? ['ts/resolveMath', 'ts/color/modifiers'] : [] } },
  })
  await sd.hasInitialized
  const { allTokens } = await sd.getPlatformTokens('x')
  return new Map(allTokens.map((token) => [token.path.join('.'), token]))
}

// merge puts the tokens of a document over those of another one.
function merge(base, over) {
  const isGroup = (node) => node && typeof node === 'object' && !Array.isArray(node) && !('$value' in node) && !('value' in node)
  for (const [key, value] of Object.entries(over)) base[key] = isGroup(value) && isGroup(base[key]) ? merge(base[key], value) : value
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
    const value = keys.length ? `if(${get(true)} == null, ${get(false)}, ${get(true)})` : variable
    return `--v${i}: #{meta.inspect(${value})}; --w${i}: #{if(meta.type-of(${value}) == map, map, ${value})};`
  })
  const options = { loadPaths: [dirname(file)], silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function', 'slash-div'], logger: sass.Logger.silent }
  const imports = [...before, basename(file, '.scss').replace(/^_/, '')].map((name) => `@import "${name}";`).join(' ')
  const { css } = sass.compileString(`@use "sass:map"; @use "sass:meta"; ${imports} x { ${lines.join('\n')} }`, options)
  const values = {}
  postcss.parse(css).walkDecls(/^--[vw]/, (declaration) => { values[declaration.prop.slice(2)] = declaration.value })
  wanted.forEach((entry, i) => { entry.raw = /^\(|, \(/.test(values[`v${i}`]) ? values[`w${i}`] : values[`v${i}`] }) // a list in a list has parentheses
  return { count, value: (entry) => entry.raw }
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
    for (const extension of Object.values(node.$extensions ?? {})) { // their values for modes are said alone
      const keys = extension && typeof extension === 'object' ? Object.keys(extension) : []
      if (keys.length > 0 && keys.every((key) => /(^|[-_ ])(dark|light)([-_ ]|$)/i.test(key))) count += keys.length
    }
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
      const name = at.length === 1 ? key.replace(/([a-z]\d*)([A-Z])/g, '$1-$2').replace(/([A-Z])([A-Z][a-z])/g, '$1-$2').toLowerCase().replaceAll('_', '-') : at.join('.')
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
    else if (document.props) walk(document.props, []) // of Theo, whose aliases are no tokens
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
    if (name.startsWith('--')) return Object.entries(values[mode] ?? values['']).find(([key]) => key.endsWith(`-${name}`) || `--${key.replaceAll('_', '-')}` === name)?.[1]
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
    return typeof value === 'string' && /^[-+*/() .\da-z]+ [-+*/] /.test(value) && !/^[\d.]+ \/ [\d.]+$/.test(value) ? checkAndEvaluateMath({ value, type: 'dimension' }) : value
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
