import { readFileSync } from 'node:fs';
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, SpanStatusCode, context, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { FilterQueryOverrides } from 'nestjs-filterable';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { FilterContexts } from './bridge.js';

const exporter = new InMemorySpanExporter();

type Given<Method> = Method extends (first: infer First, ...rest: never[]) => unknown ? First : never;

/** Keeps what the next call of a method is given. A channel changes its class with its first subscriber. */
function givenNext<Name extends string, Target extends Record<Name, (...given: never[]) => unknown>>(
  target: Target,
  name: Name,
): Given<Target[Name]>[] {
  const kept: Given<Target[Name]>[] = [];
  const method = (...given: [Given<Target[Name]>]): unknown => {
    kept.push(given[0]);
    Reflect.deleteProperty(target, name);
    return Reflect.apply(target[name], target, given);
  };
  Object.defineProperty(target, name, { value: method, configurable: true });
  return kept;
}

const { start, end, asyncEnd } = tracingChannel<unknown, object>('nestjs-filterable');
/** Takes the bridge from the channel again: it lives as long as its process, and this process has other specs. */
let leave = (): readonly unknown[] => [];

beforeAll(() => {
  // Not before: another spec of this process would be given in place of the bridge.
  const stores = givenNext(start, 'bindStore');
  const listeners = [end, asyncEnd].map((ended) => ({ ended, given: givenNext(ended, 'subscribe') }));
  context.setGlobalContextManager(new FilterContexts().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  leave = () => [
    ...stores.map((store) => start.unbindStore(store)),
    ...listeners.flatMap(({ ended, given }) => given.map((listener) => ended.unsubscribe(listener))),
  ];
});
afterAll(() => {
  expect(leave()).toEqual([true, true, true]);
  trace.disable();
  context.disable();
});

const blog: WorldOptions = { entities: blogEntities, seed: seedBlog };

onEngines('the bridge of docs/operations.md to OpenTelemetry', blog, (world) => {
  beforeAll(async () => {
    await world.filters.ready();
    // A span for each statement, as a driver's instrumentation makes it.
    world.spy.beforeStatement = () => trace.getTracer('driver').startSpan('driver').end();
  });
  beforeEach(() => exporter.reset());

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
    const list: FilterQueryOverrides<Post> = { facets: ['status'], populate: ['author'] };
    const request = 'filters[author][name][$ne]=kanarienvogel&filters[id]=1&facets=status&populate=author&sort=id';
    const repository = world.repository(Post);
    const paths = await spansOf(() => world.filters.page(repository, world.filters.parse(Post, request, list)));
    expect(paths).toEqual([
      'GET /posts',
      'GET /posts > page Post',
      'GET /posts > page Post > driver',
      'GET /posts > page Post > facets Post',
      'GET /posts > page Post > facets Post > driver',
      'GET /posts > page Post > populate Post',
      'GET /posts > page Post > populate Post > driver',
      'GET /posts > parse Post',
    ]);
    const page = exporter.getFinishedSpans().find(({ name }) => name === 'page Post');
    expect(page?.attributes).toMatchObject({
      entity: 'Post',
      request:
        '{"filters":{"author":{"name":{"$ne":"?"}},"id":{"$eq":"?"}},"sort":["id:asc"],"facets":{"status":"true"},"populate":{"author":"true"}}',
      statements: expect.arrayContaining([expect.stringContaining('SELECT')]) as unknown,
    });
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('kanarien');
  });

  it('keeps the requests of several users apart', async () => {
    const repository = world.repository(Post);
    const read = (id: number) =>
      trace.getTracer('http').startActiveSpan(`GET /posts/${id}`, async (span) => {
        await world.filters.page(repository, world.filters.parse(Post, `filters[id]=${id}`));
        span.end();
      });
    const paths = await spansOf(() => Promise.all([1, 2, 3].map(read)));
    expect(paths.filter((path) => path.includes('> page'))).toEqual(
      [1, 2, 3].flatMap((id) => {
        const page = `GET /posts > GET /posts/${id} > page Post`;
        return [page, `${page} > driver`];
      }),
    );
  });

  it('leaves the contexts that an application or a driver enters within an operation as they are', async () => {
    const within: string[] = [];
    const listen = (): void => {
      const span = trace.getTracer('own').startSpan('a subscriber');
      context.with(trace.setSpan(context.active(), span), () => {
        within.push(trace.getActiveSpan() === span ? 'its own' : 'another');
        trace.getTracer('own').startSpan('its part').end();
      });
      context.with(ROOT_CONTEXT, () => within.push(trace.getActiveSpan() === undefined ? 'none' : 'another'));
      span.end();
    };
    tracingChannel<unknown, object>('nestjs-filterable').asyncStart.subscribe(listen);
    try {
      const paths = await spansOf(() =>
        world.filters.page(world.repository(Post), world.filters.parse(Post, 'filters[id]=1')),
      );
      expect(within).toEqual(['its own', 'none']);
      expect(paths).toContain('GET /posts > page Post > a subscriber > its part');
    } finally {
      tracingChannel<unknown, object>('nestjs-filterable').asyncStart.unsubscribe(listen);
    }
  });

  it('has the chunks of an export below it, and what its application does between them beside it', async () => {
    const paths = await spansOf(async () => {
      const rows = world.filters.each(world.repository(Post), world.filters.parse(Post, 'sort=id'), { chunk: 3 });
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
      expect(() => world.filters.parse(Post, 'filters[titel]=a')).toThrow();
      return Promise.resolve();
    });
    const span = exporter.getFinishedSpans().find(({ name }) => name === 'parse Post');
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'FilterException' });
    expect(span?.attributes['issues']).toBe('unknown_field');
    // The span of the request goes on.
    const [request] = exporter.getFinishedSpans().filter(({ name }) => name === 'GET /posts');
    expect(request?.status.code).toBe(SpanStatusCode.UNSET);
    expect(span?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  });

  it('marks the span of a cursor that is refused with its page', async () => {
    await spansOf(() =>
      expect(
        world.filters.page(world.repository(Post), world.filters.parse(Post, 'sort=id&pagination[after]=nonsense')),
      ).rejects.toThrow('cursor'),
    );
    const span = exporter.getFinishedSpans().find(({ name }) => name === 'page Post');
    expect(span).toMatchObject({
      status: { code: SpanStatusCode.ERROR, message: 'FilterException' },
      attributes: { issues: 'invalid_cursor' },
    });
  });

  it('lets a request go on whose subscriber throws', async () => {
    const thrown: unknown[] = [];
    const keep = (error: unknown) => void thrown.push(error);
    process.setUncaughtExceptionCaptureCallback(keep);
    const store = new AsyncLocalStorage<unknown>();
    const fail = () => {
      throw new Error('the subscriber fails');
    };
    start.subscribe(fail);
    start.bindStore(store, fail);
    try {
      const rows = await world.filters.page(world.repository(Post), world.filters.parse(Post, 'filters[id]=1'));
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

describe('the code of the bridge', () => {
  const code = readFileSync('test/e2e/tracing/bridge.ts', 'utf8').trim();

  it('is in the documentation as it is run', () => {
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(code);
  });

  it('has twenty lines beside its imports, its comments and its last braces, and no private name', () => {
    const lines = code.split('\n').filter((line) => !/^\s*(import .*|\/\*\*.*|\}|)$/.test(line));
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(code).not.toMatch(/\b_[a-z]|Reflect/);
  });
});
