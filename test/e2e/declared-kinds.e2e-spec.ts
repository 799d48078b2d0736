import {
  FilterConfigurationError,
  FilterException,
  type FilterQuery,
  FilterService,
  builtInOperators,
  type Page,
} from 'nestjs-filterable';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { operatorSuits } from '../../lib/operators/index.js';
import { type ValueKindName, valueKinds } from '../../lib/values/index.js';
import { type EngineName, type TestDatabase, engines } from '../support/databases.js';
import { type WorldOptions, onEngines } from '../support/engines.js';
import { describeEntities } from '../support/metadata.js';
import type { SampleColumn } from '../support/samples/columns.js';
import { insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { share, thorough } from '../support/thorough.js';

/**
 * A type, what it is called where its column cannot hold a kind, the kinds that may be declared for it, and a value.
 */
type Row = readonly [column: SampleColumn, called: string, kinds: string, value: string];

const texts = 'text date time uuid enum json';
const wholes = 'tinyint smallint mediumint integer bigint';
const members = ['1', 'true', '5abc'];

const rows: Readonly<Record<EngineName, readonly Row[]>> = {
  sqlite: [
    [{ type: 'varchar', enum: members }, 'varchar', `${texts} datetime`, '5abc'],
    [{ type: 'text', enum: members }, 'text', `${texts} datetime`, 'true'],
    [{ type: 'blob' }, 'blob', '', 'a'],
    [{ type: 'simple-array' }, 'list of text', 'text date time uuid', 'a,b'],
    [{ type: 'int' }, 'integer', `${wholes} boolean`, '1'],
    [{ type: 'datetime' }, 'datetime', 'datetime date', '2024-03-01 10:00:00'],
  ],
  postgres: [
    [{ type: 'varchar', enum: members }, 'varchar', texts, '5abc'],
    [{ type: 'char', length: 36, enum: members }, 'char', texts, 'true'],
    [{ type: 'inet' }, 'inet', '', '10.0.0.1'],
    [{ type: 'cidr' }, 'cidr', '', '10.0.0.0/8'],
    [{ type: 'macaddr' }, 'macaddr', '', '08:00:2b:01:02:03'],
    [{ type: 'interval' }, 'interval', '', '1 day'],
    [{ type: 'money' }, 'money', '', '12.50'],
    [{ type: 'xml' }, 'xml', '', '<a/>'],
    [{ type: 'int4range' }, 'int4range', '', '[1,3)'],
    [{ type: 'tsvector' }, 'tsvector', '', 'a b'],
    [{ type: 'bytea' }, 'bytea', '', 'a'],
    [{ type: 'bit' }, 'bit', '', '1'],
    [{ type: 'timetz' }, 'timetz', '', '10:00:00+02'],
    [{ type: 'varchar', array: true }, 'list of text', 'text date time uuid', '{a,b}'],
    [{ type: 'int', array: true }, 'list of integer', 'tinyint smallint mediumint integer', '{1,2}'],
    [{ type: 'simple-array' }, 'list of text', 'text date time uuid', 'a,b'],
    [{ type: 'int' }, 'integer', 'tinyint smallint mediumint integer', '1'],
    [{ type: 'timestamp' }, 'datetime', 'datetime date', '2024-03-01 10:00:00'],
  ],
  mariadb: [
    [{ type: 'varchar', enum: members }, 'varchar', texts, '5abc'],
    [{ type: 'text', enum: members }, 'text', texts, 'true'],
    [{ type: 'set', enum: ['a', 'b'] }, 'set', 'text', 'a,b'],
    [{ type: 'bit' }, 'bit', `${wholes} boolean`, '\u0001'],
    [{ type: 'year' }, 'smallint', 'smallint', '2001'],
    [{ type: 'blob' }, 'blob', '', 'a'],
    [{ type: 'varbinary', length: 16 }, 'varbinary', '', 'a'],
    [{ type: 'inet6' }, 'inet6', '', '::1'],
    [{ type: 'simple-array' }, 'list of text', 'text date time uuid', 'a,b'],
    [{ type: 'int' }, 'integer', 'tinyint smallint mediumint integer boolean', '1'],
    [{ type: 'datetime' }, 'datetime', 'datetime date', '2024-03-01 10:00:00'],
  ],
};

/** Texts of every kind, and some of none: whichever a column's kind takes, the database must take, too. */
const values = [
  ...['', 'a', 'true', 'false', '0', '1', '5', '-1', '2001', '1.5', '1e3', '2024-03-01', '2024-03-01T10:00:00Z'],
  ...[
    '09:30:00',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '10.0.0.1',
    '[',
    '{',
    '<',
    '\\',
    "'",
    '%',
    '日本',
    '5abc',
    'b',
  ],
];

const kinds = Object.keys(valueKinds) as ValueKindName[];

function refusalOf(kind: ValueKindName, called: string): string {
  if (called.startsWith('list')) return `value is a ${called} values, which cannot be read as ${kind}; they can be: `;
  const article = /^[aeiou]/.test(called) ? 'an' : 'a';
  return `the field value has the kind ${kind}, which ${article} ${called} column cannot store; it can store: `;
}

describe.each(engines)('a kind that is declared, on %s', (engine) => {
  const taken: { column: SampleColumn; kind: ValueKindName; value: string }[] = [];

  it.each(rows[engine])('is one of those that a column %j can hold', async (column, called, names, value) => {
    const may = new Set(['opaque', ...names.split(' ').filter(Boolean)]);
    for (const kind of kinds) {
      const Declared = entityOf('declared', { value: { ...column, kind } });
      const source = await describeEntities(engine, [Declared]);
      const describeIt = () => FilterService.forDataSource(source).describe(Declared);
      if (may.has(kind)) {
        expect(describeIt().fields.map((field) => field.kind)).toContain(kind);
        // The operators of lists are tried by suites of their own.
        if (called.startsWith('list') && kind !== 'opaque') continue;
        // TypeORM writes members into the type of the column there, which MariaDB does not take.
        if (engine !== 'mariadb' || column.enum !== members) taken.push({ column, kind, value });
        else if (kind !== 'enum') taken.push({ column: { ...column, enum: undefined }, kind, value });
        continue;
      }
      expect(describeIt).toThrow(FilterConfigurationError);
      if (kind === 'enum' && called === 'list of text') {
        expect(describeIt).toThrow('value is an enum without members; name them');
        continue;
      }
      expect(describeIt).toThrow(refusalOf(kind, called));
      const listed = /(?:it can store|they can be): ([^.]*)/.exec(messageOf(describeIt))?.[1]?.split(', ') ?? [];
      expect(listed.filter((name) => name !== 'enum' || may.has(name)).sort()).toEqual([...may].sort());
    }
  });

  describe('and is taken', () => {
    let database: TestDatabase;
    let Declared: EntityTarget<ObjectLiteral>;
    let columns: Readonly<Record<string, SampleColumn>>;

    beforeAll(async () => {
      columns = Object.fromEntries(taken.map(({ column, kind }, index) => [`c${index}`, { ...column, kind }]));
      Declared = entityOf('declared', columns);
      database = await openSamples(engine, [Declared]);
      const filled = Object.fromEntries(taken.map(({ value }, index) => [`c${index}`, value]));
      await insertRaw(database.source, 'declared', [{ id: '1', ...filled }]);
    });

    afterAll(() => database.close());

    it('never fails in the database', async () => {
      const service = FilterService.forDataSource(database.source);
      const faults: string[] = [];
      let asked = 0;
      let turn = 0;
      for (const [name, column] of Object.entries(columns)) {
        const kind = valueKinds[column.kind ?? 'opaque'];
        for (const { token, takes } of builtInOperators.filter((operator) => operatorSuits(operator, kind))) {
          for (const value of share(values, 3, (turn += 1))) {
            const operand = takes === 'list' || takes === 'pair' ? [value, value] : value;
            const answer = await ask(service, database.source, Declared, { [name]: { [token]: operand } });
            if (answer === 'refused') continue;
            asked += 1;
            if (answer !== 'found') faults.push(`${String(column.type)} as ${kind.name} ${token} ${value}: ${answer}`);
          }
        }
      }
      expect(faults).toEqual([]);
      expect(asked).toBeGreaterThan(thorough ? 500 : 160);
    });
  });
});

async function ask(service: FilterService, source: DataSource, entity: EntityTarget<ObjectLiteral>, filters: object) {
  try {
    const query = service.parse(entity, { filters });
    await service.apply(source.createQueryBuilder(entity, 'd'), query).getMany();
    return 'found';
  } catch (error) {
    return error instanceof FilterException ? 'refused' : String(error);
  }
}

function messageOf(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Rows that MySQL finds by a number that it takes for a two-digit year, or for no year. */
const small = entityOf('vintage', { year: { type: 'smallint' } });
const vintages = { sqlite: small, postgres: small, mariadb: entityOf('vintage', { year: { type: 'year' } }) };
const wines: WorldOptions = {
  entities: (engine) => [vintages[engine]],
  seed: (source) =>
    insertRaw(
      source,
      'vintage',
      ['0000', '1901', '1970', '1999', '2000', '2005', '2024', '2155'].map((year, index) => ({
        id: String(index + 1),
        year,
      })),
    ),
  options: { pagination: { secret: 'sixteen letters and more' } },
};

onEngines('a year', wines, (world) => {
  const Vintage = vintages[world.engine];

  const years = async (filters: object) => {
    const query = world.filters.parse(Vintage, { filters, sort: 'year' });
    const found = await world.filters.apply(world.source.createQueryBuilder(Vintage, 'v'), query).getMany();
    return found.map((row) => Number(row['year']));
  };

  it.each([
    [{ $eq: '2005' }, [2005]],
    [{ $eq: '0' }, [0]],
    [{ $lt: '1970' }, [0, 1901]],
    [{ $gt: '0' }, [1901, 1970, 1999, 2000, 2005, 2024, 2155]],
    [{ $in: ['0', '1999', '2024'] }, [0, 1999, 2024]],
    [{ $between: ['1970', '2004'] }, [1970, 1999, 2000]],
    [{ $notBetween: ['1902', '2154'] }, [0, 1901, 2155]],
    [{ $gte: '2155' }, [2155]],
  ])('%j', async (year, found) => {
    expect(await years({ year })).toEqual(found);
  });

  it.each(['1', '5', '24', '70', '99', '1900', '2156', '-1', '32000'])('%s is that year, or none', async (text) => {
    if (world.engine === 'mariadb') {
      expect(() => world.filters.parse(Vintage, { filters: { year: text } })).toThrow(FilterException);
      expect(messageOf(() => world.filters.parse(Vintage, { filters: { year: text } }))).toMatch(
        /Bad Request|filters\[year\]/,
      );
    } else {
      expect(await years({ year: text })).toEqual([]);
    }
  });

  it('is walked through by cursors', async () => {
    const seen: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const request = { sort: 'year:desc', pagination: { after, pageSize: '3' } };
      const query: FilterQuery<ObjectLiteral> = world.filters.parse(Vintage, request);
      const page: Page<ObjectLiteral> = await world.filters.page(world.repository(Vintage), query);
      seen.push(...page.data.map((row) => Number(row['year'])));
      after = (page.meta.pagination as { next: string | null }).next;
    }
    expect(seen).toEqual([2155, 2024, 2005, 2000, 1999, 1970, 1901, 0]);
  });
});
