import { FilterConfigurationError, FilterService } from 'nestjs-filterable';
import { documentKinds } from '../../../lib/dialects/dialect.js';
import { type ValueKindName, valueKinds } from '../../../lib/values/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import type { SampleColumn } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';

/** A column type, the kinds that its elements may have with `list: true`, and whether it may have paths. */
type Row = readonly [column: SampleColumn, kinds: string, paths: boolean];

const any = documentKinds.join(' ');
const texts = 'text date time uuid';

const rows: Readonly<Record<EngineName, readonly Row[]>> = {
  sqlite: [
    [{ type: 'simple-json' }, any, true],
    [{ type: 'json' }, any, true],
    [{ type: 'jsonb' }, any, true],
    [{ type: 'text' }, any, true],
    [{ type: 'varchar' }, any, true],
    [{ type: 'simple-array' }, texts, false],
    [{ type: 'int' }, '', false],
    [{ type: 'boolean' }, '', false],
    [{ type: 'datetime' }, '', false],
    [{ type: 'blob' }, '', false],
    [{ type: 'simple-enum', enum: ['a'] }, '', false],
  ],
  postgres: [
    [{ type: 'jsonb' }, any, true],
    [{ type: 'json' }, any, true],
    [{ type: 'simple-json' }, '', false],
    [{ type: 'text' }, '', false],
    [{ type: 'varchar' }, '', false],
    [{ type: 'hstore' }, '', false],
    [{ type: 'simple-array' }, texts, false],
    [{ type: 'text', array: true }, texts, false],
    [{ type: 'int', array: true }, 'tinyint smallint mediumint integer', false],
    [{ type: 'numeric', array: true }, 'decimal tinyint smallint mediumint integer bigint', false],
    [{ type: 'uuid', array: true }, 'uuid', false],
    [{ type: 'date', array: true }, 'date', false],
    [{ type: 'boolean', array: true }, 'boolean', false],
    [{ type: 'timestamptz', array: true }, 'datetime date', false],
    [{ type: 'jsonb', array: true }, '', false],
    [{ type: 'bytea', array: true }, '', false],
    [{ type: 'int' }, '', false],
  ],
  mariadb: [
    [{ type: 'json' }, any, true],
    [{ type: 'simple-json' }, any, true],
    [{ type: 'text' }, any, true],
    [{ type: 'longtext' }, any, true],
    [{ type: 'varchar' }, any, true],
    [{ type: 'simple-array' }, texts, false],
    [{ type: 'int' }, '', false],
    [{ type: 'blob' }, '', false],
    [{ type: 'set', enum: ['a'] }, '', false],
    [{ type: 'enum', enum: ['a'] }, '', false],
  ],
};

const kinds = Object.keys(valueKinds) as ValueKindName[];

describe.each(Object.entries(rows))('on %s', (name, columns) => {
  const entities = columns.map(([column], index) => entityOf(`declared_${index}`, { value: column }));
  let filters: FilterService;

  beforeAll(async () => {
    filters = FilterService.forDataSource(await describeEntities(name as EngineName, entities));
  });

  /** True if a handler may declare this of the column. */
  function isAccepted(index: number, rule: Pick<SampleColumn, 'kind' | 'list' | 'paths'>): boolean {
    const [entity] = entities.slice(index);
    if (entity === undefined) throw new RangeError(`no column ${index}`);
    try {
      filters.describe(entity, { fields: [{ name: 'value', ...rule }] as never[] });
      return true;
    } catch (error) {
      if (error instanceof FilterConfigurationError) return false;
      throw error;
    }
  }

  const numbered = columns.map(([column, expected, paths], index) => [column, expected, paths, index] as const);

  it.each(numbered)('a column %j is a list of: %s', (_column, expected, _paths, index) => {
    const accepted = kinds.filter((kind) => isAccepted(index, { kind, list: true }));
    expect(accepted.sort()).toEqual(expected.split(' ').filter(Boolean).sort());
  });

  it.each(numbered)('a column %j of lists of: %s has paths: %s', (_column, _kinds, expected, index) => {
    for (const kind of documentKinds) {
      expect([kind, isAccepted(index, { paths: { a: kind } })]).toEqual([kind, expected]);
      expect([kind, isAccepted(index, { paths: { a: { kind, list: true } } })]).toEqual([kind, expected]);
    }
    expect(isAccepted(index, { list: true, paths: { a: 'text' } })).toBe(false);
  });
});
