import {
  FilterConfigurationError,
  FilterException,
  type FilterQuery,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import { filterServiceFor, queryFor } from 'nestjs-filterable/testing';
import {
  ChildEntity,
  Column,
  Entity,
  EntitySchema,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  TableInheritance,
} from 'typeorm';
import { Author, Comment, Country, Post, Tag } from '../../support/blog/entities.js';
import { Film } from '../../support/mappings/classes.js';
import { renamed } from '../../support/twin/renamed.js';

const issuesOf = (error: unknown) =>
  error instanceof FilterException ? error.issues.map(({ code, pointer }) => `${code} ${pointer}`) : error;

async function refused(made: Promise<unknown>): Promise<unknown> {
  return made.then(String, issuesOf);
}

/** Related through a class that is embedded, and through one that is extended. */
class Place {
  @Column() name!: string;
  @ManyToOne(() => Country) country!: Relation<Country>;
}

abstract class Written {
  @ManyToOne(() => Author) author!: Relation<Author>;
}

@Entity()
@Filterable({ fields: ['id', 'place.name'], relations: ['author'] })
class Letter extends Written {
  @PrimaryColumn() id!: number;
  @Column(() => Place) place!: Place;
}

/** A name that no other spec has: the specs of a group are loaded together. */
@Entity()
@Filterable({ fields: ['id'] })
class Postcard {
  @PrimaryColumn() id!: number;
}

/** Another class of the same name at each call. */
function twin(): object {
  @Entity()
  class Twin {
    @PrimaryColumn() id!: number;
  }
  return Twin;
}

@Entity()
@Filterable({ fields: ['id'] })
class Tagged {
  @PrimaryColumn() id!: number;
  @Column({ type: 'jsonb' }) tags!: object;
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
@Filterable({ fields: ['id'] })
class Shape {
  @PrimaryColumn() id!: number;
}

@ChildEntity()
@Filterable({ fields: ['id', 'radius'] })
class Circle extends Shape {
  @Column() radius!: number;
}

describe('queryFor()', () => {
  it('gives the query that a handler is given', async () => {
    const query: FilterQuery<Post> = await queryFor(Post, 'filters[title]=Spring&sort=views:desc&pagination[page]=2');
    expect(query.toJSON()).toEqual({
      filters: { title: { $eq: 'Spring' } },
      sort: ['views:desc'],
      pagination: { page: '2', pageSize: '25' },
    });
    expect(Object.isFrozen(query)).toBe(true);
  });

  it('takes an object', async () => {
    const query = await queryFor(Post, { filters: { views: { $gte: 3 } } });
    expect(String(query)).toBe('filters[views][$gte]=3');
  });

  it('takes nothing', async () => {
    expect(String(await queryFor(Post, ''))).toBe('');
    expect(String(await queryFor(Post, {}))).toBe('');
  });

  it.each([
    ['a relation', Post, 'filters[author][country][name]=Norway'],
    ['to-many relations', Post, 'filters[comments][author][name]=Kai&filters[tags][name]=red'],
    ['a relation of what it extends', Letter, 'filters[author][country][code]=NO'],
    ['an embedded column', Letter, 'filters[place][name]=Oslo'],
    ['an entity that shares its table', Film, 'filters[id]=1'],
    ['a child, of which the parent is asked', Shape, 'filters[id]=1'],
    ['a parent, of which the child is asked', Circle, 'filters[radius]=1'],
  ] as const)('finds by itself what an entity is related to: %s', async (_, entity, input) => {
    expect((await queryFor<object>(entity, input)).toJSON()).toHaveProperty('filters');
  });

  it('takes an entity by its name', async () => {
    expect(String(await queryFor(Postcard.name, 'filters[id]=1'))).toBe('filters[id][$eq]=1');
    await expect(queryFor('Postkard', '')).rejects.toThrow(
      new FilterConfigurationError('Postkard is the name of no entity here; pass the class'),
    );
  });

  it('refuses a name that several entities have', async () => {
    twin();
    twin();
    await expect(queryFor('Twin', '')).rejects.toThrow('Twin is the name of 2 entities here; pass the class');
  });

  it('refuses as a handler does', async () => {
    expect(await refused(queryFor(Post, 'filters[titel]=x&filters[views]=many'))).toEqual([
      'unknown_field /filters/titel',
      'invalid_value /filters/views',
    ]);
  });

  it('takes what a handler changes, and what the module says', async () => {
    expect(await refused(queryFor(Post, 'filters[title]=x', { fields: ['id'] }))).toEqual([
      'unknown_field /filters/title',
    ]);
    expect(await refused(queryFor(Post, 'where[title]=x', { params: { filters: 'where' } }))).toBe(
      'where[title][$eq]=x',
    );
    const forRoot = { params: { sort: 'order' }, limits: { members: 1 } };
    expect(await refused(queryFor(Post, 'order=id', { forRoot }))).toBe('order[0]=id%3Aasc');
    expect(await refused(queryFor(Post, 'filters[id][0]=1&filters[id][1]=2', { forRoot }))).toEqual([
      'limit_exceeded /filters/id',
    ]);
    await expect(queryFor(Post, '', { forRoot: { limits: { members: 0 } } })).rejects.toThrow(FilterConfigurationError);
  });

  it.each(['better-sqlite3', 'postgres', 'mysql', 'mariadb', 'sqljs'] as const)('describes by %s', async (type) => {
    expect(String(await queryFor(Post, 'filters[views]=1', { type }))).toBe('filters[views][$eq]=1');
  });

  it('describes by the first driver that knows the types of the columns', async () => {
    expect(String(await queryFor(Tagged, 'filters[id]=1'))).toBe('filters[id][$eq]=1');
    await expect(queryFor(Tagged, 'filters[id]=1', { type: 'mariadb' })).rejects.toThrow();
  });
});

describe('filterServiceFor()', () => {
  it('gives a service that writes queries, and runs none', async () => {
    const filters = await filterServiceFor([Tag], { type: 'postgres', nulls: 'last' });
    expect(filters).toBeInstanceOf(FilterService);
    const [sql, parameters] = filters.filter(Tag, { filters: { name: 'red' }, sort: 'name' }).getQueryAndParameters();
    expect(sql).toMatch(/FROM "tag" "Tag" WHERE \("Tag"\."name" = \$1\)/);
    expect(parameters).toEqual(['red']);
    await expect(filters.count(filters.filter(Tag, {}), filters.parse(Tag, ''))).rejects.toThrow();
  });

  it('is for several entities, and those that they are related to', async () => {
    const filters = await filterServiceFor([Tag, Comment]);
    for (const entity of [Tag, Comment, Author, Country, Post])
      expect(String(filters.parse<object>(entity, ''))).toBe('');
    expect(filters.describe(Comment).entity).toBe('Comment');
  });

  it('takes schemas, which TypeORM keeps apart from classes', async () => {
    class Tree {
      readonly id!: number;
    }
    Filterable({ fields: ['id'] })(Tree);
    const columns = { id: { type: Number, primary: true } } as const;
    const Trees = new EntitySchema<Tree>({ name: 'Tree', target: Tree, columns });
    const relations = { tree: { type: 'many-to-one', target: Trees } } as const;
    const Leaves = new EntitySchema<{ id: number; tree: Tree }>({
      name: 'Leaf',
      columns,
      relations: relations,
    });
    const filters = await filterServiceFor([Leaves]);
    expect(String(filters.parse(Tree, 'filters[id]=1'))).toBe('filters[id][$eq]=1');
  });
});

describe('the comparison of two statements but for the names that were chosen', () => {
  it.each([
    ['a later name', 'SELECT "nf_6"."nf_2"', 'SELECT "nf_9"."nf_2"'],
    [
      'a schema whose name begins like one',
      'SELECT "nf_6"."a" FROM "nf_9a6c"."b"',
      'SELECT "nf_9"."a" FROM "nf_9a6c"."b"',
    ],
  ])('is blind to %s', (_, one, other) => expect(renamed([one])).toEqual(renamed([other])));

  it.each([
    [
      'two names that change places',
      'SELECT "nf_1"."a", "nf_2"."a", "nf_1"."b"',
      'SELECT "nf_1"."a", "nf_2"."a", "nf_2"."b"',
    ],
    ['another schema', 'SELECT 1 FROM "nf_9a6c"."b"', 'SELECT 1 FROM "nf_8a6c"."b"'],
  ])('sees %s', (_, one, other) => expect(renamed([one])).not.toEqual(renamed([other])));
});
