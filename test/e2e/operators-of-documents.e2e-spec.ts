import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../lib/operators/index.js';
import { documentKinds } from '../../lib/dialects/documents.js';
import { valueKinds } from '../../lib/values/index.js';
import { engineOf } from '../support/databases.js';
import { insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleValues } from '../support/samples/rows.js';
import { texts } from '../support/samples/texts.js';
import { type StoreName, runningStores, stores } from './documents/sheet.js';
import { type Ids, type OperatorCase, empty, filled } from './operators/case.js';
import { numberCases } from './operators/numbers.js';
import { otherCases } from './operators/others.js';
import { Samples, others, written } from './operators/samples.js';
import { filledTexts, foreignTextCases, plainTextCases, textCases } from './operators/texts.js';
import { timeCases } from './operators/times.js';

const { tinyint, smallint, mediumint, integer, bigint, decimal, float } = numberCases;
const { boolean, uuid } = otherCases;

/** A uuid in a document is a text, whose order is that of its letters on MariaDB, too. */
const uuids = uuid.map(([operator, operand, finds]): OperatorCase => [operator, operand, finds]);

const cases = {
  ...{ text: plainTextCases, tinyint, smallint, mediumint, integer, bigint, decimal, float },
  ...{ boolean, date: timeCases.date, uuid: uuids },
} as const satisfies Readonly<Record<(typeof documentKinds)[number], readonly OperatorCase[]>>;

/** The JSON text of the value that a sample column holds. */
function jsonOf(kind: (typeof documentKinds)[number], value: string): string {
  if (kind === 'boolean') return value === '1' ? 'true' : 'false';
  return valueKinds[kind].numeric === true ? value : JSON.stringify(value);
}

/** A document with a value of every kind; the last row has a value of another type at each path. */
function documentOf(row: number): string {
  const members = documentKinds.map((kind) => {
    const value = sampleValues[kind]?.[row];
    return `"${kind}":${value === undefined ? '{"a":1}' : jsonOf(kind, value)}`;
  });
  return `{"in":{${members.join(',')}}}`;
}

const paths = Object.fromEntries(documentKinds.map((kind) => [`in.${kind}`, kind]));

/** The text at a path compares exactly, whatever the collation: only the folding of SQLite differs. */
function foundIn(name: StoreName, [, , finds, except = {}]: OperatorCase): Ids {
  const engine = engineOf(stores[name].driver);
  return (engine === 'sqlite' ? except['sqlite'] : undefined) ?? finds;
}

/** One store of each way to read documents; `documents.e2e-spec.ts` reads the same values in the others. */
const asked = runningStores.filter((name) => !['sqlite json', 'mariadb text', 'mariadb latin1'].includes(name));

describe.each(asked)('operators on the paths of a document, in %s', (name) => {
  const { driver, column } = stores[name];
  const Sample = entityOf('sample', { doc: { ...column, paths } });
  const Text = entityOf('texts', { doc: { ...column, paths: { text: 'text' } } });
  let samples: Samples;

  beforeAll(async () => {
    samples = new Samples(await openSamples(driver, [Sample, Text]));
    const rows = [...filled, ...empty].map((id) => ({ id: String(id), doc: documentOf(id - 1) }));
    const ofText = texts.map((text, row) => ({ id: String(row + 1), doc: JSON.stringify({ text }) }));
    await insertRaw(samples.source, 'sample', rows);
    await insertRaw(samples.source, 'texts', ofText);
    if (name !== 'sqlite jsonb') return;
    for (const table of ['sample', 'texts']) await samples.source.query(`UPDATE ${table} SET doc = jsonb(doc)`);
  });

  afterAll(() => samples.close());

  /** Runs cases and their negations, and lists those that find other rows. */
  async function wrong(entity: EntityTarget<ObjectLiteral>, path: string, rows: readonly OperatorCase[]) {
    const all = entity === Sample ? ([filled, empty] as const) : ([filledTexts, [19]] as const);
    const faults: unknown[] = [];
    for (const row of rows) {
      const [operator, operand] = row;
      const due = foundIn(name, row);
      const found = await samples.find(entity, written(path, operator, operand));
      const rest = await samples.find(entity, written(`${path}[$not]`, operator, operand));
      const expected = [due, others(operator, due, ...all)];
      if (JSON.stringify([found, rest]) !== JSON.stringify(expected)) faults.push([row, found, rest]);
    }
    return faults;
  }

  it('are all of those that the kinds take', () => {
    for (const kind of documentKinds) {
      const suiting = builtInOperators.filter((operator) => operatorSuits(operator, valueKinds[kind]));
      const asked = [...cases[kind], ...(kind === 'text' ? textCases : [])].map(([operator]) => operator);
      expect([kind, [...new Set(asked)].sort()]).toEqual([kind, suiting.map(({ token }) => token).sort()]);
    }
  });

  it.each(documentKinds)('find the right rows by %s', async (kind) => {
    expect(await wrong(Sample, `[doc][in][${kind}]`, cases[kind])).toEqual([]);
  });

  it('find the right texts', async () => {
    expect(await wrong(Text, '[doc][text]', textCases)).toEqual([]);
  });

  it('find no text that is not there', async () => {
    expect(await wrong(Text, '[doc][text]', foreignTextCases)).toEqual([]);
  });

  it('find no row by a path of another kind', async () => {
    const query = 'filters[doc][in][date][$notNull]=true&filters[doc][in][uuid][$null]=true';
    expect(await samples.find(Sample, query)).toEqual([]);
  });
});
