import { defineConfig } from '@terrazzo/cli';
import css from '@terrazzo/plugin-css';

const manual = process.env.MANUAL_URL ?? 'http://localhost:8080/api/v1/manuals/ternholm';

export default defineConfig({
  tokens: `${manual}/tokens.json?format=2025.10`,
  outDir: './build/',
  plugins: [css({ filename: 'tokens.css' })],
});
