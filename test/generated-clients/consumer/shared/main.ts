import { calls, mistakes, unsendable } from './calls.js';
import { list } from './client.js';

const [, , baseUrl = ''] = process.argv;
const made: unknown[] = [];
const refused: unknown[] = [];
const unsent: unknown[] = [];
for (const call of calls) made.push({ ...call, answer: await list(baseUrl, call.query) });
for (const [title, query, code] of mistakes) refused.push({ title, code, answer: await list(baseUrl, query) });
for (const [title, query] of unsendable) unsent.push({ title, error: await list(baseUrl, query).catch(String) });
process.stdout.write(JSON.stringify({ calls: made, mistakes: refused, unsendable: unsent }));
