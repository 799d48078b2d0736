import { documentKinds } from '../../../lib/dialects/dialect.js';
import { valueKinds } from '../../../lib/values/index.js';
import { engineOf } from '../../support/databases.js';
import type { World, WorldOptions } from '../../support/engines.js';
import { insertRaw } from '../../support/samples/database.js';
import { entityOf } from '../../support/samples/entities.js';
import { sampleValues } from '../../support/samples/rows.js';
import { texts } from '../../support/samples/texts.js';
import { type StoreName, stores } from '../documents/sheet.js';
import { type OperatorCase, filledTexts, foreignTextCases, operatorCases, textCases } from './cases.js';
import { faultsOf, found, open } from './samples.js';

type Kind = (typeof documentKinds)[number];

/** The JSON text of the value that a sample column holds. */
function jsonOf(kind: Kind, value: string): string {
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

/** Samples with a document whose paths have a value of every kind, and one whose path has texts. */
function modelOf(name: StoreName) {
  const { column } = stores[name];
  return {
    Sample: entityOf('sample', { doc: { ...column, paths } }),
    Text: entityOf('texts', { doc: { ...column, paths: { text: 'text' } } }),
  };
}

/** The world of a store, and its tests. */
export function ofDocuments(name: StoreName): readonly [options: WorldOptions, tests: (world: World) => void] {
  const { Sample, Text } = modelOf(name);
  const { driver } = stores[name];
  const options: WorldOptions = {
    on: [driver],
    entities: [Sample, Text],
    open,
    seed: async (source) => {
      const rows = Array.from({ length: 8 }, (_, row) => ({ id: String(row + 1), doc: documentOf(row) }));
      const ofText = texts.map((text, row) => ({ id: String(row + 1), doc: JSON.stringify({ text }) }));
      await insertRaw(source, 'sample', rows);
      await insertRaw(source, 'texts', ofText);
      if (name !== 'sqlite jsonb') return;
      for (const table of ['sample', 'texts']) await source.query(`UPDATE ${table} SET doc = jsonb(doc)`);
    },
  };
  // The text at a path compares exactly, whatever the collation: only the folding of SQLite differs.
  const by = engineOf(driver) === 'sqlite' ? ['sqlite'] : [];
  const tests = (world: World) => {
    it.each(documentKinds)('find the right rows by %s', async (kind) => {
      const rows: readonly OperatorCase[] = operatorCases[kind];
      expect(await faultsOf(world, { entity: Sample, path: `[doc][in][${kind}]`, rows, by })).toEqual([]);
    });

    it('find the right texts, and no text that is not there', async () => {
      const asked = { entity: Text, path: '[doc][text]', rows: [...textCases, ...foreignTextCases] };
      expect(await faultsOf(world, { ...asked, by, values: filledTexts, empty: 19 })).toEqual([]);
    });

    it('find no row by a path of another kind', async () => {
      const request = 'filters[doc][in][date][$notNull]=true&filters[doc][in][uuid][$null]=true';
      expect(await found(world, Sample, request)).toEqual([]);
    });
  };
  return [options, tests];
}
