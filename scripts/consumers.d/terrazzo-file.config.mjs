// Terrazzo on a file, to show what it says of the string form.
import { defineConfig } from '@terrazzo/cli';
import css from '@terrazzo/plugin-css';

export default defineConfig({
  tokens: './tokens.json',
  outDir: './build/',
  plugins: [css({ filename: 'tokens.css' })],
});
