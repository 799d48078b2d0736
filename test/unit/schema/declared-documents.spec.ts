import { FilterConfigurationError, FilterService } from 'nestjs-filterable';
import { documentKinds } from '../../../lib/dialects/documents.js';
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
  const engine = name as EngineName;

  async function boots(column: SampleColumn): Promise<boolean> {
    const Declared = entityOf('declared', { value: column });
    const source = await describeEntities(engine, [Declared]);
    try {
      FilterService.forDataSource(source).describe(Declared);
      return true;
    } catch (error) {
      if (error instanceof FilterConfigurationError) return false;
      throw error;
    }
  }

  it.each(columns)('a column %j is a list of: %s', async (column, expected) => {
    const booting: string[] = [];
    for (const kind of kinds) if (await boots({ ...column, kind, list: true })) booting.push(kind);
    expect(booting.sort()).toEqual(expected.split(' ').filter(Boolean).sort());
  });

  it.each(columns)('a column %j of lists of: %s has paths: %s', async (column, _kinds, expected) => {
    for (const kind of documentKinds) {
      expect([kind, await boots({ ...column, paths: { a: kind } })]).toEqual([kind, expected]);
      const list = { ...column, paths: { a: { kind, list: true } } } as const;
      expect([kind, await boots(list)]).toEqual([kind, expected]);
    }
    expect(await boots({ ...column, list: true, paths: { a: 'text' } })).toBe(false);
  });
});
