import {
  Body,
  Controller,
  type ExecutionContext,
  HttpCode,
  type INestApplication,
  Post as HttpPost,
  Query,
  ValidationPipe,
  type ValidationPipeOptions,
  createParamDecorator,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PartialType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import fc from 'fast-check';
import { FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Post } from '../../support/blog/entities.js';
import { type AdapterName, type AppOptions, type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { readingModule } from '../http/reading.js';

class ListPosts {
  @Filters(Post) query!: FilterQuery<Post>;
  @IsOptional() page?: number;
}
class ListOfUrl {
  @Filters(Post) query!: FilterQuery<Post>;
}
class ListMore extends ListPosts {}
class ListSome extends PartialType(ListPosts) {}

/** A body that a decorator of the application's own hands on. */
const SentBody = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => execution.switchToHttp().getRequest<{ body: unknown }>().body,
);

@Controller()
class ListsController {
  @HttpPost('own') @HttpCode(200) own(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  /** As with a DTO, the application reads the body, too: names that lists have elsewhere are its own. */
  @HttpPost('beside') @HttpCode(200) beside(
    @FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>,
    @Body() body: unknown,
  ) {
    return { query: query.toJSON(), body };
  }
  @HttpPost('dto') @HttpCode(200) dto(@Body() { query }: ListPosts) {
    return query.toJSON();
  }
  @HttpPost('more') @HttpCode(200) more(@Body() { query }: ListMore) {
    return query.toJSON();
  }
  @HttpPost('some') @HttpCode(200) some(@Body() { query }: ListSome) {
    return query?.toJSON();
  }
  @HttpPost('custom') @HttpCode(200) custom(@SentBody() { query }: ListPosts) {
    return query.toJSON();
  }
  @HttpPost('both') @HttpCode(200) both(@Body() { query }: ListPosts, @Query() url: ListOfUrl) {
    return { ...query.toJSON(), url: url.query.toJSON() };
  }
}
const paths = ['dto', 'more', 'some', 'custom'];

const json = '{"filters":{"title":"Spring"}}';
const asked = { filters: { title: { $eq: 'Spring' } } };

/** A body of a type, and the query or the status that is answered where nobody parses anything but JSON. */
const bodies: readonly (readonly [type: string | undefined, body: string, answer: unknown])[] = [
  ['application/json', json, asked],
  ['application/json; charset=utf-8', json, asked],
  ['application/vnd.api+json', json, 415],
  ['application/vnd.api+json; charset=utf-8', json, 415],
  ['application/problem+json', '{}', 415],
  ['text/plain', json, 415],
  ['text/plain;charset=UTF-8', 'filters[title]=Spring', 415],
  ['text/plain', 'x', 415],
  ['text/html', json, 415],
  ['application/xml', '<filters/>', 415],
  ['application/octet-stream', json, 415],
  ['application/x-ndjson', json, 415],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="filters"\r\n\r\nq\r\n--x--\r\n',
    415,
  ],
  ['multipart/form-data; boundary=x', '--x--\r\n', 415],
  ['application/x-www-form-urlencoded', 'filters[title]=Spring', 415],
  ['application/x-www-form-urlencoded', 'page=2', 415],
  [undefined, json, 415],
  ['application/json', 'null', 400],
  ['application/json', ' null ', 400],
  ['application/json', '5', 400],
  ['application/json', '""', 400],
  ['application/json', '"filters[title]=Spring"', 400],
  ['application/json', 'false', 400],
  ['application/json', '[]', 400],
  ['application/json', '[{}]', 400],
  ['application/json', `[${json}]`, 400],
  ['application/json', '{', 400],
  ['application/json', '{"filters":null}', 400],
  ['application/json', '{}', {}],
  ['application/json', '{"draft":2}', {}],
];

/** The types beside JSON that are read as such. */
const noOther = /^none$/;
type Parsers = readonly (readonly [name: string, options: AppOptions, alsoJson: RegExp])[];

/** The parsers of an application. */
const parsers: Readonly<Record<AdapterName, Parsers>> = {
  express: [
    ['the usual parsers', {}, noOther],
    ['a parser that takes any JSON', { express: (app) => app.useBodyParser('json', { strict: false }) }, noOther],
    ['a parser of texts', { express: (app) => app.useBodyParser('text', { type: 'text/*' }) }, noOther],
    [
      'a parser of bytes',
      { express: (app) => app.useBodyParser('raw', { type: ['application/octet-stream', 'multipart/*'] }) },
      noOther,
    ],
    [
      'a parser of types that end with +json',
      { express: (app) => app.useBodyParser('json', { type: ['application/json', 'application/*+json'] }) },
      /\+json/,
    ],
    ['an empty object in the place of a body, as Express 4 has it', { prepare: (app) => app.use(withBody) }, noOther],
  ],
  fastify: [
    ['the usual parsers', {}, noOther],
    ['a parser of types that end with +json', { prepare: (app) => parseJson(app) }, /\+json/],
    ['a parser that reads nothing', { prepare: (app) => parseNothing(app) }, noOther],
  ],
};

function withBody(request: { body?: unknown }, _: unknown, next: () => void): void {
  request.body ??= {};
  next();
}

function parseJson(app: INestApplication): void {
  const instance = (app as NestFastifyApplication).getHttpAdapter().getInstance();
  instance.addContentTypeParser(/^application\/.*\+json/, { parseAs: 'string' }, (_, body, done) => {
    done(null, JSON.parse(String(body)));
  });
}

function parseNothing(app: INestApplication): void {
  const instance = (app as NestFastifyApplication).getHttpAdapter().getInstance();
  instance.addContentTypeParser('*', (_, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null));
  });
}

const pipes: readonly ValidationPipeOptions[] = [
  { transform: true, validateCustomDecorators: true },
  {
    transform: true,
    validateCustomDecorators: true,
    whitelist: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
  },
];

/**
 * The answer of one DTO: a class whose properties are all optional tells what is no object from no property by 400
 * alone.
 */
const answerFor = (path: string, answer: unknown) => (path === 'some' && answer === 415 ? 400 : answer);

async function withApp(
  adapter: AdapterName,
  options: AppOptions,
  test: (app: TestApp) => Promise<void>,
  pipe: ValidationPipeOptions = { transform: true, validateCustomDecorators: true },
) {
  const prepare = (app: INestApplication) => {
    options.prepare?.(app);
    app.useGlobalPipes(new ValidationPipe(pipe));
  };
  const app = await openApp(adapter, await readingModule([ListsController]), { ...options, prepare });
  try {
    await test(app);
  } finally {
    await app.close();
  }
}

/** Sends a body, and tells the query that was read, or the status. */
async function answerOf({ client }: TestApp, path: string, type: string | undefined, body: string): Promise<unknown> {
  const { status, text } = await client.send('POST', path, body, { 'content-type': type });
  if (status !== 200) return status;
  const answer = JSON.parse(text) as { query?: unknown };
  return path === '/beside' ? answer.query : answer;
}

describe.each(adapters)('a body on %s', (adapter) => {
  describe.each(parsers[adapter])('with %s', (_, options, alsoJson) => {
    const expected = bodies.map(([type = '', body, answer]) =>
      answer !== 415 || !alsoJson.test(type) ? answer : body === '{}' ? {} : asked,
    );

    it.each(pipes)(
      'that nobody has read, or is no object, is refused by a DTO as by a query under %j',
      async (pipe) => {
        await withApp(
          adapter,
          options,
          async (app) => {
            for (const path of ['own', ...paths]) {
              const answers = await Promise.all(bodies.map(([type, body]) => answerOf(app, `/${path}`, type, body)));
              const shown = (all: readonly unknown[]) =>
                bodies.map(([type, body], index) => ({ path, type, body, answer: answerFor(path, all[index]) }));
              expect(shown(answers)).toEqual(shown(expected));
            }
          },
          pipe,
        );
      },
    );
  });

  it.each(['{"q":{}}', '{"where":{"title":"Spring"}}', '{"limit":5}', '{"page":2}', '{"search":"a"}'])(
    'with a name that lists have elsewhere (%s) is refused where no DTO reads it',
    async (body) => {
      await withApp(adapter, {}, async (app) => {
        expect(await answerOf(app, '/own', 'application/json', body)).toBe(400);
        for (const path of ['beside', ...paths]) {
          expect([path, await answerOf(app, `/${path}`, 'application/json', body)]).toEqual([path, {}]);
        }
      });
    },
  );

  it('that is read leaves the URL to others', async () => {
    await withApp(adapter, {}, async (app) => {
      for (const path of ['own', 'dto', 'more']) {
        const url = `/${path}?filters[title]=Autumn`;
        expect(await answerOf(app, url, 'application/json', json)).toEqual(asked);
        expect(await answerOf(app, url, 'application/json', '{}')).toEqual({});
        expect(await answerOf(app, url, 'text/plain', json)).toBe(415);
        const { status, text } = await app.client.send('POST', url);
        expect([status, text]).toEqual([200, '{}']);
      }
    });
  });

  it('and a URL are read side by side', async () => {
    await withApp(adapter, {}, async (app) => {
      const url = '/both?filters[views]=7';
      const ofUrl = { url: { filters: { views: { $eq: '7' } } } };
      expect(await answerOf(app, url, 'application/json', json)).toEqual({ ...asked, ...ofUrl });
      expect(await answerOf(app, url, 'application/vnd.api+json', json)).toBe(415);
      const { text } = await app.client.send('POST', url);
      expect(JSON.parse(text)).toEqual(ofUrl);
    });
  });

  it('of any type and content is answered alike by a DTO and a query', async () => {
    const type = fc.constantFrom(
      ...[undefined, 'application/json', 'text/plain', 'application/vnd.api+json', 'application/x-www-form-urlencoded'],
      ...['multipart/form-data; boundary=x', 'text/json', 'application/json5', 'x/y+json;q=1', 'json', ''],
    );
    // An empty text is no body to a query, and a pipe refuses it for a DTO.
    const body = fc
      .oneof(
        fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
        fc.string(),
        fc.constant(json),
      )
      .filter((text) => text !== '');
    await withApp(adapter, {}, async (app) => {
      await fc.assert(
        fc.asyncProperty(type, body, async (asType, text) => {
          const query = await answerOf(app, '/beside', asType, text);
          for (const path of paths) {
            const answer = await answerOf(app, `/${path}`, asType, text);
            expect(answerFor(path, answer)).toEqual(answerFor(path, query));
          }
          expect(query === 400 || query === 415 || typeof query === 'object').toBe(true);
        }),
        { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 50) },
      );
    });
  });
});

/** JSON that a parser leaves as bytes, or as text, is no object. */
const bytesOf: Readonly<Record<AdapterName, AppOptions>> = {
  express: { prepare: (app) => void (app as NestExpressApplication).useBodyParser('raw', { type: () => true }) },
  fastify: {
    prepare: (app) => {
      (app as NestFastifyApplication).useBodyParser('application/json', {}, (_, body, done) => done(null, body));
    },
  },
};

describe.each(adapters)('a JSON body that is left as bytes on %s', (adapter) => {
  it.each(pipes)('is refused by a DTO as by a query under %j', async (pipe) => {
    await withApp(
      adapter,
      bytesOf[adapter],
      async (app) => {
        for (const path of ['own', 'beside', ...paths]) {
          for (const body of [json, '{}', 'x']) {
            expect([path, body, await answerOf(app, `/${path}`, 'application/json', body)]).toEqual([path, body, 400]);
          }
        }
      },
      pipe,
    );
  });
});
