/**
 * `npm run bench:trace`: the files and the functions of the library that each request goes through, by V8's coverage of
 * the unbundled build. It boots an application on SQLite, and asks for one list with other values each time, by cursor,
 * and wrongly. With `--bar` it fails where a first or a warm page opens more files than it may.
 */
import 'reflect-metadata';
import { Session } from 'node:inspector/promises';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import * as typeorm from 'typeorm';
import { Post, entitySchemas } from './model/entities.mjs';
import { seedStatements } from './model/seed.mjs';

/** The most files that may be opened. */
const bars = { first: 125, warm: 65 };

const size = 4_000;
const build = new URL('../../build/', import.meta.url).href;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

// After the coverage has begun, so that it has what the library does while it is loaded.
const { FilterModule, FilterQuery, FilterService, Filterable } = await import(`${build}index.js`);
const { declareWith } = await import('./model/filterable.mjs');
declareWith(Filterable);

const source = await new typeorm.DataSource({
  type: 'better-sqlite3',
  database: ':memory:',
  entities: entitySchemas(typeorm, 'sqlite'),
  synchronize: true,
}).initialize();
for (const text of [...seedStatements('sqlite', size), 'ANALYZE']) await source.query(text);

class Posts {
  constructor(filters) {
    this.filters = filters;
  }

  list(query) {
    return this.filters.page(source.getRepository(Post).createQueryBuilder('post'), query);
  }
}
Inject(FilterService)(Posts, undefined, 0);
Get()(Posts.prototype, 'list', Object.getOwnPropertyDescriptor(Posts.prototype, 'list'));
FilterQuery(Post)(Posts.prototype, 'list', 0);
Controller('posts')(Posts);

class Application {}
Module({
  imports: [FilterModule.forRoot()],
  controllers: [Posts],
  providers: [{ provide: typeorm.DataSource, useValue: source }],
})(Application);

const application = await NestFactory.create(Application, { logger: ['error'] });
await application.listen(0, '127.0.0.1');
const url = `${await application.getUrl()}/posts`;

const list = (author) => `filters[author][name]=Author ${author}&sort=views&pagination[pageSize]=5`;
const after = (views) => `filters[views][$gte]=${views}&sort=views&pagination[after]=&pagination[pageSize]=5`;
const traced = { boot: await called() };
for (let time = 1; time <= 6; time += 1) traced[`page ${time}`] = await trace(list(time));
traced['warm page'] = await trace(list(6));
traced.refusal = await trace('filters[author][nam]=x', 400);
for (let time = 1; time <= 4; time += 1) traced[`by cursor ${time}`] = await trace(after(time));
await application.close();
await source.destroy();

console.table(traced);
const opened = { first: traced['page 1'].files, warm: traced['warm page'].files };
for (const [page, most] of Object.entries(bars)) console.log(`${page} page: ${opened[page]} files, ${most} at most`);
if (process.argv.includes('--bar') && Object.entries(bars).some(([page, most]) => opened[page] > most)) {
  process.exitCode = 1;
}

/** Sends a request, and counts what it called. */
async function trace(query, status = 200) {
  const response = await fetch(`${url}?${query}`);
  const body = await response.text();
  if (response.status !== status) throw new Error(`${query}: ${response.status} ${body}`);
  return called();
}

/** Counts the files and functions that were called since this was last asked, and the calls. */
async function called() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Set();
  const counts = { files: 0, functions: 0, calls: 0 };
  for (const { url: file, functions } of result.filter(({ url: file }) => file.startsWith(build))) {
    for (const { functionName, ranges } of functions) {
      const [{ count, startOffset }] = ranges;
      // The file itself is called while it is loaded.
      const isModule = functionName === '' && startOffset === 0;
      if (count === 0 || isModule) continue;
      files.add(file);
      counts.functions += 1;
      counts.calls += count;
    }
  }
  return { ...counts, files: files.size };
}
