import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { limitTable } from '../../lib/limits.js';
import { engines } from '../support/databases.js';
import { ascending, idsOf as idsIn, onEngines } from '../support/engines.js';

/**
 * The caps of the limits must suit every engine: depth of expressions, parameters, tables. It takes seconds, because
 * each request is as large as it may be.
 */
const limits = Object.fromEntries(Object.entries(limitTable).map(([name, { cap }]) => [name, cap]));

@Entity('mark')
@Filterable()
class Mark {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity('visit')
@Filterable({
  fields: ['id', 'at', 'day', 'count', 'amount', 'name', 'flag'],
  relations: ['next', 'notes', 'marks'],
})
class Visit {
  @PrimaryColumn() id!: number;
  @Column({ type: Date }) at!: Date;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'int' }) count!: number;
  @Column({ type: 'decimal', precision: 20, scale: 4 }) amount!: string;
  @Column() name!: string;
  @Column({ type: 'boolean' }) flag!: boolean;
  @ManyToOne(() => Visit, { nullable: true }) next!: Relation<Visit> | null;
  @OneToMany(() => Note, (note) => note.visit) notes!: Relation<Note>[];
  @ManyToMany(() => Mark) @JoinTable() marks!: Relation<Mark>[];
}

@Entity('note')
@Filterable()
class Note {
  @PrimaryColumn() left!: number;
  @PrimaryColumn() right!: number;
  @ManyToOne(() => Visit, (visit) => visit.notes) visit!: Relation<Visit>;
  @OneToMany(() => Line, (line) => line.note) lines!: Relation<Line>[];
}

@Entity('line')
class Line {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Note, (note) => note.lines) note!: Relation<Note>;
}

const members = limits['members'] ?? 0;
const dayAfter = (days: number): string => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10);
const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Every other day, so that no two of them could be one range. */
const days = list(members, (index) => dayAfter(2 * index));
const moments = list(members, (index) => `${dayAfter(index)}T10:00:00Z`);
const numbers = list(members, (index) => String(index));
const five = (make: (index: number) => object): object => ({ $and: list(5, make) });

/** Visits 1 to 8, on the first eight days of 2020 at ten; each is followed by the next. */
// prettier-ignore
const asked: readonly (readonly [what: string, filters: object, found: readonly number[]])[] = [
  ['as many days as there may be', { at: { $in: days } }, [1, 3, 5, 7]],
  ['none of them', { at: { $notIn: days } }, [2, 4, 6, 8]],
  ['none of them, negated', { at: { $not: { $notIn: days } } }, [1, 3, 5, 7]],
  ['two such lists', { $and: [{ at: { $in: days } }, { at: { $in: days } }] }, [1, 3, 5, 7]],
  ['as many values as there may be, of moments', five(() => ({ at: { $in: moments } })), [1, 2, 3, 4, 5, 6, 7, 8]],
  ['of moments that are none of them', five(() => ({ at: { $notIn: moments } })), []],
  ['of dates', five(() => ({ day: { $in: days } })), [1, 3, 5, 7]],
  ['of numbers', five(() => ({ count: { $in: numbers } })), [1, 2, 3, 4, 5, 6, 7, 8]],
  ['of decimals', five(() => ({ amount: { $in: numbers } })), [1, 2, 3, 4, 5, 6, 7, 8]],
  ['of decimals that are none of them', five(() => ({ amount: { $notIn: numbers } })), []],
  ['of texts', five(() => ({ name: { $in: numbers } })), [1, 2, 3, 4, 5, 6, 7, 8]],
  ['of keys of a relation', five(() => ({ next: { id: { $in: numbers } } })), [1, 2, 3, 4, 5, 6, 7]],
  ['days through a relation', { next: { at: { $in: days } } }, [2, 4, 6]],
  ['as many conditions as there may be', { $or: list(100, (index) => ({ id: index + 3 })) }, [3, 4, 5, 6, 7, 8]],
  ['the same, all of them', { $and: list(100, (index) => ({ id: { $ne: index + 3 } })) }, [1, 2]],
  ['as deep as there may be', list(10, (index) => index).reduce<object>((inner) => ({ $not: inner }), { id: 1 }), [1]],
  ['as many relations as there may be', { $and: list(32, () => ({ notes: { $some: { left: { $gte: 1 } } } })) }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['none of as many relations', { $and: list(32, () => ({ notes: { $none: { left: { $gte: 3 } } } })) }, [1, 2]],
  ['as many counts', { $or: list(32, (index) => ({ notes: { $count: { $gte: index + 150 } } })) }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['a path as long as it may be', list(5, () => 0).reduce<object>((inner) => ({ next: inner }), { id: 8 }), [3]],
  ['as many texts looked for anywhere', { $or: list(16, (index) => ({ name: { $contains: `${index % 8}`.repeat(index < 8 ? 1 : 256) } })) }, [1, 2, 3, 4, 5, 6, 7]],
];

async function seed(source: DataSource): Promise<void> {
  const { manager } = source;
  const ids = [8, 7, 6, 5, 4, 3, 2, 1];
  await manager.insert(
    Mark,
    list(members, (index) => ({ id: index + 1, name: 'same' })),
  );
  const visits = ids.map((id) => ({
    ...{ id, at: new Date(`${dayAfter(id - 1)}T10:00:00Z`), day: dayAfter(id - 1), count: id, amount: String(id) },
    ...{ name: String(id), flag: true, next: id === 8 ? null : { id: id + 1 } },
  }));
  for (const visit of visits) await manager.insert(Visit, visit);
  const marked = source.getMetadata(Visit).manyToManyRelations[0]?.junctionEntityMetadata;
  if (marked === undefined) throw new Error('visits have no marks');
  await manager.insert(
    marked.target,
    ids.map((id) => ({ visitId: id, markId: id })),
  );
  const notes = list(1_200, (index) => ({ left: 1 + (index % 8), right: index, visit: { id: 1 + (index % 8) } }));
  for (let first = 0; first < notes.length; first += 300) await manager.insert(Note, notes.slice(first, first + 300));
  await manager.insert(Line, { id: 1, note: { left: 1, right: 0 } });
}

// The other driver of SQLite is tried with a part, which is enough to see whether it is compiled with smaller caps.
onEngines(
  'limits at their caps',
  { on: [...engines, 'sqljs'], entities: [Mark, Visit, Note, Line], seed, options: { limits } },
  (world) => {
    const visits = () => world.source.createQueryBuilder(Visit, 'visit');
    const idsOf = (rows: readonly ObjectLiteral[]) => ascending(idsIn(rows));

    it.each(asked.filter((_, index) => world.driver !== 'sqljs' || index % 3 === 0))(
      '%s',
      async (_, conditions, found) => {
        const query = world.filters.parse(Visit, { filters: conditions });
        const { data, meta } = await world.filters.page(visits(), query);
        expect(idsOf(data)).toEqual(found);
        expect(meta.pagination).toMatchObject({ total: found.length });
        expect(await world.filters.count(visits().leftJoin('visit.notes', 'note'), query)).toBe(found.length);
      },
    );

    it('as many lists of keys that were looked up first', async () => {
      const conditions = { $and: list(32, (index) => ({ marks: { name: 'same', id: { $ne: index + 100 } } })) };
      const { data } = await world.filters.page(visits(), world.filters.parse(Visit, { filters: conditions }));
      expect(idsOf(data)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it('as many sort keys, each as far as there may be', async () => {
      const far = 'next.next.next.next.next';
      const sort = ['id', 'at', 'day', 'count', 'amount', 'name', 'flag'].map((key) => `${far}.${key}:nullsLast`);
      const three = ['next.id:nullsLast', 'next.next.id', 'next.next.next.id'];
      const { data } = await world.filters.page(visits(), world.filters.parse(Visit, { sort: [...sort, ...three] }));
      expect(data.map(({ id }) => id).slice(0, 3)).toEqual([1, 2, 3]);
      expect(data).toHaveLength(8);
    });

    const pages = [
      ['by number', { page: 1, pageSize: 1_000 }],
      ['by cursor', { after: '', pageSize: 1_000 }],
    ] as const;

    it.each(pages)('as many rows of a composite key, with what is joined, %s', async (_, pagination) => {
      const query = world.filters.parse(Note, { sort: 'right:desc', pagination });
      const notes = world.source.createQueryBuilder(Note, 'note').leftJoinAndSelect('note.lines', 'line');
      const { data } = await world.filters.page(notes, query);
      expect(data.map(({ right }) => right)).toEqual(list(1_000, (index) => 1_199 - index));
    });
  },
);
