import { readFileSync } from 'node:fs';
import { Controller, Get, Inject, Query, UseInterceptors } from '@nestjs/common';
import { FilterModule } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { type WorldOptions, onEngines } from '../../../support/engines.js';
import { type TestApp, openApp } from '../../../support/http/adapters.js';
import { Book } from './books.js';
import { type Difference, ShadowInterceptor } from './shadow.interceptor.js';

const page = 'docs/recipes.md';
const folder = 'test/e2e/recipes/shadow';

/** The old endpoint, with the mistakes of old endpoints: wildcards of clients, and what it does not know is ignored. */
@Controller('books')
class OldBooks {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  @Get()
  @UseInterceptors(ShadowInterceptor)
  list(@Query('title') title = '', @Query('limit') limit = '25'): Promise<readonly Book[]> {
    const builder = this.source.getRepository(Book).createQueryBuilder('book').where('book.title LIKE :title');
    return builder.setParameter('title', `%${title}%`).orderBy('book.id').take(Number(limit)).getMany();
  }
}

it('is shown on the page, with a link to the code that runs here', () => {
  const text = readFileSync(page, 'utf8');
  expect(text).toContain(`/blob/main/${folder}/shadow.interceptor.ts)`);
  const books = readFileSync(`${folder}/books.ts`, 'utf8');
  expect(text).toContain(`\`\`\`ts\n${books.slice(books.indexOf('/** What the old'))}\`\`\``);
});

const database: WorldOptions = {
  entities: [Book],
  seed: (source) =>
    source.getRepository(Book).insert([
      { id: 1, title: 'abc' },
      { id: 2, title: 'a%c' },
      { id: 3, title: 'x' },
    ]),
  on: ['sqlite'],
};

onEngines('the recipe to shadow an endpoint', database, (world) => {
  let app: TestApp;
  let waiting: ((difference: Difference | undefined) => void) | undefined;
  beforeAll(async () => {
    app = await openApp('express', {
      imports: [FilterModule.forRoot()],
      controllers: [OldBooks],
      providers: [ShadowInterceptor, { provide: DataSource, useValue: world.source }],
    });
    app.app.get(ShadowInterceptor).report = (difference) => waiting?.(difference);
  });
  afterAll(() => app.close());

  /** The answer of the old endpoint, and the difference that was reported within a moment. */
  async function ask(query: string) {
    const reported = new Promise<Difference | undefined>((resolve) => {
      waiting = resolve;
      setTimeout(() => resolve(undefined), 150);
    });
    const { status, text } = await app.client.get(`/books?${query}`);
    return { status, ids: (JSON.parse(text) as { id: number }[]).map(({ id }) => id), difference: await reported };
  }

  it.each<[query: string, ids: readonly number[], difference: Omit<Difference, 'path'> | undefined]>([
    ['', [1, 2, 3], undefined],
    ['title=a&limit=1', [1], undefined],
    ['title=', [1, 2, 3], undefined],
    ['title=a%25c', [1, 2], { rows: { old: [1, 2], new: [2] } }],
    ['ttitle=secret', [1, 2, 3], { refused: ['unknown_parameter ttitle'] }],
    ['filters[nope]=secret', [1, 2, 3], { refused: ['unknown_field filters[nope]'] }],
    ['limit=1000', [1, 2, 3], { refused: ['limit_exceeded limit'] }],
  ])('%s answers %j as ever, and reports %j', async (query, ids, difference) => {
    const answer = await ask(query);
    expect([answer.status, answer.ids]).toEqual([200, ids]);
    expect(answer.difference).toEqual(difference && { path: '/books', ...difference });
    expect(JSON.stringify(answer.difference ?? {})).not.toContain('secret');
  });
});
