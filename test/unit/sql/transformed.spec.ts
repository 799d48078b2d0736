import { FilterService, defineOperator } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { renumbered } from '../../support/parameters.js';
import { entityOf } from '../../support/samples/entities.js';

const transformer = (to: (value: never) => unknown, from: (stored: never) => unknown) => ({ to, from });

/** Columns that store other values than their properties have, and a plain one. */
const Sample = entityOf('sample', {
  plain: { type: 'int' },
  doubled: {
    type: 'int',
    transformer: transformer(
      (value: number) => value * 2,
      (stored: number) => Math.floor(stored / 2),
    ),
  },
  halved: {
    type: 'float',
    transformer: transformer(
      (value: number) => value / 2,
      (stored: number) => stored * 2,
    ),
  },
  tagged: {
    type: 'varchar',
    transformer: transformer(
      (value: string) => `<${value}>`,
      (stored: string) => stored.slice(1, -1),
    ),
  },
  epoch: {
    type: Date,
    transformer: transformer(
      (value: Date) => value.getTime(),
      (stored: number) => new Date(stored),
    ),
  },
  spelled: {
    type: Date,
    transformer: transformer(
      (value: Date) => value.toISOString(),
      (stored: Date) => stored,
    ),
  },
});

/** Operators of the host: each shows its operands in its SQL. */
const shown = (token: `$${string}`, takes: 'value' | 'list') =>
  defineOperator({
    token,
    takes,
    kinds: ['text', 'integer', 'datetime', 'float'],
    summary: 'shows what it is given',
    sql: ({ column, operands }) => `SHOWN(${[column.sql, ...operands].join('; ')})`,
  });

async function written(engine: EngineName, filters: object) {
  const source = await describeEntities(engine, [Sample]);
  const operators = [shown('$one', 'value'), shown('$each', 'list')];
  const service = FilterService.forDataSource(source, { operators });
  const builder = service.apply(
    source.createQueryBuilder(Sample, 's').select('s.id'),
    service.parse(Sample, { filters }),
  );
  return {
    where: renumbered(builder.getQuery().split(' WHERE ')[1] ?? '').replace(/["`]/g, ''),
    parameters: Object.values(builder.getParameters()),
  };
}

describe('a value for a column with a transformer is bound as it is stored', () => {
  const rows: readonly (readonly [engine: EngineName, filters: object, parameters: readonly unknown[], why: string])[] =
    [
      ['sqlite', { plain: '7' }, [7n], 'no transformer'],
      ['sqlite', { doubled: '7' }, [14n], 'a whole number, which SQLite’s driver would write into the text'],
      ['postgres', { doubled: '7' }, ['14'], 'another binds a text'],
      ['sqlite', { halved: '7' }, ['3.5'], 'a fraction, likewise'],
      ['postgres', { halved: '7' }, ['3.5'], 'a fraction as text'],
      ['mariadb', { halved: '7' }, [3.5], 'a fraction as a number'],
      ['mariadb', { doubled: '7' }, [14n], 'a whole number'],
      ['sqlite', { tagged: 'a' }, ['<a>'], 'a text'],
      ['sqlite', { epoch: '2024-03-01T10:00:00Z' }, [1709287200000n, 1709287200000n], 'a date-time that is no text'],
    ];

  it.each(rows)('on %s, %j as %p: %s', async (engine, filters, parameters) => {
    expect((await written(engine, filters)).parameters).toEqual(parameters);
  });
});

describe('an operator of the host', () => {
  // prettier-ignore
  const rows: readonly (readonly [filters: object, where: string, count: number, why: string])[] = [
    [{ plain: { $one: '7' } }, '(SHOWN(s.plain; :nf_p1))', 1, 'is given its operand'],
    [{ plain: { $not: { $one: '7' } } }, '(NOT (SHOWN(s.plain; :nf_p1)))', 1, 'is negated as a whole'],
    [{ plain: { $each: ['7', '8'] } }, '(SHOWN(s.plain; :nf_p1; :nf_p2))', 2, 'is given its operands one by one'],
    [{ spelled: { $one: '2024-03-01' } }, '(SHOWN(s.spelled; :nf_p1))', 1, 'is given the first moment of a day'],
    [{ spelled: { $each: ['2024-03-01', '2024-03-02T10:00:00Z'] } }, '(SHOWN(s.spelled; :nf_p1; :nf_p2))', 2, 'also in a list, beside a moment'],
  ];

  it.each(rows)('compiles %j to %s', async (filters, where, count) => {
    const found = await written('postgres', filters);
    expect(found.where).toBe(where);
    expect(found.parameters).toHaveLength(count);
  });

  it('receives a day as its first instant', async () => {
    const { parameters } = await written('sqlite', { spelled: { $each: ['2024-03-01', '2024-03-02T10:00:00Z'] } });
    expect(parameters).toEqual(['2024-03-01 00:00:00.000', '2024-03-02 10:00:00.000']);
  });
});
