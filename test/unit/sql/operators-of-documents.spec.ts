import { builtInOperators } from 'nestjs-filterable';
import type { DocumentKind } from '../../../lib/dialects/documents.js';
import { dialects } from '../../../lib/dialects/index.js';
import { documentKinds } from '../../../lib/dialects/documents.js';
import { mysqlStores } from './operators/documents/mysql-stores.js';
import { postgresStores } from './operators/documents/postgres-stores.js';
import { sqliteStores } from './operators/documents/sqlite-stores.js';
import { type Store, spelledOut } from './operators/documents/store.js';
import { listRows, ofList, rowOf } from './operators/list-rows.js';
import { notAllowed } from './operators/not-allowed.js';
import { probes } from './operators/probes.js';
import { Writer, operandOf } from './operators/writer.js';

const stores: Readonly<Record<string, Store>> = { ...sqliteStores, ...postgresStores, ...mysqlStores };

const valuePaths = Object.fromEntries(documentKinds.map((kind) => [kind, { kind, at: ['a', 'b'], as: kind }]));
const listPaths = Object.fromEntries(
  documentKinds.map((kind) => [kind, { kind, list: true as const, at: ['a', 'b'], as: kind }]),
);

function isAllowed(token: string, kind: DocumentKind): boolean {
  const refused: readonly string[] = notAllowed[kind];
  return !refused.includes(token);
}

it('has a store for every engine', () => {
  const engines = Object.values(stores).map(({ engine }) => (engine === 'mariadb' ? 'mysql' : engine));
  expect(new Set(engines)).toEqual(new Set(dialects.map(({ name }) => name)));
});

describe.each(Object.entries(stores))('values in %s', (_name, { engine, column, values, presence, paths }) => {
  let writer: Writer;

  beforeAll(async () => {
    writer = await Writer.of(engine, { doc: { ...column, paths: valuePaths } });
  });

  const due = builtInOperators.flatMap((operator) =>
    documentKinds.filter((kind) => isAllowed(operator.token, kind)).map((kind) => ({ operator, kind })),
  );

  it('have a row for every operator and every kind that allows it, and no other', () => {
    const there = Object.entries(paths).flatMap(([kind, row]) => Object.keys(row).map((token) => `${token} ${kind}`));
    expect(there.sort()).toEqual(due.map(({ operator, kind }) => `${operator.token} ${kind}`).sort());
  });

  it.each(due.map(({ operator, kind }) => [operator.token, kind, operator] as const))(
    'are compared by %s of %s',
    (token, kind, operator) => {
      const [holds, fails, parameters] = spelledOut(rowOf(paths[kind], token), { x: values[kind] });
      const condition = { [token]: operandOf(operator, probes[kind].values) };
      expect(writer.where({ doc: { [kind]: condition } })).toEqual([holds, parameters]);
      expect(writer.where({ doc: { [kind]: { $not: condition } } })).toEqual([fails, parameters]);
    },
  );

  it.each(documentKinds)('of %s refuse every other operator', (kind) => {
    for (const operator of builtInOperators.filter(({ token }) => !isAllowed(token, kind))) {
      const { token } = operator;
      const condition = { [token]: operandOf(operator, probes[kind].values) };
      expect([token, writer.refusal({ doc: { [kind]: condition } })]).toEqual([token, 'operator_not_allowed']);
    }
  });

  it('are in a document that takes $null and $notNull alone', () => {
    expect(writer.where({ doc: { $null: true } })).toEqual([`${presence} IS NULL`, []]);
    expect(writer.where({ doc: { $null: false } })).toEqual([`${presence} IS NOT NULL`, []]);
    expect(writer.where({ doc: { $notNull: true } })).toEqual([`${presence} IS NOT NULL`, []]);
    expect(writer.where({ doc: { $not: { $null: true } } })).toEqual([`${presence} IS NOT NULL`, []]);
    for (const { token, takes } of builtInOperators.filter(({ token }) => !/^\$(null|notNull)$/.test(token))) {
      const refused = writer.refusal({ doc: { [token]: takes === 'boolean' ? true : 'x' } });
      expect([token, refused]).toEqual([token, 'operator_not_allowed']);
    }
  });
});

describe.each(Object.entries(stores))('lists in %s', (_name, { engine, column, elements, list, lists }) => {
  let writer: Writer;

  beforeAll(async () => {
    writer = await Writer.of(engine, { doc: { ...column, paths: listPaths } });
  });

  const doc = engine === 'mariadb' ? '`s`.`doc`' : '"s"."doc"';

  it('have a row for every operator of lists and every kind, and no other', () => {
    const there = listRows(lists).map(([token, kind]) => `${token} ${kind}`);
    const due = builtInOperators.filter(ofList).flatMap(({ token }) => documentKinds.map((kind) => `${token} ${kind}`));
    expect(there.sort()).toEqual(due.sort());
  });

  it.each(listRows(lists))('are asked %s of %s', (token, kind, operator, row) => {
    const { values } = probes[kind as DocumentKind];
    const words = { ...list, doc, x: elements[kind as DocumentKind] };
    const [holds, fails, parameters] = spelledOut(row, words);
    const condition = { [token]: operandOf(operator, values) };
    expect(writer.where({ doc: { [kind]: condition } })).toEqual([holds, parameters]);
    expect(writer.where({ doc: { [kind]: { $not: condition } } })).toEqual([fails, parameters]);
  });

  it.each(documentKinds)('of %s refuse every other operator', (kind) => {
    for (const operator of builtInOperators.filter((row) => !ofList(row))) {
      const condition = { [operator.token]: operandOf(operator, probes[kind].values) };
      const refused = writer.refusal({ doc: { [kind]: condition } });
      expect([operator.token, refused]).toEqual([operator.token, 'operator_not_allowed']);
    }
  });
});
