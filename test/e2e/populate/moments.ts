import {
  Column,
  type DataSource,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';

/* Moments and what is related to them, by keys that a JavaScript Date rounds. */

/** A type of date-times, and the texts of four keys of it, each a row of its own. */
export interface KeyTexts {
  readonly name: string;
  readonly engine: EngineName;
  readonly type: 'datetime' | 'timestamp' | 'timestamptz';
  readonly texts: readonly [string, string, string, string];
  /** The rows that their Dates alone tell from all others, by their levels. */
  readonly told: readonly (0 | 1 | 2 | 3)[];
}

const texts = textsWith('123000', '123456', '123457', '124001');

const told = [3] as const;

/** Keys of every type. Of SQLite's spellings the first two are one Date, and TypeORM itself writes only the first. */
export const keyTexts: readonly KeyTexts[] = [
  { name: 'microseconds', engine: 'sqlite', type: 'datetime', texts, told },
  {
    name: 'other spellings',
    engine: 'sqlite',
    type: 'datetime',
    texts: ['2026-01-02 03:04:05.123', '2026-01-02T03:04:05.123Z', '2026-01-02 03:04:05', '2026-01-02T03:04+01:00'],
    told: [2],
  },
  { name: 'timestamp', engine: 'postgres', type: 'timestamp', texts, told },
  { name: 'timestamptz', engine: 'postgres', type: 'timestamptz', texts, told },
  { name: 'datetime', engine: 'mariadb', type: 'datetime', texts, told },
  { name: 'timestamp', engine: 'mariadb', type: 'timestamp', texts, told },
];

function textsWith(...digits: KeyTexts['texts']): KeyTexts['texts'] {
  const [one, two, three, four] = digits;
  const text = (fraction: string) => `2026-01-02 03:04:05.${fraction}`;
  return [text(one), text(two), text(three), text(four)];
}

/** Makes the entities of a key's type. */
export function momentModel({ engine, type }: Pick<KeyTexts, 'engine' | 'type'>, precision = 6) {
  const at = engine === 'sqlite' ? { type } : { type, precision };

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
export const notesOf = [[1], [2, 5], [3, 6, 7], []] as const;

/** The labels of each moment. */
export const labelsOf = [[1, 2], [1], [], [2]] as const;

/** The kind of each moment. */
export const kindsOf = [1, 1, 2, 1] as const;

/** The moment after each. */
export const nextOf = [1, 2, 1, null] as const;

/** The tips of each moment's partners, which have the parts 1 and 2. */
export const tipsOf = [
  [[1], [2, 3]],
  [[4, 5], []],
  [[6], [7]],
  [[], [8]],
] as const;

/** Fills the tables with keys of exact texts, which no Date can write. */
export async function fillMoments(source: DataSource, keys: KeyTexts['texts']): Promise<void> {
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
