// Reads the values of sources: style sheets by PostCSS and Sass, JSON as it is.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatHex8, parse } from 'culori'
import postcss from 'postcss'
import scss from 'postcss-scss'
import * as sass from 'sass'
import { modifyColor } from './node_modules/@tokens-studio/sd-transforms/dist/color-modifiers/modifyColor.js'
import { hexOf } from './values.mjs'

// read returns how many values files have, and a function that returns the value
// for an entry of the report, or undefined if nothing but the program can tell.
export function read(files, entries) {
  const json = files[0].endsWith('.json')
  if (json) return readJSON(files)
  return files[0].endsWith('.scss') ? readSCSS(files[0], entries) : readCSS(files, entries)
}

const ignored = /^(property|font-face|counter-style|font-palette-values)$/

function readCSS(files, entries) {
  const found = new Map() // the declarations, by place
  let count = 0
  const place = (file, line, name) => `${file}:${line}:${name}`
  for (const file of files) {
    postcss.parse(readFileSync(file, 'utf8'), { from: file }).walkDecls(/^--/, (declaration) => {
      if (declaration.prop.endsWith('*') || declaration.parent.type === 'atrule' && ignored.test(declaration.parent.name)) return
      count++
      const key = place(file, declaration.source.start.line, declaration.prop.replace(/\\(.)/g, '$1'))
      found.set(key, [...(found.get(key) ?? []), declaration.value])
    })
  }
  const modes = {} // the value that counts, by mode and name
  for (const entry of entries) {
    entry.raw = found.get(place(entry.file, entry.line, entry.name))?.shift()
    if (!entry.reason?.startsWith('it holds only in')) (modes[entry.mode] ??= {})[entry.name] = entry.raw
  }
  const first = Object.assign({}, ...Object.values(modes).reverse(), modes[''])
  const value = (entry) => resolve(entry.raw, (name) => modes[entry.mode]?.[name] ?? first[name])
  return { count, value }
}

// resolve replaces var() and light-dark(), and computes a calc() of two numbers.
function resolve(text, lookup, depth = 0) {
  if (text === undefined || depth > 50) return undefined
  text = text.replace(/!important/, '').trim()
  const light = /^light-dark\(((?:[^(),]|\([^()]*\))*),.*\)$/s.exec(text)
  if (light) return resolve(light[1], lookup, depth + 1)
  for (;;) {
    const at = text.search(/(?:var|--theme|theme)\(\s*--/)
    if (at < 0) break
    let end = text.indexOf('(', at)
    for (let level = 0; end < text.length; end++) {
      if (text[end] === '(') level++
      if (text[end] === ')' && --level === 0) break
    }
    const inside = text.slice(text.indexOf('(', at) + 1, end)
    const [name, ...fallback] = inside.split(',')
    const value = resolve(lookup(name.trim()) ?? (fallback.join(',') || undefined), lookup, depth + 1)
    if (value === undefined) return undefined
    text = text.slice(0, at) + value + text.slice(end + 1)
  }
  return calculate(text)
}

// calculate computes a product or a sum; the rest is left to the other reader.
function calculate(text) {
  const inside = /^calc\(([^a-z]*(?:px|rem|em|%|ms|s|ch|fr)?[-+*/ \d.]*(?:px|rem|em|%|ms|s)?[-+*/ \d.()]*)\)$/.exec(text)
  if (!inside) return /^calc\(|[a-z]\(.*calc\(/.test(text) ? undefined : text
  const unit = /px|rem|em|%|ms|s|ch/.exec(inside[1])?.[0] ?? ''
  return `${+Function(`return ${inside[1].replaceAll(unit || /$^/, '')}`)().toPrecision(9)}${unit}`
}

// readSCSS asks Sass for each variable and each entry of a map.
function readSCSS(file, entries) {
  let count = 0
  scss.parse(readFileSync(file, 'utf8')).walkDecls(/^\$|^--/, (declaration) => {
    count += leaves(declaration.value)
  })
  const key = (part, quoted) => (/^\d+$/.test(part) && !quoted ? part : `"${part}"`) // a key may be a number
  const wanted = entries.filter((entry) => entry.token)
  const lines = wanted.map((entry, i) => {
    const [variable, ...keys] = entry.name.split('.')
    const get = (quoted) => `map.get(${variable}, ${keys.map((part) => key(part, quoted)).join(', ')})`
    return `--v${i}: #{meta.inspect(${keys.length ? `if(${get(true)} == null, ${get(false)}, ${get(true)})` : variable})};`
  })
  const folder = dirname(file)
  const options = { loadPaths: [folder], silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'], logger: sass.Logger.silent }
  const { css } = sass.compileString(`@use "sass:map"; @use "sass:meta"; @import "functions"; @import "variables"; x { ${lines.join('\n')} }`, options)
  const values = {}
  postcss.parse(css).walkDecls(/^--v/, (declaration) => { values[declaration.prop.slice(3)] = declaration.value })
  wanted.forEach((entry, i) => { entry.raw = values[i] })
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
      walk(document, [])
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
