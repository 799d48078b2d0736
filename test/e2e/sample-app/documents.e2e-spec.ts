import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { type QueryInput, toQueryString } from 'nestjs-filterable/client';
import type { JsonSchema } from 'nestjs-filterable/openapi';
import { type Guide, openGuide } from '../../support/guide.js';
import { factor } from '../../support/thorough.js';
import { RandomValues, randomFrom } from '../../unit/openapi/random-values.js';

/** The part of an OpenAPI document that the tests read. */
interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, object>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** True for a list whose rows are told; the export answers rows in other forms than JSON. */
function isList({ parameters, responses }: Operation): boolean {
  const { content = {} } = (responses['200'] ?? {}) as { content?: object };
  return parameters.some(({ name }) => name === 'filters') && 'application/json' in content;
}

const runs = 30 * factor;

describe('the documents of the restaurant guide', () => {
  let guide: Guide;
  let document: Document;
  /** Lists what is wrong with a value, beside the schema at a place of an operation. */
  let faultsOf: (path: string, place: string, value: unknown) => readonly unknown[];
  let isAsDocumented: (path: string, status: number, body: unknown) => readonly unknown[];
  /** The lists of the guide, whose operations have filters. */
  let lists: readonly (readonly [path: string, operation: Operation])[];

  beforeAll(async () => {
    guide = await openGuide();
    document = (await guide.get('/openapi.json')).body as unknown as Document;
    const ajv = addFormats.default(new Ajv({ strict: false }));
    ajv.addSchema(document, 'document');
    const escape = (path: string) => encodeURIComponent(path.replaceAll('/', '~1'));
    faultsOf = (path, place, value) => {
      const $ref = `document#/paths/${escape(path)}/get/${place}`;
      const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
      return validate(value) === true ? [] : (validate.errors ?? []);
    };
    isAsDocumented = (path, status, body) =>
      faultsOf(path, `responses/${status}/content/application~1json/schema`, body);
    lists = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get !== undefined && isList(get) ? [[path, get] as const] : [],
    );
  });
  afterAll(() => guide.app.close());

  it('are served to pages and to generators, and are valid', async () => {
    expect((await guide.get('/docs')).status).toBe(200);
    const { errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(lists.map(([path]) => path)).toEqual(
      ['restaurants', 'chefs', 'cities', 'dishes', 'reviews', 'tags', 'users']
        .map((name) => `/api/${name}`)
        .sort((one, other) => Object.keys(document.paths).indexOf(one) - Object.keys(document.paths).indexOf(other)),
    );
  });

  it('have examples that find rows, as the operation says', async () => {
    for (const [path, { parameters }] of lists) {
      const titles = new Set(parameters.flatMap(({ examples = {} }) => Object.keys(examples)));
      for (const title of titles) {
        const shown = parameters.filter(({ examples = {} }) => title in examples);
        const query = Object.fromEntries(shown.map(({ name, examples }) => [name, examples?.[title]?.value]));
        const { status, body } = await guide.get(
          `${path}?${toQueryString(query as QueryInput<Record<string, unknown>>)}`,
        );
        expect([path, title, status]).toEqual([path, title, 200]);
        expect(isAsDocumented(path, status, body)).toEqual([]);
        // Some example of every list is generated, and may find nothing.
        if (path === '/api/restaurants') expect(body.data.length).toBeGreaterThan(0);
      }
    }
  });

  it('have examples that are what their schemas say, facets with options among them', () => {
    for (const [path, { parameters }] of lists) {
      for (const [index, { name, examples = {} }] of parameters.entries()) {
        for (const [title, { value }] of Object.entries(examples)) {
          expect([path, name, title, faultsOf(path, `parameters/${index}/schema`, value)]).toEqual([
            path,
            name,
            title,
            [],
          ]);
        }
      }
    }
    const { parameters } = document.paths['/api/restaurants']!.get!;
    const { examples } = parameters.find(({ name }) => name === 'facets')!;
    expect(examples).toEqual({ 'Both words, somewhere; cuisines beside the rows': { value: ['cuisine'] } });
  });

  it('say what is answered to anything that they allow', async () => {
    const random = randomFrom(7);
    const values = new RandomValues(document as unknown as JsonSchema, random);
    for (let run = 0; run < runs; run += 1) {
      const [path, { parameters }] = lists[run % lists.length]!;
      const sent = parameters.filter(({ name }) => name !== 'sort' && random() < 0.6);
      const query = Object.fromEntries(sent.map(({ name, schema }) => [name, values.value(schema, 1)]));
      const url = `${path}?${toQueryString(query as QueryInput<Record<string, unknown>>)}`;
      const { status, body } = await guide.get(url);
      expect({ url, isDocumented: [200, 400].includes(status) }).toEqual({ url, isDocumented: true });
      expect({ url, errors: isAsDocumented(path, status, body) }).toEqual({ url, errors: [] });
      // A made-up cursor is none, a limit is no part of a schema, and no schema knows that `id` and `id:asc` are one,
      // or whether a key is that of the one related row, which is never NULL.
      const issues = status === 400 ? body.issues.filter(({ message }) => !message.includes('is never NULL; use')) : [];
      const codes = issues.map(({ code }) => code);
      expect({
        url,
        codes: codes.filter((code) => !/^(limit_exceeded|invalid_cursor|duplicate_sort)$/.test(code)),
      }).toEqual({
        url,
        codes: [],
      });
    }
  }, 600_000);

  it('say what is answered to a mistake', async () => {
    const { status, body } = await guide.get('/api/restaurants?filters[nam]=Bella&filters[stars][$gte]=many&sort=x');
    expect([status, isAsDocumented('/api/restaurants', status, body)]).toEqual([400, []]);
  });
});

describe('the documents of the restaurant guide in strapi mode', () => {
  it('say what is answered to a mistake there', async () => {
    const guide = await openGuide({ COMPATIBILITY: 'strapi' });
    const { body: document } = await guide.get('/openapi.json');
    const { body } = await guide.get('/api/restaurants?filters[nam]=Bella');
    await guide.app.close();
    const ajv = new Ajv({ strict: false, formats: { 'date-time': true, date: true, int32: true, int64: true } });
    const validate = ajv.addSchema(document, 'document').compile({ $ref: 'document#/components/schemas/FilterError' });
    expect([validate(body), validate.errors]).toEqual([true, null]);
    expect(validate({ statusCode: 400 })).toBe(false);
  });
});
