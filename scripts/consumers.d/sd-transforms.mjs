// Converts tokens.json to build/tokens.css with Style Dictionary and the transforms
// of Tokens Studio, configured as in their documentation.
import { register } from '@tokens-studio/sd-transforms';
import StyleDictionary from 'style-dictionary';

register(StyleDictionary);
const dictionary = new StyleDictionary({
  source: ['tokens.json'],
  preprocessors: ['tokens-studio'],
  platforms: {
    css: {
      transformGroup: 'tokens-studio',
      transforms: ['name/kebab'],
      buildPath: 'build/',
      files: [{ destination: 'tokens.css', format: 'css/variables' }],
    },
  },
  log: { verbosity: 'verbose' },
});
await dictionary.buildAllPlatforms();
