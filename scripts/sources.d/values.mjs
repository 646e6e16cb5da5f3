// Compares a token with the value in its source.
import { formatHex, formatHex8, inGamut, parse, toGamut } from 'culori'

const keywords = { linear: [0, 0, 1, 1], ease: [0.25, 0.1, 0.25, 1], 'ease-in': [0.42, 0, 1, 1], 'ease-out': [0, 0, 0.58, 1], 'ease-in-out': [0.42, 0, 0.58, 1] }
const units = { p3: 'display-p3' }

// differs reports whether a token has another value than expected.
export function differs(token, served, expected) {
  const group = token.split('.')[0]
  switch (group) {
    case 'color':
    case 'theme':
      return !sameColor(served, expected)
    case 'dimension':
    case 'radius':
    case 'fontSize':
      return quantity(served) !== quantity(text(expected), 'px')
    case 'duration':
      return milliseconds(served) !== milliseconds(text(expected))
    case 'cubicBezier':
      return numbers(served).join() !== (keywords[expected] ?? (Array.isArray(expected) ? expected.map(Number) : numbers(String(expected)))).join()
    case 'fontFamily':
      return families(served) !== families(Array.isArray(expected) ? expected.join(',') : expected)
    case 'shadow':
      return typeof expected === 'string' ? squeeze(served) !== squeeze(expected) : !sameLayers(served, [expected].flat())
  }
  throw new Error(`no such group: ${token}`)
}

// text returns a number with its unit.
const text = (value) => (typeof value === 'object' ? `${value.value}${value.unit ?? ''}` : String(value))
const round = (n) => +n.toPrecision(7)
function quantity(value, unit = '') {
  const m = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*([a-z%]*)\s*$/i.exec(value)
  return m ? `${round(+m[1])}${m[2].toLowerCase() || unit}` : value
}
const milliseconds = (value) => round(parseFloat(value) * (/\ds\s*$/.test(value) ? 1000 : 1))
const numbers = (value) => [...value.matchAll(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g)].map((m) => +m[0])
const families = (value) => value.replace(/["'\\]/g, '').split(',').map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean).join()
const squeeze = (value) => value.replace(/\s+/g, ' ').replace(/(^|[^\d])\.(\d)/g, '$10.$2').trim()

const long = (hex) => (hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex)

export function hexOf(value) {
  if (typeof value === 'object') {
    if (/^#(...|......)$/.test(value.hex)) return value.alpha < 1 ? long(value.hex) + Math.round(255 * value.alpha).toString(16).padStart(2, '0') : value.hex
    if ('r' in value) return formatHex8({ mode: 'rgb', r: value.r, g: value.g, b: value.b, alpha: value.a ?? 1 })
    const [a, b, c] = value.components.map((n) => (n === 'none' ? 0 : n))
    const space = units[value.colorSpace] ?? value.colorSpace
    const alpha = value.alpha ?? 1
    value = ['hsl', 'hwb'].includes(space) ? `${space}(${a} ${b}% ${c}% / ${alpha})` : ['lab', 'lch', 'oklab', 'oklch'].includes(space) ? `${space}(${a} ${b} ${c} / ${alpha})` : `color(${space} ${a} ${b} ${c} / ${alpha})`
  }
  const withAlpha = /^rgba?\(\s*(#[0-9a-f]+)\s*,\s*([\d.]+)(%?)\s*\)$/i.exec(value) // of SCSS and Tokens Studio
  const color = withAlpha ? { ...parse(withAlpha[1]), alpha: withAlpha[2] / (withAlpha[3] ? 100 : 1) } : parse(relative(value.trim()))
  if (!color) return undefined
  const inside = inGamut('rgb')(color) ? color : toGamut('rgb', 'oklch')(color)
  return formatHex8(inside)
}

// relative writes oklch(from color l c h / alpha) as that color with another
// alpha, since culori does not read relative colors.
function relative(value) {
  const m = /^(?:rgb|hsl|oklch)\(from (.+) (?:r g b|h s l|l c h)\s*\/\s*(\S+)\s*\)$/.exec(value)
  if (!m) return value.toLowerCase()
  const alpha = m[2].endsWith('%') ? parseFloat(m[2]) / 100 : +m[2]
  return formatHex8({ ...parse(m[1].trim()), alpha })
}

function sameColor(served, expected) {
  const hex = hexOf(expected)
  if (hex === undefined) return false
  const channels = (color) => formatHex8(parse(color)).match(/[0-9a-f]{2}/g).map((digits) => parseInt(digits, 16))
  const [p, q] = [channels(served), channels(hex)]
  return p.every((channel, i) => Math.abs(channel - q[i]) <= 1)
}

// sameLayers compares the lengths and the color of each layer.
function sameLayers(served, layers) {
  const parts = served.split(/,(?![^(]*\))/)
  return parts.length === layers.length && layers.every((layer, i) => {
    const lengths = ['offsetX', 'offsetY', 'blur', 'spread'].map((key) => layer[key] ?? layer[key.replace('offset', '').toLowerCase()] ?? 0)
    const words = parts[i].trim().replace(/^inset /, '').split(/ (?![^(]*\))/)
    return lengths.every((length, j) => parseFloat(text(length)) === parseFloat(words[j])) && sameColor(words.slice(4).join(' '), layer.color)
  })
}
