import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type PrimaryColumnOptions, type Relation } from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type ClassRules, recordClass } from '../../../lib/schema/index.js';
import { describeEntities } from '../../support/metadata.js';
import { type Declarations, boot, errorOf, overrideError } from '../schema/things.js';

/** Passes on options that the compiler would refuse, as a host that writes JavaScript does. */
const unchecked = (rules: object) => rules as never;
const thing = (rules: ClassRules, more: Partial<Declarations> = {}): Declarations => ({
  thing: rules,
  owner: { fields: ['name', 'address.city'] },
  tag: {},
  ...more,
});
const withPopulate = (populate: unknown, more?: Partial<Declarations>): Declarations =>
  thing(unchecked({ fields: ['id', 'title'], relations: ['owner'], populate }), more);
describe('mistakes in the declaration of populate', () => {
  it('a related class that is not filterable', async () => {
    expect(await errorOf(withPopulate(['tags'], { tag: undefined }))).toBe(
      `FilterConfigurationError: @Filterable() on Thing: the populated relation tags leads to Tag, which is not filterable; decorate the class with @Filterable()`,
    );
  });

  it('all of them together', async () => {
    const error = await errorOf(withPopulate([{ name: 'tags', limit: 0 }, 'ownr']));
    expect(error).toContain('`limit` must be');
    expect(error).toContain('names ownr');
  });

  it('those of a handler', async () => {
    const populate = unchecked([{ name: 'tags', limit: 5, maximum: 4 }]);
    expect(await overrideError(withPopulate(['tags']), { populate })).toBe(
      'FilterConfigurationError: @FilterQuery(Thing): the populated relation tags has the `maximum` 4, less than its `limit` 5; raise the maximum, or lower the limit',
    );
  });
});

describe('what is declared', () => {
  it('is described', async () => {
    const populate = [
      'owner',
      { name: 'tags', limit: 3, maximum: 20 },
      { name: 'parts', fields: ['title'] },
      { name: 'keeper', when: () => false },
    ];
    const { by, of } = await boot(withPopulate(populate, { owner: { fields: ['name'], populate: ['things'] } }));
    // prettier-ignore
    expect(by.describe(of).populate).toEqual([
      { name: 'owner', entity: 'Owner', toMany: false, fields: ['name'], populate: ['things'] },
      { name: 'tags', entity: 'Tag', toMany: true, limit: 3, maximum: 20, fields: ['id', 'name'], sort: ['id', 'name'], populate: [] },
      { name: 'parts', entity: 'Thing', toMany: true, limit: 10, maximum: 10, fields: ['title'], sort: ['id', 'title', 'owner.name'], populate: ['owner', 'tags', 'parts'] },
    ]);
  });

  it('is a default limit within a declared maximum', async () => {
    const { by, of } = await boot(
      withPopulate([
        { name: 'tags', maximum: 4 },
        { name: 'parts', maximum: 40 },
      ]),
    );
    const limits = by.describe(of).populate.map(({ limit, maximum }) => [limit, maximum]);
    expect(limits).toEqual([
      [4, 4],
      [10, 40],
    ]);
  });

  it('is replaced whole by a handler, and left out by false', async () => {
    const { by, of } = await boot(withPopulate(['owner', 'tags']));
    const read = (overrides: object) => by.describe(of, overrides).populate.map(({ name }) => name);
    expect(read({ populate: ['keeper'] })).toEqual(['keeper']);
    expect(read({ populate: false })).toEqual([]);
    expect(by.parameters(of, { populate: false }).populate).toBeUndefined();
  });

  it('is nothing where an entity declares nothing: the parameter is the host’s', async () => {
    const { by, of } = await boot(thing({ fields: ['id'] }));
    expect(by.parse(of, 'populate=owner').toString()).toBe('');
  });
});

describe('a primary key with a date-time', () => {
  /** Boots readings of places, which are told apart by their times, and reads a request for them. */
  async function read(engine: 'sqlite' | 'postgres' | 'mariadb', at: PrimaryColumnOptions, rules: ClassRules) {
    @Entity()
    class Reading {
      @PrimaryColumn() place!: string;
      @PrimaryColumn(at) at!: Date;
      @Column() day!: number;
      @OneToMany(() => Note, ({ reading }) => reading) notes!: Relation<Note>[];
    }

    @Entity()
    @Filterable({ fields: ['id'], populate: ['reading'] })
    class Note {
      @PrimaryColumn() id!: number;
      @ManyToOne(() => Reading, ({ notes }) => notes) reading!: Relation<Reading>;
    }
    recordClass(Reading, rules);
    const filters = FilterService.forDataSource(await describeEntities(engine, [Reading, Note]));
    filters.parse(Reading, 'fields=place', { select: true });
    filters.parse(Note, 'populate=reading');
    return 'accepted';
  }
  const count = { name: 'noteCount', of: 'notes', count: true } as const;
  const notes = ['@Filterable() on Reading: the populated relation notes', { populate: ['notes'] }] as const;
  const timestamp = { type: 'timestamptz' } as const;

  it.each<[string, ClassRules, 'postgres' | 'mariadb', PrimaryColumnOptions]>([
    [notes[0], notes[1], 'postgres', timestamp],
    [notes[0], notes[1], 'postgres', { type: 'timestamp', precision: 6 }],
    [notes[0], notes[1], 'mariadb', { type: 'datetime', precision: 4 }],
    ['the aggregate noteCount', { fields: ['place', count] }, 'postgres', timestamp],
    ['the aggregate noteCount with `load: true`', { fields: [{ ...count, load: true }] }, 'postgres', timestamp],
  ])('that a Date rounds is refused for %s %j on %s, %j', async (subject, rules, engine, at) => {
    await expect(read(engine, at, rules)).rejects.toThrow(
      `${subject} needs the primary key of Reading, and a JavaScript Date may round its at; ` +
        'declare that column with `precision: 3` or less, or leave out what needs it',
    );
  });

  it.each<[ClassRules, 'sqlite' | 'postgres' | 'mariadb', PrimaryColumnOptions]>([
    [{ fields: ['place', count], populate: ['notes'] }, 'postgres', { ...timestamp, precision: 3 }],
    [{ fields: ['place', count], populate: ['notes'] }, 'mariadb', { type: 'datetime', precision: 0 }],
    [{ fields: ['place', count], populate: ['notes'] }, 'sqlite', { type: 'datetime' }],
    [{ fields: ['place'] }, 'postgres', timestamp],
  ])('is accepted with %j on %s, %j', async (rules, engine, at) => {
    expect(await read(engine, at, rules)).toBe('accepted');
  });
});
