import { type Asking, onEveryEngine } from './fixture.js';

/** A question, the ids that it finds, and the same by hand as a condition on the restaurant `t`. */
interface Question extends Asking {
  readonly name: string;
  readonly query: string;
  readonly ids: readonly number[];
  readonly sql?: string;
}

const visible = (select: string, and = '') =>
  `(SELECT ${select} FROM review r WHERE r.restaurant_id = t.id AND r.deleted_at IS NULL AND NOT r.secret${and})`;

const questions: readonly Question[] = [
  {
    name: 'a number',
    query: 'filters[reviewCount][$gte]=2',
    ids: [1, 2, 6, 7, 8],
    sql: `${visible('COUNT(*)')} >= 2`,
  },
  {
    name: 'no rows, whose number is 0',
    query: 'filters[reviewCount]=0',
    ids: [3, 4],
    sql: `${visible('COUNT(*)')} = 0`,
  },
  { name: 'a number that is never NULL', query: 'filters[reviewCount][$null]=true', ids: [] },
  {
    name: 'a number of rows that satisfy a condition',
    query: 'filters[approvedCount]=2',
    ids: [1, 2, 6],
    sql: `${visible('COUNT(*)', ' AND r.approved')} = 2`,
  },
  {
    name: 'an average under a condition, of a property of the class',
    query: 'filters[averageStars]=3.5',
    ids: [1, 2, 6],
    sql: `${visible('AVG(r.stars)', ' AND r.approved')} = 3.5`,
  },
  {
    name: 'the negation, which is unknown where there is nothing',
    query: 'filters[averageStars][$not][$gt]=4',
    ids: [1, 2, 6],
    sql: `NOT (${visible('AVG(r.stars)', ' AND r.approved')} > 4)`,
  },
  { name: 'a negated group', query: 'filters[$not][averageStars][$gte]=3', ids: [] },
  {
    name: 'NULL of no value',
    query: 'filters[averageStars][$null]=true',
    ids: [3, 4, 5, 7, 8],
    sql: `${visible('AVG(r.stars)', ' AND r.approved')} IS NULL`,
  },
  { name: 'not equal, which NULL is not', query: 'filters[averageStars][$ne]=4', ids: [1, 2, 6] },
  {
    name: 'alternatives of two aggregates',
    query: 'filters[$or][0][sumStars]=11&filters[$or][1][reviewCount]=1',
    ids: [1, 5],
    sql: `${visible('SUM(r.stars)')} = 11 OR ${visible('COUNT(*)')} = 1`,
  },
  {
    name: 'a sum of decimals',
    query: 'filters[sumAmount][$between][0]=5&filters[sumAmount][$between][1]=5',
    ids: [2, 6],
  },
  { name: 'a sum beyond 64 bits', query: 'filters[sumViews][$gt]=9223372036854775807', ids: [7] },
  { name: 'a sum below 64 bits', query: 'filters[sumViews][$lt]=-9223372036854770000', ids: [8] },
  { name: 'a sum of floats', query: 'filters[sumScore]=4', ids: [1], sql: `${visible('SUM(r.score)')} = 4` },
  {
    name: 'an average of whole numbers',
    query: 'filters[avgViews]=7.5',
    ids: [2, 6],
    sql: `${visible('AVG(r.views)')} = 7.5`,
  },
  { name: 'the least date', query: 'filters[firstAt][$lt]=2023-01-01', ids: [2, 6] },
  { name: 'the greatest moment, by its day', query: 'filters[lastSeen]=2024-01-02', ids: [1] },
  { name: 'the greatest text, by its alias', query: 'filters[word]=so', ids: [1] },
  { name: 'the same by a former name', query: 'filters[lastText]=so', ids: [1] },
  { name: 'a number through a junction', query: 'filters[tagCount]=2', ids: [1, 2] },
  { name: 'one with a condition', query: 'filters[heavyTags]=1', ids: [1] },
  { name: 'a sum through a junction', query: 'filters[tagWeight]=12', ids: [1] },
  { name: 'rows of a child class alone', query: 'filters[seats][$in][0]=14&filters[seats][$in][1]=1', ids: [1] },
  {
    name: 'a number of the visible rows, whatever the guest sees',
    query: 'filters[reviewCount]=1',
    context: { topics: ['wine'] },
    ids: [1, 2],
  },
  { name: 'a function of the context', query: 'filters[wordyCount]=2', context: { words: ['fine', 'so'] }, ids: [1] },
  { name: 'one that gives every row', query: 'filters[wordyCount]=3', ids: [1] },
  {
    name: 'through a relation to one',
    query: 'filters[restaurant][averageStars][$gte]=3.5&filters[stars]=3',
    about: 'Review',
    ids: [6, 11],
  },
  { name: 'through a relation to many', query: 'filters[restaurants][reviewCount]=1', about: 'Tag', ids: [3] },
  {
    name: 'within none of the related rows',
    query: 'filters[restaurants][$none][reviewCount][$gte]=2',
    about: 'Tag',
    ids: [],
  },
];

onEveryEngine((fixture) => {
  it.each(questions)('finds $name', async ({ query, ids, sql, ...asking }) => {
    expect(await fixture.ids(`${query}&sort=id`, asking)).toEqual(ids);
    if (sql !== undefined) {
      expect((await fixture.byHand(`SELECT t.id FROM restaurant t WHERE ${sql} ORDER BY t.id`)).map(Number)).toEqual(
        ids,
      );
    }
    const query_ = fixture.parse(query, asking);
    expect(await fixture.filters.count(fixture.builderOf(asking.about ?? 'Restaurant'), query_)).toBe(ids.length);
    const applied = fixture.filters.apply(fixture.builderOf(asking.about ?? 'Restaurant').orderBy('root.id'), query_);
    expect((await applied.getMany()).map((row) => Number(row['id']))).toEqual(ids);
  });

  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  const sorts: readonly (Asking & { readonly sort: string; readonly ids: readonly number[] })[] = [
    { sort: 'reviewCount,id', ids: [3, 4, 5, 2, 6, 7, 8, 1] },
    { sort: 'reviewCount:desc,id', ids: [1, 2, 6, 7, 8, 5, 3, 4] },
    { sort: 'averageStars:desc:nullsLast,id', ids: [1, 2, 6, 3, 4, 5, 7, 8] },
    { sort: 'averageStars:nullsFirst,id:desc', ids: [8, 7, 5, 4, 3, 6, 2, 1] },
    { sort: 'sumViews:nullsLast,id', ids: [8, 2, 6, 1, 7, 3, 4, 5] },
    { sort: 'word:nullsFirst,id', ids: [3, 4, 5, 7, 8, 1, 2, 6] },
    { sort: 'firstAt:desc:nullsLast,id', ids: [1, 2, 6, 3, 4, 5, 7, 8] },
    { sort: 'wordyCount:desc,id', context: { words: ['well', 'fine'] }, ids: [2, 6, 1, 3, 4, 5, 7, 8] },
    { sort: 'restaurant.reviewCount:desc,id', about: 'Review', ids: [1, 2, 3, 6, 7, 11, 12, 13, 14, 15, 16, 10] },
    { sort: 'restaurants.reviewCount:desc,id', about: 'Tag', ids: [1, 2, 3] },
    { sort: 'restaurants.avgAmount:nullsFirst,id', about: 'Tag', ids: [2, 3, 1] },
  ];

  it.each(sorts)('sorts $about by $sort', async ({ sort, ids, ...asking }) => {
    expect(await fixture.ids(`sort=${sort}`, asking)).toEqual(ids);
  });

  it.each(sorts)('pages $about by $sort, by cursor, in both directions', async ({ sort, ids, ...asking }) => {
    const read = (cursor: string) => fixture.page(`sort=${sort}&pagination[pageSize]=2&${cursor}`, asking);
    const edge = (page: Awaited<ReturnType<typeof read>>, name: 'next' | 'previous') =>
      'next' in page.meta.pagination ? page.meta.pagination[name] : null;
    const seen: unknown[][] = [];
    let page = await read('pagination[after]=');
    for (;;) {
      seen.push(page.data.map((row) => row['id'] as unknown));
      const next = edge(page, 'next');
      if (next === null) break;
      page = await read(`pagination[after]=${encodeURIComponent(next)}`);
    }
    expect(seen.flat()).toEqual(ids);
    const back = [seen.at(-1)];
    for (let before = edge(page, 'previous'); before !== null; before = edge(page, 'previous')) {
      page = await read(`pagination[before]=${encodeURIComponent(before)}`);
      back.unshift(page.data.map((row) => row['id'] as unknown));
    }
    expect(back.flat()).toEqual(ids);
  });

  const { engine } = fixture;
  const text = (value: string) => (engine === 'sqlite' ? Number(value) : value);

  it('answers what `fields` names, as the engine answers such a column', async () => {
    const { data } = await fixture.page(
      'fields=name,reviewCount,approvedCount,averageStars,sumAmount,avgAmount,sumScore,firstAt,lastSeen,word,tagCount,tagWeight,seats&sort=id',
    );
    expect(data.map((row) => row['id'] as unknown)).toEqual(all);
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
    const { data } = await fixture.page('fields=sumViews&filters[id][$gte]=7&sort=id');
    expect(data.map(({ sumViews }) => String(sumViews))).toEqual(['18446744073709551614', '-9223372036854775811']);
  });

  it('sends one statement for each relation and condition', async () => {
    await fixture.page('fields=name,reviewCount,sumStars,averageStars,approvedCount,tagCount&sort=id');
    fixture.sent.length = 0;
    await fixture.page('fields=name,reviewCount,sumStars,averageStars,approvedCount,tagCount&sort=id');
    // The page, all reviews, the approved ones, and the tags.
    expect(fixture.sent).toHaveLength(4);
    fixture.sent.length = 0;
    await fixture.page('fields=name&sort=id');
    expect(fixture.sent).toHaveLength(1);
  });

  it('answers what the context sees', async () => {
    const read = async (context?: unknown) => {
      const { data } = await fixture.page('fields=reviewCount,wordyCount&filters[id]=1', { context });
      return [data[0]?.['reviewCount'], data[0]?.['wordyCount']] as unknown;
    };
    expect(await read()).toEqual([3, 3]);
    expect(await read({ topics: ['food'] })).toEqual([2, 2]);
    expect(await read({ topics: [] })).toEqual([0, 0]);
    expect(await read({ topics: ['food'], words: ['so'] })).toEqual([2, 1]);
    expect(await read({ words: ['so'] })).toEqual([3, 1]);
  });

  it('answers them in chunks of an export', async () => {
    const query = fixture.parse('fields=reviewCount&sort=id');
    const counts: unknown[] = [];
    for await (const row of fixture.filters.each(fixture.builderOf('Restaurant'), query, { chunk: 3 })) {
      counts.push(row['reviewCount']);
    }
    expect(counts).toEqual([3, 2, 0, 0, 1, 2, 2, 2]);
  });

  it('answers them in populated rows', async () => {
    const asking: Asking = { about: 'Review', overrides: {} };
    const { data } = await fixture.page(
      'populate[restaurant][fields]=name,reviewCount,averageStars&filters[id]=1',
      asking,
    );
    expect(data[0]?.['restaurant']).toEqual({ id: 1, name: 'One', reviewCount: 3, averageStars: text('3.500000') });
    const plain = await fixture.page('populate=restaurant&filters[id]=1', asking);
    expect(plain.data[0]?.['restaurant']).toEqual({ id: 1, name: 'One' });
    const many = await fixture.page('populate[tags][fields]=restaurantCount&filters[id]=2', {});
    expect(many.data[0]?.['tags']).toEqual([
      { id: 2, restaurantCount: 2 },
      { id: 3, restaurantCount: 2 },
    ]);
  });

  it('answers a range and the values of a facet', async () => {
    const { meta } = await fixture.page('facets=averageStars,reviewCount');
    expect(meta.facets?.['averageStars']).toEqual({ min: 3.5, max: 3.5 });
    expect(meta.facets?.['reviewCount']).toMatchObject({
      values: [{ value: 2, count: 4 }, { value: 0, count: 2 }, {}, {}],
    });
  });

  it('sees neither deleted rows nor those out of scope, unlike a virtual column by hand', async () => {
    const { data } = await fixture.page('fields=averageStars&sort=id&filters[id][$in][0]=1&filters[id][$in][1]=4');
    expect(data.map(({ averageStars }) => averageStars)).toEqual([text('3.500000'), null]);
    const raw = await fixture.builderOf('Restaurant').where('root.id IN (1, 4)').orderBy('root.id').getMany();
    expect(raw.map(({ byHand }) => Number(byHand))).toEqual([2.25, 5]);
  });

  it('hides one whose `when` is false, in every place', async () => {
    const refused = async (query: string) => {
      const error: unknown = await Promise.resolve()
        .then(() => fixture.page(query))
        .catch((reason: unknown) => reason);
      const { issues } = error as { issues: { code: string; allowed?: string[] }[] };
      expect(issues[0]?.allowed).not.toContain('secretCost');
      return issues.map(({ code }) => code);
    };
    expect(await refused('filters[secretCost][$gt]=1')).toEqual(['unknown_field']);
    expect(await refused('sort=secretCost')).toEqual(['not_sortable']);
    expect(await refused('fields=secretCost')).toEqual(['unknown_field']);
    expect(await fixture.ids('filters[secretCost][$gt]=30&sort=id', { context: { isStaff: true } })).toEqual([1, 7]);
  });

  it('keeps statements of two users, and of lists of any length, apart', async () => {
    const counted = async (topics: readonly string[] | undefined, words: readonly string[] | undefined) => {
      const context = { ...(topics && { topics }), ...(words && { words }) };
      const { data } = await fixture.page('fields=wordyCount&filters[wordyCount][$gte]=0&sort=wordyCount,id', {
        context,
      });
      return Object.fromEntries(data.map(({ id, wordyCount }) => [id, wordyCount])) as Record<string, unknown>;
    };
    const lists = [undefined, [], ['food'], ['food', 'wine'], ['food', 'wine', 'hall', 'a', 'b']] as const;
    const words = [undefined, [], ['fine'], ['fine', 'so'], ['fine', 'so', 'good', 'well', 'x']] as const;
    const { reviews } = await import('./rows.js');
    for (let round = 0; round < 2; round += 1) {
      for (const topics of lists) {
        for (const some of words) {
          const expected = all.map(
            (id) =>
              reviews.filter(
                (review) =>
                  review.of === id &&
                  review.isDeleted !== true &&
                  (topics === undefined
                    ? review.secret !== true
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
