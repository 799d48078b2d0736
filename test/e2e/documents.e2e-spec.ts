import { pathCases } from './documents/paths.js';
import { isNameable, operand, runningStores, Sheet } from './documents/sheet.js';
import { kinds, valueCases, valueOf } from './documents/values.js';

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
    for (const { document, keys, found, why, except } of pathCases) {
      const id = await sheet.put(document);
      const expected = except !== undefined && name in except ? (except[name] ?? null) : found;
      const value = id === undefined ? null : ((await sheet.values('text', keys)).get(id) ?? null);
      if (value !== expected) wrong.push(`${why}: ${value}, not ${expected}`);
      await sheet.clear();
    }
    expect(wrong).toEqual([]);
  });
});
