// Builds the recipe apps.config.mjs and checks the units: 17 px are 17 points, dp and
// logical pixels, and a rem is 16.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const token = ($type, $value) => ({ $type, $value });
mkdirSync('apps', { recursive: true });
writeFileSync('apps/tokens.json', JSON.stringify({
  color: { 'blå': token('color', { colorSpace: 'srgb', components: [0, 0.53333, 1], alpha: 0.50196, hex: '#0088ff' }), bla: token('color', { colorSpace: 'srgb', components: [1, 1, 1], hex: '#ffffff' }), class: token('color', { colorSpace: 'srgb', components: [0, 0, 0], hex: '#000000' }) },
  dimension: { 4: token('dimension', { value: 17, unit: 'px' }), '1-5': token('dimension', { value: 1.5, unit: 'rem' }) },
  fontFamily: { body: token('fontFamily', ['Inter $4', 'serif']) },
  fontSize: { '2xl': token('dimension', { value: 1.0625, unit: 'rem' }) },
  duration: { fast: token('duration', { value: 150, unit: 'ms' }) },
  cubicBezier: { out: token('cubicBezier', [0, 0, 0.58, 1]) },
  'zone-größe': { gap: token('dimension', { value: -4, unit: 'px' }) },
  theme: { dark: { 'text-muted': token('color', '{color.blå}') } },
}));
execFileSync('node', [resolve('node_modules/style-dictionary/bin/style-dictionary.js'), 'build', '--config', resolve('recipes/apps.config.mjs')], { cwd: 'apps', stdio: 'pipe' });
for (const [file, ...lines] of [
  ['Tokens.swift', 'public enum Colors {', 'let `blå` = Color(.sRGB, red: 0, green: 0.53333, blue: 1, opacity: 0.50196)', 'let `n4` = CGFloat(17)', 'let `n1_5` = CGFloat(24)', 'let `n2xl` = CGFloat(17)', 'let `body` = "Inter $4"', 'let `fast` = TimeInterval(0.15)', 'public enum ZoneGröße {', 'let `gap` = CGFloat(-4)', 'let `darkTextMuted` = Color(.sRGB, red: 0,'],
  ['Tokens.kt', 'object Colors {', 'val `blå` = Color(0x800088FF)', 'val `class` = Color(0xFF000000)', 'val `n4` = 17.dp', 'val `n1_5` = 24.dp', 'val `n2xl` = 17.sp', 'val `body` = "Inter \\$4"', 'val `fast` = 150', 'object ZoneGröße {', 'val `gap` = -4.dp', 'val `out` = CubicBezierEasing(0f, 0f, 0.58f, 1f)'],
  ['tokens.dart', 'abstract final class TokensColors {', 'const bla = Color(0x800088FF);', 'const bla_2 = Color(0xFFFFFFFF);', 'const class_ = Color(0xFF000000);', 'const n4 = 17.0;', 'const n1_5 = 24.0;', 'const n2xl = 17.0;', 'const body = "Inter \\$4";', 'class TokensZoneGroudfe {', 'const gap = -4.0;', 'const fast = Duration(microseconds: 150000);', 'const out = Cubic(0.0, 0.0, 0.58, 1.0);'],
]) {
  const source = readFileSync(`apps/build/${file}`, 'utf8');
  for (const line of lines) if (!source.includes(line)) throw new Error(`${file} has no ${line}:\n${source}`);
  console.log(`${file}: ${lines.length} lines as expected`);
}
