import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Answering, Entry } from './answers.js';

const file = 'test/corpus/corpus.jsonl.gz';

/** The entries, in the order in which they were added. */
export function readCorpus(): readonly Entry[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Entry);
}

export function writeCorpus(entries: readonly Entry[]): void {
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(file, gzipSync(text, { level: 9 }));
}

/** An entry whose answer is another one now. */
export interface Difference extends Entry {
  readonly now: Entry['answer'];
}

/** Asks every request anew, and gives those whose answers differ. */
export async function differences(answering: Answering, entries: readonly Entry[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const entry of entries) {
    const now = await answering.answer(entry.list, entry.query);
    if (JSON.stringify(now) !== JSON.stringify(entry.answer)) found.push({ ...entry, now });
  }
  return found;
}
