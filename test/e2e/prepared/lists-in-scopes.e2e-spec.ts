import fc from 'fast-check';
import { FilterService, Filterable, type FilterModuleOptions } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { factor } from '../../support/thorough.js';

const runs = 60 * factor;

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
const turns = [...users, ...users.toReversed()];

const nameOf = (id: number) => `author ${String(id).padStart(3, '0')}`;

const seenBy = ({ blocked }: User) =>
  upTo(authors).filter((author) => !blocked.includes(teamOf(author)) && author <= 110);

const settings = [
  ['with subqueries', { strategy: 'in' }],
  ['with adaptive relations', { strategy: 'adaptive', adaptive: { few: 2, walk: 20 } }],
] as const satisfies readonly (readonly [name: string, options: FilterModuleOptions])[];

/**
 * A condition on posts, each of which has the author of its own number, and its meaning where an author may be hidden.
 */
interface ScopedCondition {
  readonly filters: object;
  readonly keeps: (id: number, isSeen: boolean) => boolean;
  /** True where every row has an author that is seen. */
  readonly needsAuthor?: true;
}

const number = fc.integer({ min: 1, max: 110 });
const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 8 });

/** A post whose author is hidden is as one without an author. */
const scopedConditions: fc.Arbitrary<ScopedCondition> = fc.oneof(
  fc.constant<ScopedCondition>({ filters: {}, keeps: () => true }),
  fc.constant<ScopedCondition>({ filters: { author: { $null: true } }, keeps: (_, isSeen) => !isSeen }),
  fc.constant<ScopedCondition>({ filters: { author: { $exists: true } }, keeps: (_, isSeen) => isSeen }),
  number.map<ScopedCondition>((from) => ({
    filters: { author: { age: { $gte: from } } },
    keeps: (id, isSeen) => isSeen && id >= from,
    needsAuthor: true,
  })),
  number.map<ScopedCondition>((to) => ({
    filters: { $not: { author: { age: { $lt: to } } } },
    keeps: (id, isSeen) => !(isSeen && id < to),
  })),
  numbers.map<ScopedCondition>((some) => ({
    filters: { author: { id: { $in: some } } },
    keeps: (id, isSeen) => isSeen && some.includes(id),
  })),
  fc.tuple(numbers, number).map<ScopedCondition>(([some, own]) => ({
    filters: { $or: [{ author: { age: { $in: some } } }, { id: { $lte: own } }] },
    keeps: (id, isSeen) => (isSeen && some.includes(id)) || id <= own,
  })),
);

onEngines(
  'scopes with lists, for users in turns',
  {
    entities: [Author, Post],
    seed: async ({ manager }) => {
      await manager.insert(
        Author,
        upTo(authors).map((id) => ({ id, name: nameOf(id), age: id, team: teamOf(id) })),
      );
      await manager.insert(
        Post,
        upTo(110).map((id) => ({ id, title: `post ${id}`, author: { id } })),
      );
    },
  },
  (world) => {
    const pageFor = (filters: FilterService, user: User, query: string) =>
      filters.page(world.repository(Post).createQueryBuilder('post'), filters.parse(Post, query, undefined, user));

    describe.each(settings)('%s', (_, options) => {
      it('facets behind a relation show each what it may see', async () => {
        const filters = world.filtersWith(options);
        for (const user of turns) {
          const { meta } = await pageFor(filters, user, 'facets=author.name,author.age');
          const seen = seenBy(user);
          const shown = seen.slice(0, 20).map((id) => ({ value: nameOf(id), count: 1 }));
          expect(meta.facets).toEqual({
            'author.name': { values: shown, hasMore: seen.length > shown.length },
            'author.age': { min: seen[0], max: 110 },
          });
        }
      });

      it.each(['filters[author][age][$gte]=1&sort=id', 'filters[author][name][$contains]=author&sort=author.name,id'])(
        'rows and totals are those of each: %s',
        async (query) => {
          const filters = world.filtersWith(options);
          for (const user of turns) {
            const { data, meta } = await pageFor(filters, user, `${query}&pagination[pageSize]=3`);
            const seen = seenBy(user);
            expect(data.map(({ id }) => id)).toEqual(seen.slice(0, 3));
            expect(meta.pagination).toMatchObject({ total: seen.length });
          }
        },
      );
    });

    it('any two users in turns have each its own rows and totals, whatever the condition', async () => {
      const services = settings.map(([, options]) => world.filtersWith(options));
      const members = fc.constantFrom(0, 1, 2, 5, 100);
      const order = fc.constantFrom('id', 'author.name,id', 'author.age,id');
      const turns = fc.record({ service: fc.nat(services.length - 1), one: members, other: members, order });
      const property = fc.asyncProperty(turns, scopedConditions, async ({ service, one, other, order }, condition) => {
        const filters = services[service] ?? world.filters;
        // A post whose author is hidden has no place in an order by authors.
        const sort = condition.needsAuthor ? order : 'id';
        const query = toQueryString({
          filters: condition.filters,
          sort,
          pagination: { pageSize: 5 },
        });
        for (const hidden of [one, other, one]) {
          const { data, meta } = await pageFor(filters, { blocked: upTo(hidden) }, query);
          const expected = upTo(110).filter((id) => condition.keeps(id, id > hidden));
          expect(data.map(({ id }) => id)).toEqual(expected.slice(0, 5));
          expect(meta.pagination).toMatchObject({ total: expected.length });
        }
      });
      await fc.assert(property, { numRuns: runs });
    });
  },
);
