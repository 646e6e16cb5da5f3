// listManuals returns the manuals in the output of dev, with an access token each.
export function listManuals(welcome) {
  const manuals = [];
  const [, documents] = /^ +(http:\S+)NAME\.json /m.exec(welcome);
  let token;
  for (const line of welcome.split('\n')) {
    token = /^ +access token +(\S+)$/.exec(line)?.[1] ?? token;
    const slug = /^ {2}([a-z0-9.-]+) {2,}\S.* http:/.exec(line)?.[1];
    if (slug) manuals.push({ address: documents + slug, token, slug });
  }
  return manuals;
}
