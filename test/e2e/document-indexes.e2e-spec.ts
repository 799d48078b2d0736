import type { DocumentKind } from '../../lib/dialects/dialect.js';
import { describeOn } from '../support/databases.js';
import { element, operand } from './documents/operands.js';
import { type StoreName, Sheet, runningStores } from './documents/sheet.js';

/**
 * The values of a path by kind, and one that few documents have. MariaDB can index a generated column, and no
 * expression.
 */
const indexed: readonly (readonly [kind: DocumentKind, keys: readonly string[], value: string])[] = [
  ['text', ['name'], 'name 7'],
  ['integer', ['size', 'width'], '7'],
  ['decimal', ['price'], '7.5'],
  ['float', ['weight'], '7.25'],
  ['date', ['day'], '2024-01-07'],
  ['uuid', ['key'], '0f8fad5b-d9cb-469f-a165-000000000007'],
  ['text', ['o\'dd :b ?."\\é'], 'odd 7'],
];

function documentOf(row: number): string {
  const digits = String(row).padStart(12, '0');
  return JSON.stringify({
    name: `name ${row}`,
    size: { width: row, colors: [`color ${row}`, 'red'] },
    price: row + 0.5,
    weight: row + 0.25,
    day: new Date(Date.UTC(2024, 0, row)).toISOString().slice(0, 10),
    key: `0f8fad5b-d9cb-469f-a165-${digits}`,
    ['o\'dd :b ?."\\é']: `odd ${row}`,
    codes: [row, -row],
    days: [new Date(Date.UTC(2024, 0, row)).toISOString().slice(0, 10)],
    flags: row === 7 ? [true] : [],
    weights: [row + 0.25],
  });
}

const withExpressions = runningStores.filter((name) => !name.startsWith('mariadb'));

describe.each(withExpressions)('an index on an expression, in %s', (name) => {
  let sheet: Sheet;

  beforeAll(async () => {
    sheet = await filled(name);
    for (const [position, [kind, keys]] of indexed.entries()) await sheet.index(`by_${position}`, kind, keys);
  });

  afterAll(() => sheet?.close());

  it.each(indexed.map((row, position) => [...row, position] as const))(
    'of %s at %j serves an equality and an order',
    async (kind, keys, value, position) => {
      for (const sign of ['=', '>']) {
        const plan = await sheet.plan(keys, (documents, path, statement) => {
          return `${documents.scalar(path, kind)} ${sign} ${operand(statement, kind, value)}`;
        });
        expect(plan).toContain(`by_${position}`);
      }
    },
  );
});

describeOn('postgres')('a GIN index, in jsonb on %s', () => {
  let sheet: Sheet;

  beforeAll(async () => {
    sheet = await filled('postgres jsonb');
    await sheet.query(`CREATE INDEX by_content ON ${sheet.table} USING gin (doc jsonb_path_ops)`);
  });

  afterAll(() => sheet?.close());

  it.each([
    ['text', 'every', ['size', 'colors'], ['color 7', 'red']],
    ['text', 'some', ['size', 'colors'], ['color 7', 'color 8']],
    ['integer', 'every', ['codes'], ['7']],
    ['decimal', 'some', ['codes'], ['7', '-8']],
    ['date', 'every', ['days'], ['2024-01-07']],
    ['boolean', 'every', ['flags'], ['true']],
  ] as const)('serves a list of %s that has %s, at %j', async (kind, quantifier, keys, values) => {
    const plan = await planOf(sheet, { kind, quantifier, keys, values });
    expect(plan).toContain('by_content');
    expect(plan).not.toContain('Seq Scan');
  });

  it('serves no list of float, whose equal values can be different JSON', async () => {
    const plan = await planOf(sheet, { kind: 'float', quantifier: 'every', keys: ['weights'], values: ['7.25'] });
    expect(plan).not.toContain('by_content');
    expect(plan).toContain('Seq Scan');
  });
});

interface Elements {
  readonly kind: DocumentKind;
  readonly quantifier: 'every' | 'some';
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

/** The plan of the condition that a list has elements. */
function planOf(sheet: Sheet, { kind, quantifier, keys, values }: Elements): Promise<string> {
  const elements = values.map((value) => element(sheet.dialect, kind, value));
  return sheet.plan(keys, (documents, path, statement) => {
    const bind = (value: unknown) => statement.bind(value);
    return documents.listHas({ path, kind }, { quantifier, elements, bind, negated: false });
  });
}

async function filled(name: StoreName): Promise<Sheet> {
  const sheet = await Sheet.open(name);
  for (let row = 1; row <= 300; row += 1) await sheet.put(documentOf(row));
  await sheet.query(`ANALYZE ${sheet.table}`);
  return sheet;
}
