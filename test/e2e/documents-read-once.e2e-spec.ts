import { Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { ascending, idsOf, onEngines } from '../support/engines.js';

@Entity('sheet')
@Filterable({
  fields: [
    'id',
    'name',
    {
      name: 'specs',
      paths: {
        ...{ color: 'text', width: 'integer', 'box.depth': 'integer', sold: 'boolean', day: 'date' },
        code: { kind: 'text', indexed: true },
        parts: { kind: 'text', list: true },
      },
    },
  ],
})
class Sheet {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('json', { nullable: true }) specs!: unknown;
}

/** Documents with every value, with some, with others than are declared, and none at all. */
const sheets: readonly unknown[] = [
  { color: 'red', width: 3, box: { depth: 7 }, sold: true, day: '2024-01-02', code: 'a', parts: ['x', 'y'] },
  { color: 'red', width: 4, box: { depth: null }, sold: false, code: 'b' },
  { color: 'blue', width: '3', box: 7, sold: null, parts: [] },
  { color: null, width: 3.5 },
  {},
  null,
  ['red'],
];

const red = { specs: { color: 'red' } };
const wide = { specs: { width: { $gte: 4 } } };
const noWidth = { specs: { width: { $null: true } } };
const deep = { specs: { box: { depth: 7 } } };
const conditions = [red, wide, noWidth, deep, { specs: { $null: true } }, { specs: { color: { $ne: 'red' } } }];
const others = [{ name: 'sheet 4' }, { specs: { code: 'b' } }, { specs: { parts: { $has: 'x' } } }];

const pairs = [...conditions, ...others].flatMap((one) => conditions.map((other) => [one, other] as const));

const seed = (source: DataSource) =>
  source.manager.insert(
    Sheet,
    sheets.map((specs, index) => ({ id: index + 1, name: `sheet ${index + 1}`, specs })) as never,
  );

onEngines('several conditions on one document', { entities: [Sheet], seed }, (world) => {
  const find = async (asked: object): Promise<readonly number[]> => {
    return ascending(idsOf(await world.filters.filter(Sheet, { filters: asked }).getMany()));
  };

  it.each(pairs)('%j with %j finds what each of them finds', async (one, other) => {
    const [left, right, neither] = [await find(one), await find(other), await find({ $not: { $or: [one, other] } })];
    const both = left.filter((id) => right.includes(id));
    const any = ascending([...new Set([...left, ...right])]);
    expect(await find({ $and: [one, other] })).toEqual(both);
    expect(await find({ $or: [one, other] })).toEqual(any);
    const [notLeft, notRight] = [await find({ $not: one }), await find({ $not: other })];
    expect(neither).toEqual(notLeft.filter((id) => notRight.includes(id)));
    expect(await find({ $and: [{ $or: [one, other] }, { $not: { $and: [one, other] } }] })).toEqual(
      any.filter((id) => notLeft.includes(id) || notRight.includes(id)),
    );
  });

  it('is read once on MariaDB, and by its own expression for a path with an index and everywhere else', () => {
    const sqlOf = (asked: object) => world.filters.filter(Sheet, { filters: asked }).getQuery();
    const tables = sqlOf({ $or: [red, wide, { $and: [red, deep] }] }).match(/JSON_TABLE/g) ?? [];
    expect(tables).toHaveLength(world.engine === 'mariadb' ? 1 : 0);
    expect(sqlOf({ $or: [red, { specs: { code: 'b' } }] })).toContain(
      /\((.* = :\w+)\)/.exec(sqlOf({ specs: { code: 'b' } }))?.[1]?.replace(/:\w+$/, '') ?? 'nothing',
    );
  });
});
