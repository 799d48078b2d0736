import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterQuery, FilterService } from 'nestjs-filterable';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { marketModels } from '../aggregates/model.js';
import { questions as marketQuestions } from '../aggregates/questions.js';
import { seedMarket } from '../aggregates/rows.js';
import { Article, catalogue, fillCatalogue } from '../adaptive/model.js';
import { wayTables } from '../adaptive/way-tables.js';
import { facetsModels } from '../facets/model.js';
import { questions as facetQuestions } from '../facets/questions.js';
import { seedFacets } from '../facets/rows.js';
import { fillBlog } from '../pages/blog.js';
import { StatementSpy } from '../../support/spy.js';
import { cases as pageCases } from '../pages/statement-cases.js';
import { fillStudio } from '../populate/fill-studio.js';
import { Film, studioEntities } from '../populate/studio.js';
import { type Sent, sentBy, withoutCatalogue } from './sent.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;

/** A request as a handler has it. */
interface Asked {
  readonly builder: Builder;
  readonly query: FilterQuery<ObjectLiteral>;
}

/** A service that has learnt nothing, and a request to it. */
interface Fresh {
  readonly service: () => FilterService;
  readonly ask: (service: FilterService) => Asked;
}

/**
 * Holds an explanation to the statements that are sent for it, and to those of a page in the same state of knowledge.
 *
 */
async function expectSame(spy: StatementSpy, { service: make, ask }: Fresh): Promise<void> {
  const explain = async (service: FilterService) => {
    const { builder, query } = ask(service);
    const { result, sent } = await sentBy(spy, () => service.explain(builder, query));
    const told = result.statements.map(({ sql, parameters }): Sent => ({ sql, parameters }));
    expect(withoutCatalogue(sent)).toEqual(told);
    return told;
  };
  const page = async (service: FilterService) => {
    const { builder, query } = ask(service);
    return (await sentBy(spy, () => service.page(builder, query))).sent;
  };
  // The place of a column's values is learnt once in a process, and so is that pages are full.
  await page(make());
  const service = make();
  expect(await explain(service)).toEqual(await page(make()));
  // What was learnt by asking is remembered, as after a page.
  expect(await explain(service)).toEqual(await page(service));
}

const populateRequests = [
  'populate=director',
  'populate=cast,scenes&pagination[pageSize]=3',
  'populate[cast][limit]=4&pagination[pageSize]=3',
  'populate[director][populate][films][limit]=3&pagination[pageSize]=2',
  'populate=director,credits.producer&pagination[pageSize]=7',
  'populate=cast&pagination[after]=&pagination[pageSize]=4',
  'populate=cast&filters[id]=0',
  'populate=scenes&filters[title][$contains]=film%201&pagination[page]=2&pagination[pageSize]=5',
];

/** Requests of one model, by their text. */
interface Model {
  readonly name: string;
  readonly entities: readonly (new () => object)[];
  readonly fill: (source: DataSource) => Promise<unknown>;
  readonly options: Parameters<typeof FilterService.forDataSource>[1];
  readonly requests: readonly (readonly [name: string, ask: (source: DataSource, service: FilterService) => Asked])[];
}

const models: readonly Model[] = [
  {
    name: 'ways',
    entities: catalogue,
    fill: fillCatalogue,
    options: { adaptive: { few: 5, walk: 12 }, context: undefined },
    requests: Object.values(wayTables).flatMap((rows) =>
      rows.map(([text]) => [
        text,
        (source, service) => ({
          builder: source.createQueryBuilder<ObjectLiteral>(Article, 'article'),
          query: service.parse<ObjectLiteral>(Article, encodeURI(text)),
        }),
      ]),
    ),
  },
  {
    name: 'pages',
    entities: blogEntities,
    fill: fillBlog,
    options: {},
    requests: pageCases.map(({ why, query, prepare, pagination }) => [
      why,
      (source, service) => ({
        builder: prepare(source.createQueryBuilder(Post, 'post')),
        query: service.parse(Post, query, pagination === undefined ? {} : { pagination }),
      }),
    ]),
  },
  {
    name: 'populated relations',
    entities: studioEntities,
    fill: fillStudio,
    options: { limits: { populatedRows: 20_000 } },
    requests: populateRequests.map((text) => [
      text,
      (source, service) => ({
        builder: source.createQueryBuilder<ObjectLiteral>(Film, 'film'),
        query: service.parse<ObjectLiteral>(Film, text),
      }),
    ]),
  },
];

describe.each(engines)('an explanation on %s', (engine) => {
  // The engines together try all, and each of them in the gate.
  const turn = engines.indexOf(engine);
  let told: jest.Spied<typeof Logger.prototype.debug>;
  beforeAll(() => {
    told = jest.spyOn(Logger.prototype, 'debug').mockImplementation(() => undefined);
  });
  afterAll(() => told.mockRestore());

  describe.each(models)('of $name', ({ entities, fill, options, requests }) => {
    const spy = new StatementSpy();
    let database: TestDatabase;
    beforeAll(async () => {
      database = await openDatabase(engine, { entities: [...entities], logger: spy });
      await fill(database.source);
    });
    afterAll(() => database.close());

    it.each(share(requests, engines.length, turn))('has the statements of the page: %s', async (_, ask) => {
      await expectSame(spy, {
        service: () => FilterService.forDataSource(database.source, options),
        ask: (service) => ask(database.source, service),
      });
    });
  });

  describe('of facets', () => {
    const spy = new StatementSpy();
    let database: TestDatabase;
    beforeAll(async () => {
      database = await openDatabase(engine, { entities: facetsModels[engine].entities, logger: spy });
      await seedFacets(database.source, engine);
    });
    afterAll(() => database.close());

    const all = facetQuestions.flatMap(([, questions]) => questions);
    it.each(share(all, engines.length, turn))(
      'has the statements of the page: $name',
      async ({ about, request, guest, prepare }) => {
        const entity: new () => ObjectLiteral = facetsModels[engine][about];
        await expectSame(spy, {
          service: () => FilterService.forDataSource(database.source, { limits: { facets: 20 } }),
          ask: (service) => ({
            builder: prepare(database.source.getRepository(entity).createQueryBuilder('root')),
            query: service.parse(entity, request, { context: guest }),
          }),
        });
      },
    );
  });

  describe('of aggregates', () => {
    const spy = new StatementSpy();
    let database: TestDatabase;
    beforeAll(async () => {
      database = await openDatabase(engine, { entities: marketModels[engine].entities, logger: spy });
      await seedMarket(database.source);
    });
    afterAll(() => database.close());

    it.each(share(marketQuestions, engines.length, turn))(
      'has the statements of the page: $name',
      async ({ about, request, guest, prepare }) => {
        const entity: new () => ObjectLiteral = marketModels[engine][about];
        await expectSame(spy, {
          service: () => FilterService.forDataSource(database.source, { limits: { aggregates: 20 } }),
          ask: (service) => ({
            builder: prepare(database.source.getRepository(entity).createQueryBuilder('root')),
            query: service.parse(entity, request, { context: guest }),
          }),
        });
      },
    );
  });
});
