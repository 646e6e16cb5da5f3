// Style Dictionary 4 and 5: CSS from a release of the tokens, which stays as it is whatever
// becomes of the manual. To take the next one, change the version.
//
// npx style-dictionary build --config style-dictionary-release.config.mjs

const version = process.env.TOKENS_VERSION ?? '1.0.0';
const manual = process.env.MANUAL ?? 'https://acme.example';

const response = await fetch(`${manual}/-/releases/${version}/tokens.json`);
if (!response.ok) throw new Error(`${response.url}: ${response.status}`);

export default {
  tokens: await response.json(),
  platforms: {
    css: {
      transformGroup: 'css',
      buildPath: 'build/',
      files: [{ destination: 'tokens.css', format: 'css/variables' }],
    },
  },
};
