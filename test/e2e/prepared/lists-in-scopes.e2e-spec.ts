import fc from 'fast-check';
import { FilterService, Filterable, type FilterModuleOptions } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { textsWritten } from '../pages/written.js';
import { scopedConditions } from './scoped-conditions.js';

const runs = Number(process.env['PROPERTY_RUNS'] ?? 60);

/** A requester, and what is hidden from it. */
interface User {
  readonly blocked: readonly number[];
}

/** Teams of a column with a transformer are bound one by one on PostgreSQL, too. */
const negated = { to: (team: number) => -team, from: (team: number) => -team };

@Entity()
@Filterable({
  fields: ['id', 'name', 'age'],
  relations: ['posts'],
  // An empty list is refused, because it may be one that was forgotten.
  scope: (user?: User) => (user === undefined || user.blocked.length === 0 ? {} : { team: { $notIn: user.blocked } }),
})
class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() age!: number;
  @Index() @Column({ type: 'int', transformer: negated }) team!: number;
  @OneToMany(() => Post, ({ author }) => author) posts!: Relation<Post>[];
}

@Entity()
@Filterable({
  fields: ['id', 'title'],
  relations: ['author'],
  facets: ['author.name', { name: 'author.age', type: 'range' }],
})
class Post {
  @PrimaryColumn() id!: number;
  @Index() @Column() title!: string;
  @Index() @ManyToOne(() => Author, ({ posts }) => posts) author!: Relation<Author>;
}

const authors = 120;
const teamOf = (author: number) => author;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Users by the number of teams that are hidden from them: whoever is asked first must not answer for the others. */
const users: readonly User[] = [1, 3, 0, 2, 5, 100].map((count) => ({ blocked: upTo(count) }));

/** The users one after another, with whom the statements are known by the second turn. */
const turns = [...users, ...users.toReversed(), ...users];

const nameOf = (id: number) => `author ${String(id).padStart(3, '0')}`;

const seenBy = ({ blocked }: User) =>
  upTo(authors).filter((author) => !blocked.includes(teamOf(author)) && author <= 110);

const settings = [
  ['with subqueries', { strategy: 'in' }],
  ['with adaptive relations', { strategy: 'adaptive', adaptive: { few: 2, walk: 20 } }],
  ['with keys that are looked up', { strategy: 'keys' }],
] as const satisfies readonly (readonly [name: string, options: FilterModuleOptions])[];

describe.each(engines)('scopes with lists, for users in turns, on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Author, Post], logger: spy, logging: true });
    const { manager } = database.source;
    await manager.insert(
      Author,
      upTo(authors).map((id) => ({ id, name: nameOf(id), age: id, team: teamOf(id) })),
    );
    await manager.insert(
      Post,
      upTo(110).map((id) => ({ id, title: `post ${id}`, author: { id } })),
    );
  });
  afterAll(() => database.close());

  const posts = () => database.source.getRepository(Post).createQueryBuilder('post');
  const pageFor = async (filters: FilterService, user: User, query: string) =>
    (await filters.page(posts(), filters.parse(Post, query, undefined, user))).meta;

  describe.each(settings)('%s', (_, options) => {
    it.each(['facets=author.name,author.age', 'facets=author.name,author.age&filters[id][$gt]=0'])(
      'facets behind a relation show each what it may see: %s',
      async (query) => {
        const filters = FilterService.forDataSource(database.source, options);
        for (const user of turns) {
          const { facets } = await pageFor(filters, user, query);
          const seen = seenBy(user);
          const shown = seen.slice(0, 20).map((id) => ({ value: nameOf(id), count: 1 }));
          expect(facets).toEqual({
            'author.name': { values: shown, hasMore: seen.length > shown.length },
            'author.age': { min: seen[0], max: 110 },
          });
        }
      },
    );

    it('the statements of each are written once', async () => {
      const filters = FilterService.forDataSource(database.source, options);
      for (const user of turns) await pageFor(filters, user, 'facets=author.name,author.age');
      const writes = await textsWritten(async () => {
        for (const user of turns) await pageFor(filters, user, 'facets=author.name,author.age');
      });
      expect(writes).toBe(0);
    });

    it.each(['filters[author][age][$gte]=1&sort=id', 'filters[author][name][$contains]=author&sort=author.name,id'])(
      'rows and totals are those of each: %s',
      async (query) => {
        const filters = FilterService.forDataSource(database.source, options);
        for (const user of turns) {
          const parsed = filters.parse(Post, `${query}&pagination[pageSize]=3`, undefined, user);
          const { data, meta } = await filters.page(posts(), parsed);
          const seen = seenBy(user);
          expect(data.map(({ id }) => id)).toEqual(seen.slice(0, 3));
          expect(meta.pagination).toMatchObject({ total: seen.length });
        }
      },
    );
  });

  it('any user in any turn has the rows, the total and the facets of its own', async () => {
    const services = settings.map(([, options]) => FilterService.forDataSource(database.source, options));
    const turn = fc.record({
      filters: fc.constantFrom(...services),
      members: fc.constantFrom(0, 1, 2, 5, 100),
      from: fc.integer({ min: 1, max: 110 }),
      sort: fc.constantFrom('id', 'author.name,id', 'author.age,id'),
    });
    const property = fc.asyncProperty(turn, async ({ filters, members, from, sort }) => {
      const user = { blocked: upTo(members) };
      const request = `filters[author][id][$gte]=${from}&sort=${sort}&pagination[pageSize]=3&facets=author.age`;
      const { data, meta } = await filters.page(posts(), filters.parse(Post, request, undefined, user));
      const seen = seenBy(user).filter((id) => id >= from);
      expect(data.map(({ id }) => id)).toEqual(seen.slice(0, 3));
      expect(meta.pagination).toMatchObject({ total: seen.length });
      expect(meta.facets).toEqual({ 'author.age': { min: seen[0], max: 110 } });
    });
    await fc.assert(property, { numRuns: runs });
  });

  it('any two users in turns have each its own rows and totals, whatever the condition', async () => {
    const services = settings.map(([, options]) => FilterService.forDataSource(database.source, options));
    const members = fc.constantFrom(0, 1, 2, 5, 100);
    const turns = fc.record({ filters: fc.constantFrom(...services), one: members, other: members });
    const property = fc.asyncProperty(turns, scopedConditions, async ({ filters, one, other }, condition) => {
      const query = toQueryString({ filters: condition.filters, sort: 'id', pagination: { pageSize: 5 } });
      for (const hidden of [one, other, one]) {
        const parsed = filters.parse(Post, query, undefined, { blocked: upTo(hidden) });
        const { data, meta } = await filters.page(posts(), parsed);
        const expected = upTo(110).filter((id) => condition.keeps(id, id > hidden));
        expect(data.map(({ id }) => id)).toEqual(expected.slice(0, 5));
        expect(meta.pagination).toMatchObject({ total: expected.length });
      }
    });
    await fc.assert(property, { numRuns: runs });
  });

  it('what is asked about a list before its page is read is asked about all of its members', async () => {
    const asked = async (members: number, comment?: string) => {
      // Each asks anew, because nothing is remembered beyond one of them. What is prepared is kept for the data source.
      const filters = FilterService.forDataSource(database.source, settings[1][1]);
      const titles = upTo(members).map((id) => `filters[posts][title][$in][${id - 1}]=post ${id}`);
      const rows = database.source.getRepository(Author).createQueryBuilder('author');
      if (comment !== undefined) rows.comment(comment);
      const query = filters.parse(
        Author,
        `${titles.join('&')}&sort=id&pagination[pageSize]=3&pagination[withCount]=false`,
        { limits: { values: 200, members: 200 } },
        { blocked: [110] },
      );
      const { statements } = await spy.during(() => filters.page(rows, query));
      return { texts: statements.map((text) => text.replaceAll('/* aside */ ', '')), values: [...spy.parameters] };
    };
    for (const members of [2, 5, 3, 100, 2, 3, 5, 1, 100]) {
      const { texts, values } = await asked(members);
      expect(texts.length).toBeGreaterThan(1);
      expect({ texts, values }).toEqual(await asked(members, 'aside'));
    }
  });
});
