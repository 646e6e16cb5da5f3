// Holds bills of materials to the schema of CycloneDX, strictly: nothing that
// it does not know. Each file on the command line is one; one that is made
// wrong on purpose must be found.
import { readFile } from 'node:fs/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const files = process.argv.slice(2);
if (files.length === 0) throw new Error('expected bills');
for (const file of files) {
  const text = await readFile(file, 'utf8');
  const faults = await validator.validate(text);
  if (faults !== null) throw new Error(`${file}: ${JSON.stringify(faults)}`);
  const bill = JSON.parse(text);
  if (bill.components.length < 20) throw new Error(`${file}: ${bill.components.length} components`);
  if ((await validator.validate(JSON.stringify({ ...bill, serialNumber: 'one' }))) === null) {
    throw new Error('a bill with a wrong serial number passes');
  }
}
console.log(`the bills of materials: ${files.length}, valid`);
