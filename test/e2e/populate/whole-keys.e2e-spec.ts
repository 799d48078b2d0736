import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { type TestDatabase, describeOn, engines, openDatabase } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { type WalkName, walks } from '../pages/walk.js';
import { fillMoments, keyTexts, kindsOf, labelsOf, momentModel, nextOf, notesOf, tipsOf } from './moments.js';

/* Related rows of rows whose keys a JavaScript Date rounds: found by the keys as the database has them. */

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

const ways = (['adaptive', 'in'] as const).flatMap((strategy) =>
  (['compiled', 'typeorm'] as const).flatMap((hydration) =>
    (['prepared', 'by hand'] as const).map((builder) => ({ strategy, hydration, builder })),
  ),
);

describe.each(keyTexts.flatMap((keys, offset) => (engines.includes(keys.engine) ? [{ ...keys, offset }] : [])))(
  'related rows of keys that a Date rounds: $name on $engine',
  ({ engine, type, texts, told: found, offset }) => {
    const model = momentModel({ engine, type });
    let database: TestDatabase;

    beforeAll(async () => {
      jest.spyOn(Logger.prototype, 'debug').mockReturnValue(undefined);
      database = await openDatabase(engine, { entities: Object.values(model) });
      await fillMoments(database.source, texts);
    });
    afterAll(() => {
      jest.restoreAllMocks();
      return database.close();
    });

    const listOf = (entity: keyof typeof model, { strategy, hydration, builder }: (typeof ways)[number]) => {
      const rows = () => database.source.getRepository<ObjectLiteral>(model[entity]).createQueryBuilder('r');
      const adaptive = { deep: 1 };
      return {
        entity: model[entity] as new () => ObjectLiteral,
        filters: FilterService.forDataSource(database.source, { strategy, hydration, adaptive }),
        builder: () => (builder === 'prepared' ? rows() : rows().comment('by hand')),
      };
    };

    describe.each(requests.map(([entity, query, rows], turn) => ({ entity, query, rows, turn })))(
      '$entity: $query',
      ({ entity, query, rows, turn }) => {
        it.each(share(ways, 8, turn + offset))('$strategy, $hydration, $builder', async (way) => {
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
    const walked = Object.keys(walks) as WalkName[];
    describe.each(walked.map((name, turn) => ({ name, turn })))('page after page, $name', ({ name, turn }) => {
      it.each(share(ways, 8, turn + offset))('$strategy, $hydration, $builder', async (way) => {
        for (const [size, sort, order] of [
          [1, ['level'], levels],
          [2, ['level:desc'], [...levels].reverse()],
        ] as const) {
          const pages = await walks[name]({ ...listOf('Moment', way), request: { sort, populate } }, size);
          expect(told(pages.flat())).toEqual(order.map(relatedTo));
        }
      });
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

describeOn('postgres', 'mariadb')('the digits of a key on %s', (engine) => {
  it.each([
    [0, false],
    [3, false],
    [4, true],
    [6, true],
  ])('are read beside its row where a Date has fewer: %d', async (precision, isWhole) => {
    const model = momentModel({ engine, type: 'timestamp' }, precision);
    const database = await openDatabase(engine, { entities: Object.values(model) });
    try {
      const filters = FilterService.forDataSource(database.source);
      const moments = database.source.getRepository(model.Moment);
      const pages = ['populate=notes', 'fields=level,noteCount', ''];
      const texts = pages.map(async (query) => {
        const { statements } = await filters.explain(moments, filters.parse(model.Moment, query, { select: true }));
        return /to_json|CAST/.test(statements[0]?.sql ?? '');
      });
      expect(await Promise.all(texts)).toEqual([isWhole, isWhole, false]);
    } finally {
      await database.close();
    }
  });
});
