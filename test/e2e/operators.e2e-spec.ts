import type { DataSource } from 'typeorm';
import { builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../lib/operators/index.js';
import { valueKinds } from '../../lib/values/index.js';
import { type EngineName, drivers, engineOf, engines } from '../support/databases.js';
import { type SampleColumn, sampleColumns, specialColumns } from '../support/samples/columns.js';
import { hasCitext, insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleRows } from '../support/samples/rows.js';
import { textColumns, texts as textRows } from '../support/samples/texts.js';
import { Transformed, transformedRows } from '../support/samples/transformed.js';
import { type OperatorCase, empty, filled } from './operators/case.js';
import { numberCases } from './operators/numbers.js';
import { otherCases, specialCases } from './operators/others.js';
import { type NamedCase, Samples, named, others, written } from './operators/samples.js';
import { filledTexts, foreignTextCases, isUnheld, plainTextCases, textCases } from './operators/texts.js';
import { timeCases } from './operators/times.js';
import { transformedCases, untransformable } from './operators/transformed.js';

const cases: Readonly<Record<string, readonly OperatorCase[]>> = {
  text: plainTextCases,
  ...numberCases,
  ...timeCases,
  ...otherCases,
};

const citext = engines.includes('postgres') && (await hasCitext());

function columnsOfText(engine: EngineName): Readonly<Record<string, SampleColumn>> {
  const columns: Record<string, SampleColumn> = { ...textColumns[engine] };
  if (!citext) delete columns['citext'];
  return columns;
}

describe.each(drivers)('operators on %s', (driver) => {
  const engine = engineOf(driver);
  const sampled = { ...sampleColumns[engine], ...specialColumns[engine] };
  const Sample = entityOf('sample', sampled);
  const Text = entityOf('texts', columnsOfText(engine));
  let samples: Samples;

  beforeAll(async () => {
    samples = new Samples(await openSamples(driver, [Sample, Text, Transformed]));
    await insertRaw(samples.source, 'sample', sampleRows(engine, Object.keys(sampled)));
    await insertRaw(samples.source, 'transformed', transformedRows(engine));
    await insertTexts(samples.source, engine);
  });

  afterAll(() => samples.close());

  it('runs every operator on every kind that takes it', () => {
    const kinds = samples.kinds(Sample);
    const asked = new Set(
      Object.entries(cases).flatMap(([column, rows]) => rows.map(([token]) => `${token} ${kinds.get(column)}`)),
    );
    for (const [token] of [...textCases, ...foreignTextCases]) asked.add(`${token} text`);
    const due = builtInOperators.flatMap(({ token }) => Object.keys(valueKinds).map((kind) => `${token} ${kind}`));
    const fields = samples.kinds(Sample);
    expect([...asked].sort()).toEqual(due.filter((pair) => isTaken(pair)).sort());
    expect(new Set(fields.values())).toEqual(new Set(Object.keys(valueKinds)));
  });

  const special = Object.entries(specialCases).filter(([column]) => Object.hasOwn(sampled, column));
  const asked = [...Object.entries(cases), ...special].flatMap(([column, rows]) =>
    rows.map((row) => named(column, row)),
  );

  it.each(asked)('$column $operator $operand', async ({ column, operator, operand, finds, except }) => {
    const found = except[driver] ?? except[engine] ?? finds;
    expect(await samples.find(Sample, written(`[${column}]`, operator, operand))).toEqual(found);
    const rest = others(operator, found, filled, empty);
    expect(await samples.find(Sample, written(`[${column}][$not]`, operator, operand))).toEqual(rest);
  });

  const columns = Object.keys(columnsOfText(engine));

  async function findsTexts({ column, operator, operand, finds, except }: NamedCase): Promise<void> {
    const found = except[column] ?? except[driver] ?? except[engine] ?? finds;
    expect(await samples.find(Text, written(`[${column}]`, operator, operand))).toEqual(found);
    const rest = others(operator, found, filledTexts, [19]);
    expect(await samples.find(Text, written(`[${column}][$not]`, operator, operand))).toEqual(rest);
  }

  const texts = columns.flatMap((column) => textCases.map((row) => named(column, row)));

  it.each(texts)('a text in $column $operator $operand', findsTexts);

  const foreign = columns.flatMap((column) => foreignTextCases.map((row) => ({ column, row })));

  it.each(foreign.filter(({ column }) => !isUnheld(column)).map(({ column, row }) => named(column, row)))(
    'a text in $column $operator the foreign $operand',
    findsTexts,
  );

  const unheld = foreign.filter(({ column }) => isUnheld(column));

  for (const { column, operator, operand } of unheld.map(({ column, row }) => named(column, row))) {
    it(`refuses the foreign ${String(operand)} as ${operator} of a text in ${column}, which cannot hold it`, () => {
      const refusal = samples.refusal(Text, written(`[${column}]`, operator, operand));
      expect(refusal).toEqual({ code: 'invalid_value', status: 400 });
    });
  }

  it.each(transformedCases)('%s, as it is stored', async (query, finds) => {
    expect(await samples.find(Transformed, query)).toEqual(finds);
  });

  it.each(untransformable)('refuses %s, of which the transformer makes nothing', (query) => {
    expect(samples.refusal(Transformed, query)).toEqual({ code: 'invalid_value', status: 400 });
  });
});

/** `$eq text`: whether the operator is for the kind. */
function isTaken(pair: string): boolean {
  const [token = '', name = ''] = pair.split(' ');
  const operator = builtInOperators.find((candidate) => candidate.token === token);
  const kind = Object.values(valueKinds).find((candidate) => candidate.name === name);
  return operator !== undefined && kind !== undefined && operatorSuits(operator, kind);
}

async function insertTexts(source: DataSource, engine: EngineName): Promise<void> {
  const columns = Object.keys(columnsOfText(engine));
  const rows = textRows.map((text, index) => ({
    id: String(index + 1),
    ...Object.fromEntries(columns.map((column) => [column, text])),
  }));
  await insertRaw(source, 'texts', rows);
  // A collation that a migration gave the column and the entity says nothing of.
  if (engine !== 'postgres') return;
  await source.query('ALTER TABLE "texts" ALTER COLUMN "undeclared" TYPE varchar COLLATE ignoring_case');
}
