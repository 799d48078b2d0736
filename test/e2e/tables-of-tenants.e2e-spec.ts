import { FilterConfigurationError, type FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { onEngines } from '../support/engines.js';

@Entity()
@Filterable()
class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable()
class Tag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'title', 'stars'],
  relations: ['author', 'tags', 'sequelOf', 'sequels'],
  search: ['title', 'author.name'],
  facets: ['stars', 'author.name', 'tags.name'],
})
class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() stars!: number;
  @ManyToOne(() => Author, { nullable: false }) author!: Relation<Author>;
  @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
  @ManyToOne(() => Book, (book) => book.sequels) sequelOf!: Relation<Book> | null;
  @OneToMany(() => Book, (book) => book.sequelOf) sequels!: Relation<Book>[];
}

type Ask = (filters: FilterService, builder: SelectQueryBuilder<Book>) => Promise<unknown>;

/** Asks for a page. */
function page(request: string, options = {}): Ask {
  return (filters, builder) => filters.page(builder, filters.parse(Book, request), options);
}

const [related, byTags] = ['filters[author][name]=Ann', 'filters[tags][name]=old'];

/** Whatever the library writes, with the entities whose tables it reads. */
const cases: Readonly<Record<string, readonly [ask: Ask, ...reads: string[]]>> = {
  'a plain list': [page('sort=id'), 'Book'],
  'a condition on its own field': [page('filters[stars][$gte]=2'), 'Book'],
  'a condition through a to-one relation': [page(related), 'Book', 'Author'],
  '… that compares the foreign key': [page('filters[author][id]=1'), 'Book'],
  'a condition through a junction': [page(byTags), 'Book', 'Tag', 'book_tags_tag'],
  'none through a junction': [page('filters[tags][$none][name]=old'), 'Book', 'Tag', 'book_tags_tag'],
  'every one through a junction': [page('filters[tags][$every][name]=old'), 'Book', 'Tag', 'book_tags_tag'],
  'a number of rows through a junction': [page('filters[tags][$count][$gte]=1'), 'Book', 'book_tags_tag'],
  'a condition on other rows of its own table': [page('filters[sequels][stars]=3'), 'Book'],
  'either of two relations': [
    page('filters[$or][0][author][name]=Ann&filters[$or][1][tags][name]=old'),
    ...['Book', 'Author', 'Tag', 'book_tags_tag'],
  ],
  'a sort by a to-one relation': [page('sort=author.name,id'), 'Book', 'Author'],
  'a sort through a junction': [page('sort=tags.name,id'), 'Book', 'Tag', 'book_tags_tag'],
  'a sort by a number of rows': [page('sort=tags.$count,id'), 'Book', 'book_tags_tag'],
  'a facet of its own': [page('facets=stars'), 'Book'],
  'facets of relations': [page('facets=author.name,tags.name'), 'Book', 'Author', 'Tag', 'book_tags_tag'],
  'a search in relations': [page('search=ann'), 'Book', 'Author'],
  'a page by cursor': [page(`${related}&pagination[after]=&pagination[pageSize]=1`), 'Book', 'Author'],
  'a number of rows': [(filters, builder) => filters.count(builder, filters.parse(Book, related)), 'Book', 'Author'],
  'apply()': [
    (filters, builder) => filters.apply(builder, filters.parse(Book, byTags)).getMany(),
    ...['Book', 'Tag', 'book_tags_tag'],
  ],
  'each()': [
    async (filters, builder) => {
      const ids: number[] = [];
      const query = filters.parse(Book, related, { pagination: false });
      for await (const { id } of filters.each(builder, query)) ids.push(id);
      return ids;
    },
    ...['Book', 'Author'],
  ],
};

const asks = Object.entries(cases).map(([name, [ask, ...reads]]) => ({ name, ask, reads }));

/** A program that gives the entities of one data source the tables of another tenant. */
onEngines('tables named for each tenant', { entities: [Author, Tag, Book] }, (world) => {
  let filters: FilterService;
  let atBoot: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const { manager, entityMetadatas } = world.source;
    await manager.insert(
      Author,
      [1, 2].map((id) => ({ id, name: id === 1 ? 'Ann' : 'Bob' })),
    );
    await manager.insert(Tag, { id: 1, name: 'old' });
    const books = [1, 2, 3].map((id) => ({ id, title: `Book ${id}`, stars: id, author: { id: id === 3 ? 2 : 1 } }));
    await manager.insert(Book, books);
    await manager.update(Book, 3, { sequelOf: { id: 1 } });
    await manager.createQueryBuilder().relation(Book, 'tags').of(2).add(1);
    atBoot = new Map(entityMetadatas.map(({ name, tablePath }) => [name, tablePath]));
    for (const [name, path] of atBoot) await manager.query(`CREATE TABLE ${pathOf(name)} AS SELECT * FROM ${path}`);
  });
  beforeEach(() => {
    filters = world.filtersWith({});
  });
  afterEach(() => {
    world.spy.beforeStatement = undefined;
    move(false);
  });

  function pathOf(name: string): string {
    const [last = '', ...schema] = (atBoot.get(name) ?? '').split('.').reverse();
    return [...schema, `tenant_${last}`].join('.');
  }

  /** Gives entities, by default all of them, the tables of the tenant, or those of boot again. */
  function move(toTenant: boolean, only?: string): void {
    for (const metadata of world.source.entityMetadatas) {
      if (only !== undefined && metadata.name !== only) continue;
      metadata.tablePath = toTenant ? pathOf(metadata.name) : (atBoot.get(metadata.name) ?? '');
    }
  }

  /** Expects a refusal, and returns the statements that were sent. */
  const refused = (ask: Ask) =>
    world.sent(() => expect((async () => read(ask))()).rejects.toThrow(FilterConfigurationError));
  const read = (ask: Ask) => ask(filters, world.source.getRepository(Book).createQueryBuilder('book'));

  it.each(asks)('$name: is refused, and reads the tables of boot after that', async ({ ask }) => {
    move(true);
    expect((await refused(ask)).join()).not.toContain('tenant_');
    move(false);
    await expect(read(ask)).resolves.toBeDefined();
  });

  it.each(asks)('$name: is refused where it is known, too', async ({ ask }) => {
    const answers: unknown[] = [];
    for (let time = 0; time < 4; time += 1) answers.push(await read(ask));
    move(true);
    expect(await refused(ask)).toEqual([]);
    move(false);
    expect(await read(ask)).toEqual(answers[0]);
  });

  it.each(asks)('$name: is refused for the tables that it reads, and for no others', async ({ ask, reads }) => {
    const answers: unknown[] = [];
    for (let time = 0; time < 3; time += 1) answers.push(await read(ask));
    const refusing: string[] = [];
    for (const name of atBoot.keys()) {
      move(true, name);
      const answer = await (async () => read(ask))().catch((error: unknown) => error);
      if (answer instanceof FilterConfigurationError) refusing.push(name);
      else expect(answer).toEqual(answers[0]);
      move(false);
    }
    expect(refusing.sort()).toEqual(reads.sort());
  });

  it.each(asks.filter(({ name }) => /facet/.test(name)))(
    '$name: ends where the tables change between two of its statements',
    async ({ ask }) => {
      world.spy.beforeStatement = () => move(true);
      expect((await refused(ask)).join()).not.toContain('tenant_');
    },
  );

  it('the message names the entity, both tables and the way out', async () => {
    move(true);
    await expect(read(page('sort=id'))).rejects.toThrow(
      `The table of Book was ${atBoot.get('Book')} at boot, and is ${pathOf('Book')} now.`,
    );
    await expect(read(page('sort=id'))).rejects.toThrow(/use a data source for each tenant/);
  });
});
