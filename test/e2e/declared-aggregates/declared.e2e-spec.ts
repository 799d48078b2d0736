import { idsOf, onEngines } from '../../support/engines.js';
import { cases, idsIn } from '../../support/table.js';
import { walks } from '../pages/walk.js';
import { type Asking, asking, market, reviews } from './model.js';

/** The stalls that a request finds, or the rows of the entity that is named first; `for` gives the context. */
const questions = cases(`
  filters[reviewCount][$gte]=2 -> 1 2 6 7 8  # a number
  filters[reviewCount]=0 -> 3 4  # no rows, whose number is 0
  filters[reviewCount][$null]=true -> -  # a number that is never NULL
  filters[approvedCount]=2 -> 1 2 6  # a number of rows that satisfy a condition
  filters[averageStars]=3.5 -> 1 2 6  # an average under a condition, of a property of the class
  filters[averageStars][$not][$gt]=4 -> 1 2 6  # the negation, which is unknown where there is nothing
  filters[$not][averageStars][$gte]=3 -> -  # a negated group
  filters[averageStars][$null]=true -> 3 4 5 7 8  # NULL of no value
  filters[averageStars][$ne]=4 -> 1 2 6  # not equal, which NULL is not
  filters[$or][0][sumStars]=11&filters[$or][1][reviewCount]=1 -> 1 5  # alternatives of two aggregates
  filters[sumAmount][$between][0]=5&filters[sumAmount][$between][1]=5 -> 2 6  # a sum of decimals
  filters[sumViews][$gt]=9223372036854775807 -> 7  # a sum beyond 64 bits
  filters[sumViews][$lt]=-9223372036854770000 -> 8  # a sum below 64 bits
  filters[sumScore]=4 -> 1  # a sum of floats
  filters[avgViews]=7.5 -> 2 6  # an average of whole numbers
  filters[firstAt][$lt]=2023-01-01 -> 2 6  # the least date
  filters[lastSeen]=2024-01-02 -> 1  # the greatest moment, by its day
  filters[word]=so -> 1  # the greatest text, by its alias
  filters[lastText]=so -> 1  # the same by a former name
  filters[tagCount]=2 -> 1 2  # a number through a junction
  filters[heavyTags]=1 -> 1  # one with a condition
  filters[tagWeight]=12 -> 1  # a sum through a junction
  filters[seats][$in][0]=14&filters[seats][$in][1]=1 -> 1  # rows of a child class alone
  filters[reviewCount]=1 for {"topics":["wine"]} -> 1 2  # a number of the visible rows, whatever the guest sees
  filters[wordyCount]=2 for {"words":["fine","so"]} -> 1  # a function of the context
  filters[wordyCount]=3 -> 1  # one that gives every row
  Review filters[stall][averageStars][$gte]=3.5&filters[stars]=3 -> 6 11  # through a relation to one
  Tag filters[stalls][reviewCount]=1 -> 3  # through a relation to many
  Tag filters[stalls][$none][reviewCount][$gte]=2 -> -  # within none of the related rows
`);

const sorts = cases(`
  sort=reviewCount,id -> 3 4 5 2 6 7 8 1
  sort=reviewCount:desc,id -> 1 2 6 7 8 5 3 4
  sort=averageStars:desc:nullsLast,id -> 1 2 6 3 4 5 7 8
  sort=averageStars:nullsFirst,id:desc -> 8 7 5 4 3 6 2 1
  sort=sumViews:nullsLast,id -> 8 2 6 1 7 3 4 5
  sort=word:nullsFirst,id -> 3 4 5 7 8 1 2 6
  sort=firstAt:desc:nullsLast,id -> 1 2 6 3 4 5 7 8
  sort=wordyCount:desc,id for {"words":["well","fine"]} -> 2 6 1 3 4 5 7 8
  Review sort=stall.reviewCount:desc,id -> 1 2 3 6 7 11 12 13 14 15 16 10
  Tag sort=stalls.reviewCount:desc,id -> 1 2 3
  Tag sort=stalls.avgAmount:nullsFirst,id -> 2 3 1
`);

function readIn(question: string): readonly [request: string, asked: Asking] {
  const [, about, request = '', context] = /^(?:([A-Z]\w+) )?(\S+)(?: for (.*))?$/.exec(question) ?? [];
  return [
    request,
    {
      about: about as Asking['about'],
      context: context === undefined ? undefined : (JSON.parse(context) as unknown),
    },
  ];
}

onEngines('declared aggregates', market, (world) => {
  const { classOf, ids, page, parse, rows } = asking(world);

  it.each(questions)('%s -> %s', async (question, verdict) => {
    const [request, asked] = readIn(question);
    const expected = idsIn(verdict);
    expect(await ids(`${request}&sort=id`, asked)).toEqual(expected);
    const query = parse(request, asked);
    expect(await world.filters.count(rows(asked.about), query)).toBe(expected.length);
    expect(idsOf(await world.filters.apply(rows(asked.about).orderBy('root.id'), query).getMany())).toEqual(expected);
  });

  it.each(sorts)('%s -> %s, whole and along cursors in both directions', async (question, verdict) => {
    const [request, asked] = readIn(question);
    const expected = idsIn(verdict);
    expect(await ids(request, asked)).toEqual(expected);
    const listing = {
      ...{ filters: world.filters, entity: classOf(asked.about), builder: () => rows(asked.about) },
      ...{ request: { sort: request.slice('sort='.length).split(',') }, context: asked.context },
    };
    expect(idsOf((await walks.forwards(listing, 2)).flat())).toEqual(expected);
    expect(idsOf((await walks.backwards(listing, 2)).flat())).toEqual(expected);
  });

  const { engine } = world;
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  const text = (value: string) => (engine === 'sqlite' ? Number(value) : value);

  it('answers what `fields` names, as the engine answers such a column', async () => {
    const { data } = await page(
      'fields=name,reviewCount,approvedCount,averageStars,sumAmount,avgAmount,sumScore,firstAt,lastSeen,word,tagCount,tagWeight,seats&sort=id',
    );
    expect(idsOf(data)).toEqual(all);
    expect(data[0]).toEqual({
      id: 1,
      name: 'One',
      reviewCount: 3,
      approvedCount: 2,
      averageStars: text('3.500000'),
      sumAmount: text('11.126'),
      avgAmount: engine === 'sqlite' ? expect.closeTo(3.708666, 5) : '3.708667',
      sumScore: 4,
      firstAt: '2023-01-02',
      lastSeen: expect.any(Date) as unknown,
      lastWord: 'so',
      tagCount: 2,
      tagWeight: expect.anything() as unknown,
      seats: expect.anything() as unknown,
    });
    expect([Number(data[0]?.['tagWeight']), Number(data[0]?.['seats'])]).toEqual([12, 14]);
    expect(data[2]).toEqual({
      ...{ id: 3, name: 'Three', reviewCount: 0, approvedCount: 0, averageStars: null, sumAmount: null },
      ...{ avgAmount: null, sumScore: null, firstAt: null, lastSeen: null, lastWord: null, tagCount: 0 },
      ...{ tagWeight: null, seats: null },
    });
  });

  it('answers sums beyond 64 bits to the last digit', async () => {
    const { data } = await page('fields=sumViews&filters[id][$gte]=7&sort=id');
    expect(data.map(({ sumViews }) => String(sumViews))).toEqual(['18446744073709551614', '-9223372036854775811']);
  });

  it('sends one statement for each relation and condition', async () => {
    const query = 'fields=name,reviewCount,sumStars,averageStars,approvedCount,tagCount&sort=id';
    await page(query);
    // The page, all reviews, the approved ones, and the tags.
    expect(await world.sent(() => page(query))).toHaveLength(4);
    expect(await world.sent(() => page('fields=name&sort=id'))).toHaveLength(1);
  });

  it('answers what the context sees', async () => {
    const read = async (context?: unknown) => {
      const { data } = await page('fields=reviewCount,wordyCount&filters[id]=1', { context });
      return [data[0]?.['reviewCount'], data[0]?.['wordyCount']] as unknown;
    };
    expect(await read()).toEqual([3, 3]);
    expect(await read({ topics: ['food'] })).toEqual([2, 2]);
    expect(await read({ topics: [] })).toEqual([0, 0]);
    expect(await read({ topics: ['food'], words: ['so'] })).toEqual([2, 1]);
    expect(await read({ words: ['so'] })).toEqual([3, 1]);
  });

  it('answers them in chunks of an export', async () => {
    const query = parse('fields=reviewCount&sort=id');
    const counts: unknown[] = [];
    for await (const row of world.filters.each(rows(), query, { chunk: 3 })) {
      counts.push(row['reviewCount']);
    }
    expect(counts).toEqual([3, 2, 0, 0, 1, 2, 2, 2]);
  });

  it('answers them in populated rows', async () => {
    const asking: Asking = { about: 'Review', overrides: {} };
    const { data } = await page('populate[stall][fields]=name,reviewCount,averageStars&filters[id]=1', asking);
    expect(data[0]?.['stall']).toEqual({ id: 1, name: 'One', reviewCount: 3, averageStars: text('3.500000') });
    const plain = await page('populate=stall&filters[id]=1', asking);
    expect(plain.data[0]?.['stall']).toMatchObject({ id: 1, name: 'One' });
    expect(plain.data[0]?.['stall']).not.toHaveProperty('reviewCount');
    const many = await page('populate[tags][fields]=stallCount&filters[id]=2', {});
    expect(many.data[0]?.['tags']).toEqual([
      { id: 2, stallCount: 2 },
      { id: 3, stallCount: 2 },
    ]);
  });

  it('answers a range and the values of a facet', async () => {
    const { meta } = await page('facets=averageStars,reviewCount');
    expect(meta.facets?.['averageStars']).toEqual({ min: 3.5, max: 3.5 });
    expect(meta.facets?.['reviewCount']).toMatchObject({
      values: [{ value: 2, count: 4 }, { value: 0, count: 2 }, {}, {}],
    });
  });

  it('sees neither deleted rows nor those out of scope, unlike a virtual column by hand', async () => {
    const { data } = await page('fields=averageStars&sort=id&filters[id][$in][0]=1&filters[id][$in][1]=4');
    expect(data.map(({ averageStars }) => averageStars)).toEqual([text('3.500000'), null]);
    const raw = await rows().where('root.id IN (1, 4)').orderBy('root.id').getMany();
    expect(raw.map(({ starsByHand }) => Number(starsByHand))).toEqual([2.25, 5]);
  });

  it('hides one whose `when` is false, in every place', async () => {
    const refused = async (query: string) => {
      const error: unknown = await Promise.resolve()
        .then(() => page(query))
        .catch((reason: unknown) => reason);
      const { issues } = error as { issues: { code: string; allowed?: string[] }[] };
      expect(issues[0]?.allowed).not.toContain('secretCost');
      return issues.map(({ code }) => code);
    };
    expect(await refused('filters[secretCost][$gt]=1')).toEqual(['unknown_field']);
    expect(await refused('sort=secretCost')).toEqual(['not_sortable']);
    expect(await refused('fields=secretCost')).toEqual(['unknown_field']);
    expect(await ids('filters[secretCost][$gt]=30&sort=id', { context: { isStaff: true } })).toEqual([1, 7]);
  });

  it('keeps statements of two users, and of lists of any length, apart', async () => {
    const counted = async (topics: readonly string[] | undefined, words: readonly string[] | undefined) => {
      const context = { ...(topics && { topics }), ...(words && { words }) };
      const { data } = await page('fields=wordyCount&filters[wordyCount][$gte]=0&sort=wordyCount,id', {
        context,
      });
      return Object.fromEntries(data.map(({ id, wordyCount }) => [id, wordyCount])) as Record<string, unknown>;
    };
    const lists = [undefined, [], ['food'], ['food', 'wine'], ['food', 'wine', 'hall', 'a', 'b']] as const;
    const words = [undefined, [], ['fine'], ['fine', 'so'], ['fine', 'so', 'good', 'well', 'x']] as const;
    for (let round = 0; round < 2; round += 1) {
      for (const topics of lists) {
        for (const some of words) {
          const expected = all.map(
            (id) =>
              reviews.filter(
                (review) =>
                  review.of === id &&
                  !review.isDeleted &&
                  (topics === undefined
                    ? !review.isSecret
                    : (topics as readonly string[]).includes(review.topic ?? '')) &&
                  (some === undefined || (some as readonly string[]).includes(review.words ?? '-')),
              ).length,
          );
          const found = await counted(topics, some);
          expect(all.map((id) => found[id])).toEqual(expected);
        }
      }
    }
  });
});
