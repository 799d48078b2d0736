import type { AddressInfo } from 'node:net';
import { blogEntities } from '../support/blog/entities.js';
import { openDatabase, type TestDatabase } from '../support/databases.js';
import { openApp, type TestApp } from '../support/http/adapters.js';
import { blogModule, seed } from './clients/blog.js';
import { installClients, makeCalls, type Outcome } from './clients/calls.js';
import type { ClientCase } from './clients/case.js';
import { customCase, operatorsTried, refineCases } from './clients/refine.js';
import { strapiCases } from './clients/strapi.js';

/** `CrudOperators` of @refinedev/core, but for `or` and `and`, which are groups. */
const refineOperators = [
  ...['eq', 'ne', 'eqs', 'nes', 'lt', 'gt', 'lte', 'gte', 'in', 'nin', 'ina', 'nina', 'between', 'nbetween'],
  ...['contains', 'ncontains', 'containss', 'ncontainss', 'null', 'nnull'],
  ...['startswith', 'nstartswith', 'startswiths', 'nstartswiths'],
  ...['endswith', 'nendswith', 'endswiths', 'nendswiths'],
];

const suites = { refine: refineCases, strapi: strapiCases };

const cases = Object.entries(suites).flatMap(([client, groups]) =>
  Object.entries(groups).flatMap(([group, rows]) =>
    rows.map((row) => ({ ...row, name: `${client}, ${group}: ${row.title}` })),
  ),
);

/** The clients are installed first where they are not there, and every call is made before the first is looked at. */
const preparing = 120_000;

beforeAll(installClients, preparing);

it('every operator of Refine is tried', () => {
  expect([...operatorsTried].sort()).toEqual([...refineOperators].sort());
});

describe('real clients of a server in strapi mode', () => {
  let database: TestDatabase;
  let app: TestApp;
  let custom: ClientCase;
  let outcomes: readonly Outcome[] = [];

  beforeAll(async () => {
    database = await openDatabase('sqlite', { entities: blogEntities });
    await seed(database.source);
    app = await openApp('express', blogModule(database.source));
    const { port } = (app.app.getHttpServer() as { address(): AddressInfo }).address();
    const baseUrl = `http://127.0.0.1:${port}`;
    custom = customCase(baseUrl);
    outcomes = await makeCalls(
      baseUrl,
      [...cases, custom].map(({ call }) => call),
    );
  }, preparing);

  afterAll(async () => {
    await app?.close();
    await database?.close();
  });

  it.each(cases.map((row, index) => ({ ...row, index })))('$name', ({ index, ...row }) => {
    check(row, outcomes[index]);
  });

  it('refine: a custom request', () => {
    check(custom, outcomes.at(-1));
  });
});

function check({ found, outcome: expected }: ClientCase, outcome: Outcome | undefined): void {
  if (typeof found === 'number') {
    expect(outcome?.rejected).toMatchObject({ status: found, ...expected });
  } else {
    expect(outcome).not.toHaveProperty('rejected');
    expect(idsOf(outcome?.resolved?.data)).toEqual(found);
    expect(outcome?.resolved).toMatchObject(expected ?? {});
  }
}

/** A list of rows or one; `custom` answers with the whole body. */
function idsOf(data: unknown): unknown[] {
  if (typeof data === 'object' && data !== null && 'data' in data) return idsOf(data.data);
  return (Array.isArray(data) ? data : [data]).map((row: { readonly id: unknown }) => row.id);
}
