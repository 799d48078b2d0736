import type { AddressInfo } from 'node:net';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { documentFilters } from 'nestjs-filterable/openapi';
import { openGuide } from '../support/guide.js';
import { type ClientName, type Outcomes, type Source, clients, outcomesOf, prepare } from './clients.js';

await prepare();
const guide = await openGuide();
await guide.app.listen(0, '127.0.0.1');
const baseUrl = `http://127.0.0.1:${(guide.app.getHttpServer().address() as AddressInfo).port}`;

const { body: served } = await guide.get('/openapi.json');
const config = new DocumentBuilder().setTitle('Restaurant guide').setOpenAPIVersion('3.1.0').build();
const newer = documentFilters(guide.app, () => SwaggerModule.createDocument(guide.app, config), { for: 'client' });

const sources = [
  { version: '3.0', document: served, baseUrl },
  { version: '3.1', document: newer, baseUrl },
];

/** The clients of one document, made one after the other. */
async function madeFrom(source: Source): Promise<[ClientName, string, Outcomes | Error][]> {
  const made: [ClientName, string, Outcomes | Error][] = [];
  for (const name of clients) {
    made.push([name, source.version, await outcomesOf(name, source).catch((error: Error) => error)]);
  }
  return made;
}

const made = (await Promise.all(sources.map(madeFrom))).flat();

/** What a row has of a relation. */
type Related = { readonly id: number } | readonly { readonly id: number }[] | null;

/** Returns the related rows of each row, as SQL by hand finds them. */
async function childrenOf(ids: readonly number[], sql: string): Promise<unknown[][]> {
  const rows: { parent: number; child: unknown }[] = await guide.source.query(sql);
  return ids.map((id) => rows.filter(({ parent }) => parent === id).map(({ child }) => child));
}

afterAll(() => guide.app.close());

describe.each(made)('a client that %s generates from OpenAPI %s', (_name, _version, outcomes) => {
  it('compiles, but for the mistakes, and runs', () => {
    if (outcomes instanceof Error) throw outcomes;
  });

  if (outcomes instanceof Error) return;

  it.each(outcomes.calls)('finds what SQL by hand finds: $title', async ({ sql, page = {}, answer, ...beside }) => {
    const { facets = {}, aggregates = {} } = beside;
    const rows: { id: number }[] = await guide.source.query(sql);
    expect(rows.length).toBeGreaterThan(0);
    const { status, ids, body } = answer;
    expect({ status, ids }).toEqual({ status: 200, ids: rows.map(({ id }) => id) });
    expect(body).toMatchObject(page);
    for (const [name, counts] of Object.entries(facets)) {
      const values: object[] = await guide.source.query(counts);
      expect(body).toMatchObject({ meta: { facets: { [name]: { values } } } });
    }
    for (const [name, functions] of Object.entries(aggregates)) {
      for (const [row, statement] of Object.entries(functions)) {
        const [computed]: { value: unknown }[] = await guide.source.query(statement);
        expect(answer.body).toMatchObject({ meta: { aggregates: { [name]: { [row]: computed?.value } } } });
      }
    }
  });

  const populated = outcomes.calls.filter(({ related }) => related !== undefined);

  it.each(populated)('gets the related rows of SQL by hand: $title', async ({ related = {}, reviews, answer }) => {
    const { ids = [] } = answer;
    const { data } = answer.body as { readonly data: readonly Readonly<Record<string, Related>>[] };
    for (const [name, sql] of Object.entries(related)) {
      const shown = data.map((row) => [row[name] ?? []].flat().map(({ id }) => id));
      expect([name, shown]).toEqual([name, await childrenOf(ids, sql)]);
      expect(shown.flat()).not.toEqual([]);
    }
    if (reviews !== undefined) expect(answer.reviews).toEqual(await childrenOf(ids, reviews));
  });

  it.each(outcomes.mistakes)('does not compile, and is refused all the same: $title', ({ code, answer }) => {
    expect(answer).toEqual({ status: 400, codes: [code], body: expect.anything() });
  });

  it.each(outcomes.unsendable)('sends nothing: $title', ({ error }) => {
    expect(error).toMatch(/^TypeError: filters\[\w+\]\[\$\w+\]/);
  });
});
