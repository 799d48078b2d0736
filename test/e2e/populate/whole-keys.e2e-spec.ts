import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  Column,
  type DataSource,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { FilterService, Filterable, type Page } from 'nestjs-filterable';
import { type EngineName, type TestDatabase, describeOn, engines, openDatabase } from '../../support/databases.js';

/* Related rows of rows whose keys a JavaScript Date rounds: found by the keys as the database has them. */

/** A type of date-times, and the texts of four keys of it, each a row of its own. */
interface KeyTexts {
  readonly name: string;
  readonly engine: EngineName;
  readonly type: 'datetime' | 'timestamp' | 'timestamptz';
  readonly texts: readonly [string, string, string, string];
  /** The rows that their Dates alone tell from all others, by their levels. */
  readonly told: readonly (0 | 1 | 2 | 3)[];
}

const texts = textsWith('123000', '123456', '123457', '124001');

/** Keys of every type. Of SQLite's spellings the first two are one Date, and TypeORM itself writes only the first. */
const keyTexts: readonly KeyTexts[] = [
  { name: 'microseconds', engine: 'sqlite', type: 'datetime', texts, told: [3] },
  {
    name: 'other spellings',
    engine: 'sqlite',
    type: 'datetime',
    texts: ['2026-01-02 03:04:05.123', '2026-01-02T03:04:05.123Z', '2026-01-02 03:04:05', '2026-01-02T03:04+01:00'],
    told: [2],
  },
  { name: 'timestamp', engine: 'postgres', type: 'timestamp', texts, told: [3] },
  { name: 'timestamptz', engine: 'postgres', type: 'timestamptz', texts, told: [3] },
  { name: 'datetime', engine: 'mariadb', type: 'datetime', texts, told: [3] },
  { name: 'timestamp', engine: 'mariadb', type: 'timestamp', texts, told: [3] },
];

function textsWith(...digits: KeyTexts['texts']): KeyTexts['texts'] {
  const [one, two, three, four] = digits;
  const text = (fraction: string) => `2026-01-02 03:04:05.${fraction}`;
  return [text(one), text(two), text(three), text(four)];
}

/** Makes the entities of a key's type. */
function momentModel({ engine, type }: Pick<KeyTexts, 'engine' | 'type'>) {
  const at = engine === 'sqlite' ? { type } : { type, precision: 6 };

  @Entity('nf_kind')
  @Filterable({ fields: ['id'], populate: [{ name: 'moments', limit: 9, sort: 'level' }] })
  class Kind {
    @PrimaryColumn() id!: number;
    @OneToMany(() => Moment, ({ kind }) => kind) moments!: Relation<Moment>[];
  }

  @Entity('nf_label')
  @Filterable({ fields: ['id'], populate: [{ name: 'moments', limit: 9, sort: 'level' }] })
  class Label {
    @PrimaryColumn() id!: number;
    @ManyToMany(() => Moment, ({ labels }) => labels) moments!: Relation<Moment>[];
  }

  @Entity('nf_moment')
  @Filterable({
    fields: [
      'at',
      'level',
      { name: 'noteCount', of: 'notes', count: true },
      { name: 'sizes', of: 'notes', sum: 'size' },
      { name: 'labelCount', of: 'labels', count: true },
      { name: 'mark', of: 'partner', max: 'level' },
    ],
    relations: ['notes', 'labels', 'partner', 'kind'],
    populate: [{ name: 'notes', limit: 9 }, { name: 'labels', limit: 9 }, 'kind', 'partner', 'next'],
  })
  class Moment {
    @PrimaryColumn(at) at!: Date;
    @Index() @Column() level!: number;
    @ManyToOne(() => Kind, ({ moments }) => moments) kind!: Relation<Kind>;
    @OneToMany(() => Note, ({ moment }) => moment) notes!: Relation<Note>[];
    @ManyToMany(() => Label, ({ moments }) => moments) @JoinTable({ name: 'nf_moment_label' }) labels!: Label[];
    @ManyToOne(() => Moment) @JoinColumn({ name: 'next_at' }) next!: Relation<Moment> | null;
    @OneToMany(() => Partner, ({ moment }) => moment) partner!: Relation<Partner>[];
  }

  @Entity('nf_note')
  @Filterable({ fields: ['id', 'size'], populate: ['moment'] })
  class Note {
    @PrimaryColumn() id!: number;
    @Column() size!: number;
    @ManyToOne(() => Moment, ({ notes }) => notes) moment!: Relation<Moment>;
  }

  /** A key of two columns, of which one is a date-time and refers to a moment. */
  @Entity('nf_partner')
  @Filterable({
    fields: ['part', 'at', 'level', { name: 'tipCount', of: 'tips', count: true }],
    relations: ['tips'],
    populate: [{ name: 'tips', limit: 9 }, 'moment'],
  })
  class Partner {
    @PrimaryColumn() part!: number;
    @PrimaryColumn({ ...at, name: 'at' }) at!: Date;
    @Column() level!: number;
    @ManyToOne(() => Moment, ({ partner }) => partner) @JoinColumn({ name: 'at' }) moment!: Relation<Moment>;
    @OneToMany(() => Tip, ({ partner }) => partner) tips!: Relation<Tip>[];
  }

  @Entity('nf_tip')
  @Filterable({ fields: ['id'], populate: ['partner'] })
  class Tip {
    @PrimaryColumn() id!: number;
    @ManyToOne(() => Partner, ({ tips }) => tips)
    @JoinColumn([
      { name: 'partner_part', referencedColumnName: 'part' },
      { name: 'partner_at', referencedColumnName: 'at' },
    ])
    partner!: Relation<Partner>;
  }

  /** A date-time that rows refer to, beside a primary key of another kind. */
  @Entity('nf_log')
  @Filterable({
    fields: ['id', { name: 'entryCount', of: 'entries', count: true }],
    relations: ['entries'],
    populate: [{ name: 'entries', limit: 9 }],
  })
  class Log {
    @PrimaryColumn() id!: number;
    @Column({ ...at, unique: true }) at!: Date;
    @OneToMany(() => Entry, ({ log }) => log) entries!: Relation<Entry>[];
  }

  @Entity('nf_entry')
  @Filterable({ fields: ['id'], populate: ['log'] })
  class Entry {
    @PrimaryColumn() id!: number;
    @ManyToOne(() => Log, ({ entries }) => entries)
    @JoinColumn({ name: 'log_at', referencedColumnName: 'at' })
    log!: Relation<Log>;
  }
  return { Kind, Label, Moment, Note, Partner, Tip, Log, Entry };
}

/** The notes of each moment, by its level; a note's size is ten times its id. Logs have entries of the same ids. */
const notesOf = [[1], [2, 5], [3, 6, 7], []] as const;

/** The labels of each moment. */
const labelsOf = [[1, 2], [1], [], [2]] as const;

/** The kind of each moment. */
const kindsOf = [1, 1, 2, 1] as const;

/** The moment after each. */
const nextOf = [1, 2, 1, null] as const;

/** The tips of each moment's partners, which have the parts 1 and 2. */
const tipsOf = [
  [[1], [2, 3]],
  [[4, 5], []],
  [[6], [7]],
  [[], [8]],
] as const;

/** Fills the tables with keys of exact texts, which no Date can write. */
async function fillMoments(source: DataSource, keys: KeyTexts['texts']): Promise<void> {
  const insert = (table: string, ...values: (string | number)[]) => {
    const list = values.map((value) => (typeof value === 'string' ? `'${value}'` : value));
    return source.query(`INSERT INTO ${table} VALUES (${list.join(', ')})`);
  };
  for (const id of [1, 2]) await insert('nf_kind (id)', id);
  for (const id of [1, 2]) await insert('nf_label (id)', id);
  for (const [level, key] of keys.entries()) {
    await insert(`nf_moment (${names(source, 'at', 'level', 'kindId')})`, key, level, kindsOf[level] ?? 1);
  }
  for (const [level, key] of keys.entries()) {
    const next = nextOf[level];
    if (typeof next === 'number') {
      await source.query(`UPDATE nf_moment SET next_at = '${keys[next] ?? ''}' WHERE level = ${level}`);
    }
    for (const id of notesOf[level] ?? []) {
      await insert(`nf_note (${names(source, 'id', 'size', 'momentAt')})`, id, id * 10, key);
    }
    await insert('nf_log (id, at)', level, key);
    for (const id of notesOf[level] ?? []) await insert('nf_entry (id, log_at)', id, key);
    for (const id of labelsOf[level] ?? []) {
      await insert(`nf_moment_label (${names(source, 'nfMomentAt', 'nfLabelId')})`, key, id);
    }
    for (const [place, tips] of (tipsOf[level] ?? []).entries()) {
      await insert(`nf_partner (${names(source, 'part', 'at', 'level')})`, place + 1, key, level);
      for (const id of tips) await insert('nf_tip (id, partner_part, partner_at)', id, place + 1, key);
    }
  }
}

function names({ driver }: DataSource, ...columns: readonly string[]): string {
  return columns.map((name) => driver.escape(name)).join(', ');
}

const levels = [0, 1, 2, 3] as const;
const parts = [1, 2] as const;
type Level = (typeof levels)[number];

const idsAs = (of: readonly number[]) => of.map((id) => ({ id }));
const noteOf = (id: number) => ({ id, size: 10 * id });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const nextTo = (level: Level) => (nextOf[level] === null ? null : { level: nextOf[level] });
const relatedTo = (level: Level) => ({
  level,
  notes: notesOf[level].map(noteOf),
  labels: idsAs(labelsOf[level]),
  kind: { id: kindsOf[level] },
});
const countsOf = (level: Level) => ({ noteCount: notesOf[level].length, labelCount: labelsOf[level].length });
const partners = levels.flatMap((level) => parts.map((part) => ({ part, level, tips: tipsOf[level][part - 1] ?? [] })));
const alike = (is: (level: Level) => boolean) => levels.filter(is);

/** Requests for related rows, and the rows that answer them in their order. */
const requests: readonly (readonly [entity: keyof ReturnType<typeof momentModel>, query: string, rows: unknown])[] = [
  [
    'Moment',
    'sort=level&populate=notes,labels,kind,partner,next',
    levels.map((level) => ({
      ...relatedTo(level),
      partner: parts.map((part) => ({ part, level })),
      next: nextTo(level),
    })),
  ],
  [
    'Moment',
    'sort=level&fields=level,noteCount,labelCount,sizes,mark',
    levels.map((level) => ({ level, ...countsOf(level), sizes: 10 * sum(notesOf[level]), mark: level })),
  ],
  [
    'Note',
    'sort=id&populate[moment][populate]=notes,labels,kind',
    levels.flatMap((level) => notesOf[level].map((id) => ({ ...noteOf(id), moment: relatedTo(level) }))).sort(byId),
  ],
  [
    'Kind',
    'sort=id&populate[moments][populate]=notes,labels,next',
    parts.map((id) => ({
      id,
      moments: alike((level) => kindsOf[level] === id).map((level) => {
        const { notes, labels } = relatedTo(level);
        return { level, notes, labels, next: nextTo(level) };
      }),
    })),
  ],
  [
    'Label',
    'sort=id&populate[moments][fields]=level,noteCount,labelCount',
    parts.map((id) => ({
      id,
      moments: alike((level) => idsIn(labelsOf[level]).includes(id)).map((level) => ({ level, ...countsOf(level) })),
    })),
  ],
  [
    'Partner',
    'sort=level,part&populate[tips]=true&populate[moment][populate]=notes',
    partners.map(({ part, level, tips }) => ({
      part,
      level,
      tips: idsAs(tips),
      moment: { level, notes: notesOf[level].map(noteOf) },
    })),
  ],
  [
    'Partner',
    'sort=level,part&fields=part,level,tipCount',
    partners.map(({ part, level, tips }) => ({ part, level, tipCount: tips.length })),
  ],
  [
    'Tip',
    'sort=id&populate[partner][populate]=tips,moment',
    partners
      .flatMap(({ tips, part, level }) =>
        tips.map((id) => ({ id, partner: { part, level, tips: idsAs(tips), moment: { level } } })),
      )
      .sort(byId),
  ],
  [
    'Tip',
    'sort=id&populate[partner][fields]=part,level,tipCount',
    partners
      .flatMap(({ tips, part, level }) => tips.map((id) => ({ id, partner: { part, level, tipCount: tips.length } })))
      .sort(byId),
  ],
  [
    'Log',
    'sort=id&populate=entries&fields=id,entryCount',
    levels.map((id) => ({ id, entryCount: notesOf[id].length, entries: idsAs(notesOf[id]) })),
  ],
  [
    'Entry',
    'sort=id&populate[log][populate]=entries',
    levels
      .flatMap((level) => notesOf[level].map((id) => ({ id, log: { id: level, entries: idsAs(notesOf[level]) } })))
      .sort(byId),
  ],
];

function byId(one: { id: number }, other: { id: number }): number {
  return one.id - other.id;
}

function idsIn(ids: readonly number[]): readonly number[] {
  return ids;
}

/** Returns what rows have beside their date-times, which are rounded. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'at');
  return Object.fromEntries(members.map(([name, member]) => [name, name === 'sizes' ? Number(member) : told(member)]));
}

const ways = [{ strategy: 'adaptive' }, { strategy: 'in' }] as const;

describe.each(keyTexts.filter((keys) => engines.includes(keys.engine)))(
  'related rows of keys that a Date rounds: $name on $engine',
  ({ engine, type, texts: written, told: found }) => {
    const model = momentModel({ engine, type });
    let database: TestDatabase;

    beforeAll(async () => {
      jest.spyOn(Logger.prototype, 'debug').mockReturnValue(undefined);
      database = await openDatabase(engine, { entities: Object.values(model) });
      await fillMoments(database.source, written);
    });
    afterAll(() => {
      jest.restoreAllMocks();
      return database.close();
    });

    const listOf = (entity: keyof typeof model, { strategy }: (typeof ways)[number]) => {
      const rows = () => database.source.getRepository<ObjectLiteral>(model[entity]).createQueryBuilder('r');
      const adaptive = { deep: 1 };
      return {
        entity: model[entity] as new () => ObjectLiteral,
        filters: FilterService.forDataSource(database.source, { strategy, adaptive }),
        builder: rows,
      };
    };

    describe.each(requests.map(([entity, query, rows]) => ({ entity, query, rows })))(
      '$entity: $query',
      ({ entity, query, rows }) => {
        it.each(ways)('$strategy', async (way) => {
          const { filters, builder, entity: asked } = listOf(entity, way);
          const parsed = filters.parse(asked, `${query}&pagination[pageSize]=9`, { select: true });
          // The second page of a shape is read by what the first has left.
          for (const turn of [1, 2]) {
            const { data } = await filters.page(builder(), parsed);
            expect([turn, told(data)]).toEqual([turn, rows]);
          }
        });
      },
    );

    const populate = { notes: true, labels: true, kind: true };

    it.each(ways)('page after page, $strategy', async (way) => {
      const { filters, builder, entity } = listOf('Moment', way);
      const parse = (pagination: object) => filters.parse(entity, { sort: ['level'], populate, pagination });
      for (const size of [1, 3]) {
        const rows: ObjectLiteral[] = [];
        for (let after: string | null = ''; after !== null;) {
          const { data, meta }: Page<ObjectLiteral> = await filters.page(builder(), parse({ after, pageSize: size }));
          rows.push(...data);
          after = meta.pagination.next ?? null;
        }
        const byStart = [0, 1, 2, 3].filter((start) => start % size === 0);
        const pages = byStart.map((start) => filters.page(builder(), parse({ start, limit: size })));
        const read = (await Promise.all(pages)).flatMap(({ data }) => data);
        expect([told(rows), told(read)]).toEqual([levels.map(relatedTo), levels.map(relatedTo)]);
      }
      const walked: unknown[] = [];
      const query = filters.parse(entity, { sort: ['level'], populate });
      for await (const row of filters.each(builder(), query, { chunk: 3 })) walked.push(row);
      expect(told(walked)).toEqual(levels.map(relatedTo));
    });

    it.each(ways)('rows of their own, $strategy', async (way) => {
      const { filters, builder, entity } = listOf('Moment', way);
      const read = async (request: string) => {
        const { data, meta } = await filters.page(builder(), filters.parse(entity, `sort=level&${request}`));
        return [
          data.map((row) => row['level'] as number),
          'total' in meta.pagination ? meta.pagination.total : undefined,
        ];
      };
      expect(await read('filters[level][$lt]=3')).toEqual([[0, 1, 2], 3]);
      // A deep page.
      expect(await read('pagination[start]=1&pagination[limit]=2')).toEqual([[1, 2], 4]);
    });

    it('related rows of their own, which the builder joins', async () => {
      const { filters } = listOf('Moment', ways[0] ?? never());
      const notes = database.source.getRepository<ObjectLiteral>(model.Note).createQueryBuilder('n');
      const query = filters.parse(model.Note, 'sort=id');
      const { data } = await filters.page(notes.leftJoinAndSelect('n.moment', 'm'), query);
      const expected = levels.flatMap((level) => notesOf[level].map((id) => ({ id, moment: { level } })));
      expect(told(data)).toMatchObject(expected.sort(byId));
    });

    describe('of rows that the host has read', () => {
      const populated = async (level: Level) => {
        const { filters, entity } = listOf('Moment', ways[0] ?? never());
        const moments = database.source.getRepository(entity);
        const rows = await moments.find({ where: { level } });
        await filters.populate(moments, rows, filters.parse(entity, { populate }));
        return told(rows);
      };

      it.each(found.map((level) => [level]))('finds the row of %d', async (level) => {
        expect(await populated(level)).toEqual([relatedTo(level)]);
      });

      it.each(levels.filter((level) => !found.includes(level)))('refuses the row of %d', async (level) => {
        await expect(populated(level)).rejects.toThrow(
          /only microseconds of their primary keys tell two rows of Moment apart|a row of Moment is not found by its at/,
        );
      });

      it('refuses a row that is gone', async () => {
        const { filters, entity } = listOf('Moment', ways[0] ?? never());
        const rows = [{ at: new Date('2020-01-01T00:00:00Z'), level: 9 }];
        const asked = filters.populate(
          database.source.getRepository(entity),
          rows,
          filters.parse(entity, { populate }),
        );
        await expect(asked).rejects.toThrow('a row of Moment is not found by its at: it is gone, or');
      });
    });

    it('refuses rows that a to-many join makes one entity of', async () => {
      const { filters, entity } = listOf('Moment', ways[0] ?? never());
      const joined = database.source.getRepository(entity).createQueryBuilder('r').leftJoinAndSelect('r.partner', 'p');
      const asked = filters.page(joined, filters.parse(entity, 'sort=level&populate=notes'));
      if (engine === 'sqlite') {
        const rows = levels.map((level) => ({ level, notes: notesOf[level].map(noteOf) }));
        expect((await asked).data).toMatchObject(rows);
      } else
        await expect(asked).rejects.toThrow('only microseconds of their primary keys tell two rows of Moment apart');
    });
  },
);

function never(): never {
  throw new TypeError('there is a way');
}

describeOn('sqlite')('a key that is no text on %s', (engine) => {
  it('is refused where rows are found by it', async () => {
    const model = momentModel({ engine, type: 'datetime' });
    const database = await openDatabase(engine, { entities: Object.values(model) });
    try {
      await database.source.query('INSERT INTO nf_kind (id) VALUES (1)');
      await database.source.query(`INSERT INTO nf_moment (at, level, kindId) VALUES (X'FF', 1, 1)`);
      const filters = FilterService.forDataSource(database.source);
      const asked = filters.page(
        database.source.getRepository(model.Moment),
        filters.parse(model.Moment, 'populate=notes'),
      );
      await expect(asked).rejects.toThrow('the driver cannot give a date-time in the primary key of Moment');
    } finally {
      await database.close();
    }
  });
});
