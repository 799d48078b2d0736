import type { DataSource } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { insertRaw } from '../../support/samples/database.js';
import { recordsIn } from '../../support/table.js';

/**
 * The restaurants of the tests; the one of tenant 2 is seen by that tenant alone, and 9 is deleted. Lists are parted by
 * commas, and moments are in UTC.
 */
const tables = {
  country: recordsIn(`
    id | name
    1 | Norway
    2 | Siam
    3 | Empty
  `),
  chef: recordsIn(`
    id | name | stars | langs | country_id | deleted_at
    1 | Kai | 3 | no,th | 1 | -
    2 | Lin | 1 | th | 2 | -
    3 | Max | 9 | xx | 3 | 2024-01-01 00:00:00
    4 | - | 2 | - | - | -
  `),
  tag: recordsIn(`
    id | name | secret
    1 | cozy | 0
    2 | late | 0
    3 | Late | 0
    4 | watched | 1
  `),
  place: recordsIn(`
    id | name | cuisine | rating | price | visits | level | open | founded | seen | code | phone | addressCity | labels | notes | sizes | doc | paid | tenant | chef_id | deleted_at
    1 | Ayla | Thai | 4.5 | 12.50 | 9007199254740993 | low | 1 | 2020-01-05 | 2024-03-01 10:00:00.000 | aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa | tel:1234 | Oslo | red,blue,red | a b,"q" | [1,2] | {"color":"red","size":{"width":3},"big":9007199254740993,"weight":1.5,"on":true,"made":"2024-01-01","words":["x","y"],"counts":[1,2,2]} | 100 | 1 | 1 | -
    2 | Bo | Thai | 3.25 | 30.00 | 7 | mid | 1 | 2020-01-05 | 2024-03-01 10:00:00.000 | bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb | tel:1234 | Oslo | Red,blue | a b | [2] | {"color":"Red","size":{"width":3},"big":5,"weight":10,"on":false,"made":"2023-12-31","words":["x",7,null],"counts":["1",3.5]} | 100 | 1 | 1 | -
    3 | Cy | thai | - | 8.10 | 7 | low | 0 | 1999-12-31 | 2024-03-02 23:30:00.000 | bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb | tel:99 | Bergen |  |  | [] | {"color":5,"size":7,"big":5,"weight":"heavy","on":"true","made":"soon","words":"x","counts":{}} | 5 | 1 | 2 | -
    4 | Dao | Oslo 100% | 5 | 30.00 | 0 | high | 1 | - | - | cccccccc-1111-4111-8111-cccccccccccc | - | - | - | - | - | - | 5 | 1 | 3 | -
    5 | Eli | - | 1.5 | 9.99 | 7 | low | 0 | 2020-01-05 | 2024-03-01 10:00:00.000 | cccccccc-1111-4111-8111-cccccccccccc | tel:99 | Oslo | green | x | [3] | {"color":"red","words":["X"]} | 7 | 1 | - | -
    6 | Fay | Sushi_Bar | 2 | 55.00 | 12 | high | 1 | 2021-06-01 | - | cccccccc-1111-4111-8111-cccccccccccc | tel:99 | oslo | blue | x,y | [2,3] | {} | 7 | 1 | 4 | -
    7 | Gus | - | 4.5 | 9.99 | 12 | low | 1 | - | - | dddddddd-1111-4111-8111-dddddddddddd | - | Bergen | blue | X | [9] | {"color":null,"words":[]} | 7 | 1 | 2 | -
    8 | Hel | Hidden | 0.5 | 1.00 | 1 | mid | 0 | 1900-01-01 | 1970-01-01 00:00:00.000 | eeeeeeee-1111-4111-8111-eeeeeeeeeeee | tel:0 | Hidden | hidden | hidden | [99] | {"color":"hidden","words":["hidden"],"weight":99} | 1 | 2 | 1 | -
    9 | Ida | Gone | 0.1 | 99.00 | 1 | mid | 0 | 1900-01-01 | 1970-01-01 00:00:00.000 | ffffffff-1111-4111-8111-ffffffffffff | tel:0 | Gone | gone | gone | [98] | {"color":"gone","words":["gone"]} | 1 | 1 | 1 | 2024-01-01 00:00:00
  `),
  review: recordsIn(`
    id | stars | author | at | place_id
    1 | 5 | Ann | 2024-01-01 | 1
    2 | 5 | Ann | 2024-01-02 | 1
    3 | 1 | ann | 2024-01-03 | 1
    4 | 3 | Bob | 2023-05-05 | 2
    5 | 3 | Cat | 2024-02-02 | 3
    6 | 3 | Dan | 2024-02-03 | 3
    7 | 4 | Ann | 2024-02-04 | 4
    8 | 2 | Eve | 1970-01-01 | 8
  `),
  place_tag: recordsIn(`
    place_id | tag_id
    1 | 1
    1 | 2
    1 | 3
    2 | 2
    3 | 1
    3 | 4
    4 | 4
    6 | 3
    8 | 1
    9 | 2
  `),
  slot: recordsIn(`
    day | hour | kind
    1 | 9 | open
    1 | 10 | open
    2 | 9 | shut
  `),
  mark: recordsIn(`
    id | word | slot_day | slot_hour
    1 | a | 1 | 9
    2 | a | 1 | 9
    3 | b | 1 | 9
    4 | a | 1 | 10
    5 | b | 2 | 9
  `),
  vehicle: recordsIn(`
    id | type | maker | doors
    1 | car | Saab | 4
    2 | car | Saab | 2
    3 | boat | Saab | -
    4 | boat | Ran | -
  `),
};

/** The columns that are arrays on PostgreSQL. */
const arrays = ['langs', 'labels', 'sizes'];

/** Fills the tables of the guide. */
export async function seedFacets(source: DataSource, engine: EngineName): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    const stored = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storedAs(engine, name, value)])),
    );
    await insertRaw(source, table, stored);
    if (engine === 'postgres') await source.query(`ANALYZE ${table}`);
  }
}

function storedAs(engine: EngineName, column: string, value: string | null): string | null {
  if (value === null) return null;
  if (engine === 'postgres' && arrays.includes(column)) return `{${value.replace(/^\[|\]$/g, '')}}`;
  if (column !== 'seen' || engine === 'sqlite') return value;
  const moment = new Date(`${value.replace(' ', 'T')}Z`);
  if (engine === 'postgres') return moment.toISOString();
  // MariaDB has the clock of the process.
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace('T', ' ').replace('Z', '');
}
