import { builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../lib/operators/index.js';
import { type ValueKindName, valueKinds } from '../../lib/values/index.js';
import { drivers, engineOf } from '../support/databases.js';
import { type SampleColumn, sampleColumns } from '../support/samples/columns.js';
import { insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleRows } from '../support/samples/rows.js';
import { type OperatorCase, empty, filled, nullCases } from './operators/case.js';
import { numberCases } from './operators/numbers.js';
import { otherCases } from './operators/others.js';
import { Samples, others, written } from './operators/samples.js';
import { plainTextCases } from './operators/texts.js';
import { timeCases } from './operators/times.js';

/** The cases of a column, by the name of the sample column whose value the virtual column has. */
const cases: Readonly<Record<string, readonly OperatorCase[]>> = {
  text: [
    ...plainTextCases,
    ['$eqi', 'B', [4, 5]],
    ['$nei', 'B', [1, 2, 3, 6, 7]],
    ['$eqc', 'b', [4, 5]],
    ['$eqc', 'B', []],
    ...['', 'i', 'c'].flatMap((suffix): OperatorCase[] => [
      [`$contains${suffix}`, 'b', [3, 4, 5, 6]],
      [`$notContains${suffix}`, 'b', [1, 2, 7]],
      [`$startsWith${suffix}`, 'a', [2, 3]],
      [`$endsWith${suffix}`, 'b', [3, 4, 5, 6]],
    ]),
  ],
  ...{ ...numberCases, ...timeCases, boolean: otherCases.boolean, uuid: otherCases.uuid, json: nullCases },
};

const columns = Object.keys(cases);

/** The kind of a sample column is its name, but for the second date-time. */
function kindOf(column: string): ValueKindName {
  return column === 'instant' ? 'datetime' : (column as ValueKindName);
}

describe.each(drivers)('operators on virtual columns, on %s', (driver) => {
  const engine = engineOf(driver);
  const sampled: Readonly<Record<string, SampleColumn>> = sampleColumns[engine];
  const Sample = entityOf('sample', sampled);
  const virtual = columns.map((name): [string, SampleColumn] => {
    const quoted = engine === 'mariadb' ? `\`${name}\`` : `"${name}"`;
    const query = (alias: string) => `SELECT inside.${quoted} FROM sample inside WHERE inside.id = ${alias}.id`;
    return [name, { type: sampled[name]?.type, kind: kindOf(name), query }];
  });
  const Virtual = entityOf('virtual', Object.fromEntries(virtual));
  let samples: Samples;

  beforeAll(async () => {
    samples = new Samples(await openSamples(driver, [Sample, Virtual]));
    await insertRaw(samples.source, 'sample', sampleRows(engine, Object.keys(sampled)));
    const rows = [...filled, ...empty].map((id) => ({ id: String(id) }));
    await insertRaw(samples.source, 'virtual', rows);
  });

  afterAll(() => samples.close());

  it('are all of those that the kinds take', () => {
    for (const column of columns) {
      const suiting = builtInOperators.filter((operator) => operatorSuits(operator, valueKinds[kindOf(column)]));
      const asked = new Set(cases[column]?.map(([operator]) => operator));
      expect([column, [...asked].sort()]).toEqual([column, suiting.map(({ token }) => token).sort()]);
    }
  });

  it.each(columns)('find the right rows by %s', async (column) => {
    const faults: unknown[] = [];
    for (const row of cases[column] ?? []) {
      const [operator, operand, finds, except = {}] = row;
      const due = except[driver] ?? except[engine] ?? finds;
      const found = await samples.find(Virtual, written(`[${column}]`, operator, operand));
      const rest = await samples.find(Virtual, written(`[${column}][$not]`, operator, operand));
      const expected = [due, others(operator, due, filled, empty)];
      if (JSON.stringify([found, rest]) !== JSON.stringify(expected)) faults.push([row, found, rest]);
    }
    expect(faults).toEqual([]);
  });
});
