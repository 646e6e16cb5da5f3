// The manuals of a folder, each at its path there, as an Express application
// serves JSON that it has in memory: node express.js PORT FOLDER. Entity tags
// are Express's own, and bodies are compressed when they are asked for.
const fs = require('node:fs');
const path = require('node:path');
const compression = require('compression');
const express = require('express');

const [port, folder] = process.argv.slice(2);
const manuals = new Map();
const prefix = '/api/v1/manuals/';
for (const name of fs.readdirSync(path.join(folder, prefix))) {
  if (name.endsWith('.json')) manuals.set(name, fs.readFileSync(path.join(folder, prefix, name), 'utf8'));
}

const app = express();
app.use(compression());
app.get(prefix + ':name', (request, response) => {
  const manual = manuals.get(request.params.name);
  if (manual === undefined) return response.sendStatus(404);
  response.type('json').send(manual);
});
app.listen(Number(port), '127.0.0.1');
