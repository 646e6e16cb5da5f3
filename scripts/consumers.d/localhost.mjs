// Resolves names below .localhost to 127.0.0.1, as browsers do: node --import ./localhost.mjs
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = (name, options, done) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, options, done);
