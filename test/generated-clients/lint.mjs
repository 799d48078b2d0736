/**
 * Lints OpenAPI documents with Spectral's own rules for them. Reads a list as JSON from standard input; prints what is
 * found in each.
 */
import { text } from 'node:stream/consumers';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const { Spectral } = spectral;
const linter = new Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'all']] });

const found = [];
for (const document of JSON.parse(await text(process.stdin))) {
  const results = await linter.run(document);
  found.push(results.map(({ severity, code, message, path }) => ({ severity, code, message, path: path.join('/') })));
}
process.stdout.write(JSON.stringify(found));
