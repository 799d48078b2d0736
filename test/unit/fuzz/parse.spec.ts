import { FilterException, FilterService } from 'nestjs-filterable';
import { issueCodes } from '../../../lib/issues/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { objectFrom } from './objects.js';
import { queryFrom } from './queries.js';
import { Random } from './random.js';
import { factor, seed } from '../../support/thorough.js';

/** How many requests are made up. */
const runs = 500 * factor;

const longest = 50;

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const untouched = prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join());

describe(`requests made up from seed ${seed}`, () => {
  let filters: FilterService;

  beforeAll(async () => {
    filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
  });

  /** Describes a wrong outcome of a request; undefined if it was read, or refused correctly. */
  function judge(input: string | object): string | undefined {
    try {
      const query = filters.parse(Post, input);
      const text = query.toString();
      return filters.parse(Post, text).toString() === text ? undefined : `is printed as ${text}, which reads otherwise`;
    } catch (error) {
      return error instanceof FilterException ? judgeRefusal(error) : `throws ${String(error)}`;
    }
  }

  function judgeRefusal({ issues }: FilterException): string | undefined {
    if (issues.length === 0 || issues.length > 10) return `has ${issues.length} issues`;
    const odd = issues.find(
      ({ code, pointer, message }) => !issueCodes.includes(code) || pointer === '' || message === '',
    );
    return odd === undefined ? undefined : `has an odd issue: ${JSON.stringify(odd)}`;
  }

  /** A busy machine takes its time for anything, now and then: what is slow is slow again. */
  function isSlow(input: string | object): boolean {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const start = performance.now();
      judge(input);
      if (performance.now() - start <= longest) return false;
    }
    return true;
  }

  function wrongAmong(count: number, make: (random: Random) => string | object): string[] {
    const random = new Random(seed);
    const wrong: string[] = [];
    for (let run = 0; run < count && wrong.length < 10; run += 1) {
      const input = make(random);
      const start = performance.now();
      const found = judge(input);
      const slow = performance.now() - start > longest && isSlow(input);
      if (found !== undefined) wrong.push(`run ${run}: ${show(input)} ${found}`);
      if (slow) wrong.push(`run ${run}: ${show(input)} takes more than ${longest} ms`);
    }
    return wrong;
  }

  it(`${runs} query strings are each read or refused, in no time`, () => {
    expect(wrongAmong(runs, queryFrom)).toEqual([]);
  }, 600_000);

  it(`${runs / 4} objects are each read or refused, in no time`, () => {
    expect(wrongAmong(runs / 4, objectFrom)).toEqual([]);
  }, 600_000);

  it('about as many are read as refused, so that both are tried', () => {
    const random = new Random(seed);
    const outcomes = Array.from({ length: 500 }, () => isRead(queryFrom(random)));
    const read = outcomes.filter(Boolean).length;
    expect(read).toBeGreaterThan(50);
    expect(read).toBeLessThan(450);
  });

  it('no prototype was touched', () => {
    expect(prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join())).toEqual(untouched);
  });

  function isRead(text: string): boolean {
    try {
      filters.parse(Post, text);
      return true;
    } catch {
      return false;
    }
  }
});

function show(input: string | object): string {
  return typeof input === 'string' ? JSON.stringify(input) : 'an object, made from the seed,';
}
