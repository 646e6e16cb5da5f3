// Checks the SARIF of `designmanual lint` with the official schema.
//
// node sarif.mjs FILE

import { readFileSync } from 'node:fs';
import Ajv from 'ajv-draft-04';
import formats from 'ajv-formats';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const ajv = formats.default(new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false }));
const valid = ajv.compile(read('node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
const log = read(process.argv[2]);
if (!valid(log)) throw new Error(JSON.stringify(valid.errors, null, 2));
console.log(`${log.runs[0].results.length} results are valid`);
if (log.runs[0].results.length === 0) process.exitCode = 1;
