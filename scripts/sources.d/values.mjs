// Compares computed values, and writes those of JSON as CSS.
import { formatHex8, inGamut, parse, toGamut } from 'culori'

const functions = /[a-z-]+\((?:[^()]|\([^()]*\))*\)|#[0-9a-f]{3,8}\b|\b(?:transparent|black|white)\b/gi

// same reports whether two computed values of a property mean the same: colors within one
// of 255 a channel, numbers to six digits.
export function same(property, own, served) {
  const [a, b] = [normal(own), normal(served)]
  if (a === b) return true
  if (!property) return numberOf(a) !== undefined && near(numberOf(a), numberOf(b))
  const [colorsA, colorsB] = [a.match(functions) ?? [], b.match(functions) ?? []]
  if (colorsA.length !== colorsB.length || !colorsA.every((color, i) => sameColor(color, colorsB[i]))) return false
  return sameNumbers(a.replace(functions, 'color'), b.replace(functions, 'color'))
}

const curves = { linear: '0, 0, 1, 1', ease: '0.25, 0.1, 0.25, 1', 'ease-in': '0.42, 0, 1, 1', 'ease-out': '0, 0, 0.58, 1', 'ease-in-out': '0.42, 0, 0.58, 1' }
const normal = (text) => text.trim().replace(/(?<![-\w])(?:linear|ease(?:-in)?(?:-out)?)(?![-\w(])/g, (name) => `cubic-bezier(${curves[name]})`).replace(/\s+/g, ' ').replace(/["']/g, '')
const near = (a, b) => Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(a))

// numberOf returns the number that a text is, also a ratio or a percentage.
function numberOf(text) {
  const ratio = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(text)
  if (ratio) return ratio[1] / ratio[2]
  if (/^[-+]?[\d.]+%$/.test(text)) return parseFloat(text) / 100
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(text) ? +text : undefined
}

function sameNumbers(a, b) {
  const form = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g
  const [numbersA, numbersB] = [a.match(form) ?? [], b.match(form) ?? []]
  return a.replace(form, '0') === b.replace(form, '0') && numbersA.every((n, i) => near(+n, +numbersB[i]))
}

export function sameColor(a, b) {
  const channels = (text) => {
    const color = parse(text)
    if (!color) return undefined
    const inside = inGamut('rgb')(color) ? color : toGamut('rgb', 'oklch')(color)
    return formatHex8(inside).match(/[0-9a-f]{2}/g).map((digits) => parseInt(digits, 16))
  }
  const [p, q] = [channels(a), channels(b)]
  return p && q ? p.every((channel, i) => Math.abs(channel - q[i]) <= 1) : a === b
}

// cssOf returns a value of JSON as CSS writes it for a property.
export function cssOf(value, property) {
  if (Array.isArray(value)) {
    if (property === 'transition-timing-function') return `cubic-bezier(${value.join(', ')})`
    if (property === 'font-family') return value.map((name) => (/^[-a-z ]+$/i.test(name) ? name : `"${name}"`)).join(', ')
    if (property === 'background-image') return `linear-gradient(90deg, ${value.map((stop) => `${cssOf(stop.color)} ${100 * stop.position}%`).join(', ')})`
    return value.map((part) => cssOf(part, property)).join(', ')
  }
  if (value === null || typeof value !== 'object') return bare(String(value), property)
  if ('hex' in value && 'components' in value) return hexWith(value.hex, value.alpha)
  if ('components' in value) return colorText(value)
  if ('r' in value && 'b' in value) return `color(srgb ${value.r} ${value.g} ${value.b} / ${value.a ?? 1})`
  if ('value' in value && 'unit' in value) return `${value.value}${value.unit}`
  if ('fontSize' in value) return fontOf(value)
  if ('color' in value && ('blur' in value || 'offsetX' in value)) {
    const lengths = ['offsetX', 'offsetY', 'blur', 'spread'].map((key) => cssOf(value[key] ?? value[key.replace('offset', '').toLowerCase()] ?? '0', 'margin-left'))
    return `${value.inset || value.type === 'innerShadow' ? 'inset ' : ''}${lengths.join(' ')} ${cssOf(value.color)}`
  }
  if ('width' in value && 'style' in value) return `${cssOf(value.width)} ${cssOf(value.style)} ${cssOf(value.color)}`
  if ('duration' in value) return `${cssOf(value.duration)} ${cssOf(value.timingFunction, 'transition-timing-function')} ${cssOf(value.delay ?? '0ms')}`
  return JSON.stringify(value)
}

// fontOf returns a text style of JSON as the font shorthand.
function fontOf({ fontFamily, fontSize, fontWeight = 400, lineHeight = 'normal' }) {
  const italic = /italic/i.test(fontWeight) ? 'italic' : ''
  const weight = bare(String(fontWeight).replace(/[- ]?italic/i, '') || '400', 'font-weight')
  const height = String(cssOf(lineHeight)).replace(/^auto$/i, 'normal')
  return `${italic} ${weight} ${cssOf(fontSize, 'margin-left')}/${height} ${cssOf(fontFamily, 'font-family')}`.trim()
}

// bare gives a number without a unit the one that its format means.
function bare(text, property) {
  if (property === 'margin-left' && /^[-+]?[\d.]+$/.test(text)) return `${text}px`
  if (property === 'transition-duration' && /^[-+]?[\d.]+$/.test(text)) return `${text}ms`
  if (property === 'font-weight') return weights[text.toLowerCase().replace(/[-_ ]/g, '')] ?? text
  return text.replace(/\brgba?\(\s*(#[0-9a-f]+)\s*,\s*([\d.]+%?)\s*\)/gi, (_, hex, alpha) => hexWith(hex, alpha.endsWith('%') ? parseFloat(alpha) / 100 : +alpha))
}

const weights = { thin: 100, hairline: 100, extralight: 200, ultralight: 200, light: 300, normal: 400, regular: 400, book: 400, roman: 400, medium: 500, semibold: 600,
  demibold: 600, bold: 700, extrabold: 800, ultrabold: 800, black: 900, heavy: 900 }

const hexWith = (hex, alpha = 1) => formatHex8({ ...parse(hex), alpha })

function colorText({ colorSpace: space, components, alpha = 1 }) {
  const [a, b, c] = components
  if (['hsl', 'hwb'].includes(space)) return `${space}(${a} ${b}% ${c}% / ${alpha})`
  if (['lab', 'lch', 'oklab', 'oklch'].includes(space)) return `${space}(${a} ${b} ${c} / ${alpha})`
  return `color(${space} ${a} ${b} ${c} / ${alpha})`
}

// hexOf returns a color of JSON as hex, undefined for what is none.
export function hexOf(value) {
  const color = parse(cssOf(value, 'color'))
  return color && formatHex8(inGamut('rgb')(color) ? color : toGamut('rgb', 'oklch')(color))
}
