import 'reflect-metadata';
import { deepEqual } from 'node:assert/strict';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { checks, idsOf } from './checks.js';
import { checkDocuments } from './documents.js';
import { LibraryModule } from './library.module.js';
import { seed } from './seed.js';

/** The program of a host: it starts, answers over HTTP, and documents itself. Returns what it did as it should. */
async function main(): Promise<string> {
  const app = await NestFactory.create(LibraryModule, { logger: ['error'] });
  try {
    await seed(app.get(DataSource));
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    for (const { path, expected, of } of checks) {
      const response = await fetch(url + path);
      const body: unknown = await response.json();
      const found: unknown = of === undefined ? rowsOf(body, response.ok) : of(body as object, response.status);
      deepEqual(found, expected, `${path}: ${JSON.stringify(body)}`);
    }
    const answered = checks.length + (await walk(url, 'sort=author.name:desc,price'));
    return `${answered} requests, ${checkDocuments(app)} documents`;
  } finally {
    await app.close();
  }
}

/** An answer that has no rows is compared as it is, so that what it says can be read. */
function rowsOf(body: unknown, ok: boolean): unknown {
  return ok ? idsOf(body) : body;
}

interface CursorPage {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly pagination: { readonly next: string | null; readonly previous: string | null } };
}

/**
 * Walks to the end by cursors, two rows at a time, and one page back: every row once, in the order of the whole list.
 */
async function walk(url: string, sort: string): Promise<number> {
  const get = async (query: string) => (await (await fetch(`${url}/books?${sort}&${query}`)).json()) as CursorPage;
  const whole = idsOf(await get(''));
  const pages: CursorPage[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: CursorPage = await get(`pagination[after]=${cursor}&pagination[pageSize]=2`);
    pages.push(page);
    cursor = page.meta.pagination.next;
  }
  deepEqual(pages.flatMap(idsOf), whole);
  const back = await get(`pagination[before]=${pages.at(-1)?.meta.pagination.previous}&pagination[pageSize]=2`);
  deepEqual(idsOf(back), whole.slice(2, 4));
  return pages.length + 2;
}

main().then(
  (done) => console.log(done),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
