import { readFileSync } from 'node:fs';
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { FilterService } from 'nestjs-filterable';
import type { Logger } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { traceFilters } from './bridge.js';

const exporter = new InMemorySpanExporter();

/** Makes a span for each statement, as a driver's instrumentation does. */
const driver: Logger = {
  logQuery: () => trace.getTracer('driver').startSpan('driver').end(),
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

let stop: () => void;
beforeAll(() => {
  const manager = new AsyncLocalStorageContextManager();
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  stop = traceFilters(manager);
});
afterAll(() => {
  stop();
  trace.disable();
  context.disable();
});

describe.each(engines)('the bridge of docs/operations.md to OpenTelemetry, on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: driver });
    await seedBlog(database.source);
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });
  beforeEach(() => exporter.reset());
  afterAll(() => database.close());

  /** Runs a function as a request of HTTP, and returns each span with the names of those above it. */
  async function spansOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    await trace.getTracer('http').startActiveSpan('GET /posts', async (span) => {
      await work();
      span.end();
    });
    const spans = exporter.getFinishedSpans();
    const pathOf = (span: ReadableSpan): string => {
      const parent = spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
      return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`;
    };
    return [...new Set(spans.map(pathOf))].sort();
  }

  it('nests the spans of a page under that of its request, and the driver’s under them', async () => {
    const request = 'filters[author][name]=kanarienvogel&filters[id]=1&facets=status&sort=id';
    const repository = database.source.getRepository(Post);
    const paths = await spansOf(() => filters.page(repository, filters.parse(Post, request, { facets: ['status'] })));
    expect(paths).toEqual([
      'GET /posts',
      'GET /posts > page Post',
      'GET /posts > page Post > driver',
      'GET /posts > page Post > facets Post',
      'GET /posts > page Post > facets Post > driver',
      'GET /posts > parse Post',
    ]);
    const page = exporter.getFinishedSpans().find(({ name }) => name === 'page Post');
    expect(page?.attributes).toMatchObject({
      entity: 'Post',
      request:
        '{"filters":{"author":{"name":{"$eq":"?"}},"id":{"$eq":"?"}},"sort":["id:asc"],"facets":{"status":"true"}}',
    });
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('kanarien');
  });

  it('has the chunks of an export below it, and what its application does between them beside it', async () => {
    const paths = await spansOf(async () => {
      const rows = filters.each(database.source.getRepository(Post), filters.parse(Post, 'sort=id'), { chunk: 3 });
      for await (const { id } of rows) trace.getTracer('own').startSpan('a mail', { attributes: { id } }).end();
    });
    expect(paths).toEqual([
      'GET /posts',
      'GET /posts > a mail',
      'GET /posts > export Post',
      'GET /posts > export Post > driver',
      'GET /posts > parse Post',
    ]);
  });

  it('marks the span of a refusal', async () => {
    await spansOf(() => {
      expect(() => filters.parse(Post, 'filters[titel]=a')).toThrow();
      return Promise.resolve();
    });
    const span = exporter.getFinishedSpans().find(({ name }) => name === 'parse Post');
    expect(span?.status).toEqual({ code: 2, message: 'FilterException' });
    expect(span?.attributes['issues']).toBe('unknown_field');
  });

  it('lets a request go on whose subscriber throws', async () => {
    const thrown: unknown[] = [];
    const keep = (error: unknown) => void thrown.push(error);
    process.setUncaughtExceptionCaptureCallback(keep);
    const { start } = tracingChannel<unknown, object>('nestjs-filterable');
    const store = new AsyncLocalStorage<unknown>();
    const fail = () => {
      throw new Error('the subscriber fails');
    };
    start.subscribe(fail);
    start.bindStore(store, fail);
    try {
      const rows = await filters.page(database.source.getRepository(Post), filters.parse(Post, 'filters[id]=1'));
      expect(rows.data).toHaveLength(1);
      await new Promise(setImmediate);
      expect(thrown.length).toBeGreaterThan(0);
      expect(thrown.every((error) => error instanceof Error && error.message === 'the subscriber fails')).toBe(true);
    } finally {
      start.unsubscribe(fail);
      start.unbindStore(store);
      process.setUncaughtExceptionCaptureCallback(null);
    }
  });
});

it('is in the documentation as it is run', () => {
  const code = readFileSync('test/e2e/tracing/bridge.ts', 'utf8').trim();
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(code);
});
