// .storybook/preview.js: the manual's tokens in every story, and its themes in the
// toolbar. It needs @storybook/addon-themes, and tokens.css and tokens.js beside it:
//
// curl -O https://acme.example/-/export/tokens.css -O https://acme.example/-/export/tokens.js
import { withThemeByDataAttribute } from '@storybook/addon-themes';
import './tokens.css';
import { theme } from './tokens.js';

const [first, ...others] = Object.keys(theme);

export const decorators = first
  ? [withThemeByDataAttribute({ themes: Object.fromEntries([first, ...others].map((name) => [name, name])), defaultTheme: first, attributeName: 'data-theme' })]
  : [];
