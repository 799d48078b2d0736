import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { Filterable, FilterConfigurationError, FilterModule, FilterService, type IndexAdvice } from 'nestjs-filterable';
import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { type EngineName, type TestDatabase, describeOn, engines, openDatabase } from '../../support/databases.js';
import { page, requestsAfter } from './page.js';
import { Shop } from './shop.js';

const served = ({ missing }: IndexAdvice) => missing.flatMap(({ serves }) => serves).sort();

/** The indexes of docs/indexes.md on PostgreSQL: what each serves, and the text before its requests. */
const ofThePage = [
  ['list tags', 'An array:'],
  ['list labels', 'A `simple-array`:'],
  ['list specs.materials', 'Lists in a `jsonb`'],
  ['path specs.color', '<!-- postgres -->'],
] as const;

describe.each(['postgres', 'sqlite'] as const)('the indexes of docs/indexes.md on %s', (engine) => {
  describeOn(engine)('on %s', () => {
    let shop: Shop;
    beforeEach(async () => {
      shop = await Shop.open(engine);
    });
    afterEach(() => shop?.close());
    if (engine === 'sqlite') {
      it('are not compared where they are on expressions', async () => {
        const { missing, unindexable } = await shop.filters.indexes(shop.products.target);
        expect(missing.filter(({ serves }) => serves.includes('path specs.color'))).toEqual([]);
        const reason = unindexable.find(({ use }) => use === 'path specs.color')?.reason;
        expect(reason).toBe(
          'indexes on expressions are not compared on this engine: docs/indexes.md has the statement',
        );
      });
      return;
    }

    it.each(ofThePage)('are missing: %s', async (use, before) => {
      const { missing } = await shop.filters.indexes(shop.products.target);
      const index = missing.find(({ serves }) => serves.includes(use));
      expect(index?.ddl).toHaveLength(1);
      const [ddl = ''] = index?.ddl ?? [];
      await shop.run(ddl);
      await shop.run('ANALYZE');
      const [, name = ''] = /^CREATE INDEX "(\w+)"/.exec(ddl) ?? [];
      for (const request of requestsAfter(before)) expect(await shop.plan(request)).toContain(name);
      expect(served(await shop.filters.indexes(shop.products.target))).not.toContain(use);
    });

    it('have a sentence where there is none', async () => {
      const { unindexable } = await shop.filters.indexes(shop.products.target);
      expect(unindexable.map(({ use }) => use)).toEqual(['filter reviewCount']);
      expect(unindexable[0]?.reason).toContain('no index serves the values of a virtual column');
      expect(page).toContain('No index serves the values of a virtual column');
    });
  });
});

/** Entities with a use of every kind, and no index but those of TypeORM. */
function modelOf(engine: EngineName) {
  @Entity('advised_tag')
  @Filterable({ fields: ['id', 'name'] })
  class Tag {
    @PrimaryColumn() id!: number;
    @Column({ length: 60 }) name!: string;
  }

  @Entity('advised_note')
  @Filterable({ fields: ['id', 'place', 'text'], relations: ['shelf'] })
  class Note {
    @PrimaryColumn() id!: number;
    @Column() place!: number;
    @Column('text') text!: string;
    @ManyToOne(() => Shelf, ({ notes }) => notes, { createForeignKeyConstraints: false })
    shelf!: Relation<Shelf> | null;
  }

  @Entity('advised_shelf')
  @Filterable({
    fields: ['id', 'title', 'rank', 'isOpen', 'words'],
    relations: [{ name: 'notes', aggregates: true }, 'tags'],
    search: ['title', 'notes.text'],
    populate: [{ name: 'notes', sort: 'place:desc' }],
  })
  @Index(['rank', 'title'])
  class Shelf {
    @PrimaryColumn() id!: number;
    @Column({ length: 60, ...(engine === 'postgres' && { collation: 'C' }) }) title!: string;
    @Column() rank!: number;
    @Column() isOpen!: boolean;
    @Column('simple-array') words!: string[];
    @OneToMany(() => Note, ({ shelf }) => shelf) notes!: Relation<Note>[];
    @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
  }
  return { Tag, Note, Shelf, entities: [Tag, Note, Shelf] };
}

describe.each(engines)('advice on indexes on %s', (engine) => {
  const model = modelOf(engine);
  let database: TestDatabase;
  let filters: FilterService;
  const run = (sql: string) => database.source.query<unknown>(sql);

  beforeEach(async () => {
    database = await openDatabase(engine, { entities: model.entities });
    filters = FilterService.forDataSource(database.source);
  });
  afterEach(() => database.close());

  it('is logged at boot in statements that run as logged, and leave nothing missing', async () => {
    const warnings: string[] = [];
    const logger = { log: () => {}, error: () => {}, warn: (message: unknown) => warnings.push(String(message)) };
    const { missing } = await filters.indexes();
    const testing = Test.createTestingModule({
      imports: [FilterModule.forRoot({ logUnindexed: 'ddl' })],
      providers: [{ provide: 'DATABASE', useValue: database.source }],
    });
    const application = await testing.setLogger(logger).compile();
    await application.init();
    const told = warnings.filter((warning) => warning.includes('has filters and sorts that no index'));
    expect(told.map((warning) => warning.split(' has filters')[0])).toEqual([
      ...new Set(missing.map(({ entity }) => entity)),
    ]);
    const lines = told.flatMap((warning) => warning.split('\n').slice(1));
    for (const line of lines) if (!line.startsWith('-- ')) await run(line);
    expect((await filters.indexes()).missing).toEqual([]);
  });

  it('has what the declared uses want, the joins of tables first', async () => {
    const { missing } = await filters.indexes();
    const all = missing.flatMap(({ serves }) => serves);
    expect(missing[0]?.serves).toEqual(
      ['populate notes', 'relation shelf', 'aggregate notes'].filter((use) => all.includes(use)),
    );
    expect(all).toEqual(expect.arrayContaining(['filter title', 'filter name', 'filter place', 'filter isOpen']));
    // An index begins with it.
    expect(all).not.toContain('filter rank');
    expect(all).not.toContain('filter id');
    expect(all.includes('search title')).toBe(engine === 'postgres');
    expect(missing.find(({ serves }) => serves.includes('filter isOpen'))?.note).toContain('few values');
  });

  it('is about one entity, or all', async () => {
    const { missing } = await filters.indexes(model.Tag);
    expect(missing.map(({ entity, serves }) => [entity, serves])).toEqual([['Tag', ['filter name']]]);
    expect(served(await filters.indexes()).length).toBeGreaterThan(5);
  });

  it.each([
    ['a partial index', 'CREATE INDEX one ON %t (%c) WHERE id > 5', ['sqlite', 'postgres']],
    ['an index of another class', 'CREATE INDEX one ON %t (%c text_pattern_ops)', ['postgres']],
    ['an index under another collation', 'CREATE INDEX one ON %t (%c COLLATE "POSIX")', ['postgres']],
    ['an index that ignores case', 'CREATE INDEX one ON %t (%c COLLATE NOCASE)', ['sqlite']],
    ['a hash', 'CREATE INDEX one ON %t USING hash (%c)', ['postgres']],
    ['an index on an expression of it', 'CREATE INDEX one ON %t ((lower(%c)))', ['sqlite', 'postgres']],
    ['an index of its beginning', 'CREATE INDEX one ON %t (%c(3))', ['mariadb']],
    ['an index that begins with another column', 'CREATE INDEX one ON %t (id, %c)', engines],
  ] as const)('is not satisfied by %s', async (_, sql, on) => {
    if (!(on as readonly string[]).includes(engine)) return;
    const { tablePath } = database.source.getMetadata(model.Tag);
    await run(sql.replace('%t', tablePath).replace('%c', 'name'));
    expect(served(await filters.indexes(model.Tag))).toEqual(['filter name']);
  });

  it.each([
    ['a descending index', 'CREATE INDEX one ON %t (name DESC)'],
    ['an index with more columns', 'CREATE INDEX one ON %t (name, id)'],
    ['a unique index', 'CREATE UNIQUE INDEX one ON %t (name)'],
  ])('is satisfied by %s', async (_, sql) => {
    const { tablePath } = database.source.getMetadata(model.Tag);
    await run(sql.replace('%t', tablePath));
    expect(await filters.indexes(model.Tag)).toMatchObject({ missing: [] });
  });

  it('says which table there is not', async () => {
    await run(`DROP TABLE ${database.source.getMetadata(model.Note).tablePath}`);
    const failing = filters.indexes(model.Note);
    await expect(failing).rejects.toThrow(FilterConfigurationError);
    await expect(failing).rejects.toThrow(
      /advised_note \(Note\) cannot be read: the table does not exist.*run the migrations/,
    );
  });

  it('says that the catalogue may not be read', async () => {
    await filters.ready();
    const refused = jest
      .spyOn(database.source, 'createQueryRunner')
      .mockImplementation(
        () =>
          ({ query: () => Promise.reject(new Error('permission denied')), release: () => Promise.resolve() }) as never,
      );
    await expect(filters.indexes(model.Tag)).rejects.toThrow(
      /The indexes of .*advised_tag \(Tag\) cannot be read: permission denied; grant this user SELECT/,
    );
    refused.mockRestore();
  });
});
