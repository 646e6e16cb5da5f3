// Validates bills of materials, the files on the command line, against the strict
// CycloneDX schema, which allows no unknown field. To test the validator itself,
// it also validates each bill with a wrong serial number, which must fail.
import { readFile } from 'node:fs/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const files = process.argv.slice(2);
if (files.length === 0) throw new Error('expected the files of bills of materials');
for (const file of files) {
  const text = await readFile(file, 'utf8');
  const errors = await validator.validate(text);
  if (errors !== null) throw new Error(`${file}: ${JSON.stringify(errors)}`);
  const bill = JSON.parse(text);
  if (bill.components.length < 20) throw new Error(`${file}: expected at least 20 components, found ${bill.components.length}`);
  if ((await validator.validate(JSON.stringify({ ...bill, serialNumber: 'one' }))) === null) {
    throw new Error('a bill with a wrong serial number is valid');
  }
}
console.log(`${files.length} valid bills of materials`);
