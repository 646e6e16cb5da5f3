// Style Dictionary 5: Swift for iOS, Kotlin for Jetpack Compose, Dart for Flutter, from
// tokens.2025-10.json. A length in px is a point, a dp or a logical pixel; a rem is 16
// of them; a font size in Compose is in sp.
//
// sh fetch-tokens.sh 2025.10
// npx style-dictionary build --config apps.config.mjs

const names = { color: 'Colors', dimension: 'Lengths', fontFamily: 'Fonts', fontSize: 'FontSizes', duration: 'Durations', cubicBezier: 'Easings', radius: 'Radii', theme: 'Themes' };
const groupOf = ({ path }) => path[0];

// nameOfGroup returns the name of a group; one of further tokens has that of its title.
const nameOfGroup = (token) => names[groupOf(token)] ?? identifier(['', groupOf(token)]);

// pixels returns the number of a length.
const pixels = ({ value, unit }) => Number((unit === 'rem' ? value * 16 : value).toFixed(4));

// argb returns a color as eight hexadecimal digits.
const argb = ({ components, alpha = 1 }) => [alpha, ...components].map((share) => Math.round(share * 255).toString(16).padStart(2, '0')).join('').toUpperCase();

const families = (value) => [value].flat();
const seconds = ({ value, unit }) => (unit === 's' ? value : value / 1000);
const quote = (text) => JSON.stringify(text).replaceAll('$', '\\$');
const decimal = (n) => (Number.isInteger(n) ? `${n}.0` : String(n));

// Each language writes a value of a type, or nothing for a type that it leaves out.
const languages = {
  swift: (token, value) => ({
    color: () => `Color(.sRGB, red: ${value.components[0]}, green: ${value.components[1]}, blue: ${value.components[2]}, opacity: ${value.alpha ?? 1})`,
    dimension: () => `CGFloat(${pixels(value)})`,
    fontFamily: () => JSON.stringify(families(value)[0]),
    duration: () => `TimeInterval(${seconds(value)})`,
  })[token.$type]?.(),
  compose: (token, value) => ({
    color: () => `Color(0x${argb(value)})`,
    dimension: () => `${pixels(value)}.${groupOf(token) === 'fontSize' ? 'sp' : 'dp'}`,
    fontFamily: () => quote(families(value)[0]),
    duration: () => `${Math.round(seconds(value) * 1000)}`,
    cubicBezier: () => `CubicBezierEasing(${value.map((n) => `${n}f`).join(', ')})`,
  })[token.$type]?.(),
  flutter: (token, value) => ({
    color: () => `Color(0x${argb(value)})`,
    dimension: () => decimal(pixels(value)),
    fontFamily: () => quote(families(value)[0]),
    duration: () => `Duration(microseconds: ${Math.round(seconds(value) * 1e6)})`,
    cubicBezier: () => `Cubic(${value.map(decimal).join(', ')})`,
  })[token.$type]?.(),
};

// identifier returns a name in camel case, 1_5 for 1-5; before a digit that comes first
// is an n.
function identifier(words) {
  const name = words.join('-').replace(/(?<=\p{N})-(?=\p{N})/gu, '_').replace(/[^\p{L}\p{M}\p{N}_]+(.)/gu, (_, c) => c.toUpperCase());
  return /^\p{N}/u.test(name) ? `n${name}` : name;
}

// ascii returns a name in the letters that Dart allows, and not as a word of Dart.
function ascii(name) {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^\x00-\x7f]/gu, (c) => `u${c.codePointAt(0).toString(16)}`);
  return /^(assert|break|case|catch|class|const|continue|default|do|else|enum|extends|false|final|finally|for|if|in|is|new|null|rethrow|return|super|switch|this|throw|true|try|var|void|while|with)$/.test(plain) ? `${plain}_` : plain;
}

// groupsOf returns lines of source by group. A name that becomes like one before it,
// bla for blå, has a number.
function groupsOf(tokens, language, line, nameOf = identifier) {
  const groups = new Map();
  for (const token of tokens) {
    const value = languages[language](token, token.$value);
    if (value === undefined) continue;
    const group = groups.get(nameOfGroup(token)) ?? new Map();
    const name = nameOf(token.path.slice(1));
    let unique = name;
    for (let n = 2; group.has(unique); n++) unique = `${name}_${n}`;
    groups.set(nameOfGroup(token), group.set(unique, line(unique, value)));
  }
  return [...groups].map(([group, lines]) => [group, [...lines.values()].join('\n')]);
}

const formats = {
  swift: ({ dictionary }) => `import SwiftUI\n\npublic enum Tokens {\n${groupsOf(dictionary.allTokens, 'swift', (name, value) => `    public static let \`${name}\` = ${value}`)
    .map(([group, lines]) => `  public enum ${group} {\n${lines}\n  }\n`).join('')}}\n`,
  compose: ({ dictionary }) => `import androidx.compose.animation.core.CubicBezierEasing\nimport androidx.compose.ui.graphics.Color\nimport androidx.compose.ui.unit.dp\nimport androidx.compose.ui.unit.sp\n\nobject Tokens {\n${
    groupsOf(dictionary.allTokens, 'compose', (name, value) => `    val \`${name}\` = ${value}`).map(([group, lines]) => `  object ${group} {\n${lines}\n  }\n`).join('')}}\n`,
  flutter: ({ dictionary }) => `import 'dart:ui' show Color;\n\nimport 'package:flutter/animation.dart' show Cubic;\n\n${groupsOf(dictionary.allTokens, 'flutter', (name, value) => `  static const ${name} = ${value};`, (words) => ascii(identifier(words)))
    .map(([group, lines]) => `abstract final class Tokens${ascii(group)} {\n${lines}\n}\n`).join('\n')}`,
};

const platform = (format, destination) => ({ buildPath: 'build/', transforms: ['name/kebab'], files: [{ destination, format }] });

export default {
  source: ['tokens.json'],
  hooks: { formats },
  platforms: {
    swift: platform('swift', 'Tokens.swift'),
    compose: platform('compose', 'Tokens.kt'),
    flutter: platform('flutter', 'tokens.dart'),
  },
};
