// Writes colors in every notation of CSS, sixty of each and some chosen ones,
// with the hex that culori gives, a line each. tokenize/css is tested against
// them.
import { parse, formatHex, formatHex8, toGamut, inGamut } from 'culori'

let seed = 1
const random = () => { // mulberry32, so that every run writes the same
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
const n = (low, high, digits = 2) => (low + random() * (high - low)).toFixed(digits)
const alpha = () => (random() < 0.5 ? '' : random() < 0.5 ? ` / ${n(0, 1)}` : ` / ${n(0, 100, 0)}%`)
const comma = () => (random() < 0.5 ? '' : `, ${n(0, 1)}`)
const hue = () => [`${n(0, 360)}`, `${n(-400, 800)}deg`, `${n(0, 400)}grad`, `${n(0, 1, 4)}turn`, `${n(0, 6.28, 4)}rad`, 'none'][Math.floor(random() * 6)]
const hex = (digits) => '#' + Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')

const notations = {
  'hex': () => hex([3, 4, 6, 8][Math.floor(random() * 4)]),
  'rgb, commas': () => `rgb(${n(0, 255, 0)}, ${n(0, 255, 0)}, ${n(0, 255, 0)}${comma()})`,
  'rgba, percentages': () => `rgba(${n(0, 100)}%, ${n(0, 100)}%, ${n(0, 100)}%${comma()})`,
  'rgb, spaces': () => `rgb(${n(0, 255)} ${n(0, 100)}% none${alpha()})`,
  'hsl, commas': () => `hsl(${n(0, 360, 0)}, ${n(0, 100)}%, ${n(0, 100)}%${comma()})`,
  'hsla, degrees': () => `hsla(${n(0, 360)}deg, ${n(0, 100)}%, ${n(0, 100)}%${comma()})`,
  'hsl, spaces': () => `hsl(${hue()} ${n(0, 100)}% ${n(0, 100)}%${alpha()})`,
  'hsl, numbers': () => `hsl(${hue()} ${n(0, 100)} ${n(0, 100)}${alpha()})`,
  'hwb': () => `hwb(${hue()} ${n(0, 80)}% ${n(0, 80)}%${alpha()})`,
  'hwb, numbers': () => `hwb(${hue()} ${n(0, 80)} ${n(0, 80)}${alpha()})`,
  'lab': () => `lab(${n(0, 100)} ${n(-40, 40)} ${n(-40, 40)}${alpha()})`,
  'lab, percentages': () => `lab(${n(0, 100)}% ${n(-30, 30)}% ${n(-30, 30)}%${alpha()})`,
  'lch': () => `lch(${n(0, 100)} ${n(0, 40)} ${hue()}${alpha()})`,
  'lch, percentages': () => `lch(${n(0, 100)}% ${n(0, 30)}% ${hue()}${alpha()})`,
  'oklab': () => `oklab(${n(0, 1, 4)} ${n(-0.1, 0.1, 4)} ${n(-0.1, 0.1, 4)}${alpha()})`,
  'oklab, percentages': () => `oklab(${n(0, 100)}% ${n(-25, 25)}% ${n(-25, 25)}%${alpha()})`,
  'oklch': () => `oklch(${n(0, 1, 4)} ${n(0, 0.15, 4)} ${hue()}${alpha()})`,
  'oklch, percentages': () => `oklch(${n(0, 100)}% ${n(0, 40)}% ${hue()}${alpha()})`,
  'outside sRGB, lab': () => `lab(${n(0, 100)} ${n(-125, 125)} ${n(-125, 125)})`,
  'outside sRGB, oklch': () => `oklch(${n(0, 1, 4)} ${n(0.15, 0.4, 4)} ${n(0, 360)})`,
}
for (const space of ['srgb', 'srgb-linear', 'display-p3', 'a98-rgb', 'prophoto-rgb', 'rec2020', 'xyz', 'xyz-d50', 'xyz-d65']) {
  notations[`color(${space})`] = () => `color(${space} ${n(0, 1, 4)} ${n(0, 1, 4)} ${n(0, 1, 4)}${alpha()})`
  notations[`color(${space}), percentages`] = () => `color(${space} ${n(0, 100)}% none ${n(0, 100)}%${alpha()})`
}
const chosen = ['red', 'RebeccaPurple', 'transparent', 'hsl(210 50 40)', 'hwb(120 20 20)', 'lab(50 20 30)', 'lch(50 30 140)', 'oklch(70.4% 0.191 22.216)',
  'color(display-p3 0 1 0)', 'lab(100 0 0)', 'lab(0 0 0)', 'oklab(1 0 0)', 'hwb(0 60 60)', 'hsl(0 0 0)']

const write = (notation, color) => {
  const parsed = parse(color)
  const mapped = inGamut('rgb')(parsed) ? parsed : toGamut('rgb', 'oklch')(parsed)
  console.log([notation, color, (parsed.alpha ?? 1) < 1 ? formatHex8(mapped) : formatHex(mapped)].join('\t'))
}
for (const [notation, color] of Object.entries(notations)) for (let i = 0; i < 60; i++) write(notation, color())
for (const color of chosen) write('chosen', color)
