import { listTypeOf } from '../../lib/values/index.js';
import { type DriverName, type TestDatabase, drivers, engines } from '../support/databases.js';
import type { SampleColumn } from '../support/samples/columns.js';
import { hasCitext, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { type Listed, ListTable, dialectFor } from './lists/database.js';
import { type ListCase, canAsk, canHold, stored, textCases, textColumns } from './lists/texts.js';

const citext = engines.includes('postgres') && (await hasCitext());

/** Ids of the rows in which a column holds a list. */
function heldIn(column: SampleColumn): readonly number[] {
  return stored.flatMap((list, index) => (list !== null && canHold(column, list) ? [index + 1] : []));
}

/**
 * The drivers whose words an engine understands. CockroachDB's leave out the COLLATE that some of these columns need.
 */
const wordings: Readonly<Record<DriverName, readonly string[]>> = {
  sqlite: ['better-sqlite3'],
  sqljs: ['sqljs'],
  postgres: ['postgres', 'aurora-postgres'],
  mariadb: ['mariadb', 'aurora-mysql'],
  mysql: ['mysql'],
};

const many = Array.from({ length: 1_000 }, (_, index) => `${index}`);

describe.each(drivers)('lists of texts on %s', (driver) => {
  const columns = Object.entries(textColumns[driver]).filter(([name]) => citext || name !== 'citexts');
  const Lists = entityOf('lists', Object.fromEntries(columns));
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openSamples(driver, [Lists]);
    for (const [index, list] of stored.entries()) {
      const held = (column: SampleColumn) => (list !== null && canHold(column, list) ? list : null);
      const lists = Object.fromEntries(columns.map(([name, column]) => [name, held(column)]));
      await database.source.getRepository(Lists).insert(Object.assign(new Lists(), { id: index + 1 }, lists));
    }
  });

  afterAll(() => database.close());

  describe.each(wordings[driver])('in the words for %s', (wording) => {
    const dialect = dialectFor(wording);
    const cases = columns.flatMap(([name, column]) =>
      textCases.filter(([, values]) => canAsk(column, values)).map((row) => [name, ...named(row), column] as const),
    );

    it.each(cases)('%s %s %s: %s', async (name, token, _values, _why, [, values, finds], column) => {
      const table = new ListTable(database.source, Lists, dialect);
      const listed = listedAs(name, column, dialect);
      const held = heldIn(column);
      const found = finds.filter((id) => held.includes(id));
      expect(await table.find(listed, { token, values, negated: false })).toEqual(found);
      const others = held.filter((id) => !found.includes(id));
      expect(await table.find(listed, { token, values, negated: true })).toEqual(others);
    });

    it.each(columns)('%s is asked for a thousand elements', async (name, column) => {
      const table = new ListTable(database.source, Lists, dialect);
      const listed = listedAs(name, column, dialect);
      const some = { token: '$hasSome', values: [...many, 'smart'], negated: false };
      expect(await table.find(listed, some)).toEqual([7]);
      expect(await table.find(listed, { ...some, token: '$hasEvery' })).toEqual([]);
    });
  });
});

function listedAs(name: string, column: SampleColumn, dialect: ListTable['dialect']): Listed {
  const list = listTypeOf({ type: column.type, isArray: column.array }, dialect);
  if (list === undefined) throw new Error(`${name} is no list`);
  return { name, type: column.type, list };
}

/** A case with a short text of its values, because some of them are long. */
function named(row: ListCase) {
  const [token, values, , why] = row;
  return [token, JSON.stringify(values).slice(0, 40), why, row] as const;
}
