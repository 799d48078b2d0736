import type { FilterQuery, FilterService, ParseOverrides } from 'nestjs-filterable';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { engines } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { Article, catalogue, fillCatalogue } from '../adaptive/model.js';
import { wayRows } from '../adaptive/way-tables.js';
import { fillStudio } from '../populate/fill-studio.js';
import { Film, studioEntities } from '../populate/studio.js';
import { type Sent, sentBy, withoutCatalogue } from './sent.js';

/** A request as a handler has it. */
interface Asked {
  readonly builder: SelectQueryBuilder<ObjectLiteral>;
  readonly query: FilterQuery<ObjectLiteral>;
}

/** One request for each way of a page, and for what stands beside its rows. */
const articles = [
  ...wayRows
    .filter(({ request }) => !/pagination\[(start|page|after|before)/.test(request))
    .map(({ request }) => request),
  'sort=position&pagination[after]=&pagination[pageSize]=3&pagination[withCount]=true',
  'filters[labels][name]=half&sort=position&pagination[start]=7&pagination[limit]=3',
  'facets=kind,maker.name,price&filters[kind]=plain&pagination[pageSize]=3',
  'facets[maker.name][search]=o&facets[maker.name][limit]=1',
  'aggregates=price:avg,price:max&filters[labels][name]=four',
];

const films = [
  'populate=cast,scenes&pagination[pageSize]=3',
  'populate[director][populate][films][limit]=3&pagination[pageSize]=2',
  'populate=cast&pagination[after]=&pagination[pageSize]=4',
  'populate=cast&filters[id]=0',
];

const overrides: ParseOverrides<ObjectLiteral> = {
  facets: ['kind', 'maker.name', { name: 'price', type: 'range' }],
  aggregates: { price: ['avg', 'max'] },
};

/** An explanation is the page's own code, whose statements are recorded; so are those of what is asked beside it. */
const models = [
  ['articles', catalogue, fillCatalogue, Article, articles, overrides],
  ['films', studioEntities, fillStudio, Film, films, {}],
] as const;

describe.each(models)('an explanation of %s', (_name, entities, seed, target, requests, settings) => {
  const options = { adaptive: { few: 5, walk: 12 }, context: undefined, limits: { populatedRows: 20_000 } };
  onEngines('has the statements of the page', { entities: [...entities], seed, options }, (world) => {
    const asked = (service: FilterService, request: string): Asked => ({
      builder: world.source.createQueryBuilder<ObjectLiteral>(target, 'row'),
      query: service.parse<ObjectLiteral>(target, encodeURI(request), settings),
    });
    const explain = async (service: FilterService, request: string) => {
      const { builder, query } = asked(service, request);
      const { result, sent } = await sentBy(world.spy, () => service.explain(builder, query));
      const told = result.statements.map(({ sql, parameters }): Sent => ({ sql, parameters }));
      expect(withoutCatalogue(sent)).toEqual(told);
      return told;
    };
    const page = async (service: FilterService, request: string) => {
      const { builder, query } = asked(service, request);
      return (await sentBy(world.spy, () => service.page(builder, query))).sent;
    };

    // Twenty on each engine; other ones on another.
    const parts = Math.max(1, Math.floor(requests.length / 20));
    it.each(share(requests, parts, engines.indexOf(world.engine)))('%s', async (request) => {
      // The place of a column's values is learnt once in a process, and so is that pages are full.
      await page(world.filtersWith(options), request);
      const service = world.filtersWith(options);
      expect(await explain(service, request)).toEqual(await page(world.filtersWith(options), request));
      // What was learnt by asking is remembered, as after a page.
      expect(await explain(service, request)).toEqual(await page(service, request));
    });
  });
});

onEngines('an explanation with relations', { entities: [...studioEntities], seed: fillStudio }, (world) => {
  it.each(['', 'pagination[pageSize]=2', 'populate=cast'])('has the statements of that page: %s', async (request) => {
    const read = (call: 'page' | 'explain') => {
      const service = world.filtersWith({ context: undefined, limits: { populatedRows: 20_000 } });
      const query = service.parse<Film>(Film, request);
      const films = world.source.getRepository(Film);
      return sentBy<unknown>(world.spy, () => service[call](films, query, { relations: ['cast', 'director.films'] }));
    };
    await read('page');
    expect(withoutCatalogue((await read('explain')).sent)).toEqual((await read('page')).sent);
  });

  it('is of a repository alone', async () => {
    const { filters, source } = world;
    const builder = source.createQueryBuilder(Film, 'film');
    const explained = filters.explain(builder, filters.parse(Film, ''), { relations: ['cast'] });
    await expect(explained).rejects.toThrow('explain(): `relations` is for a repository, and this is a builder');
  });
});
