// tokens.json becomes build/tokens.css by Style Dictionary with the transforms
// of Tokens Studio, set up as their documentation has it.
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
