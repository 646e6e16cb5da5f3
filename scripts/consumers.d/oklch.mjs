// Tints that a manual leaves to be made ("tints": true) are checked by what
// they have to be, since nobody wrote their values down: eleven steps of even
// lightness in OKLCH, the hue of the color, no more than its chroma, and the
// color itself at the step nearest to its own lightness.

export const steps = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'];

const lightest = 0.97;
const rung = 0.075;

// Lightness, chroma and hue (in degrees) of a color as color() in values.mjs
// returns it, after https://bottosson.github.io/posts/oklab/.
export function oklch({ rgb }) {
  const [r, g, b] = rgb.map((n) => n / 255).map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(A, B),
    hue: (Math.atan2(B, A) * 180) / Math.PI,
  };
}

// The step at which a color stands among its own tints.
export function ownStep(base) {
  const nearest = Math.round((lightest - oklch(base).lightness) / rung);
  return steps[Math.max(0, Math.min(steps.length - 1, nearest))];
}

// What is wrong with a tint of a color at a step other than its own, or null.
export function fault(base, step, tint) {
  const own = oklch(base);
  const made = oklch(tint);
  const wanted = lightest - rung * steps.indexOf(step);
  const turn = Math.abs(((made.hue - own.hue + 540) % 360) - 180);
  if (Math.abs(made.lightness - wanted) > 0.016) return `lightness ${made.lightness.toFixed(3)}, expected ${wanted.toFixed(3)}`;
  if (made.chroma > own.chroma + 0.005) return `chroma ${made.chroma.toFixed(3)} over the color's own ${own.chroma.toFixed(3)}`;
  if (made.chroma > 0.002 && turn > 2) return `hue ${turn.toFixed(1)}° off`;
  if (Math.abs(tint.alpha - base.alpha) > 6e-3) return `alpha ${tint.alpha}, expected ${base.alpha}`;
  return null;
}
