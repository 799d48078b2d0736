import type { SampleColumn } from '../support/samples/columns.js';
import { insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import type { Ids } from './operators/case.js';
import { runningLists } from './operators/list-columns.js';
import { type ListQuestion, listQuestions, listsOf } from './operators/lists.js';
import { Samples } from './operators/samples.js';

describe.each(Object.entries(runningLists))('operators on lists, in %s', (name, { driver, storage, columns }) => {
  const declared = Object.entries(columns).map(([kind, { column }]): [string, SampleColumn] => [kind, column]);
  const Lists = entityOf('lists', Object.fromEntries(declared));
  const count = storage === 'document' ? 10 : 7;
  let samples: Samples;

  beforeAll(async () => {
    samples = new Samples(await openSamples(driver, [Lists]));
    const rows = Object.entries(columns).map(([kind, { stored }]) => [kind, listsOf(storage, stored)] as const);
    for (let row = 0; row < count; row += 1) {
      const values = rows.map(([kind, lists]) => [kind, lists[row] ?? null] as const);
      await insertRaw(samples.source, 'lists', [{ id: String(row + 1), ...Object.fromEntries(values) }]);
    }
    if (name !== 'sqlite jsonb') return;
    for (const kind of Object.keys(columns)) {
      await samples.source.query(`UPDATE lists SET "${kind}" = jsonb("${kind}") WHERE json_valid("${kind}")`);
    }
  });

  afterAll(() => samples.close());

  it.each(Object.entries(columns))('find the right rows by %s', async (kind, { asked }) => {
    const faults: unknown[] = [];
    for (const question of listQuestions) {
      const found = await find(question, kind, asked);
      const expected = [due(question.finds), due(question.others)];
      if (JSON.stringify(found) !== JSON.stringify(expected)) faults.push([question.what, found, expected]);
    }
    expect(faults).toEqual([]);
  });

  /** A `simple-array` has no NULL among its elements, so that rows 5 and 6 are NULL. */
  function due(ids: Ids): Ids {
    const nulls = storage === 'delimited' ? [4, 5, 6] : [4, 9, 10];
    const isAboutNull = ids.includes(4);
    if (isAboutNull) return nulls.filter((id) => id <= count);
    return ids.filter((id) => id <= count && !nulls.includes(id));
  }

  async function find({ write }: ListQuestion, kind: string, [a, b]: readonly [string, string]) {
    const [one, two] = [encodeURIComponent(a), encodeURIComponent(b)];
    return [
      await samples.find(Lists, write(`filters[${kind}]`, one, two)),
      await samples.find(Lists, write(`filters[${kind}][$not]`, one, two).replace('[$not]=', '[$not][$has]=')),
    ];
  }
});
