import { Validator } from '@seriousme/openapi-schema-validator';
import { Controller, Get } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { FilterModule, FilterQuery } from 'nestjs-filterable';
import { ApiFilters, type DocumentFiltersOptions, documentFilters } from 'nestjs-filterable/openapi';
import { DataSource } from 'typeorm';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { Tour, tourEntities } from '../hostile/tours/model.js';
import { plainDocument } from './app.js';

@Controller('tours')
class ToursController {
  @Get()
  @ApiFilters(Tour, {
    page: true,
    examples: {
      'With their guides and longest stops': { populate: { guide: true, stops: { sort: 'minutes:desc', limit: 3 } } },
      'With the homes of their guides': { populate: ['guide.home', 'stops'] },
    },
  })
  list(@FilterQuery(Tour) query: FilterQuery<Tour>) {
    return query.toJSON();
  }

  @Get('one')
  @ApiFilters(Tour, { page: true })
  one(@FilterQuery(Tour, { limits: { populateHops: 1 }, populate: ['guide'] }) query: FilterQuery<Tour>) {
    return query.toJSON();
  }

  @Get('none')
  @ApiFilters(Tour, { page: true })
  none(@FilterQuery(Tour, { populate: false }) query: FilterQuery<Tour>) {
    return query.toJSON();
  }
}

/** A part of a document, which the tests read without types. */
// oxlint-disable-next-line typescript/no-explicit-any
type Part = Record<string, any>;

describe('the document of lists that populate', () => {
  let opened: TestApp;

  beforeAll(async () => {
    const source = await describeEntities('sqlite', tourEntities);
    opened = await openApp('express', {
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [ToursController],
      providers: [{ provide: DataSource, useValue: source }],
    });
  });
  afterAll(() => opened.close());

  const made = (options?: DocumentFiltersOptions, version?: string): OpenAPIObject =>
    documentFilters(opened.app, () => plainDocument(opened.app, version), { context: {}, ...options });
  const parameter = (document: OpenAPIObject, path: string): Part | undefined =>
    (document.paths[path] as Record<string, Part>).get?.parameters.find(({ name }: Part) => name === 'populate');
  const schema = (document: OpenAPIObject, name: string): Part => document.components?.schemas?.[name] as Part;
  const pathOf = (document: OpenAPIObject, end: string) =>
    Object.keys(document.paths).find((path) => path.endsWith(end)) ?? '';

  it.each([
    ['3.0.0', {}],
    ['3.1.0', {}],
    ['3.1.0', { for: 'client' }],
    ['3.0.0', { style: 'json' }],
    ['3.1.0', { nesting: 'none' }],
  ] as const)('is valid in OpenAPI %s, made with %j', async (version, options) => {
    const document = JSON.parse(JSON.stringify(made(options, version))) as Record<string, unknown>;
    const { valid, errors } = await new Validator().validate(document);
    expect([valid, errors]).toEqual([true, undefined]);
  });

  it('has the options of each relation, and in them those of the related entity, by reference', () => {
    const document = made({ for: 'client' });
    expect(parameter(document, pathOf(document, '/tours'))).toMatchObject({
      in: 'query',
      required: false,
      style: 'deepObject',
      explode: true,
      schema: { $ref: '#/components/schemas/TourPopulate' },
    });
    const { guide, stops, owner } = schema(document, 'TourPopulate').properties as Part;
    expect(owner).toBeUndefined();
    expect(guide.anyOf[0]).toEqual({ type: 'boolean', enum: [true] });
    expect(Object.keys(guide.anyOf[1].properties as object)).toEqual(['filters', 'fields', 'populate']);
    expect(stops.anyOf[1].properties).toMatchObject({
      filters: { $ref: '#/components/schemas/StopFilter' },
      limit: { type: 'integer', minimum: 1, maximum: 5 },
      fields: { items: { enum: ['id', 'title', 'minutes'] } },
      populate: { $ref: '#/components/schemas/StopPopulate' },
    });
    expect(guide.anyOf[1].properties.fields.items.enum).toEqual(['id', 'name']);
    const below = schema(document, 'GuidePopulate').properties as Part;
    expect(Object.keys(below)).toEqual(['home', 'tours']);
    expect(below.tours.anyOf[1].properties).not.toHaveProperty('populate');
  });

  it('ends where the limits end, and is not there where nothing is declared', () => {
    const document = made({ for: 'client' });
    const { schema: one } = parameter(document, pathOf(document, '/one')) as Part;
    const { guide } = schema(document, String(one.$ref).replace(/.*\//, '')).properties as Part;
    expect(guide.anyOf[1].properties).not.toHaveProperty('populate');
    expect(parameter(document, pathOf(document, '/none'))).toBeUndefined();
  });

  it('has related rows among those of the answer, none of which always comes', () => {
    const document = made({ for: 'client' });
    const operation = (document.paths[pathOf(document, '/tours')] as Record<string, Part>).get as Part;
    const page = operation.responses['200'].content['application/json'].schema as Part;
    expect(page.properties.meta.properties).toHaveProperty('populate');
    const row = schema(document, String(page.properties.data.items.$ref).replace(/.*\//, ''));
    expect(row.required).toEqual(['id', 'title', 'tenant']);
    expect(row.properties.stops).toEqual({ type: 'array', items: { $ref: '#/components/schemas/StopRelatedRow' } });
    const stop = schema(document, 'StopRelatedRow');
    expect(stop.required).toEqual(['id']);
    expect(Object.keys(stop.properties as object)).toEqual(['id', 'title', 'minutes', 'town']);
    const rows = Object.entries(document.components?.schemas ?? {}).filter(([name]) => name.endsWith('RelatedRow'));
    expect(JSON.stringify(rows)).not.toMatch(/salary|secret|boss|code/);
  });

  it('has examples that can be sent', async () => {
    const document = made();
    const { examples } = parameter(document, pathOf(document, '/tours')) as Part;
    expect(Object.values(examples as Record<string, Part>).map(({ value }) => value as unknown)).toEqual([
      { guide: true, stops: { sort: 'minutes:desc', limit: 3 } },
      { guide: { populate: { home: true } }, stops: true },
    ]);
    for (const { value } of Object.values(examples as Record<string, Part>)) {
      const { status } = await opened.client.get(`/tours?populate=${encodeURIComponent(JSON.stringify(value))}`);
      expect(status).toBe(200);
    }
  });
});
