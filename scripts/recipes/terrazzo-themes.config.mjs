import { defineConfig } from '@terrazzo/cli';
import css from '@terrazzo/plugin-css';

const manual = process.env.MANUAL_URL ?? 'http://localhost:8080/api/v1/manuals/ternholm';
const tokens = `${manual}/tokens.json?format=2025.10-resolver`;

// :root gets all tokens, with the values of the first theme. The selector of each theme,
// such as [data-theme="dark"], then sets what any theme changes.
const { contexts, default: first } = (await (await fetch(tokens)).json()).modifiers.theme;
const others = Object.keys(contexts).filter((theme) => theme !== first);
const ids = (group, path = []) => ('$value' in group ? [path.join('.')] : Object.entries(group).flatMap(([key, inside]) => ids(inside, [...path, key])));
const changed = [...new Set(Object.values(contexts).flat().flatMap((group) => ids(group)))];
const on = (selector) => (declarations) => `${selector} {\n  ${declarations}\n}`;

export default defineConfig({
  tokens,
  outDir: './build/',
  plugins: [
    css({
      filename: 'tokens.css',
      permutations: [
        { input: { theme: first }, prepare: on(':root') },
        ...[first, ...others].map((theme) => ({
          input: { theme },
          include: changed,
          prepare: on(`[data-theme="${theme}"]`),
        })),
      ],
    }),
  ],
});
