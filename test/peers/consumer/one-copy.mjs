/** However a program comes by the library, there is one copy of it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

for (const entry of ['', '/dto', '/client', '/openapi'].map((name) => `nestjs-filterable${name}`)) {
  const imported = await import(entry);
  for (const [name, part] of Object.entries(require(entry))) assert.equal(imported[name], part, `${entry}: ${name}`);
}
