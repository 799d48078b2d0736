import { readFileSync } from 'node:fs';
import { FilterException, FilterService } from 'nestjs-filterable';
import { defaultLimits } from '../../../lib/limits.js';
import { listNames, lists } from '../../corpus/answers.js';
import { readCorpus } from '../../corpus/file.js';
import { Product, entities } from '../../corpus/model.js';
import { requests as ofCrud } from '../../e2e/on-ramps/crud/requests.js';
import { requests as ofPaginate } from '../../e2e/on-ramps/nestjs-paginate/requests.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { linesOf } from '../../support/table.js';

/*
 * What honest clients ask stays accepted at the default limits: the corpus, and the requests of the clients of other
 * libraries. The requests of the README and of the sample application are answered in `readme.e2e-spec.ts` and
 * `sample-app`, whose handlers raise no limit; `sample-app` is checked for that here.
 */

/** The limits that a request exceeds. */
function exceeded(parse: () => unknown): readonly string[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.flatMap(({ limit }) => limit ?? []);
  }
}

describe('at the default limits', () => {
  it.each(listNames)('nothing of the corpus costs too much: %s', async (name) => {
    const { mode, overrides } = lists[name];
    const compatibility = mode === undefined ? {} : { compatibility: mode };
    const service = FilterService.forDataSource(await describeEntities('sqlite', entities), {
      timezone: 'Europe/Oslo',
      ...compatibility,
    });
    const own = readCorpus().filter(({ list }) => list === name);
    expect(own.length).toBeGreaterThan(100);
    const dear = own.filter(
      ({ query, answer }) => 'rows' in answer && exceeded(() => service.parse(Product, query, overrides)).length > 0,
    );
    expect(dear.map(({ query }) => query)).toEqual([]);
  });

  it.each([
    ['@dataui/crud', ofCrud],
    ['nestjs-paginate', ofPaginate],
  ])('nothing that clients of %s send costs too much', async (_, table) => {
    const requests = linesOf(table).map((line) => {
      const [request = '', form = ''] = line.split(' -> ');
      return { request, asked: form === 'nothing' ? '' : form };
    });
    expect(requests.length).toBeGreaterThan(50);
    const service = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { nulls: 'last' });
    const overrides = { search: ['title', 'slug'], select: true } as const;
    const dear = requests.filter(
      ({ asked }) => exceeded(() => service.parse(Post, encodeURI(asked), overrides)).length > 0,
    );
    expect(dear.map(({ request }) => request)).toEqual([]);
    const costs = requests.map(({ asked }) => service.parse(Post, encodeURI(asked), overrides).cost.total);
    expect(Math.max(...costs)).toBeLessThan(defaultLimits.cost / 2);
  });

  it('the sample application, whose requests its suites and the documentation send, raises no cost', () => {
    const module = readFileSync('sample-app/src/app.module.ts', 'utf8');
    expect(module).not.toMatch(/\bcost\b/);
  });
});
