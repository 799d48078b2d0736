import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { Answering, type Answer, type Entry, listNames } from './answers.js';
import { differences, readCorpus, writeCorpus } from './file.js';
import { Random } from './random.js';
import { requestOf } from './requests.js';
import { openShop } from './shop.js';

/**
 * `npm run corpus -- --count 6000` adds requests until there are so many. Those that exist keep their answers: where
 * one differs, nothing is written, unless `--major` says that the next version is a major one.
 */
const options = process.argv.slice(2);
const count = options.includes('--count') ? Number(options[options.indexOf('--count') + 1]) : 5000;
Logger.overrideLogger(['fatal', 'error', 'warn']);
const source = await openShop();
const answering = Answering.over(source);
try {
  const before = existsSync('test/corpus/corpus.jsonl.gz') ? readCorpus() : [];
  const kept = await checked(before);
  const entries = [...kept, ...(await added(kept, count - kept.length))];
  writeCorpus(entries);
  console.log(`${entries.length} requests, ${entries.length - kept.length} of them new`);
} finally {
  await source.destroy();
}

/** Gives the entries with their answers of now, or fails where these differ and may not. */
async function checked(before: readonly Entry[]): Promise<readonly Entry[]> {
  const found = await differences(answering, before);
  if (found.length === 0) return before;
  for (const { list, query } of found.slice(0, 20)) console.log(`differs: ${list} ${query}`);
  if (!options.includes('--major'))
    throw new Error(`${found.length} answers differ, which only a major version may change: --major rewrites them`);
  const now = new Map(found.map((one) => [`${one.list} ${one.query}`, one.now]));
  return before.map((entry) => ({ ...entry, answer: now.get(`${entry.list} ${entry.query}`) ?? entry.answer }));
}

/** Makes new requests, each once. The second page by a cursor is a request of its own. */
async function added(kept: readonly Entry[], wanted: number): Promise<readonly Entry[]> {
  const random = new Random(20_261_125 + kept.length);
  const seen = new Set(kept.map(({ list, query }) => `${list} ${query}`));
  const entries: Entry[] = [];
  const ask = async (list: Entry['list'], query: string, pages: number): Promise<void> => {
    if (pages === 0 || entries.length >= wanted || seen.has(`${list} ${query}`)) return;
    seen.add(`${list} ${query}`);
    const answer = await answering.answer(list, query);
    entries.push({ list, query, answer });
    const next = cursorOf(answer);
    if (next !== undefined)
      await ask(list, query.replace(/pagination\[after\]=[^&]*/, `pagination[after]=${next}`), pages - 1);
  };
  while (entries.length < wanted) {
    const list = random.pick([...listNames, 'plain', 'plain', 'declared'] as const);
    await ask(list, requestOf(list, random), 2);
  }
  return entries;
}

function cursorOf(answer: Answer): string | undefined {
  const pagination =
    'meta' in answer ? (answer.meta as { pagination?: { next?: string | null } }).pagination : undefined;
  return pagination?.next ?? undefined;
}
