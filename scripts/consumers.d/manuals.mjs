import { basename } from 'node:path';

// listManuals returns the manuals in the output of dev, with an access token each.
export function listManuals(welcome) {
  const manuals = [];
  let token;
  for (const line of welcome.split('\n')) {
    token = /^ +access token +(\S+)$/.exec(line)?.[1] ?? token;
    const address = /^ +manual +(\S+)\.json$/.exec(line)?.[1];
    if (address) manuals.push({ address, token, slug: basename(address) });
  }
  return manuals;
}
