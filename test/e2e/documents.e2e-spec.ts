import { pathCases } from './documents/paths.js';
import { kinds, valueOf } from './documents/expected.js';
import { listCases, listDocuments, withElements } from './documents/lists.js';
import { element, isNameable, operand } from './documents/operands.js';
import { type Write, Sheet, runningStores } from './documents/sheet.js';
import { valueCases } from './documents/values.js';

describe.each(runningStores)('the values of documents, in %s', (name) => {
  const ids = new Map<number, (typeof valueCases)[number]>();
  const refused = new Set<string>();
  let sheet: Sheet;

  beforeAll(async () => {
    sheet = await Sheet.open(name);
    for (const each of valueCases) {
      const id = await sheet.put(`{"k":${each.json}}`);
      if (id === undefined) refused.add(each.json);
      else ids.set(id, each);
    }
  });

  afterAll(() => sheet?.close());

  const expectedOf = ({ expected, except }: (typeof valueCases)[number]) => {
    const own = except?.[name] ?? expected;
    return own === 'unstorable' ? {} : own;
  };

  it('cannot all be kept', () => {
    const expected = valueCases.filter(({ except }) => except?.[name] === 'unstorable').map(({ json }) => json);
    expect([...refused].sort()).toEqual(expected.sort());
  });

  it.each(kinds)('as %s are as the table says', async (kind) => {
    const values = await sheet.values(kind, ['k']);
    const wrong = [...ids].flatMap(([id, each]) => {
      const [value, expected] = [values.get(id) ?? null, valueOf(kind, expectedOf(each))];
      return value === expected ? [] : [`${each.json.slice(0, 60)} (${each.why}): ${value}, not ${expected}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(kinds)('as %s are found by a bound value', async (kind) => {
    const byValue = new Map<string, number[]>();
    for (const [id, each] of ids) {
      const value = valueOf(kind, expectedOf(each));
      if (value !== null && isNameable(kind, value)) {
        byValue.set(value, [...(byValue.get(value) ?? []), id]);
      }
    }
    expect(byValue.size).toBeGreaterThan(0);
    for (const [value, expected] of byValue) {
      const found = await sheet.find(['k'], (documents, path, statement) => {
        return `${documents.scalar(path, kind)} = ${operand(statement, kind, value)}`;
      });
      expect([value, found]).toEqual([value, expected]);
    }
  });
});

describe.each(runningStores)('the paths in documents, in %s', (name) => {
  let sheet: Sheet;

  beforeAll(async () => {
    sheet = await Sheet.open(name);
  });

  afterAll(() => sheet?.close());

  it('lead to what the table says', async () => {
    const wrong: string[] = [];
    const ids: (number | undefined)[] = [];
    for (const { document } of pathCases) ids.push(await sheet.put(document));
    // Each path is read of all documents at once.
    const values = new Map<string, ReadonlyMap<number, string | null>>();
    for (const [index, { keys, found, why, except }] of pathCases.entries()) {
      const id = ids[index];
      const path = JSON.stringify(keys);
      const read = values.get(path) ?? (await sheet.values('text', keys));
      values.set(path, read);
      const expected = except !== undefined && name in except ? (except[name] ?? null) : found;
      const value = id === undefined ? null : (read.get(id) ?? null);
      if (value !== expected) wrong.push(`${why}: ${value}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(runningStores)('the lists in documents, in %s', (name) => {
  const keys = ['size', 'all'];
  const names = new Map<number, string>();
  let sheet: Sheet;

  beforeAll(async () => {
    sheet = await Sheet.open(name);
    for (const [why, document] of Object.entries(listDocuments)) {
      const id = await sheet.put(document);
      if (id !== undefined) names.set(id, why);
    }
  });

  afterAll(() => sheet?.close());

  const find = async (write: Write) => (await sheet.find(keys, write)).map((id) => names.get(id));

  const rows = listCases.map((each) => [each.kind, each.quantifier, JSON.stringify(each.elements), each] as const);

  it.each(rows)('of %s have %s of %s', async (_kind, _quantifier, _elements, { found, kind, ...search }) => {
    const elements = search.elements.map((text) => element(sheet.dialect, kind, text));
    const has = (negated: boolean) =>
      find((documents, path, statement) => {
        return documents.listHas(
          { path, kind },
          { ...search, elements, negated, bind: (value) => statement.bind(value) },
        );
      });
    expect(await has(false)).toEqual(found);
    expect(await has(true)).toEqual(['empty', ...withElements].filter((each) => !found.includes(each)));
  });

  it('are empty or not', async () => {
    expect(await find((documents, path) => documents.listEmpty(path, false))).toEqual(['empty']);
    expect(await find((documents, path) => documents.listEmpty(path, true))).toEqual(withElements);
  });

  it('are there or not', async () => {
    const presence = await find((documents, path) => `${documents.listPresence(path)} IS NOT NULL`);
    expect(presence).toEqual(['empty', ...withElements]);
    const absence = await find((documents, path) => `${documents.listPresence(path)} IS NULL`);
    expect(absence).toEqual([...names.values()].filter((each) => !presence.includes(each)));
  });

  it('and any other values are there or not', async () => {
    const others = ['a text', 'a number', 'an object', 'empty', ...withElements];
    expect(await find((documents, path) => `${documents.presence(path)} IS NOT NULL`)).toEqual(others);
  });

  it('are not in a document that is not there', async () => {
    const absent = ['no document', 'JSON null', 'no JSON'].filter((each) => [...names.values()].includes(each));
    const found = await find((documents, path) => `${documents.presence({ ...path, keys: [] })} IS NULL`);
    expect(found).toEqual(absent);
  });
});

describe.each(runningStores)('documents in a statement, in %s', (name) => {
  const keys = ['k'];
  let sheet: Sheet;

  beforeAll(async () => {
    sheet = await Sheet.open(name);
    for (const each of ['"b"', '"B"', '"a "', '10', '9', '9.5', '-1', 'true', 'null', '"2024-02-29"', '"2023-12-31"']) {
      await sheet.put(`{"k":${each},"list":[1,"b"]}`);
    }
  });

  afterAll(() => sheet?.close());

  it.each([
    ['integer', [7, 5, 4]],
    ['decimal', [7, 5, 6, 4]],
    ['float', [7, 5, 6, 4]],
    ['date', [11, 10]],
  ] as const)('are in the order of their values as %s', async (kind, order) => {
    expect(await sheet.ordered(kind, keys)).toEqual(order);
  });

  it('are in the order of their characters as text', async () => {
    expect(await sheet.ordered('text', keys)).toEqual([11, 10, 2, 3, 1]);
  });

  it('are grouped, counted, aggregated and numbered', async () => {
    const path = sheet.pathOf(keys);
    const { documents } = sheet.dialect;
    const [integer, text] = [documents.scalar(path, 'integer'), documents.scalar(path, 'text')];
    const grouped = `SELECT ${text} AS value, COUNT(*) AS amount FROM ${sheet.table} GROUP BY ${text}`;
    expect((await sheet.query<unknown[]>(grouped)).length).toBe(6);
    const aggregated = `SELECT MIN(${integer}) AS least, MAX(${integer}) AS most FROM ${sheet.table}`;
    const [extremes] = await sheet.query<Record<string, unknown>[]>(aggregated);
    expect([Number(extremes?.['least']), Number(extremes?.['most'])]).toEqual([-1, 10]);
    const numbered =
      `SELECT sheet.id AS id, ROW_NUMBER() OVER (ORDER BY ${integer}) AS place FROM ${sheet.table} ` +
      `WHERE ${integer} IS NOT NULL ORDER BY place`;
    const places = await sheet.query<{ id: number }[]>(numbered);
    expect(places.map(({ id }) => id)).toEqual([7, 5, 4]);
  });

  it('are found in a subquery, and by the side of another', async () => {
    const found = await sheet.find(keys, (documents, path, statement) => {
      const list = { ...path, keys: ['list'] };
      const elements = [element(sheet.dialect, 'text', 'b')];
      const bind = (value: unknown) => statement.bind(value);
      const has = documents.listHas(
        { path: list, kind: 'text' },
        { quantifier: 'some', elements, bind, negated: false },
      );
      const inner = `SELECT 1 FROM ${sheet.table} other WHERE other.id = sheet.id AND ${has}`;
      const value = `${documents.scalar(path, 'text')} = ${operand(statement, 'text', 'b')}`;
      return `EXISTS (${inner} AND ${value}) AND NOT (${value} AND NOT ${has})`;
    });
    expect(found).toEqual([1]);
  });
});
